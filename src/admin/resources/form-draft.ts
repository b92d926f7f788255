import * as z from 'zod/mini'

/**
 * The unsaved state of a form. `version` identifies the stored row that it was based on; null for a new row.
 */
export interface FormDraft<Form> {
  savedAt: string
  version: number | string | null
  form: Form
}

const PREFIX = 'mantel.form.'

/**
 * The session storage of one form of one person: a draft survives a reload and a sign-out. Without storage there is no
 * draft, and the form works as usual.
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
