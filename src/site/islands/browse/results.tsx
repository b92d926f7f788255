import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { type DateSettings, formatDate } from '../../../domain/text/date-format.ts'
import { UNCATEGORIZED } from '../../../domain/people/fallback-names.ts'
import { lastPage, pageNumbers, showingLabel } from '../../../domain/site/pagination.ts'
import { readTimeLabel } from '../../../domain/story/read-time.ts'
import { titleParts } from '../../../domain/story/title.ts'
import {
  type BrowseParams,
  type Sort,
  browseHeading,
  browseUrl,
  hasFilter,
  isDefaultList,
  parseBrowseParams,
  SORT_LABELS,
  withChange,
} from '../../lists/browse-params.ts'
import { NOT_REACHED } from '../../texts.ts'
import { readerClient } from '../reader-client.ts'
import { highlightWords } from '../../lists/highlight.ts'
import { DidYouMean, Highlighted, closeHeading, storiesLabel } from '../search/search-parts.tsx'
import { SmallPicture } from '../search/small-picture.tsx'
import {
  type CloseMatches,
  type SearchResults,
  type StoryResult,
  findStories,
} from '../search/story-search.ts'
import { useDebouncedRequest } from '../search/use-debounced-request.ts'
import { followLink, navigateTo, updateParams } from './navigation.ts'
import { Select } from './select.tsx'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']
const SORTS = Object.entries(SORT_LABELS) as [Sort, string][]

const client = readerClient()
const paramsOf = (url: string) => parseBrowseParams(new URLSearchParams(url.split('?')[1]))
const requestStories = (url: string, signal: AbortSignal) => findStories(client, paramsOf(url), signal)

interface ResultsProps {
  params: BrowseParams
  /** Number of published articles at build time. */
  total: number
  dates: DateSettings
  heading: RefObject<HTMLHeadingElement | null>
  onClear: () => void
  /** The pre-rendered first page. */
  children: ReactNode
}

/** Heading, summary, list and pagination in any state. */
export function Results({ params, total, dates, heading, onClear, children }: ResultsProps) {
  const built = isDefaultList(params)
  // The view does not change the results.
  const wanted = built ? '' : browseUrl({ ...params, view: 'grid' })
  const answer = useDebouncedRequest(wanted, 0, requestStories)
  const waiting = answer?.text !== wanted
  const found: SearchResults<StoryResult> | null | undefined = built
    ? { stories: [], total, people: [] }
    : answer?.found
  const close = found?.close
  const page = answer && !built ? paramsOf(answer.text).page : 1
  // Close matches are paged where no story contains the text.
  const listed = found?.total || (close?.total ?? 0)
  const pages = lastPage(listed)
  const beyondLastPage = !built && !waiting && found != null && page > pages
  const stories = found && !built ? found.stories : []
  const ready = built || (stories.length + (close?.stories.length ?? 0) > 0 && !beyondLastPage)
  const failed = !built && !waiting && found === null
  const empty = (built || !waiting) && found != null && listed === 0

  useEffect(() => {
    if (beyondLastPage) navigateTo(browseUrl(withChange(params, { page: pages })), 'replace')
  }, [beyondLastPage, pages, params])

  const present = waiting ? undefined : found?.present
  useEffect(() => {
    if (present !== undefined) navigateTo(browseUrl({ ...params, ...present }), 'replace')
  }, [present, params])

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
        {ready && listed > 0 && (
          <p className="meta">
            <span>{showingLabel(page, listed)}</span>
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
            <p>{NOT_REACHED}</p>
            <button className="link" type="button" onClick={() => location.reload()}>
              Try Again
            </button>
          </div>
        )}
      </div>
      <div className="as-built" hidden={!built && !empty}>
        {empty && !built && <h3>The newest stories</h3>}
        {children}
      </div>
      <div
        className={!ready && (waiting || beyondLastPage) ? 'row waiting shown' : 'row waiting'}
        aria-hidden="true"
      >
        {SKELETONS.map((key) => (
          <div className="card skeleton" key={key}>
            <div className="frame" />
          </div>
        ))}
      </div>
      {found != null && !built && found.people.length > 0 && (
        <ul className="found-people">
          {found.people.map((person) => (
            <li key={person.slug}>
              <a href={`/author/${person.slug}`}>
                <bdi>{person.name}</bdi>
              </a>{' '}
              <span className="meta">{storiesLabel(person)}</span>
            </li>
          ))}
        </ul>
      )}
      {stories.length > 0 && (
        <div className="row answer">
          {stories.map((story) => (
            <StoryCard key={story.id} story={story} dates={dates} />
          ))}
        </div>
      )}
      {close !== undefined && close.stories.length > 0 && (
        <Close
          close={waiting ? { ...close, meant: null } : close}
          isRest={stories.length > 0}
          dates={dates}
        />
      )}
      {ready && pages > 1 && <PageLinks params={{ ...params, page }} pages={pages} onFollow={turnPage} />}
    </section>
  )
}

/** The stories that do not contain the text; `isRest` where stories that contain the text come before them. */
function Close({
  close,
  isRest,
  dates,
}: {
  close: CloseMatches<StoryResult>
  isRest: boolean
  dates: DateSettings
}) {
  const { stories, total, words, meant } = close
  const heading = closeHeading(close, isRest)
  return (
    <div className="close-matches">
      {heading !== null && <h3>{heading}</h3>}
      {meant !== null && (
        <p>
          <DidYouMean meant={meant} onChoose={(search) => updateParams({ search })} />
        </p>
      )}
      {isRest && total > stories.length && (
        <p className="meta">{`The ${stories.length} closest of ${total}`}</p>
      )}
      <div className="row">
        {stories.map((story) => (
          <StoryCard
            key={story.id}
            story={story}
            dates={dates}
            passage={story.passage && <Highlighted parts={highlightWords(story.passage, words)} />}
          />
        ))}
      </div>
    </div>
  )
}

/** Card of a live list, with the markup of Card.astro; `passage` is where the body has the words of a search. */
function StoryCard({
  story,
  dates,
  passage,
}: {
  story: StoryResult
  dates: DateSettings
  passage?: ReactNode
}) {
  const { title, title_emphasis, slug, excerpt, featured_image, category, published_at, read_time } = story
  return (
    <article className="card">
      {featured_image !== null && (
        <picture className="frame">
          <SmallPicture key={featured_image} address={featured_image} />
        </picture>
      )}
      <div className="card-text">
        <h3>
          <a href={`/article/${slug}`}>
            {titleParts(title, title_emphasis).map(({ text, emphasis }, index) =>
              emphasis ? <em key={index}>{text}</em> : text,
            )}
          </a>
        </h3>
        {excerpt && <p>{excerpt}</p>}
        {passage && <p className="passage">{passage}</p>}
        <p className="meta parts">
          <bdi
            className={category === null ? undefined : 'dot'}
            style={{ '--dot': category?.color } as CSSProperties}
          >
            {category?.name ?? UNCATEGORIZED}
          </bdi>{' '}
          <time dateTime={published_at} lang={dates.language ?? undefined}>
            {formatDate(dates, published_at, 'date')}
          </time>{' '}
          <span>{readTimeLabel(read_time)}</span>
        </p>
      </div>
    </article>
  )
}

const VIEWS = [
  ['grid', 'Grid view', 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z'],
  ['list', 'List view', 'M4 5.5h16M4 12h16M4 18.5h16'],
] as const

/** Toggle between grid and list view. */
function ViewToggle({ view }: { view: BrowseParams['view'] }) {
  return (
    <div className="views" role="group" aria-label="View">
      {VIEWS.map(([name, label, path]) => (
        <button
          key={name}
          className="icon"
          type="button"
          aria-label={label}
          aria-pressed={view === name}
          onClick={() => updateParams({ view: name })}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
    </div>
  )
}

interface PageLinksProps {
  params: BrowseParams
  /** Number of pages. */
  pages: number
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Pagination: the first, the last and the pages around the current one. */
function PageLinks({ params, pages, onFollow }: PageLinksProps) {
  const { page } = params
  const to = (target: number) => ({
    href: browseUrl(withChange(params, { page: target })),
    onClick: onFollow,
  })
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 && (
        <a {...to(page - 1)} rel="prev">
          Previous
        </a>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`}>…</span>
        ) : (
          <a
            key={number}
            {...to(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
      )}
      {page < pages && (
        <a {...to(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
