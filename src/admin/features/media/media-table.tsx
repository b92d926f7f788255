import { formatBytes, typeLabel } from '../../../domain/media.ts'
import type { Sorting } from '../../data/list-search.ts'
import { Day } from '../../resources/columns.tsx'
import { type Column, actionsColumn, DataTable } from '../../resources/data-table.tsx'
import { dimensions, fileFacts } from './file-facts.ts'
import { FileMenu } from './file-actions.tsx'
import { FilePicture } from './file-picture.tsx'
import type { MediaRows } from './media-grid.tsx'
import type { MediaQuery, MediaSort } from './media-search.ts'
import { useUploader } from './use-uploader.ts'
import type { MediaFile } from './data/media.ts'

export function MediaTable({
  rows,
  query,
  onSort,
  onOpen,
  onDelete,
}: MediaRows & { query: MediaQuery; onSort: (sorting: Sorting<MediaSort>) => void }) {
  const uploader = useUploader()
  const text = 'text-sm whitespace-nowrap'
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
    {
      header: 'Uploaded By',
      className: 'hidden @4xl:table-cell',
      cellClassName: text,
      cell: (file) => uploader(file) || NONE,
    },
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
  return <DataTable label="Files" columns={columns} rows={rows} sorting={query} onSort={onSort} />
}

const NONE = <span className="text-soft">–</span>
