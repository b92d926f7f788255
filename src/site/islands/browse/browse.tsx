import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasFilter, DEFAULT_PARAMS } from '../../browse-params.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { updateParams, useBrowseParams } from './navigation.ts'
import { CategoryLinks } from './category-links.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'

interface BrowseProps {
  categories: readonly string[]
  authors: readonly string[]
  /** Number of published articles at build time. */
  total: number
  /** Message for readers without script. */
  scriptless?: ReactNode
  /** The pre-rendered Latest Stories block and first page of the list. */
  latest?: ReactNode
  children?: ReactNode
}

/** The list of all articles: pre-rendered, replaced by live results when the address has params. */
export function Browse({ categories, authors, total, scriptless, latest, children }: BrowseProps) {
  const root = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const params = useBrowseParams()
  const narrowed = hasFilter(params)
  const filters = [params.category, params.author, params.readTime].filter((wish) => wish !== '').length
  useIslandReady(root)

  useEffect(() => setLive(true), [])

  // src/pages/browse.astro hides the pre-rendered list until the params are known, or says that this script failed to
  // load.
  useEffect(() => {
    if (live) document.documentElement.classList.remove('asking', 'narrowing', 'listing', 'unanswered')
  }, [live])

  const clear = () => updateParams({ ...DEFAULT_PARAMS, view: params.view })

  return (
    <div ref={root} className="browse" data-view={params.view}>
      <header className="top">
        <h1>Browse</h1>
        <SearchBox search={params.search} categories={categories} live={live} />
        {scriptless}
        <div className="section-filter">
          <CategoryLinks params={params} categories={categories} />
          <p className="switches">
            {(narrowed || params.sort !== 'latest') && (
              <button className="plain" type="button" onClick={clear}>
                Clear all
              </button>
            )}
            <button
              className="plain filter-toggle"
              type="button"
              aria-expanded={filtersOpen}
              aria-controls="filters"
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              Filters{filters > 0 && ` (${filters})`}
            </button>
          </p>
        </div>
        {filtersOpen && <FilterPanel params={params} categories={categories} authors={authors} />}
      </header>
      <div className="latest" hidden={narrowed}>
        {latest}
      </div>
      <Results params={params} total={total} onClear={clear}>
        {children}
      </Results>
    </div>
  )
}
