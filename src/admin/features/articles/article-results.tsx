import { Link } from '@tanstack/react-router'
import { useRef, type ComponentProps } from 'react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { ArticleCards } from './article-cards.tsx'
import { ArticleTable } from './article-table.tsx'
import { extraFilterCount, type ArticlesQuery, type ArticlesSearch } from './articles-search.ts'
import type { ArticlePage } from './data/article-list.ts'
import { TrashNote, TrashTable } from './trash-table.tsx'

/** The page of articles as a table, on a phone as cards; before it, loading, error and empty. */
export function ArticleResults({
  query,
  page,
  isError,
  isStale,
  onRetry,
  onChange,
}: {
  query: ArticlesQuery
  page: ArticlePage | undefined
  isError: boolean
  /** The rows are still those of the last question. */
  isStale: boolean
  onRetry: () => void
  onChange: (part: ArticlesSearch) => void
}) {
  if (isError) return <ErrorState title="Failed to fetch articles" onRetry={onRetry} />
  if (page === undefined) {
    return (
      <div role="status" className="flex flex-col gap-2.5">
        <span className="sr-only">Loading articles…</span>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    )
  }
  if (page.rows.length === 0) return <NothingFound query={query} onChange={onChange} />
  return (
    <div aria-busy={isStale} className={`transition-opacity duration-200 ${isStale ? 'opacity-60' : ''}`}>
      <TableOrCards rows={page.rows} query={query} onChange={onChange} />
    </div>
  )
}

/** In pixels; what the columns that are never left out need. */
const TABLE_FROM = 660

function TableOrCards(props: ComponentProps<typeof ArticleTable>) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(box, TABLE_FROM)
  const isTrash = props.query.status === 'trash'
  return (
    <div ref={box} className="@container flex flex-col gap-3">
      {isTrash && <TrashNote />}
      {isNarrow === true && <ArticleCards rows={props.rows} />}
      {isNarrow === false && (isTrash ? <TrashTable {...props} /> : <ArticleTable {...props} />)}
    </div>
  )
}

function NothingFound({
  query,
  onChange,
}: {
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
  const { role } = useProfile()
  if (query.status === 'trash' && query.text === '' && query.page === 1 && extraFilterCount(query) === 0) {
    return <EmptyState title="The trash is empty." />
  }
  if (query.page > 1) {
    return (
      <EmptyState
        title="There are not that many articles."
        action={
          <button type="button" className={buttonClass()} onClick={() => onChange({ page: undefined })}>
            First Page
          </button>
        }
      />
    )
  }
  if (query.text !== '' || query.status !== 'all' || extraFilterCount(query) > 0) {
    return (
      <EmptyState
        title="No articles match."
        action={
          <Link to="/admin/articles" search={{}} className={buttonClass()}>
            Show All Articles
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No articles yet. Create your first article to get started!"
      action={
        can(role, 'articles.create') ? (
          <Link to="/admin/articles/new" className={buttonClass()}>
            New Article
          </Link>
        ) : undefined
      }
    />
  )
}
