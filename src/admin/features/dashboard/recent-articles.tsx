import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ArticleLine } from './article-line.tsx'
import { recentQuery } from './data/article-lists.ts'

/** Of the five that are fetched. */
const MAX_SHOWN = 3

export function RecentArticles() {
  return (
    <Card
      title="Recent Articles"
      aside={
        <Link
          to="/admin/articles"
          className="-my-1.5 rounded-sm py-1.5 text-sm text-viridian hover:underline"
        >
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
    <ul className="divide-y divide-rule">
      {data.slice(0, MAX_SHOWN).map((article) => (
        <ArticleLine key={article.id} article={article} at={article.updated_at} verb="Changed" />
      ))}
    </ul>
  )
}
