import { useQuery } from '@tanstack/react-query'
import { type MediaForm, formatBytes, mediaKind, mediaType, typeLabel } from '../../../domain/media/media.ts'
import { FocusField } from '../../media-picker/focus/focus-controls.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Skeleton } from '../../ui/layout/states.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { type MediaFile, type MediaUse, mediaUsageQuery } from './data/media.ts'
import { dimensions, useUploader } from './file-facts.ts'
import { RightsFields } from './rights-fields.tsx'

/** The facts of a file, its texts (read-only without `onChange`) and where it is used. */
export function FileDetails({
  file,
  form,
  onChange,
  note,
  mayOverrideRights,
}: {
  file: MediaFile
  form: MediaForm
  onChange?: (form: MediaForm) => void
  note?: string
  mayOverrideRights: boolean
}) {
  const uploadedBy = useUploader()(file)
  const size = dimensions(file)
  const isReadOnly = onChange === undefined
  const isImage = mediaKind(file.mime_type) === 'image'
  return (
    <div className="flex flex-col gap-5">
      <FactList layout="columns">
        <Fact name="File">{file.original_filename}</Fact>
        <Fact name="Type">{typeLabel(file.mime_type)}</Fact>
        <Fact name="Size">{formatBytes(file.size_bytes)}</Fact>
        {size !== null && <Fact name="Dimensions">{size}</Fact>}
        {uploadedBy !== '' && <Fact name="Uploaded by">{uploadedBy}</Fact>}
        <Fact name="Date">{formatDateTime(file.created_at)}</Fact>
      </FactList>
      {note !== undefined && <p className="text-sm text-soft">{note}</p>}
      {isImage && (
        <TextArea
          label="Alt Text"
          rows={3}
          value={form.alt_text}
          onChange={(alt_text) => onChange?.({ ...form, alt_text })}
          isReadOnly={isReadOnly}
          maxLength={mediaType.fields.alt_text.max}
          {...(isReadOnly ? {} : { description: 'What the picture shows, for those who cannot see it.' })}
        />
      )}
      <TextArea
        label="Caption"
        rows={2}
        value={form.caption}
        onChange={(caption) => onChange?.({ ...form, caption })}
        isReadOnly={isReadOnly}
        maxLength={mediaType.fields.caption.max}
      />
      {isImage && (
        <FocusField
          file={file}
          value={form.focus}
          onChange={onChange && ((focus) => onChange({ ...form, focus }))}
        />
      )}
      <Usage id={file.id} />
      <RightsFields file={file} form={form} onChange={onChange} mayOverride={mayOverrideRights} />
    </div>
  )
}

function Usage({ id }: { id: string }) {
  const { data, isLoadingError } = useQuery(mediaUsageQuery(id))
  return (
    <section aria-label="Used in" className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">Used in</h3>
      {isLoadingError && <p className="text-sm text-soft">Could not be found out.</p>}
      {data === undefined && !isLoadingError && <Skeleton className="h-10" />}
      {data?.length === 0 && <p className="text-sm text-soft">Not used anywhere.</p>}
      {data !== undefined && data.length > 0 && <UsageList uses={data} />}
    </section>
  )
}

const STATUS: Readonly<Record<string, string>> = {
  draft: 'draft',
  review: 'under review',
  archived: 'archived',
  trash: 'in the trash',
}

export function UsageList({ uses }: { uses: readonly MediaUse[] }) {
  return (
    <ul
      aria-label="Used in"
      tabIndex={0}
      className="max-h-56 divide-y divide-rule overflow-y-auto rounded-md border border-rule bg-card px-3 -outline-offset-2"
    >
      {uses.map((use) => {
        const places = use.places.join(', ')
        const { href, text } = LINKS[use.kind](use)
        const status = use.status === null ? undefined : STATUS[use.status]
        return (
          <li key={`${use.kind} ${use.id}`} className="py-2">
            <a
              href={href}
              target="_blank"
              className="block truncate rounded-sm text-sm font-semibold hover:underline"
            >
              {text}
            </a>
            <p className="text-xs text-soft">{status === undefined ? places : `${places} (${status})`}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** Where each kind of use is edited. */
const LINKS: Readonly<Record<MediaUse['kind'], (use: MediaUse) => { href: string; text: string }>> = {
  article: ({ id, title }) => ({ href: `/admin/articles/${id}`, text: title }),
  page: ({ id, title }) => ({ href: `/admin/pages?edit=${id}`, text: `Page: ${title}` }),
  template: ({ id, title }) => ({ href: `/admin/templates/${id}`, text: `Template: ${title}` }),
  author: ({ title }) => ({
    href: `/admin/authors?q=${encodeURIComponent(title)}`,
    text: `Author: ${title}`,
  }),
  front: ({ title }) => ({ href: '/admin/fronts', text: `Stories of ${title}` }),
  letter: ({ id, title }) => ({ href: `/admin/letters/${id}`, text: `Letter: ${title}` }),
  category: ({ title }) => ({
    href: `/admin/categories?q=${encodeURIComponent(title)}`,
    text: `Category: ${title}`,
  }),
  redirect: ({ title }) => ({
    href: `/admin/redirects?q=${encodeURIComponent(title)}`,
    text: `Redirect: ${title}`,
  }),
  site: () => ({ href: '/admin/settings', text: 'The site' }),
  branding: () => ({ href: '/admin/branding', text: 'Branding' }),
}
