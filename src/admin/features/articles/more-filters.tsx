import { useQuery } from '@tanstack/react-query'
import { authorNamesQuery } from '../../data/authors.ts'
import { categoriesQuery } from '../../data/categories.ts'
import { Button } from '../../ui/button.tsx'
import { ColorDot } from '../../ui/color-dot.tsx'
import type { Option } from '../../ui/option-list.tsx'
import { Select } from '../../ui/select.tsx'
import { extraFilterCount, type ArticlesQuery, type ArticlesSearch } from './articles-search.ts'

const ANY = 'any'

const YES_NO: readonly Option[] = [
  { id: ANY, label: 'Any' },
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]

const toYesNo = (value: boolean | null) => (value === null ? ANY : value ? 'yes' : 'no')
const fromYesNo = (id: string) => (id === ANY ? undefined : id === 'yes')
const fromId = (id: string) => (id === ANY ? undefined : id)

export function MoreFilters({
  query,
  onChange,
}: {
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: authors = [] } = useQuery(authorNamesQuery)
  return (
    <div className="grid grid-cols-2 items-end gap-3 rounded-lg border border-rule bg-card p-4 lg:grid-cols-[1fr_1fr_8rem_8rem_auto]">
      <Select
        label="Category"
        value={query.category ?? ANY}
        onChange={(id) => onChange({ category: fromId(id) })}
        options={[
          { id: ANY, label: 'Any category' },
          ...categories.map(({ id, name, color }) => ({
            id,
            label: name,
            adornment: <ColorDot color={color} />,
          })),
        ]}
      />
      <Select
        label="Author"
        value={query.author ?? ANY}
        onChange={(id) => onChange({ author: fromId(id) })}
        options={[
          { id: ANY, label: 'Any author' },
          ...authors.map(({ id, full_name }) => ({ id, label: full_name ?? 'Without a name' })),
        ]}
      />
      <Select
        label="Featured"
        value={toYesNo(query.featured)}
        onChange={(id) => onChange({ featured: fromYesNo(id) })}
        options={YES_NO}
      />
      <Select
        label="Hero"
        value={toYesNo(query.hero)}
        onChange={(id) => onChange({ hero: fromYesNo(id) })}
        options={YES_NO}
      />
      <Button
        variant="ghost"
        isDisabled={extraFilterCount(query) === 0}
        onPress={() =>
          onChange({ category: undefined, author: undefined, featured: undefined, hero: undefined })
        }
      >
        Clear filters
      </Button>
    </div>
  )
}
