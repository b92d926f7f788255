import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { ArticleThumb } from './article-thumb.tsx'
import { AuthorPicker } from './author-cell.tsx'
import { useByline } from './byline.ts'
import { hasUnpublishedChanges, type ArticleRow } from './data/article-list.ts'
import { DaysLeft } from './days-left.tsx'
import { RowMenu } from './row-menu.tsx'

/** The list on a phone: what the table offers in its cells is in each card's menu. */
export function ArticleCards({ rows }: { rows: readonly ArticleRow[] }) {
  return (
    <ul aria-label="Articles" className="divide-y divide-rule border-b border-rule">
      {rows.map((row) => (
        <ArticleCard key={row.id} row={row} />
      ))}
    </ul>
  )
}

function ArticleCard({ row }: { row: ArticleRow }) {
  const byline = useByline()
  const [isPicking, setPicking] = useState(false)
  return (
    <li className="flex items-start gap-3.5 py-3.5 first:pt-0">
      <ArticleThumb url={row.featured_image} className="size-19.5 rounded-md!" />
      <div className="min-w-0 flex-1">
        <Link
          to="/admin/articles/$id"
          params={{ id: row.id }}
          className="line-clamp-3 rounded-sm font-serif text-[1.125rem] leading-tight tracking-[-0.01em] [overflow-wrap:anywhere]"
        >
          {row.title}
        </Link>
        <p className="my-0.5 truncate text-sm text-soft">
          {[row.category?.name, byline(row)].filter(Boolean).join(' · ')}
        </p>
        {row.deleted_at === null ? (
          <ArticleStatusDot article={row} hasUnpublishedChanges={hasUnpublishedChanges(row)} />
        ) : (
          <DaysLeft deletedAt={row.deleted_at} />
        )}
        {isPicking && (
          <div className="mt-2">
            <AuthorPicker row={row} onClose={() => setPicking(false)} />
          </div>
        )}
      </div>
      <RowMenu row={row} inCard={{ onChangeAuthor: () => setPicking(true) }} />
    </li>
  )
}
