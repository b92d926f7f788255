import { isObject, storedInstant, storedVersion } from '../../domain/content-type.ts'

/**
 * What was typed into a form and not saved. `version` tells the stored row it was begun from from a later one: a number,
 * or whatever moves with each save; null for a new row, or where nothing tells.
 */
export interface FormDraft<Form> {
  savedAt: string
  version: number | string | null
  form: Form
}

/** How forms of one kind are stored and read. */
export interface FormDraftType<Form> {
  version: number
  decode: (stored: unknown, version: number) => Form
}

const PREFIX = 'mantel.form.'

/**
 * The place in this tab where one form of one person is kept, for a session that ends or a page that is loaded anew.
 * A full or refused storage keeps nothing, and the form goes on without.
 */
export function createFormDraft<Form>(type: FormDraftType<Form>, userId: string, name: string) {
  const key = `${PREFIX}${userId}.${name}`
  const quietly = <Result>(action: () => Result): Result | null => {
    try {
      return action()
    } catch {
      return null
    }
  }
  return {
    read: () => quietly(() => decodeDraft(type, JSON.parse(sessionStorage.getItem(key) ?? 'null'))),
    put: (kept: FormDraft<Form>) =>
      void quietly(() => sessionStorage.setItem(key, JSON.stringify({ v: type.version, ...kept }))),
    remove: () => void quietly(() => sessionStorage.removeItem(key)),
  }
}

/** Null where no form is stored. */
function decodeDraft<Form>(type: FormDraftType<Form>, stored: unknown): FormDraft<Form> | null {
  if (!isObject(stored) || !isObject(stored.form)) return null
  const { savedAt, version } = stored
  return {
    savedAt: storedInstant.parse(savedAt),
    version: typeof version === 'number' || typeof version === 'string' ? version : null,
    form: type.decode(stored.form, storedVersion(stored)),
  }
}
