import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { ListView } from './use-list-screen.ts'

interface ListResultsProps<Row> {
  screen: ListView<Row>
  /** What is listed, in the plural: 'tags'. */
  noun: string
  pageSize: number
  errorTitle: string
  /** Shown while there is none at all. */
  emptyTitle: string
  emptyAction?: ReactNode
  /** Shown when the search or a filter finds none; `emptyTitle` when absent. */
  noMatchTitle?: string
  /** Whether a filter beside the search text is on. */
  isFiltered?: boolean
  /** The address without any filter. */
  unfiltered?: object
  /** The number and the class of the grey bars while the first page loads. */
  skeleton?: { count: number; className: string; listClassName?: string }
  /** Whether another page is shown from the top of the screen. */
  scrollsUp?: boolean
  /** Pointer or focus come to the rows: preloads what they open. */
  onApproach?: (() => void) | undefined
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * One page of a list with its pagination; before it loading, error and empty. `children` draws the rows, in a box that
 * container queries measure.
 */
export function ListResults<Row>({
  screen,
  noun,
  pageSize,
  errorTitle,
  emptyTitle,
  emptyAction,
  noMatchTitle = emptyTitle,
  isFiltered = false,
  unfiltered,
  skeleton,
  scrollsUp = true,
  onApproach,
  children,
}: ListResultsProps<Row>) {
  const { query, data, isStale, setPage } = screen
  if (screen.isError && data === undefined) return <ErrorState title={errorTitle} onRetry={screen.refetch} />
  if (data === undefined) return <ListSkeleton noun={noun} {...skeleton} />
  if (data.rows.length === 0) {
    if (!isFiltered && query.text === '' && query.page === 1) {
      return <EmptyState title={emptyTitle} action={emptyAction} />
    }
    if (query.page > 1) {
      return (
        <EmptyState
          title={`There are not that many ${noun}.`}
          action={<Button onPress={() => setPage(1)}>First Page</Button>}
        />
      )
    }
    return (
      <EmptyState
        title={noMatchTitle}
        action={
          <Link to="." search={unfiltered ?? {}} className={buttonClass()}>
            {`Show All ${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`}
          </Link>
        }
      />
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
        page={query.page}
        pageSize={pageSize}
        total={data.total}
        noun={noun}
        onPage={(page) => {
          if (scrollsUp) scrollTo(0, 0)
          setPage(page)
        }}
      />
    </>
  )
}

export function ListSkeleton({
  noun,
  count = 8,
  className = 'h-12',
  listClassName = 'flex flex-col gap-2.5',
}: {
  noun: string
  count?: number
  className?: string
  listClassName?: string
}) {
  return (
    <div role="status" className={listClassName}>
      <span className="sr-only">{`Loading ${noun}…`}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={className} />
      ))}
    </div>
  )
}
