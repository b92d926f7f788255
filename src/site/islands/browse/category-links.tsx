import { useState } from 'react'
import { type BrowseParams, browseUrl, withChange } from '../../browse-params.ts'
import { followLink } from './navigation.ts'

/** Categories shown before "More". */
const FIRST = 4

interface CategoryLinksProps {
  params: BrowseParams
  categories: readonly string[]
}

/** Category links; those after the fourth are behind "More". */
export function CategoryLinks({ params, categories }: CategoryLinksProps) {
  const rest = categories.slice(FIRST)
  const [opened, setOpened] = useState<boolean | null>(null)
  const open = opened ?? rest.includes(params.category)
  const link = (name: string) => (
    <a
      key={name}
      href={browseUrl(withChange(params, { category: name }))}
      aria-current={params.category === name ? 'true' : undefined}
      onClick={(event) => void followLink(event)}
    >
      {name === '' ? 'All' : name}
    </a>
  )
  return (
    <nav className="filters" aria-label="Filter by category">
      {link('')}
      {categories.slice(0, FIRST).map(link)}
      {rest.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="more-categories"
            onClick={() => setOpened(!open)}
          >
            {open ? 'Less' : 'More'}
          </button>
          <span className="rest" id="more-categories">
            {rest.map(link)}
          </span>
        </>
      )}
    </nav>
  )
}
