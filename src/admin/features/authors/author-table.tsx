import { Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { canonicalAuthorSlug } from '../../../domain/author.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/local-date-time.ts'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import type { AuthorRow } from './data/author-list.ts'
import { Portrait } from './portrait.tsx'

interface Props {
  rows: readonly AuthorRow[]
  onEdit: (row: AuthorRow) => void
  onDelete: (row: AuthorRow) => void
}

/** In pixels; what the six columns need. */
const TABLE_FROM = 820

/** The authors as a table, where that is too wide as a list. */
export function AuthorTable(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(box, TABLE_FROM)
  return (
    <div ref={box}>
      {isNarrow === true && <AuthorCards {...props} />}
      {isNarrow === false && <WideTable {...props} />}
    </div>
  )
}

function WideTable({ rows, onEdit, onDelete }: Props) {
  return (
    <Table label="Authors">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Slug</HeadCell>
          <HeadCell>Created</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-paper">
            <Cell className="max-w-64">
              <span className="flex items-center gap-3">
                <Portrait name={row.name} imageUrl={row.image_url} />
                <span title={row.name} className="truncate font-semibold">
                  {row.name}
                </span>
              </span>
            </Cell>
            <Cell className="max-w-60 truncate text-sm">
              {row.email === null ? (
                <span className="text-soft">-</span>
              ) : (
                <span title={row.email}>{row.email}</span>
              )}
            </Cell>
            <Cell className="max-w-56 truncate">{row.role !== null && <Badge>{row.role}</Badge>}</Cell>
            <Cell className="max-w-48 truncate text-sm">
              <SiteLink row={row} />
            </Cell>
            <Cell className="text-sm whitespace-nowrap text-soft">{formatDay(row.created_at)}</Cell>
            <Cell className="pr-2">
              <Actions row={row} onEdit={onEdit} onDelete={onDelete} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function AuthorCards({ rows, onEdit, onDelete }: Props) {
  return (
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
          <Actions row={row} onEdit={onEdit} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

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

function Actions({ row, onEdit, onDelete }: Omit<Props, 'rows'> & { row: AuthorRow }) {
  return (
    <span className="flex justify-end">
      <Button variant="ghost" size="icon" aria-label={`Edit ${row.name}`} onPress={() => onEdit(row)}>
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete ${row.name}`} onPress={() => onDelete(row)}>
        <Trash2 aria-hidden className="size-4 text-brick" />
      </Button>
    </span>
  )
}
