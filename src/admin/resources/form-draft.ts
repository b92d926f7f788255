import { isObject, storedInstant, storedVersion } from '../../domain/content-type.ts'

/**
 * The unsaved state of a form. `version` identifies the stored row that it was based on; null for a new row.
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
 * The session storage of one form of one person: a draft survives a reload and a sign-out. Without storage there is no
 * draft, and the form works as usual.
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
