import { Link } from '@tanstack/react-router'
import type { Article } from '../../domain/article.ts'
import { ArticleStatusDot } from './article-status-dot.tsx'

export interface Use extends Pick<Article, 'id' | 'title' | 'status' | 'published_at'> {
  deleted_at: string | null
}

/** The articles that use something, as links to new tabs, and the number of those not listed. */
export function UsedIn({ total, articles }: { total: number; articles: readonly Use[] }) {
  const more = total - articles.length
  return (
    <div className="overflow-hidden rounded-md border border-rule bg-card">
      <ul
        aria-label="Used in"
        tabIndex={0}
        className="max-h-56 divide-y divide-rule overflow-y-auto px-3 -outline-offset-2"
      >
        {articles.map((article) => (
          <li key={article.id} className="flex items-center justify-between gap-3 py-1.5">
            <Link
              to="/admin/articles/$id"
              params={{ id: article.id }}
              target="_blank"
              className="min-w-0 truncate rounded-sm font-serif text-lg leading-snug hover:underline"
            >
              {article.title}
            </Link>
            <span className="shrink-0">
              {article.deleted_at === null ? (
                <ArticleStatusDot article={article} />
              ) : (
                <span className="text-sm text-soft">In the trash</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t border-rule px-3 py-1.5 text-sm text-soft">and {more} more</p>}
    </div>
  )
}
