import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { sameJson } from '../../../domain/body/json.ts'
import type { PlannedChange } from '../../../domain/newsroom/prediction.ts'
import { type SettingsForm, type SiteSettings, settingsType } from '../../../domain/site/settings.ts'
import { ConflictDialog } from '../../resources/conflict-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { FormPrediction } from '../../resources/prediction/form-prediction.tsx'
import { useSaveOnto } from '../../resources/use-save-onto.ts'
import { useFormSend } from '../../ui/keys/use-one-at-a-time.ts'
import { Button } from '../../ui/layout/button.tsx'
import { TopBarActions } from '../../ui/layout/top-bar.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { siteSettingsQuery, useSaveSettings } from './data/settings.ts'

interface Props<Form extends FieldValues> {
  /** `Settings`, `Texts`: what is saved. */
  name: string
  stored: SiteSettings | null
  schema: z.ZodMiniType<Form, Form>
  /** The form of a row. */
  formOf: (row: SiteSettings | null) => Form
  /** All settings with what the form has changed of a row. */
  settingsOf: (form: Form, row: SiteSettings | null) => SettingsForm
  /** What two forms differ in, by name. */
  differences: (one: Form, other: Form) => string[]
  children: (form: UseFormReturn<Form>) => ReactNode
}

/** A form of some of the settings, based on the row that was stored when it was opened. */
export function SettingsFormFrame<Form extends FieldValues>({
  name,
  stored,
  schema,
  formOf,
  settingsOf,
  differences,
  children,
}: Props<Form>) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(stored)
  const { mutateAsync, isPending } = useSaveSettings()
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: formOf(opened) as DefaultValues<Form>,
  })
  const { handleSubmit, reset, getValues, setValue, formState } = form
  const noun = name.toLowerCase()

  const { saveOnto, conflict } = useSaveOnto<SiteSettings | null, Form>({
    save: async (base, values) => {
      const sent = getValues()
      const saved = await mutateAsync({ form: settingsOf(values, base), opened: base })
      setOpened(saved)
      // What was typed during the save stays.
      const typed = getValues()
      reset(formOf(saved))
      for (const field of Object.keys(typed) as Path<Form>[]) {
        if (!sameJson(typed[field], sent[field])) setValue(field, typed[field], { shouldDirty: true })
      }
      showToast({ title: `${name} saved`, description: 'The public site follows within seconds.' })
    },
    load: () => client.fetchQuery({ ...siteSettingsQuery, staleTime: 0 }),
    onTakeTheirs: (theirs) => {
      setOpened(theirs)
      reset(formOf(theirs))
    },
    onFailed: (error) =>
      toastError(`Failed to save ${noun}`, error, {
        network: 'There is no connection. Nothing you typed is lost.',
        denied: 'Only a super admin changes these.',
      }),
  })

  const send = useFormSend(handleSubmit((values) => saveOnto(opened, values)))
  const plan = (): PlannedChange[] | null => {
    const read = schema.safeParse(getValues())
    if (!formState.isDirty || !read.success) return null
    const row = settingsType.columnsOf(settingsOf(read.data, opened))
    return [{ table: 'site_settings', id: opened?.id ?? null, row }]
  }

  return (
    <form id={noun} noValidate onSubmit={send} className="contents">
      <TopBarActions>
        <span role="status" className="hidden text-sm text-soft sm:block">
          {formState.isDirty ? 'Unsaved changes' : ''}
        </span>
        <FormPrediction form={form} plan={plan} className="max-sm:hidden" />
        <Button type="submit" form={noun} variant="primary" isPending={isPending}>
          {isPending ? 'Saving…' : 'Save Changes'}
        </Button>
      </TopBarActions>
      <UnsavedWarning isDirty={formState.isDirty} />
      {children(form)}
      {conflict !== null && (
        <ConflictDialog noun={`these ${noun}`} onChoose={conflict.onChoose}>
          <p>{conflictText(differences(getValues(), formOf(conflict.theirs)))}</p>
        </ConflictDialog>
      )}
    </form>
  )
}

function conflictText(differing: readonly string[]): string {
  return differing.length === 0
    ? 'What is saved now is what you have here.'
    : `Yours differ in: ${differing.join(', ')}. Nothing of yours has been saved yet.`
}
