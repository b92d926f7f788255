import { useState } from 'react'
import { type Page, pageFormSchema, pageType } from '../../../domain/page.ts'
import { RenderedArticleBody } from '../../components/rendered-article-body.tsx'
import { RowFormDialog } from '../../resources/row-form-dialog.tsx'
import { useRowForm } from '../../resources/use-row-form.ts'
import { useProfile } from '../../session/use-profile.ts'
import { formatDateTime, formatList } from '../../ui/format.ts'
import { loadPage, useSavePage } from './data/page.ts'
import type { PagePlace } from './data/page-list.ts'
import { PageDetails } from './page-details.tsx'
import { differingFields, formOf, valuesOf } from './page-form.ts'
import { PageText } from './page-text.tsx'

/** The form of a page; `page` is null for a new one. */
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
  const { mutateAsync } = useSavePage()
  const [formRevision, setFormRevision] = useState(0)
  const rowForm = useRowForm({
    noun: 'page',
    row: page,
    tokenOf: ({ version }) => version,
    toForm: formOf,
    type: pageType,
    schema: pageFormSchema(page?.id ?? null),
    save: (opened, form, base) => mutateAsync({ opened, values: valuesOf(form, base, myId) }),
    load: loadPage,
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
        <TheirPage theirs={theirs} fields={differingFields(formOf(theirs), form.getValues())} />
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
function TheirPage({ theirs, fields }: { theirs: Page; fields: readonly string[] }) {
  return (
    <>
      <p>
        {`It was saved ${formatDateTime(theirs.updated_at)}, after you had opened it. Your text has not been saved. `}
        {fields.length === 0 ? 'The two are the same.' : `They differ in: ${formatList(fields)}.`}
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
