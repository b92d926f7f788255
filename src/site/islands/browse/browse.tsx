import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DateSettings } from '../../../domain/text/date-format.ts'
import { READ_TIME_RANGES } from '../../../domain/story/read-time.ts'
import {
  type BrowseParams,
  browseUrl,
  DEFAULT_PARAMS,
  hasFilter,
  withChange,
} from '../../lists/browse-params.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { useWords } from '../words/use-words.ts'
import { followLink, updateParams, useBrowseParams } from './navigation.ts'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { Select } from './select.tsx'

interface BrowseProps {
  categories: readonly string[]
  /** The same, the one with the most stories first. */
  used: readonly string[]
  authors: readonly string[]
  /** Number of published articles at build time. */
  total: number
  dates: DateSettings
  /** Message for readers without script. */
  scriptless?: ReactNode
  /** The pre-rendered Latest Stories block and first page of the list. */
  latest?: ReactNode
  list?: ReactNode
}

/** The list of all articles: pre-rendered, replaced by live results when the address has params. */
export function Browse({ categories, used, authors, total, dates, scriptless, latest, list }: BrowseProps) {
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const live = useIslandReady(root)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const params = useBrowseParams()
  const words = useWords().browse
  const filtered = hasFilter(params)
  const filters = [params.category, params.author, params.readTime].filter((filter) => filter !== '').length

  // src/pages/browse.astro hides the pre-rendered list until the params are known, or says that this script failed to
  // load.
  useEffect(() => {
    if (live)
      document.documentElement.classList.remove('has-query', 'has-filter', 'listing', 'request-failed')
  }, [live])

  function clear() {
    flushSync(() => updateParams({ ...DEFAULT_PARAMS, view: params.view }))
    // The button that was pressed is gone.
    heading.current?.focus()
  }

  return (
    <div ref={root} className="browse" data-view={params.view}>
      <header className="top">
        <h1>{words.title}</h1>
        <SearchBox search={params.search} categories={categories} live={live} />
        {scriptless}
        <div className="section-filter">
          <CategoryLinks params={params} categories={used} />
          <p className="switches">
            {(filtered || params.sort !== 'latest') && (
              <button type="button" onClick={clear}>
                {words.clearAll}
              </button>
            )}
            <button
              className="filter-toggle"
              type="button"
              aria-expanded={filtersOpen}
              aria-controls="filters"
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              {words.filters}
              {filters > 0 && ` (${filters})`}
            </button>
          </p>
        </div>
        {filtersOpen && <FilterPanel params={params} categories={categories} authors={authors} />}
      </header>
      <div className="latest" hidden={filtered}>
        {latest}
      </div>
      <Results params={params} total={total} dates={dates} heading={heading} onClear={clear}>
        {list}
      </Results>
    </div>
  )
}

/** Categories shown before "More". */
const FIRST_CATEGORIES = 4

interface CategoryLinksProps {
  params: BrowseParams
  categories: readonly string[]
}

/** Category links; those after the fourth are behind "More". */
function CategoryLinks({ params, categories }: CategoryLinksProps) {
  const rest = categories.slice(FIRST_CATEGORIES)
  const [opened, setOpened] = useState<boolean | null>(null)
  const words = useWords().browse
  const open = opened ?? rest.includes(params.category)
  const link = (name: string) => (
    <a
      key={name}
      href={browseUrl(withChange(params, { category: name }))}
      aria-current={params.category === name ? 'true' : undefined}
      onClick={(event) => void followLink(event)}
    >
      {name === '' ? words.allCategories : name}
    </a>
  )
  return (
    <nav className="filters" aria-label={words.filterByCategory}>
      {link('')}
      {categories.slice(0, FIRST_CATEGORIES).map(link)}
      {rest.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="more-categories"
            onClick={() => setOpened(!open)}
          >
            {open ? words.less : words.more}
          </button>
          <span className="rest" id="more-categories">
            {rest.map(link)}
          </span>
        </>
      )}
    </nav>
  )
}

interface FilterPanelProps {
  params: BrowseParams
  categories: readonly string[]
  authors: readonly string[]
}

const toOptions = (names: readonly string[]) => names.map((name) => [name, name] as const)

/** The three filters of the list. */
function FilterPanel({ params, categories, authors }: FilterPanelProps) {
  const words = useWords().browse
  return (
    <div className="panel" id="filters" role="group" aria-label={words.filters}>
      <Select
        label={words.category}
        value={params.category}
        options={[['', words.anyCategory], ...toOptions(categories)]}
        onChoose={(category) => updateParams({ category })}
      />
      <Select
        label={words.author}
        value={params.author}
        options={[['', words.anyAuthor], ...toOptions(authors)]}
        onChoose={(author) => updateParams({ author })}
      />
      <Select
        label={words.readTime}
        value={params.readTime}
        options={[
          ['', words.anyLength],
          ...READ_TIME_RANGES.map((range) => [range, words.readTimes[range]] as const),
        ]}
        onChoose={(readTime) => updateParams({ readTime })}
      />
    </div>
  )
}
