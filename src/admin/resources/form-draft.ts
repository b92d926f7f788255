import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { serverClock } from '../../backend/server-clock.ts'
import { isObject } from '../../domain/body/json.ts'
import { storedInstant, storedVersion } from '../../domain/rows/content-type.ts'
import { useProfile } from '../session/use-profile.ts'

/**
 * The unsaved state of a form. `version` identifies the stored row that it was based on; null for a new row.
 */
interface FormDraft<Form> {
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
    put: (draft: FormDraft<Form>) =>
      void quietly(() => sessionStorage.setItem(key, JSON.stringify({ v: type.version, ...draft }))),
    remove: () => void quietly(() => sessionStorage.removeItem(key)),
  }
}

/** Decodes a stored draft; null when it holds no form. */
function decodeDraft<Form>(type: FormDraftType<Form>, stored: unknown): FormDraft<Form> | null {
  if (!isObject(stored) || !isObject(stored.form)) return null
  const { savedAt, version } = stored
  return {
    savedAt: storedInstant.parse(savedAt),
    version: typeof version === 'number' || typeof version === 'string' ? version : null,
    form: type.decode(stored.form, storedVersion(stored)),
  }
}

/**
 * Keeps what is typed into a form until it is saved or discarded. `name` names the form and its row, `version` is the
 * row's as it was opened. `onFound` is called with the draft that an earlier visit left, to restore it.
 */
export function useFormDraft<Form extends FieldValues>({
  name,
  type,
  version,
  form,
  onFound,
}: {
  name: string
  type: FormDraftType<Form>
  version: number | string | null
  form: Pick<UseFormReturn<Form>, 'subscribe'>
  onFound: (found: FormDraft<Form>) => void
}) {
  const { id: userId } = useProfile()
  const [draft] = useState(() => createFormDraft(type, userId, name))
  const [found, setFound] = useState(() => draft.read())

  useEffect(() => {
    if (found !== null) onFound(found)
    // Once, when the form opens.
  }, [])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // A reset calls this before the next render, when only the form itself has its new defaults.
        callback: ({ values, defaultValues }) => {
          if (JSON.stringify(values) === JSON.stringify(defaultValues)) draft.remove()
          else draft.put({ savedAt: serverClock.now().toISOString(), version, form: values })
        },
      }),
    [form, draft, version],
  )

  return {
    /** The draft that was found when the form opened; null once it was saved or discarded. */
    found,
    /** Deletes the draft, after a save or a discard. */
    forget: () => {
      draft.remove()
      setFound(null)
    },
  }
}
