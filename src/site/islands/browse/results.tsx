import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import {
  type BrowseParams,
  type Sort,
  browseUrl,
  withChange,
  browseHeading,
  isDefaultList,
  hasFilter,
  SORT_LABELS,
} from '../../browse-params.ts'
import { lastPage, showingLabel } from '../../../domain/pagination.ts'
import { updateParams, followLink, navigateTo } from './navigation.ts'
import { Select } from './select.tsx'
import { PageLinks } from './page-links.tsx'
import { StoryCard } from './story-card.tsx'
import { useResults } from './use-results.ts'
import { ViewToggle } from './view-toggle.tsx'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']
const SORTS = Object.entries(SORT_LABELS) as [Sort, string][]

interface ResultsProps {
  params: BrowseParams
  /** Number of published articles at build time. */
  total: number
  onClear: () => void
  /** The pre-rendered first page. */
  children: ReactNode
}

/** Heading, summary, list and pagination in any state. */
export function Results({ params, total, onClear, children }: ResultsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { answer, waiting } = useResults(params)
  const built = isDefaultList(params)
  const found = built ? { stories: [], total } : answer?.found
  const page = built ? 1 : (answer?.params.page ?? 1)
  const pages = lastPage(found?.total ?? 0)
  const beyond = !built && !waiting && found != null && page > pages
  const stories = found && !built ? found.stories : []
  const ready = built || (stories.length > 0 && !beyond)
  const failed = !built && !waiting && found === null
  const empty = (built || !waiting) && found?.total === 0

  useEffect(() => {
    if (beyond) navigateTo(browseUrl(withChange(params, { page: pages })), 'replace')
  }, [beyond, pages, params])

  function turnPage(event: MouseEvent<HTMLAnchorElement>) {
    if (!followLink(event)) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  return (
    <section className="band results" aria-busy={!built && waiting}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {browseHeading(params)}
        </h2>
        <div className="tools">
          <Select
            label="Sort"
            value={params.sort}
            options={SORTS}
            onChoose={(sort) => updateParams({ sort })}
          />
          <ViewToggle view={params.view} />
        </div>
      </header>
      <div className="summary" role="status">
        {ready && found && found.total > 0 && (
          <p className="meta">
            <span>{showingLabel(page, found.total)}</span>
            <span>
              Page {page} of {pages}
            </span>
          </p>
        )}
        {!ready && waiting && <p className="meta">Loading articles...</p>}
        {empty && (
          <div className="empty">
            <h3>No articles found</h3>
            {hasFilter(params) ? (
              <>
                <p>Try adjusting your search terms or filters to find what you're looking for.</p>
                <button className="link" type="button" onClick={onClear}>
                  Clear all filters
                </button>
              </>
            ) : (
              <p>The first stories are still being written.</p>
            )}
          </div>
        )}
        {failed && (
          <div className="empty">
            <h3>Failed to load articles</h3>
            <p>The magazine could not be reached. Please check your connection.</p>
            <button className="link" type="button" onClick={() => location.reload()}>
              Try Again
            </button>
          </div>
        )}
      </div>
      <div className="as-built" hidden={!built}>
        {children}
      </div>
      <div className={!ready && (waiting || beyond) ? 'row waiting shown' : 'row waiting'} aria-hidden="true">
        {SKELETONS.map((key) => (
          <div className="card skeleton" key={key}>
            <div className="frame" />
          </div>
        ))}
      </div>
      {stories.length > 0 && (
        <div className="row answer">
          {stories.map((story) => (
            <StoryCard key={story.id} story={story} />
          ))}
        </div>
      )}
      {ready && pages > 1 && <PageLinks params={{ ...params, page }} pages={pages} onFollow={turnPage} />}
    </section>
  )
}
