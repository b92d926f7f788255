import { formatBytes, typeLabel } from '../../../domain/media.ts'
import { formatDateTime, formatDay } from '../../ui/local-date-time.ts'
import { Cell, HeadCell, SortableHeadCell, Table, type Sorting } from '../../ui/table.tsx'
import { dimensions, fileFacts } from './file-facts.ts'
import { FileMenu } from './file-menu.tsx'
import { FilePicture } from './file-picture.tsx'
import type { MediaRows } from './media-grid.tsx'
import type { MediaQuery, MediaSort } from './media-search.ts'
import { useUploader } from './use-uploader.ts'

/** The columns of the admin spec §2. */
export function MediaTable({
  rows,
  query,
  onSort,
  onOpen,
  onDelete,
}: MediaRows & { query: MediaQuery; onSort: (sorting: Sorting<MediaSort>) => void }) {
  const uploader = useUploader()
  const sorting: Sorting<MediaSort> = { column: query.sort, direction: query.dir }
  const sortable = { sorting, onSort }
  return (
    <Table label="Files">
      <thead>
        <tr>
          <SortableHeadCell {...sortable} column="original_filename" className="w-full">
            File
          </SortableHeadCell>
          <SortableHeadCell {...sortable} column="mime_type" className="hidden @lg:table-cell">
            Type
          </SortableHeadCell>
          <SortableHeadCell {...sortable} column="size_bytes" first="desc" className="hidden @xl:table-cell">
            Size
          </SortableHeadCell>
          <HeadCell className="hidden @3xl:table-cell">Dimensions</HeadCell>
          <HeadCell className="hidden @4xl:table-cell">Uploaded By</HeadCell>
          <SortableHeadCell {...sortable} column="created_at" first="desc" className="hidden @2xl:table-cell">
            Date
          </SortableHeadCell>
          <HeadCell>
            <span className="max-md:sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((file) => (
          <tr key={file.id} className="hover:bg-paper">
            <Cell className="max-w-0">
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
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap @lg:table-cell">
              {typeLabel(file.mime_type)}
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap @xl:table-cell">
              {formatBytes(file.size_bytes)}
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap @3xl:table-cell">
              {dimensions(file) ?? <None />}
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap @4xl:table-cell">
              {uploader(file) || <None />}
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap text-soft @2xl:table-cell">
              <time dateTime={file.created_at} title={formatDateTime(file.created_at)}>
                {formatDay(file.created_at)}
              </time>
            </Cell>
            <Cell className="pr-2">
              <FileMenu file={file} onOpen={() => onOpen(file.id)} onDelete={() => onDelete(file)} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function None() {
  return <span className="text-soft">–</span>
}
