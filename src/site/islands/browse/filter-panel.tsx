import { READ_TIME_RANGES, READ_TIMES } from '../../../domain/read-time.ts'
import type { BrowseQuestion } from '../../browse-question.ts'
import { ask } from './address.ts'
import { Select } from './select.tsx'

interface FilterPanelProps {
  question: BrowseQuestion
  categories: readonly string[]
  authors: readonly string[]
}

const named = (names: readonly string[]) => names.map((name) => [name, name] as const)

/** The three filters of the list (reader spec §2 Browse). */
export function FilterPanel({ question, categories, authors }: FilterPanelProps) {
  return (
    <div className="panel" id="filters" role="group" aria-label="Filters">
      <Select
        label="Category"
        value={question.category}
        options={[['', 'All categories'], ...named(categories)]}
        onChoose={(category) => ask({ category })}
      />
      <Select
        label="Author"
        value={question.author}
        options={[['', 'All authors'], ...named(authors)]}
        onChoose={(author) => ask({ author })}
      />
      <Select
        label="Read time"
        value={question.readTime}
        options={[
          ['', 'Any length'],
          ...READ_TIME_RANGES.map((range) => [range, READ_TIMES[range].label] as const),
        ]}
        onChoose={(readTime) => ask({ readTime })}
      />
    </div>
  )
}
