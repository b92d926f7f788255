import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  type Page,
  type PageForm,
  PAGE_STATUS_LABELS,
  PAGE_STATUSES,
  pageFormSchema,
  pageType,
} from '../../../domain/sections/page.ts'
import { RenderedArticleBody } from '../../story/rendered-article-body.tsx'
import { FormField, FormTextArea } from '../../ui/fields/form-field.tsx'
import { FormSelect } from '../../resources/form-select.tsx'
import { RowFormDialog, useRowForm } from '../../resources/row-form.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Counter } from '../../ui/fields/counter.tsx'
import { formatDateTime, formatList } from '../../ui/dates/format.ts'
import { type PagePlace, loadPage, pageArguments, savePage } from './data/pages.ts'
import { formOf, PageText, valuesOf } from './page-text.tsx'
import { addressOf, possibleParents } from './page-places.ts'

export function PageEditor({
  page,
  outline,
  onClose,
}: {
  page: Page | null
  outline: readonly PagePlace[]
  onClose: () => void
}) {
  const { id: myId } = useProfile()
  const [formRevision, setFormRevision] = useState(0)
  const rowForm = useRowForm({
    noun: 'page',
    row: page,
    tokenOf: ({ version }) => version,
    toForm: formOf,
    type: pageType,
    schema: pageFormSchema(page?.id ?? null),
    changes: ['pages'],
    save: (opened, form, base) => savePage(opened, valuesOf(form, base, myId)),
    load: loadPage,
    plan: (opened, form, base) => [
      { call: 'save_page', args: pageArguments(opened, valuesOf(form, base, myId)) },
    ],
    errorWords: () => ({ duplicate: 'Another page already has this address.' }),
    duplicateField: () => 'slug',
    mode: 'onChange',
    onReset: () => setFormRevision((count) => count + 1),
    onSaved: onClose,
  })
  const { form, opened } = rowForm
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={page === null ? 'New Page' : 'Edit Page'}
      size="lg"
      saveLabel={page === null ? 'Create' : 'Save'}
      conflictText={(theirs) => (
        <TheirPage theirs={theirs} fields={pageType.changed(formOf(theirs), form.getValues())} />
      )}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <PageText form={form} page={opened} formRevision={formRevision} outline={outline} />
        <PageDetails form={form} page={opened} outline={outline} />
      </div>
    </RowFormDialog>
  )
}

/** The page that somebody else saved, and the `fields` in which the form differs from it. */
function TheirPage({ theirs, fields }: { theirs: Page; fields: readonly (keyof typeof pageType.labels)[] }) {
  return (
    <>
      <p>
        {`It was saved ${formatDateTime(theirs.updated_at)}, after you had opened it. Your text has not been saved. `}
        {fields.length === 0
          ? 'The two are the same.'
          : `They differ in: ${formatList(fields.map((field) => pageType.labels[field]))}.`}
      </p>
      <section aria-label="Their text" className="rounded-md border border-rule bg-card p-4">
        <p className="mb-2 text-xs text-soft">Their text</p>
        <h3 className="mb-3 font-serif text-2xl tracking-[-0.02em] [overflow-wrap:anywhere]">
          {theirs.title}
        </h3>
        <RenderedArticleBody content={theirs.content} />
      </section>
    </>
  )
}

function PageDetails({
  form: { control },
  page,
  outline,
}: {
  form: UseFormReturn<PageForm>
  page: Page | null
  outline: readonly PagePlace[]
}) {
  const [status, metaTitle, metaDescription] = useWatch({
    control,
    name: ['status', 'meta_title', 'meta_description'],
  })
  const parents = possibleParents(page?.id ?? null, outline)
  return (
    <div className="flex min-w-0 flex-col gap-4 self-start md:sticky md:top-0">
      <FormSelect
        control={control}
        name="status"
        label="Status"
        options={PAGE_STATUSES.map((id) => ({ id, label: PAGE_STATUS_LABELS[id] }))}
        description={status === 'published' ? 'Readers see it as soon as you save.' : undefined}
      />
      <FormSelect
        control={control}
        name="parent_id"
        label="Parent"
        options={[
          { id: null, label: 'No parent' },
          ...parents.map((place) => ({
            id: place.id,
            label: place.title,
            detail:
              place.status === 'published'
                ? (addressOf(place, outline) ?? undefined)
                : PAGE_STATUS_LABELS[place.status],
          })),
        ]}
      />
      <FormField
        control={control}
        name="meta_title"
        label="Meta Title"
        maxLength={pageType.fields.meta_title.max}
        description="The page's title when empty."
        aside={<Counter used={metaTitle.length} limit={pageType.fields.meta_title.max} />}
      />
      <FormTextArea
        control={control}
        name="meta_description"
        label="Meta Description"
        rows={4}
        maxLength={pageType.fields.meta_description.max}
        aside={<Counter used={metaDescription.length} limit={pageType.fields.meta_description.max} />}
      />
    </div>
  )
}
