import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { useAuthorName } from '../../data/author-name.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ListedArticle, recentQuery, waitingQuery } from './data/article-lists.ts'

const CARD_LINK = '-my-1.5 rounded-sm py-1.5 text-sm text-viridian hover:underline'

/** Of the five that are fetched. */
const MAX_SHOWN = 3

export function RecentArticles() {
  return (
    <Card
      title="Recent Articles"
      aside={
        <Link to="/admin/articles" className={CARD_LINK}>
          View All
        </Link>
      }
    >
      <RecentList />
    </Card>
  )
}

function RecentList() {
  const { data, isPending, isError, refetch } = useQuery(recentQuery)
  if (isPending) return <Skeleton className="h-40" />
  if (isError) return <ErrorState title="Failed to load recent articles" onRetry={() => void refetch()} />
  if (data.length === 0) {
    return <EmptyState title="No articles yet. Create your first article to get started!" />
  }
  return (
    <ArticleLines articles={data.slice(0, MAX_SHOWN)} verb="Changed" at={({ updated_at }) => updated_at} />
  )
}

/** The articles under review and the scheduled ones. */
export function WaitingArticles() {
  const { data, isPending, isError, refetch } = useQuery(waitingQuery)
  if (isPending) return <Skeleton className="h-40" />
  if (isError) return <ErrorState title="Failed to load what waits" onRetry={() => void refetch()} />
  return (
    <>
      <Card
        title="Waiting for Review"
        aside={
          <Link to="/admin/articles" search={{ status: 'review' }} className={CARD_LINK}>
            All Under Review
          </Link>
        }
      >
        <ArticleLines
          articles={data.review}
          verb="Handed in"
          at={({ updated_at }) => updated_at}
          noneText="Nothing waits for review."
        />
      </Card>
      <Card title="Scheduled">
        <ArticleLines
          articles={data.scheduled}
          verb="Goes out"
          at={({ published_at, updated_at }) => published_at ?? updated_at}
          noneText="Nothing is scheduled."
        />
      </Card>
    </>
  )
}

/** Stories that link to their screens; `verb` and `at` say what happens to each and when. */
function ArticleLines({
  articles,
  verb,
  at,
  noneText,
}: {
  articles: readonly ListedArticle[]
  verb: string
  at: (article: ListedArticle) => string
  noneText?: string
}) {
  const authorName = useAuthorName()
  if (articles.length === 0) return <p className="text-sm text-soft">{noneText}</p>
  return (
    <ul className="divide-y divide-rule">
      {articles.map((article) => (
        <li
          key={article.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-64">
            <Link
              to="/admin/articles/$id"
              params={{ id: article.id }}
              className="block truncate rounded-sm font-serif text-lg hover:underline"
            >
              {article.title}
            </Link>
            <p className="truncate text-xs text-soft">
              {[authorName(article.author_id), `${verb} ${formatDateTime(at(article))}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <ArticleStatusDot article={article} />
        </li>
      ))}
    </ul>
  )
}
