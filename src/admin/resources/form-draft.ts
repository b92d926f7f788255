import * as z from 'zod/mini'

/**
 * What was typed into a form and not saved. `version` tells the stored row it was begun from from a later one: a number,
 * or whatever moves with each save; null for a new row, or where nothing tells.
 */
export interface FormDraft<Form> {
  savedAt: string
  version: number | string | null
  form: Form
}

const PREFIX = 'mantel.form.'

/**
 * The place in this tab where one form of one person is kept, for a session that ends or a page that is loaded anew.
 * A full or refused storage keeps nothing, and the form goes on without.
 */
export function createFormDraft<Form>(schema: z.ZodMiniType<Form>, userId: string, name: string) {
  const key = `${PREFIX}${userId}.${name}`
  const keptSchema = z.object({
    savedAt: z.string(),
    version: z.nullable(z.union([z.int(), z.string()])),
    form: schema,
  })
  const quietly = <Result>(action: () => Result): Result | null => {
    try {
      return action()
    } catch {
      return null
    }
  }
  return {
    read: (): FormDraft<Form> | null =>
      quietly(() => keptSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))),
    put: (kept: FormDraft<Form>) => void quietly(() => sessionStorage.setItem(key, JSON.stringify(kept))),
    remove: () => void quietly(() => sessionStorage.removeItem(key)),
  }
}
