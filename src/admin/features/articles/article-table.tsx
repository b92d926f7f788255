import { Link } from '@tanstack/react-router'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { ColorDot } from '../../ui/color-dot.tsx'
import { formatDateTime, formatDay } from '../../ui/local-date-time.ts'
import { Cell, HeadCell, SortableHeadCell, Table, type Sorting } from '../../ui/table.tsx'
import { ArticleThumb } from './article-thumb.tsx'
import { type ArticlesQuery, type ArticlesSearch, type SortColumn } from './articles-search.ts'
import { AuthorCell } from './author-cell.tsx'
import { hasUnpublishedChanges, type ArticleRow } from './data/article-list.ts'
import { FeaturedToggle, HeroToggle } from './flag-toggles.tsx'
import { RowMenu } from './row-menu.tsx'

export function ArticleTable({
  rows,
  query,
  onChange,
}: {
  rows: readonly ArticleRow[]
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
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
          <HeadCell className="hidden @3xl:table-cell">Category</HeadCell>
          <SortableHeadCell column="status" sorting={sorting} onSort={sort}>
            Status
          </SortableHeadCell>
          <HeadCell>Featured</HeadCell>
          <HeadCell>Hero</HeadCell>
          <SortableHeadCell
            column="published_at"
            first="desc"
            sorting={sorting}
            onSort={sort}
            className="hidden @6xl:table-cell"
          >
            Published
          </SortableHeadCell>
          <SortableHeadCell
            column="updated_at"
            first="desc"
            sorting={sorting}
            onSort={sort}
            className="hidden @5xl:table-cell"
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
          <ArticleTableRow key={row.id} row={row} />
        ))}
      </tbody>
    </Table>
  )
}

function ArticleTableRow({ row }: { row: ArticleRow }) {
  return (
    <tr className="hover:bg-paper">
      <Cell className="min-w-60">
        <div className="flex items-center gap-3">
          <ArticleThumb url={row.featured_image} className="size-11" />
          <Link
            to="/admin/articles/$id"
            params={{ id: row.id }}
            className="line-clamp-2 rounded-sm font-serif text-lg leading-tight [overflow-wrap:anywhere] hover:underline"
          >
            {row.title}
          </Link>
        </div>
      </Cell>
      <Cell>
        <AuthorCell row={row} />
      </Cell>
      <Cell className="hidden whitespace-nowrap @3xl:table-cell">
        {row.category === null ? (
          <span className="text-soft">None</span>
        ) : (
          <span className="inline-flex items-center gap-2">
            <ColorDot color={row.category.color} />
            <span className="max-w-40 truncate">{row.category.name}</span>
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap">
        <ArticleStatusDot article={row} hasUnpublishedChanges={hasUnpublishedChanges(row)} />
      </Cell>
      <Cell>
        <FeaturedToggle row={row} />
      </Cell>
      <Cell>
        <HeroToggle row={row} />
      </Cell>
      <Cell className="hidden @6xl:table-cell">
        {row.published_at !== null && <Day iso={row.published_at} />}
      </Cell>
      <Cell className="hidden @5xl:table-cell">
        <Day iso={row.updated_at} />
      </Cell>
      <Cell className="pr-2">
        <RowMenu row={row} />
      </Cell>
    </tr>
  )
}

function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className="text-sm whitespace-nowrap text-soft">
      {formatDay(iso)}
    </time>
  )
}
