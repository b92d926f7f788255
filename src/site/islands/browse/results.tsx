import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { type DateSettings, formatDate } from '../../../domain/text/date-format.ts'
import { lastPage, pageNumbers, placesOnPage } from '../../../domain/site/pagination.ts'
import { DEFAULT_READ_TIME } from '../../../domain/story/read-time.ts'
import { titleParts } from '../../../domain/story/title.ts'
import {
  type BrowseParams,
  browseHeading,
  browseUrl,
  hasFilter,
  isDefaultList,
  parseBrowseParams,
  SORTS,
  withChange,
} from '../../lists/browse-params.ts'
import { readerClient } from '../reader-client.ts'
import { highlightWords } from '../../lists/highlight.ts'
import { DidYouMean, Highlighted, closeHeading } from '../search/search-parts.tsx'
import { SmallPicture } from '../search/small-picture.tsx'
import {
  type CloseMatches,
  type SearchResults,
  type StoryResult,
  findStories,
} from '../search/story-search.ts'
import { noteMissedSearch } from '../search/missed-search.ts'
import { useDebouncedRequest } from '../search/use-debounced-request.ts'
import { useWords } from '../words/use-words.ts'
import { followLink, navigateTo, updateParams } from './navigation.ts'
import { Select } from './select.tsx'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

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
  const words = useWords()
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

  const isMissed =
    empty && !waiting && params.search !== '' && !params.category && !params.author && !params.readTime
  const missed = isMissed ? params.search : null
  useEffect(() => noteMissedSearch(missed), [missed])

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
          {browseHeading(params, words)}
        </h2>
        <div className="tools">
          <Select
            label={words.browse.sort}
            value={params.sort}
            options={SORTS.map((sort) => [sort, words.browse.sorts[sort]] as const)}
            onChoose={(sort) => updateParams({ sort })}
          />
          <ViewToggle view={params.view} />
        </div>
      </header>
      <div className="summary" role="status">
        {ready && listed > 0 && (
          <p className="meta">
            <span>{words.browse.showing(...placesOnPage(page, listed), listed)}</span>
            <span>{words.browse.pageOf(page, pages)}</span>
          </p>
        )}
        {!ready && waiting && <p className="meta">{words.loadingArticles}</p>}
        {empty && (
          <div className="empty">
            <h3>{words.browse.noneFound}</h3>
            {hasFilter(params) ? (
              <>
                <p>{words.browse.adjust}</p>
                <button className="link" type="button" onClick={onClear}>
                  {words.browse.clearFilters}
                </button>
              </>
            ) : (
              <p>{words.browse.noneYet}</p>
            )}
          </div>
        )}
        {failed && (
          <div className="empty">
            <h3>{words.articlesNotLoaded}</h3>
            <p>{words.notReached}</p>
            <button className="link" type="button" onClick={() => location.reload()}>
              {words.tryAgain}
            </button>
          </div>
        )}
      </div>
      <div className="as-built" hidden={!built && !empty}>
        {empty && !built && <h3>{words.browse.newest}</h3>}
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
              <span className="meta">
                {person.role && `${person.role}, `}
                {words.search.stories(person.stories)}
              </span>
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
  const { stories, total, words: found, meant } = close
  const words = useWords()
  const heading = closeHeading(close, isRest, words)
  return (
    <div className="close-matches">
      {heading !== null && <h3>{heading}</h3>}
      {meant !== null && (
        <p>
          <DidYouMean meant={meant} onChoose={(search) => updateParams({ search })} />
        </p>
      )}
      {isRest && total > stories.length && (
        <p className="meta">{words.search.closestOf(stories.length, total)}</p>
      )}
      <div className="row">
        {stories.map((story) => (
          <StoryCard
            key={story.id}
            story={story}
            dates={dates}
            passage={story.passage && <Highlighted parts={highlightWords(story.passage, found)} />}
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
  const {
    title,
    title_emphasis,
    slug,
    excerpt,
    remembered,
    featured_image,
    category,
    published_at,
    read_time,
  } = story
  const { uncategorized, minutes } = useWords()
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
        {remembered.length > 0 ? (
          <dl className="remembered">
            {remembered.map(({ label, value }, index) => (
              <div key={index}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          excerpt && <p>{excerpt}</p>
        )}
        {passage && <p className="passage">{passage}</p>}
        <p className="meta parts">
          <bdi
            className={category === null ? undefined : 'dot'}
            style={{ '--dot': category?.color } as CSSProperties}
          >
            {category?.name ?? uncategorized}
          </bdi>{' '}
          <time dateTime={published_at} lang={dates.language ?? undefined}>
            {formatDate(dates, published_at, 'date')}
          </time>{' '}
          <span>{minutes(read_time ?? DEFAULT_READ_TIME)}</span>
        </p>
      </div>
    </article>
  )
}

const VIEWS = [
  ['grid', 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z'],
  ['list', 'M4 5.5h16M4 12h16M4 18.5h16'],
] as const

/** Toggle between grid and list view. */
function ViewToggle({ view }: { view: BrowseParams['view'] }) {
  const words = useWords().browse
  return (
    <div className="views" role="group" aria-label={words.view}>
      {VIEWS.map(([name, path]) => (
        <button
          key={name}
          className="icon"
          type="button"
          aria-label={words.views[name]}
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
  const words = useWords().browse
  const to = (target: number) => ({
    href: browseUrl(withChange(params, { page: target })),
    onClick: onFollow,
  })
  return (
    <nav className="pages" aria-label={words.pages}>
      {page > 1 && (
        <a {...to(page - 1)} rel="prev">
          {words.previous}
        </a>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`}>…</span>
        ) : (
          <a
            key={number}
            {...to(number)}
            aria-label={words.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
      )}
      {page < pages && (
        <a {...to(page + 1)} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  )
}
