import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useProfile } from '../session/use-profile.ts'
import { type FormDraftType, type FormDraft, createFormDraft } from './form-draft.ts'

interface Kept<Form> {
  /** What was kept when the form opened, until it is begun anew. */
  found: FormDraft<Form> | null
  /** Nothing is left to keep: saved, or given up. */
  forget: () => void
}

/**
 * Keeps what is typed into a form until it is saved or given up. `name` names the form and its row, `version` is the
 * row's as it was opened. `onFound` hears what was kept the last time, to put it back.
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
  onFound: (kept: FormDraft<Form>) => void
}): Kept<Form> {
  const { id: userId } = useProfile()
  const [keeper] = useState(() => createFormDraft(type, userId, name))
  const [found, setFound] = useState(() => keeper.read())

  useEffect(() => {
    if (found !== null) onFound(found)
    // Once, when the form opens.
  }, [])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // A reset is heard before the next render: only the form itself knows its new defaults by then.
        callback: ({ values, defaultValues }) => {
          if (JSON.stringify(values) === JSON.stringify(defaultValues)) keeper.remove()
          else keeper.put({ savedAt: new Date().toISOString(), version, form: values })
        },
      }),
    [form, keeper, version],
  )

  return {
    found,
    forget: () => {
      keeper.remove()
      setFound(null)
    },
  }
}
