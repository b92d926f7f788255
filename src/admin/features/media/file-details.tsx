import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MediaForm, formatBytes, mediaKind, mediaType, typeLabel } from '../../../domain/media.ts'
import { FocusField } from '../../media-picker/focus/focus-controls.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { MediaFile } from './data/media.ts'
import { mediaUsageQuery } from './data/media-usage.ts'
import { dimensions } from './file-facts.ts'
import { UsageList } from './usage-list.tsx'
import { useUploader } from './use-uploader.ts'

/** The facts of a file, its texts (read-only without `onChange`) and where it is used. */
export function FileDetails({
  file,
  form,
  onChange,
}: {
  file: MediaFile
  form: MediaForm
  onChange?: (form: MediaForm) => void
}) {
  const uploader = useUploader()
  const isReadOnly = onChange === undefined
  const isImage = mediaKind(file.mime_type) === 'image'
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Fact name="File">{file.original_filename}</Fact>
        <Fact name="Type">{typeLabel(file.mime_type)}</Fact>
        <Fact name="Size">{formatBytes(file.size_bytes)}</Fact>
        <Fact name="Dimensions">{dimensions(file)}</Fact>
        <Fact name="Uploaded by">{uploader(file)}</Fact>
        <Fact name="Date">{formatDateTime(file.created_at)}</Fact>
      </dl>
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
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Usage({ id }: { id: string }) {
  const { data, isError } = useQuery(mediaUsageQuery(id))
  return (
    <section aria-label="Used in" className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">Used in</h3>
      {isError && <p className="text-sm text-soft">Could not be found out.</p>}
      {data === undefined && !isError && <Skeleton className="h-10" />}
      {data?.length === 0 && <p className="text-sm text-soft">Not used anywhere.</p>}
      {data !== undefined && data.length > 0 && <UsageList uses={data} />}
    </section>
  )
}
