import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type Template, templateType } from '../../../domain/template.ts'
import { templateQuery } from '../../data/templates.ts'
import { DraftNotice, RowConflict, savedSinceText } from '../../resources/row-form-dialog.tsx'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { useRowForm } from '../../resources/use-row-form.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { useFormSend } from '../../ui/use-one-at-a-time.ts'
import { Body } from '../../writing/body.ts'
import { BodyEditor } from '../../writing/body-editor.tsx'
import { normalHtml } from '../../writing/normal-html.ts'
import { useSaveTemplate } from './data/save-template.ts'
import { templateForm } from './template-form.ts'
import { TemplateRail } from './template-rail.tsx'

const FORM_ID = 'template'

const ERROR_WORDS = {
  duplicate: 'Another template has this name',
  network: 'There is no connection. Nothing you typed is lost.',
  denied: "You don't have permission to manage templates.",
  'not-found': 'It was deleted in the meantime. Nothing you typed is lost.',
}

/** The form of a template; `stored` is null for a new one. */
export function TemplateEditor({ stored }: { stored: Template | null }) {
  const [formRevision, setFormRevision] = useState(0)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync } = useSaveTemplate()
  const rowForm = useRowForm({
    noun: 'template',
    row: stored,
    tokenOf: ({ version }) => version,
    toForm: (row) => (row === null ? templateType.blank() : templateForm(row, normalHtml)),
    type: templateType,
    save: (opened, form) => mutateAsync({ opened, form }),
    load: (id) => client.fetchQuery({ ...templateQuery(id), staleTime: 0 }),
    errorWords: () => ERROR_WORDS,
    duplicateField: () => 'name',
    onReset: () => setFormRevision((count) => count + 1),
    // What is typed is saved: the warning does not ask.
    onSaved: () => void navigate({ to: '/admin/templates', ignoreBlocker: true }),
  })
  const { form } = rowForm
  const { control } = form
  const { field: body } = useController({ control, name: 'html' })
  const send = useFormSend(rowForm.submit)

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
          <Button type="submit" form={FORM_ID} variant="primary" isPending={rowForm.isSaving}>
            {rowForm.isSaving ? 'Saving…' : 'Save Template'}
          </Button>
        </span>
      </TopBarActions>
      <UnsavedWarning isDirty={form.formState.isDirty} onDiscard={rowForm.discardDraft} />
      <ScreenTitle>{stored === null ? 'New Template' : 'Edit Template'}</ScreenTitle>
      <DraftNotice rowForm={rowForm} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="@container min-w-0 rounded-lg border border-rule bg-card max-lg:order-2">
          <BodyEditor
            id="template-html"
            body={new Body(body.value)}
            revision={formRevision}
            placeholder="What should every story of this kind begin with?"
            onChange={({ html }) => body.onChange(html)}
          />
        </div>
        <TemplateRail control={control} />
      </div>
      <RowConflict rowForm={rowForm} text={savedSinceText} />
    </form>
  )
}
