import { READ_TIME_RANGES, READ_TIMES } from '../../../domain/read-time.ts'
import type { BrowseParams } from '../../browse-params.ts'
import { updateParams } from './navigation.ts'
import { Select } from './select.tsx'

interface FilterPanelProps {
  params: BrowseParams
  categories: readonly string[]
  authors: readonly string[]
}

const named = (names: readonly string[]) => names.map((name) => [name, name] as const)

/** The three filters of the list. */
export function FilterPanel({ params, categories, authors }: FilterPanelProps) {
  return (
    <div className="panel" id="filters" role="group" aria-label="Filters">
      <Select
        label="Category"
        value={params.category}
        options={[['', 'All categories'], ...named(categories)]}
        onChoose={(category) => updateParams({ category })}
      />
      <Select
        label="Author"
        value={params.author}
        options={[['', 'All authors'], ...named(authors)]}
        onChoose={(author) => updateParams({ author })}
      />
      <Select
        label="Read time"
        value={params.readTime}
        options={[
          ['', 'Any length'],
          ...READ_TIME_RANGES.map((range) => [range, READ_TIMES[range].label] as const),
        ]}
        onChoose={(readTime) => updateParams({ readTime })}
      />
    </div>
  )
}
