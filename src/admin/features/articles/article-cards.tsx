import { Link } from '@tanstack/react-router'
import { ArticleStatusDot } from '../../ui/article-status-dot.tsx'
import { ArticleThumb } from './article-thumb.tsx'
import { useByline } from './byline.ts'
import { DaysLeft } from './days-left.tsx'
import { hasUnpublishedChanges, type ArticleRow } from './data/article-list.ts'
import { RowMenu } from './row-menu.tsx'

/** The list on a phone. */
export function ArticleCards({ rows }: { rows: readonly ArticleRow[] }) {
  const byline = useByline()
  return (
    <ul aria-label="Articles" className="divide-y divide-rule border-b border-rule">
      {rows.map((row) => (
        <li key={row.id} className="flex items-start gap-3.5 py-3.5 first:pt-0">
          <ArticleThumb url={row.featured_image} className="size-19.5 rounded-md!" />
          <div className="min-w-0 flex-1">
            <Link
              to="/admin/articles/$id"
              params={{ id: row.id }}
              className="block rounded-sm font-serif text-[1.125rem] leading-tight tracking-[-0.01em]"
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
          </div>
          <RowMenu row={row} withFlags />
        </li>
      ))}
    </ul>
  )
}
