import { Pencil, Trash2 } from 'lucide-react'
import { canonicalAuthorSlug } from '../../../domain/author.ts'
import { type Column, actionsColumn, DataTable, TableOrCards } from '../../resources/data-table.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import type { AuthorRow } from './data/authors.ts'
import { Portrait } from './portrait.tsx'

/** The authors as a table, where that is too wide as cards. */
export function AuthorList({
  rows,
  onEdit,
  onDelete,
}: {
  rows: readonly AuthorRow[]
  onEdit: (row: AuthorRow) => void
  onDelete: (row: AuthorRow) => void
}) {
  const actions = (row: AuthorRow) => (
    <span className="flex justify-end">
      <Button variant="ghost" size="icon" aria-label={`Edit ${row.name}`} onPress={() => onEdit(row)}>
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete ${row.name}`} onPress={() => onDelete(row)}>
        <Trash2 aria-hidden className="size-4 text-brick" />
      </Button>
    </span>
  )
  return (
    <TableOrCards
      minWidth={820}
      table={() => <DataTable label="Authors" columns={[...COLUMNS, actionsColumn(actions)]} rows={rows} />}
      cards={() => (
        <ul aria-label="Authors" className="divide-y divide-rule rounded-lg border border-rule bg-card">
          {rows.map((row) => (
            <li key={row.id} className="flex items-start gap-3 p-3.5">
              <Portrait name={row.name} imageUrl={row.image_url} className="size-11" />
              <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
                <p className="line-clamp-2 max-w-full font-semibold break-words">{row.name}</p>
                {row.role !== null && (
                  <span className="max-w-full truncate">
                    <Badge>{row.role}</Badge>
                  </span>
                )}
                <p className="max-w-full text-sm break-words text-soft">
                  {row.email !== null && <span className="line-clamp-2">{row.email}</span>}
                  <SiteLink row={row} />
                </p>
              </div>
              {actions(row)}
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const COLUMNS: readonly Column<AuthorRow>[] = [
  {
    header: 'Name',
    cellClassName: 'max-w-64',
    cell: ({ name, image_url }) => (
      <span className="flex items-center gap-3">
        <Portrait name={name} imageUrl={image_url} />
        <span title={name} className="truncate font-semibold">
          {name}
        </span>
      </span>
    ),
  },
  {
    header: 'Email',
    cellClassName: 'max-w-60 truncate text-sm',
    cell: ({ email }) =>
      email === null ? <span className="text-soft">-</span> : <span title={email}>{email}</span>,
  },
  {
    header: 'Role',
    cellClassName: 'max-w-56 truncate',
    cell: ({ role }) => role !== null && <Badge>{role}</Badge>,
  },
  { header: 'Slug', cellClassName: 'max-w-48 truncate text-sm', cell: (row) => <SiteLink row={row} /> },
  {
    header: 'Created',
    cellClassName: 'text-sm whitespace-nowrap text-soft',
    cell: ({ created_at }) => formatDay(created_at),
  },
]

/** The slug, leading to the author's page on the site. */
function SiteLink({ row }: { row: AuthorRow }) {
  return (
    <a
      href={`/author/${canonicalAuthorSlug(row)}`}
      target="_blank"
      rel="noopener"
      title="Open the author page"
      className="rounded-sm text-viridian hover:underline"
    >
      {row.slug}
    </a>
  )
}
