import { useQuery } from '@tanstack/react-query'
import { formatBytes, mediaKind, typeLabel } from '../../../domain/media/media.ts'
import { can } from '../../../domain/people/role.ts'
import { type Column, type SortedList, actionsColumn, DataTable, NONE } from '../../resources/data-table.tsx'
import { NotUsable } from '../../components/account/not-usable.tsx'
import { CornerBox } from '../../resources/selection/select-box.tsx'
import { useProfile } from '../../session/use-profile.ts'
import type { Selection } from '../../resources/selection/use-selection.ts'
import { Day } from '../../ui/dates/day.tsx'
import { formatList } from '../../ui/dates/format.ts'
import { Skeleton } from '../../ui/layout/states.tsx'
import { type MediaFile, mediaUsageQuery } from './data/media.ts'
import { FileMenu } from './file-actions.tsx'
import { dimensions, fileFacts, useUploader } from './file-facts.ts'
import { FilePicture } from './file-picture.tsx'
import type { MediaSort } from './media-search.ts'

interface MediaRows {
  rows: readonly MediaFile[]
  /** Left out for roles without bulk acts. */
  selection: Selection | undefined
  onOpen: (id: string) => void
  onDelete: (file: MediaFile) => void
}

export const MEDIA_GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-x-4 gap-y-5 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]'

export function MediaGrid({ rows, selection, onOpen, onDelete }: MediaRows) {
  return (
    <ul aria-label="Files" className={MEDIA_GRID}>
      {rows.map((file) => (
        <li key={file.id} className="group min-w-0">
          <div className="relative">
            <button
              type="button"
              onClick={() => onOpen(file.id)}
              aria-label={`Preview ${file.original_filename}`}
              className={`block w-full overflow-hidden rounded-md border bg-tint ${selection?.ids.has(file.id) ? 'border-fill ring-1 ring-fill' : 'border-rule'}`}
            >
              <FilePicture
                file={file}
                className="aspect-4/3 w-full transition-transform duration-200 group-hover:scale-[1.02]"
              />
            </button>
            {selection && <CornerBox id={file.id} name={file.original_filename} selection={selection} />}
          </div>
          <div className="mt-1.5 flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <p title={file.original_filename} className="truncate text-sm font-semibold">
                {file.original_filename}
              </p>
              <p className="text-xs text-soft">{fileFacts(file)}</p>
              {lacksAltText(file) && <p className="text-xs text-madder">No alt text</p>}
              <NotUsable file={file} className="text-xs text-madder" />
            </div>
            <FileMenu
              file={file}
              onOpen={() => onOpen(file.id)}
              onDelete={() => onDelete(file)}
              className="-mt-0.5 -mr-1.5 size-8!"
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

function lacksAltText({ mime_type, alt_text }: MediaFile): boolean {
  return mediaKind(mime_type) === 'image' && !alt_text
}

export function MediaTable({
  rows,
  selection,
  list,
  hasRights,
  onOpen,
  onDelete,
}: MediaRows & {
  list: SortedList<MediaSort>
  /** Whether it says how long the files may be shown and where they are used. */
  hasRights: boolean
}) {
  const uploader = useUploader()
  const text = 'text-sm whitespace-nowrap'
  const isWriter = can(useProfile().role, 'media.upload')
  const uploadedBy: Column<MediaFile, MediaSort> = {
    header: 'Uploaded By',
    className: 'hidden @4xl:table-cell',
    cellClassName: text,
    cell: (file) => uploader(file) || NONE,
  }
  const columns: Column<MediaFile, MediaSort>[] = [
    {
      header: 'File',
      sort: 'original_filename',
      headClassName: 'w-full',
      cellClassName: 'max-w-0',
      cell: (file) => (
        <div className="flex items-center gap-3">
          <FilePicture file={file} className="size-11 shrink-0 rounded-sm" />
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => onOpen(file.id)}
              title={file.original_filename}
              className="block max-w-full truncate rounded-sm text-left font-semibold hover:underline"
            >
              {file.original_filename}
            </button>
            <p className="truncate text-xs text-soft @xl:hidden">{fileFacts(file)}</p>
          </div>
        </div>
      ),
    },
    ...(hasRights ? RIGHTS_COLUMNS : []),
    {
      header: 'Type',
      sort: 'mime_type',
      className: 'hidden @lg:table-cell',
      cellClassName: text,
      cell: ({ mime_type }) => typeLabel(mime_type),
    },
    {
      header: 'Size',
      sort: 'size_bytes',
      first: 'desc',
      className: 'hidden @xl:table-cell',
      cellClassName: text,
      cell: ({ size_bytes }) => formatBytes(size_bytes),
    },
    {
      header: 'Dimensions',
      className: 'hidden @3xl:table-cell',
      cellClassName: text,
      cell: (file) => dimensions(file) ?? NONE,
    },
    ...(isWriter ? [uploadedBy] : []),
    {
      header: 'Date',
      sort: 'created_at',
      first: 'desc',
      className: 'hidden @2xl:table-cell',
      cellClassName: `${text} text-soft`,
      cell: ({ created_at }) => <Day iso={created_at} />,
    },
    actionsColumn(
      (file) => <FileMenu file={file} onOpen={() => onOpen(file.id)} onDelete={() => onDelete(file)} />,
      { header: <span className="max-md:sr-only">Actions</span> },
    ),
  ]
  return (
    <DataTable
      label="Files"
      columns={columns}
      rows={rows}
      list={list}
      selection={selection && { selected: selection, nameOf: (file: MediaFile) => file.original_filename }}
    />
  )
}

const RIGHTS_COLUMNS: Column<MediaFile, MediaSort>[] = [
  {
    header: 'Usable Until',
    sort: 'usable_until',
    cellClassName: 'text-sm whitespace-nowrap',
    cell: ({ usable_until }) => (usable_until === null ? NONE : <Day iso={usable_until} />),
  },
  {
    header: 'Used In',
    className: 'hidden @lg:table-cell',
    cellClassName: 'max-w-64 text-sm',
    cell: ({ id }) => <UsedIn id={id} />,
  },
]

function UsedIn({ id }: { id: string }) {
  const { data } = useQuery(mediaUsageQuery(id))
  if (data === undefined) return <Skeleton className="h-5 w-24" />
  return data.length === 0 ? NONE : <p className="truncate">{formatList(data.map(({ title }) => title))}</p>
}
