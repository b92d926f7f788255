import { Link } from '@tanstack/react-router'
import { ColorDot } from '../../ui/color-dot.tsx'
import { EditMenu } from '../../ui/edit-menu.tsx'
import { formatDay } from '../../ui/local-date-time.ts'
import { Cell, HeadCell, SortableHeadCell, Table, type Sorting } from '../../ui/table.tsx'
import type { CategoriesQuery, CategoriesSearch } from './categories-search.ts'
import { articleCount, type CategoryRow } from './data/category-list.ts'

export function CategoryTable({
  rows,
  query,
  mayWrite,
  onChange,
  onEdit,
  onDelete,
}: {
  rows: readonly CategoryRow[]
  query: CategoriesQuery
  mayWrite: boolean
  onChange: (part: CategoriesSearch) => void
  onEdit: (row: CategoryRow) => void
  onDelete: (row: CategoryRow) => void
}) {
  const sorting: Sorting<CategoriesQuery['sort']> = { column: query.sort, direction: query.dir }
  const sort = ({ column, direction }: typeof sorting) => onChange({ sort: column, dir: direction })
  return (
    <Table label="Categories">
      <thead>
        <tr>
          <SortableHeadCell column="name" sorting={sorting} onSort={sort} className="w-full @3xl:w-1/3">
            Name
          </SortableHeadCell>
          <HeadCell className="hidden @3xl:table-cell">Description</HeadCell>
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
              <span className="flex items-center gap-2.5">
                <ColorDot color={row.color} />
                <span className="min-w-0">
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
                  <span className="line-clamp-1 text-xs break-all text-soft">{row.slug}</span>
                </span>
              </span>
            </Cell>
            <Cell className="hidden @3xl:table-cell">
              <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-soft">
                {row.description}
              </span>
            </Cell>
            <Cell className="text-right">
              {articleCount(row) === 0 ? (
                <span className="text-soft">0</span>
              ) : (
                <Link
                  to="/admin/articles"
                  search={{ category: row.id }}
                  aria-label={`${articleCount(row)} articles in ${row.name}`}
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
