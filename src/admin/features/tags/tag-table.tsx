import { Link } from '@tanstack/react-router'
import { EditMenu } from '../../ui/edit-menu.tsx'
import { formatDay } from '../../ui/local-date-time.ts'
import { Cell, HeadCell, SortableHeadCell, Table, type Sorting } from '../../ui/table.tsx'
import type { TagsQuery, TagsSearch } from './tags-search.ts'
import { articleCount, type TagRow } from './data/tag-list.ts'

export function TagTable({
  rows,
  query,
  mayWrite,
  onChange,
  onEdit,
  onDelete,
}: {
  rows: readonly TagRow[]
  query: TagsQuery
  mayWrite: boolean
  onChange: (part: TagsSearch) => void
  onEdit: (row: TagRow) => void
  onDelete: (row: TagRow) => void
}) {
  const sorting: Sorting<TagsQuery['sort']> = { column: query.sort, direction: query.dir }
  const sort = ({ column, direction }: typeof sorting) => onChange({ sort: column, dir: direction })
  return (
    <Table label="Tags">
      <thead>
        <tr>
          <SortableHeadCell column="name" sorting={sorting} onSort={sort} className="w-1/2">
            Name
          </SortableHeadCell>
          <HeadCell className="hidden w-1/2 @md:table-cell">Slug</HeadCell>
          <HeadCell className="text-right">Articles</HeadCell>
          <SortableHeadCell
            column="created_at"
            first="desc"
            sorting={sorting}
            onSort={sort}
            className="hidden @xl:table-cell"
          >
            Created
          </SortableHeadCell>
          {mayWrite && (
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-paper">
            <Cell className="min-w-44">
              {mayWrite ? (
                <button
                  type="button"
                  onClick={() => onEdit(row)}
                  className="line-clamp-2 rounded-sm text-left font-semibold [overflow-wrap:anywhere] hover:underline"
                >
                  {row.name}
                </button>
              ) : (
                <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{row.name}</span>
              )}
            </Cell>
            <Cell className="hidden text-sm text-soft @md:table-cell">
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{row.slug}</span>
            </Cell>
            <Cell className="text-right">
              {articleCount(row) === 0 ? (
                <span className="text-soft">0</span>
              ) : (
                <Link
                  to="/admin/articles"
                  search={{ tag: row.id }}
                  aria-label={`${articleCount(row)} articles with ${row.name}`}
                  className="-m-2.5 inline-block rounded-sm p-2.5 underline decoration-rule underline-offset-4 hover:decoration-current"
                >
                  {articleCount(row)}
                </Link>
              )}
            </Cell>
            <Cell className="hidden text-sm whitespace-nowrap text-soft @xl:table-cell">
              <time dateTime={row.created_at}>{formatDay(row.created_at)}</time>
            </Cell>
            {mayWrite && (
              <Cell className="pr-2">
                <EditMenu name={row.name} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
