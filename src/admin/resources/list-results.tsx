import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * A page of a list that the server searches and pages; before it, loading, error and empty. `children` shows the rows
 * in a box that container queries measure.
 */
export function ListResults<Row>({
  noun,
  data,
  errorTitle,
  emptyTitle,
  isError,
  isStale,
  isNarrowed,
  page,
  pageSize,
  onRetry,
  onPage,
  onShowAll,
  onApproach,
  children,
}: {
  /** What is listed, in the plural. */
  noun: string
  data: { rows: Row[]; total: number } | undefined
  errorTitle: string
  /** What stands there while there is none at all. */
  emptyTitle: string
  isError: boolean
  /** The rows are still those of the last question. */
  isStale: boolean
  /** A search or a page is asked for that may have no rows. */
  isNarrowed: boolean
  page: number
  pageSize: number
  onRetry: () => void
  onPage: (page: number) => void
  onShowAll: () => void
  /** Pointer or focus come to the rows: what they open can be loaded. */
  onApproach?: () => void
  children: (rows: Row[]) => ReactNode
}) {
  if (isError) return <ErrorState title={errorTitle} onRetry={onRetry} />
  if (data === undefined) return <Loading noun={noun} />
  if (data.rows.length === 0) {
    return isNarrowed ? (
      <EmptyState
        title={emptyTitle}
        action={
          <Button onPress={onShowAll}>{`Show All ${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`}</Button>
        }
      />
    ) : (
      <EmptyState title={emptyTitle} />
    )
  }
  return (
    <>
      <div
        aria-busy={isStale}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        className={`@container transition-opacity duration-200 ${isStale ? 'opacity-60' : ''}`}
      >
        {children(data.rows)}
      </div>
      <Pagination
        page={page}
        pageSize={pageSize}
        total={data.total}
        noun={noun}
        onPage={(next) => {
          scrollTo(0, 0)
          onPage(next)
        }}
      />
    </>
  )
}

function Loading({ noun }: { noun: string }) {
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">{`Loading ${noun}…`}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </div>
  )
}
