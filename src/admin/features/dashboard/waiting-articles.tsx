import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ArticleLine } from './article-line.tsx'
import { waitingQuery } from './data/article-lists.ts'

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
          <Link
            to="/admin/articles"
            search={{ status: 'review' }}
            className="-my-1.5 rounded-sm py-1.5 text-sm text-viridian hover:underline"
          >
            All Under Review
          </Link>
        }
      >
        {data.review.length === 0 ? (
          <p className="text-sm text-soft">Nothing waits for review.</p>
        ) : (
          <ul className="divide-y divide-rule">
            {data.review.map((article) => (
              <ArticleLine key={article.id} article={article} at={article.updated_at} verb="Handed in" />
            ))}
          </ul>
        )}
      </Card>
      <Card title="Scheduled">
        {data.scheduled.length === 0 ? (
          <p className="text-sm text-soft">Nothing is scheduled.</p>
        ) : (
          <ul className="divide-y divide-rule">
            {data.scheduled.map((article) => (
              <ArticleLine
                key={article.id}
                article={article}
                at={article.published_at ?? article.updated_at}
                verb="Goes out"
              />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
