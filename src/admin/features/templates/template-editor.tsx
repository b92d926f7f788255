import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { BackendError } from '../../../backend/errors.ts'
import { templateType, type Template, type TemplateForm } from '../../../domain/template.ts'
import { useFormDraft } from '../../resources/use-form-draft.ts'
import { templateQuery } from '../../data/templates.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ConflictNotice } from '../../resources/conflict-notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { DraftNotice } from '../../resources/draft-notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { UnsavedWarning } from '../../resources/unsaved-warning.tsx'
import { Body } from '../../writing/body.ts'
import { BodyEditor } from '../../writing/body-editor.tsx'
import { normalHtml } from '../../writing/normal-html.ts'
import { useFormSend } from '../../ui/use-one-at-a-time.ts'
import { useSaveTemplate } from './data/save-template.ts'
import { templateForm } from './template-form.ts'
import { TemplateRail } from './template-rail.tsx'

const FORM_ID = 'template'

/** `stored` is the newest version that is known; the form goes on from the one it was opened with. */
export function TemplateEditor({ stored }: { stored: Template | null }) {
  const [opened, setOpened] = useState(stored)
  const [theirs, setTheirs] = useState<Template | null>(null)
  const [epoch, setEpoch] = useState(0)
  const [isDone, setDone] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useSaveTemplate()
  const form = useForm<TemplateForm>({
    resolver: zodResolver(templateType.form),
    defaultValues: opened === null ? templateType.blank() : templateForm(opened, normalHtml),
  })
  const { control, handleSubmit, reset, setError, formState } = form
  const { field: body } = useController({ control, name: 'html' })

  const kept = useFormDraft({
    name: `template.${stored?.id ?? 'new'}`,
    type: templateType,
    version: opened?.version ?? null,
    form,
    onFound: ({ version, form: typed }) => {
      reset(typed, { keepDefaultValues: true })
      // Begun from an older text, it meets the newer one when it is saved.
      if (stored !== null && typeof version === 'number') setOpened({ ...stored, version })
      setEpoch((current) => current + 1)
    },
  })

  // Only after the warning has heard that nothing is left to lose.
  useEffect(() => {
    if (isDone) void navigate({ to: '/admin/templates' })
  }, [isDone, navigate])

  const save = (base: Template | null) => async (values: TemplateForm) => {
    try {
      await mutateAsync({ opened: base, form: values })
      kept.forget()
      showToast({ title: base === null ? 'Template created successfully' : 'Template updated successfully' })
      setDone(true)
    } catch (error) {
      if (error instanceof BackendError && error.kind === 'duplicate') {
        setError('name', { message: 'Another template has this name' }, { shouldFocus: true })
        return
      }
      if (error instanceof BackendError && error.kind === 'conflict' && base !== null) {
        const now = await client.fetchQuery({ ...templateQuery(base.id), staleTime: 0 }).catch(() => null)
        if (now !== null) {
          setTheirs(now)
          return
        }
      }
      showToast({ title: 'Failed to save template', description: reasonOf(error), tone: 'destructive' })
    }
  }

  const show = (template: Template | null) => {
    kept.forget()
    reset(template === null ? templateType.blank() : templateForm(template, normalHtml))
    setOpened(template)
    setTheirs(null)
    setEpoch((current) => current + 1)
  }

  const send = useFormSend(handleSubmit(save(opened)))

  return (
    <form
      id={FORM_ID}
      noValidate
      onSubmit={send}
      className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7"
    >
      <TopBarActions>
        <span className="flex items-center gap-2.5">
          <Link to="/admin/templates" className={`${buttonClass()} max-sm:hidden`}>
            Cancel
          </Link>
          <Button type="submit" form={FORM_ID} variant="primary" isPending={isPending}>
            {isPending ? 'Saving…' : 'Save Template'}
          </Button>
        </span>
      </TopBarActions>
      <UnsavedWarning isDirty={formState.isDirty && !isDone} onDiscard={kept.forget} />
      <ScreenTitle>{stored === null ? 'New Template' : 'Edit Template'}</ScreenTitle>
      {kept.found !== null && <DraftNotice savedAt={kept.found.savedAt} onStartOver={() => show(stored)} />}
      {theirs !== null && (
        <ConflictNotice
          title="This template was saved somewhere else in the meantime"
          detail="Nothing of yours has been saved yet."
          onTakeTheirs={() => show(theirs)}
          onKeepMine={() => {
            setTheirs(null)
            setOpened(theirs)
            void handleSubmit(save(theirs))()
          }}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="@container min-w-0 rounded-lg border border-rule bg-card max-lg:order-2">
          <BodyEditor
            id="template-html"
            body={new Body(body.value)}
            revision={epoch}
            placeholder="What should every story of this kind begin with?"
            onChange={({ html }) => body.onChange(html)}
          />
        </div>
        <TemplateRail control={control} />
      </div>
    </form>
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof BackendError)) return 'An unexpected error occurred. Nothing you typed is lost.'
  if (error.kind === 'network') return 'There is no connection. Nothing you typed is lost.'
  if (error.kind === 'denied') return "You don't have permission to manage templates."
  if (error.kind === 'not-found') return 'It was deleted in the meantime. Nothing you typed is lost.'
  return error.message
}
