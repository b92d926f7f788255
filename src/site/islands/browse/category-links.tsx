import { useState } from 'react'
import { addressOf, changed } from '../../browse-question.ts'
import type { BrowseQuestion } from '../../browse-question.ts'
import { follow } from './address.ts'

/** Categories shown before More (reader spec §9). */
const FIRST = 4

interface CategoryLinksProps {
  question: BrowseQuestion
  categories: readonly string[]
}

/** The categories as links; those after the fourth wait behind More. */
export function CategoryLinks({ question, categories }: CategoryLinksProps) {
  const rest = categories.slice(FIRST)
  const [opened, setOpened] = useState<boolean | null>(null)
  const open = opened ?? rest.includes(question.category)
  const link = (name: string) => (
    <a
      key={name}
      href={addressOf(changed(question, { category: name }))}
      aria-current={question.category === name ? 'true' : undefined}
      onClick={(event) => void follow(event)}
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
