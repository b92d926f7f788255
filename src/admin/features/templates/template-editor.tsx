import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { serverClock } from '../../../backend/server-clock.ts'
import { BackendError } from '../../../backend/errors.ts'
import {
  type Template,
  type TemplateForm,
  PLACEHOLDERS,
  resolveTitle,
  templateType,
  unknownPlaceholders,
} from '../../../domain/story/template.ts'
import { FactsField } from '../../story/facts/facts-field.tsx'
import { OpeningField } from '../../story/opening-field.tsx'
import { CreditsEditor } from '../../story/credits/credits-editor.tsx'
import { useCategoryOptions } from '../../story/category-options.tsx'
import { tagsOfQuery } from '../../story/tags.ts'
import { templateQuery } from '../../story/templates.ts'
import { toastError } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { FormField, FormTextArea } from '../../ui/fields/form-field.tsx'
import { setFieldPunctuation } from '../../writing/typing/field-punctuation.ts'
import { useFocusAfterInert } from '../../resources/form-dialog.tsx'
import { FormSelect } from '../../resources/form-select.tsx'
import { UnsavedWarning } from '../../resources/leave-guard.tsx'
import { DraftNotice, RowConflict, savedSinceText, useRowForm } from '../../resources/row-form.tsx'
import { TagPicker } from '../../story/tag-picker.tsx'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { useFormSend } from '../../ui/keys/use-one-at-a-time.ts'
import { BodyEditor } from '../../writing/body-editor.tsx'
import { Body } from '../../writing/body.ts'
import { normalHtml } from '../../writing/paste/normal-html.ts'
import { saveTemplate } from './data/save-template.ts'
import { templateForm } from './template-form.ts'

const FORM_ID = 'template'

const ERROR_WORDS = {
  duplicate: 'Another template has this name',
  network: 'There is no connection. Nothing you typed is lost.',
  denied: "You don't have permission to manage templates.",
  'not-found': 'It was deleted in the meantime. Nothing you typed is lost.',
}

function TemplateEditor({ stored }: { stored: Template | null }) {
  const [formRevision, setFormRevision] = useState(0)
  const navigate = useNavigate()
  const client = useQueryClient()
  const rowForm = useRowForm({
    noun: 'template',
    row: stored,
    tokenOf: ({ version }) => version,
    toForm: (row) => (row === null ? templateType.blank() : templateForm(row, normalHtml)),
    type: templateType,
    changes: ['templates'],
    save: saveTemplate,
    load: (id) => client.fetchQuery({ ...templateQuery(id), staleTime: 0 }),
    errorWords: () => ERROR_WORDS,
    duplicateField: () => 'name',
    onReset: () => setFormRevision((count) => count + 1),
    // Everything is saved: no warning about unsaved changes.
    onSaved: () => void navigate({ to: '/admin/templates', ignoreBlocker: true }),
  })
  const { form } = rowForm
  const { control } = form
  const { field: body } = useController({ control, name: 'html' })
  const send = useFormSend(rowForm.submit)
  useFocusAfterInert(rowForm.isSaving)

  return (
    <form
      id={FORM_ID}
      inert={rowForm.isSaving}
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
            stored={stored?.content}
            placeholder="What should every story of this kind begin with?"
            onChange={({ html }) => body.onChange(html)}
          />
        </div>
        <TemplateSidebar control={control} />
      </div>
      <RowConflict rowForm={rowForm} text={savedSinceText} />
    </form>
  )
}

/** The screen of a new or an existing template. */
export function TemplateEditorScreen() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <TemplateEditor stored={null} /> : <ExistingTemplate id={id} />
}

function ExistingTemplate({ id }: { id: string }) {
  const { data, isPending, error, refetch } = useQuery(templateQuery(id))
  if (isPending) {
    return (
      <div aria-busy className="mx-auto grid max-w-7xl gap-5 p-4 md:p-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-120" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (data !== undefined) return <TemplateEditor stored={data} />
  if (error instanceof BackendError && (error.kind === 'not-found' || error.kind === 'invalid')) {
    return (
      <EmptyState
        title="This template does not exist (any more)."
        action={
          <Link to="/admin/templates" className={buttonClass()}>
            All Templates
          </Link>
        }
      />
    )
  }
  return <QueryError title="Failed to load template" error={error} refetch={refetch} />
}

function TemplateSidebar({ control }: { control: Control<TemplateForm> }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card title="Template">
        <div className="flex flex-col gap-4">
          <FormField control={control} name="name" label="Name" placeholder="House visit" isRequired />
          <FormTextArea
            control={control}
            name="description"
            label="Description"
            description="For the writers who choose it"
            rows={2}
          />
        </div>
      </Card>
      <Card title="Story">
        <div className="flex flex-col gap-4">
          <TitlePattern control={control} />
          <FormTextArea
            control={control}
            name="standfirst"
            label="Standfirst"
            rows={2}
            whileShown={setFieldPunctuation}
          />
          <FormTextArea
            control={control}
            name="excerpt"
            label="Excerpt"
            rows={3}
            whileShown={setFieldPunctuation}
          />
          <Category control={control} />
          <TemplateCredits control={control} />
          <TemplateTags control={control} />
          <TemplateOpening control={control} />
        </div>
      </Card>
      <Card title="House Facts">
        <TemplateFacts control={control} />
      </Card>
    </div>
  )
}

function TitlePattern({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'title_pattern' })
  const isFilledIn = /\{/.test(field.value) && unknownPlaceholders(field.value).length === 0
  return (
    <FormField
      control={control}
      name="title_pattern"
      label="Title"
      placeholder="A house in {month}"
      description={
        isFilledIn
          ? `Today: ${resolveTitle(field.value, serverClock)}`
          : `Filled in on the day: ${PLACEHOLDERS.map((word) => `{${word}}`).join(' ')}`
      }
    />
  )
}

function Category({ control }: { control: Control<TemplateForm> }) {
  return (
    <FormSelect
      control={control}
      name="category_id"
      label="Category"
      {...useCategoryOptions('No category')}
    />
  )
}

function TemplateOpening({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'opening' })
  return <OpeningField value={field.value} onChange={field.onChange} />
}

/** Facts without a value are labels for the writer to fill in. */
function TemplateFacts({ control }: { control: Control<TemplateForm> }) {
  const { field, fieldState } = useController({ control, name: 'facts' })
  return <FactsField value={field.value} onChange={field.onChange} errorMessage={fieldState.error?.message} />
}

function TemplateCredits({ control }: { control: Control<TemplateForm> }) {
  const { field, fieldState } = useController({ control, name: 'credits' })
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold">Credits</p>
      <CreditsEditor
        value={field.value}
        onChange={field.onChange}
        mayAddPeople
        onError={(error) => toastError('Failed to add person', error)}
      />
      {fieldState.error && <p className="text-sm text-madder">{fieldState.error.message}</p>}
    </div>
  )
}

function TemplateTags({ control }: { control: Control<TemplateForm> }) {
  const { field } = useController({ control, name: 'tag_ids' })
  const chosen = useQuery(tagsOfQuery(field.value))
  const queryClient = useQueryClient()
  const shown = (chosen.data ?? []).filter(({ id }) => field.value.includes(id))
  return (
    <TagPicker
      label="Tags"
      chipsLabel="Tags of this template"
      tags={shown}
      canMake
      errorMessage={chosen.isLoadingError ? 'The tags could not be loaded.' : undefined}
      onChange={(tags) => {
        const ids = tags.map(({ id }) => id)
        // The names are known: the chips are shown without a request.
        queryClient.setQueryData(tagsOfQuery(ids).queryKey, tags)
        field.onChange(ids)
      }}
    />
  )
}
