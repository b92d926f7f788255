import { Link } from '@tanstack/react-router'
import { TRASH_DAYS } from '../../../domain/article.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { Cell, HeadCell, SortableHeadCell, Table, type Sorting } from '../../ui/table.tsx'
import { ArticleThumb } from './article-thumb.tsx'
import type { ArticlesQuery, ArticlesSearch, SortColumn } from './articles-search.ts'
import { useByline } from './byline.ts'
import type { ArticleRow } from './data/article-list.ts'
import { DaysLeft } from './days-left.tsx'
import { RowMenu } from './row-menu.tsx'

/** What waits in the trash, and for how long. */
export function TrashTable({
  rows,
  query,
  onChange,
}: {
  rows: readonly ArticleRow[]
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
  const byline = useByline()
  const sorting: Sorting<SortColumn> = { column: query.sort, direction: query.dir }
  const sort = ({ column, direction }: Sorting<SortColumn>) => onChange({ sort: column, dir: direction })
  return (
    <Table label="Articles">
      <thead>
        <tr>
          <SortableHeadCell column="title" sorting={sorting} onSort={sort} className="w-full">
            Title
          </SortableHeadCell>
          <HeadCell>Author</HeadCell>
          <HeadCell>Was</HeadCell>
          <SortableHeadCell column="deleted_at" first="desc" sorting={sorting} onSort={sort}>
            Deleted
          </SortableHeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-paper">
            <Cell className="min-w-60">
              <div className="flex items-center gap-3">
                <ArticleThumb url={row.featured_image} className="size-11" />
                <Link
                  to="/admin/articles/$id"
                  params={{ id: row.id }}
                  className="line-clamp-2 rounded-sm font-serif text-lg leading-tight hover:underline"
                >
                  {row.title}
                </Link>
              </div>
            </Cell>
            <Cell className="whitespace-nowrap">{byline(row)}</Cell>
            <Cell className="whitespace-nowrap">
              <ArticleStatusDot article={row} />
            </Cell>
            <Cell>{row.deleted_at !== null && <DaysLeft deletedAt={row.deleted_at} />}</Cell>
            <Cell className="pr-2">
              <RowMenu row={row} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What becomes of what is thrown away. */
export function TrashNote() {
  return (
    <p className="text-sm text-soft">
      Articles can be restored from the trash for {TRASH_DAYS} days; then they are deleted for good.
    </p>
  )
}
