import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MediaPage } from './data/media-list.ts'
import { MEDIA_GRID, MediaGrid, type MediaRows } from './media-grid.tsx'
import type { MediaQuery, MediaSearch } from './media-search.ts'
import { MediaTable } from './media-table.tsx'

/** The page of files as a grid or a table; before it, loading, error and empty. */
export function MediaResults({
  query,
  view,
  page,
  isError,
  isStale,
  onRetry,
  onChange,
  ...acts
}: Omit<MediaRows, 'rows'> & {
  query: MediaQuery
  view: 'grid' | 'table'
  page: MediaPage | undefined
  isError: boolean
  /** The files are still those of the last question. */
  isStale: boolean
  onRetry: () => void
  onChange: (part: MediaSearch) => void
}) {
  if (isError && page === undefined) {
    return <ErrorState title="Failed to fetch media files" onRetry={onRetry} />
  }
  if (page === undefined) return <Loading view={view} />
  if (page.rows.length === 0) return <NothingFound query={query} onChange={onChange} />
  return (
    <div
      aria-busy={isStale}
      className={`@container transition-opacity duration-200 ${isStale ? 'opacity-60' : ''}`}
    >
      {view === 'grid' ? (
        <MediaGrid rows={page.rows} {...acts} />
      ) : (
        <MediaTable
          rows={page.rows}
          query={query}
          onSort={({ column, direction }) => onChange({ sort: column, dir: direction })}
          {...acts}
        />
      )}
    </div>
  )
}

function Loading({ view }: { view: 'grid' | 'table' }) {
  return (
    <div role="status" className={view === 'grid' ? MEDIA_GRID : 'flex flex-col gap-2.5'}>
      <span className="sr-only">Loading files…</span>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} className={view === 'grid' ? 'mb-9 aspect-4/3 w-full' : 'h-16'} />
      ))}
    </div>
  )
}

function NothingFound({ query, onChange }: { query: MediaQuery; onChange: (part: MediaSearch) => void }) {
  if (query.page > 1) {
    return (
      <EmptyState
        title="There are not that many files."
        action={<Button onPress={() => onChange({ page: undefined })}>First Page</Button>}
      />
    )
  }
  if (query.text !== '' || query.filter !== 'all') {
    return (
      <EmptyState
        title="No files match."
        action={<Button onPress={() => onChange({ q: undefined, type: undefined })}>Show All Files</Button>}
      />
    )
  }
  return <EmptyState title="No files yet. Upload the first, or drop it anywhere on this screen." />
}
