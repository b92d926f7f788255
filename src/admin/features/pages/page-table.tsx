import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { PAGE_STATUS_LABELS, type PageStatus } from '../../../domain/page.ts'
import { EditMenu } from '../../ui/edit-menu.tsx'
import { formatDateTime, formatDay } from '../../ui/local-date-time.ts'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'
import { Cell, HeadCell, SortableHeadCell, Table, type Sorting } from '../../ui/table.tsx'
import type { PageRow } from './data/page-list.ts'
import type { PagePlace } from './data/page-place.ts'
import { addressOf } from './page-places.ts'
import type { PagesQuery, PagesSearch } from './pages-search.ts'

const TONES: Readonly<Record<PageStatus, StatusTone>> = {
  draft: 'idle',
  review: 'waiting',
  published: 'live',
}

export function PageTable({
  rows,
  above,
  query,
  onChange,
  onEdit,
  onDelete,
}: {
  rows: readonly PageRow[]
  above: readonly PagePlace[]
  query: PagesQuery
  onChange: (part: PagesSearch) => void
  onEdit: (row: PageRow) => void
  onDelete: (row: PageRow) => void
}) {
  const sorting: Sorting<PagesQuery['sort']> = { column: query.sort, direction: query.dir }
  const sort = ({ column, direction }: typeof sorting) => onChange({ sort: column, dir: direction })
  return (
    <Table label="Pages">
      <thead>
        <tr>
          <SortableHeadCell column="title" sorting={sorting} onSort={sort} className="w-full">
            Title
          </SortableHeadCell>
          <HeadCell className="hidden @2xl:table-cell">Address</HeadCell>
          <HeadCell className="hidden @3xl:table-cell">Parent</HeadCell>
          <SortableHeadCell column="status" sorting={sorting} onSort={sort}>
            Status
          </SortableHeadCell>
          <SortableHeadCell
            column="updated_at"
            first="desc"
            sorting={sorting}
            onSort={sort}
            className="hidden @xl:table-cell"
          >
            Changed
          </SortableHeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-paper">
            <Cell className="w-full max-w-0">
              <Link
                to="/admin/pages"
                search={(before) => ({ ...before, edit: row.id })}
                className="line-clamp-2 rounded-sm font-serif text-lg leading-tight [overflow-wrap:anywhere] hover:underline"
              >
                {row.title}
              </Link>
              <span className="mt-0.5 block @2xl:hidden">
                <Address row={row} above={above} />
              </span>
            </Cell>
            <Cell className="hidden max-w-72 @2xl:table-cell">
              <Address row={row} above={above} />
            </Cell>
            <Cell className="hidden max-w-48 @3xl:table-cell">
              <span className="line-clamp-2 text-sm text-soft">
                {above.find(({ id }) => id === row.parent_id)?.title}
              </span>
            </Cell>
            <Cell className="whitespace-nowrap">
              <StatusDot tone={TONES[row.status]}>{PAGE_STATUS_LABELS[row.status]}</StatusDot>
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap text-soft @xl:table-cell">
              <time dateTime={row.updated_at} title={formatDateTime(row.updated_at)}>
                {formatDay(row.updated_at)}
              </time>
            </Cell>
            <Cell className="pr-2">
              <EditMenu name={row.title} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Of a published page a link to the site. */
function Address({ row, above }: { row: PageRow; above: readonly PagePlace[] }) {
  const address = addressOf(row, above)
  if (address === null) return <span className="text-sm text-soft">None</span>
  if (row.status !== 'published') return <span className="block truncate text-sm text-soft">{address}</span>
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="flex min-w-0 items-center gap-1.5 rounded-sm text-sm hover:underline"
    >
      <span className="truncate">{address}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0 text-soft" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
