import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { isNarrowed, NO_QUESTION } from '../../browse-question.ts'
import { ask, useQuestion } from './address.ts'
import { CategoryLinks } from './category-links.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { useReady } from '../use-ready.ts'

interface BrowseProps {
  categories: readonly string[]
  authors: readonly string[]
  /** Number of all articles when the page was built. */
  total: number
  /** What is said to readers without script. */
  scriptless?: ReactNode
  /** The Latest Stories block and the first page of the list, as they were built. */
  latest?: ReactNode
  children?: ReactNode
}

/**
 * The list of all articles (reader spec §2 Browse). As built it shows its first page; with a question in the address
 * the live answer takes that page's place.
 */
export function Browse({ categories, authors, total, scriptless, latest, children }: BrowseProps) {
  const root = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const question = useQuestion()
  const narrowed = isNarrowed(question)
  const filters = [question.category, question.author, question.readTime].filter((wish) => wish !== '').length
  useReady(root)

  useEffect(() => setLive(true), [])

  // The page has hidden what was built as long as nobody knew the question, or said that this could not be loaded (see
  // BrowsePage.astro).
  useEffect(() => {
    if (live) document.documentElement.classList.remove('asking', 'narrowing', 'listing', 'unanswered')
  }, [live])

  const clear = () => ask({ ...NO_QUESTION, view: question.view })

  return (
    <div ref={root} className="browse" data-view={question.view}>
      <header className="top">
        <h1>Browse</h1>
        <SearchBox search={question.search} categories={categories} live={live} />
        {scriptless}
        <div className="sieve">
          <CategoryLinks question={question} categories={categories} />
          <p className="switches">
            {(narrowed || question.sort !== 'latest') && (
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
        {filtersOpen && <FilterPanel question={question} categories={categories} authors={authors} />}
      </header>
      <div className="latest" hidden={narrowed}>
        {latest}
      </div>
      <Results question={question} total={total} onClear={clear}>
        {children}
      </Results>
    </div>
  )
}
