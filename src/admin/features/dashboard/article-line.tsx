import { Link } from '@tanstack/react-router'
import { useAuthorName } from '../../data/author-name.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import type { ListedArticle } from './data/article-lists.ts'

/** One story in a list of the dashboard, linking to its screen. */
export function ArticleLine({ article, at, verb }: { article: ListedArticle; at: string; verb: string }) {
  const authorName = useAuthorName()
  const author = authorName(article.author_id)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to="/admin/articles/$id"
          params={{ id: article.id }}
          className="block truncate rounded-sm font-serif text-lg hover:underline"
        >
          {article.title}
        </Link>
        <p className="truncate text-xs text-soft">
          {[author, `${verb} ${formatDateTime(at)}`].filter(Boolean).join(' · ')}
        </p>
      </div>
      <ArticleStatusDot article={article} />
    </li>
  )
}
