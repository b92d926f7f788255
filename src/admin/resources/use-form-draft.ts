import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useProfile } from '../session/use-auth.tsx'
import { createFormDraft, type FormDraft } from './form-draft.ts'

/**
 * Stores what is typed into a form until it is saved or discarded. `name` names the form and its row, `version` is the
 * row's as it was opened. `onFound` is called once, with the draft of the last time, to put it back.
 */
export function useFormDraft<Form extends FieldValues>({
  name,
  schema,
  version,
  form,
  onFound,
}: {
  name: string
  schema: z.ZodMiniType<Form>
  version: number | string | null
  form: Pick<UseFormReturn<Form>, 'subscribe'>
  onFound: (draft: FormDraft<Form>) => void
}): {
  /** The draft that was found when the form opened, until it is forgotten. */
  found: FormDraft<Form> | null
  /** Removes the draft: the form is saved or discarded. */
  forget: () => void
} {
  const { id: userId } = useProfile()
  const [storage] = useState(() => createFormDraft(schema, userId, name))
  const [found, setFound] = useState(() => storage.read())

  const restore = useEffectEvent(() => {
    if (found !== null) onFound(found)
  })
  useEffect(() => restore(), [])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // Called before the next render after a reset: only the form itself knows its new defaults by then.
        callback: ({ values, defaultValues }) => {
          if (JSON.stringify(values) === JSON.stringify(defaultValues)) storage.remove()
          else storage.put({ savedAt: new Date().toISOString(), version, form: values })
        },
      }),
    [form, storage, version],
  )

  return {
    found,
    forget: () => {
      storage.remove()
      setFound(null)
    },
  }
}
