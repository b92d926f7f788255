import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authorNamesQuery } from '../../data/people/authors.ts'
import { useToldApart } from '../../data/people/people-hints.ts'
import { useCategoryOptions } from '../../story/category-options.tsx'
import { tagOptions, tagsOfQuery, useFoundTags } from '../../story/tags.ts'
import { Button } from '../../ui/layout/button.tsx'
import { DayRange } from '../../ui/dates/day-range.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { emptyListText } from '../../resources/empty-list-text.ts'
import { Select } from '../../ui/fields/select.tsx'
import {
  type ArticlesQuery,
  type ArticlesSearch,
  type DateColumn,
  DATE_COLUMNS,
  extraFilterCount,
} from './articles-search.ts'

type YesNo = 'yes' | 'no'

const YES_NO: readonly Option<YesNo | null>[] = [
  { id: null, label: 'Any' },
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]

const DATE_LABELS: Readonly<Record<DateColumn, string>> = {
  published_at: 'Published',
  updated_at: 'Changed',
  created_at: 'Created',
}

const toYesNo = (value: boolean | undefined) => (value === undefined ? null : value ? 'yes' : 'no')
const fromYesNo = (id: YesNo | null) => (id === null ? undefined : id === 'yes')

export function MoreFilters({
  query,
  onChange,
}: {
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
  const { options: categoryOptions } = useCategoryOptions('Any category')
  const { data: names = [] } = useQuery(authorNamesQuery)
  const authors = useToldApart(
    names.map(({ id, full_name }) => ({ id, name: full_name ?? 'Without a name' })),
  )
  return (
    <div className="grid grid-cols-2 items-start gap-3 rounded-lg border border-rule bg-card p-4 lg:grid-cols-3 xl:grid-cols-5">
      <Select
        label="Category"
        value={query.category ?? null}
        onChange={(id) => onChange({ category: id ?? undefined })}
        options={categoryOptions}
      />
      <Select
        label="Author"
        value={query.author ?? null}
        onChange={(id) => onChange({ author: id ?? undefined })}
        options={[{ id: null, label: 'Any author' }, ...authors.map(({ id, label }) => ({ id, label }))]}
      />
      <TagFilter tag={query.tag} onChange={(tag) => onChange({ tag })} />
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
      <Select
        label="Date"
        value={query.on}
        onChange={(on) => onChange({ on })}
        options={DATE_COLUMNS.map((id) => ({ id, label: DATE_LABELS[id] }))}
      />
      <DayRange from={query.from} to={query.to} onChange={onChange} />
      <Button
        variant="ghost"
        className="self-end"
        isDisabled={extraFilterCount(query) === 0}
        onPress={() =>
          onChange({
            category: undefined,
            author: undefined,
            tag: undefined,
            featured: undefined,
            hero: undefined,
            on: undefined,
            from: undefined,
            to: undefined,
          })
        }
      >
        Clear Filters
      </Button>
    </div>
  )
}

function TagFilter({
  tag,
  onChange,
}: {
  tag: string | undefined
  onChange: (tag: string | undefined) => void
}) {
  const { data: known = [] } = useQuery(tagsOfQuery(tag === undefined ? [] : [tag]))
  const chosen = known.find(({ id }) => id === tag)
  const [typed, setTyped] = useState('')
  // The name of the chosen tag is not a search.
  const text = typed === chosen?.name ? '' : typed
  const search = useFoundTags(text)
  const found = tagOptions(search.tags, text)
  return (
    <ComboBox
      label="Tag"
      placeholder="Any tag"
      value={chosen?.id ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearch={setTyped}
      options={
        chosen === undefined || found.some(({ id }) => id === chosen.id)
          ? found
          : [{ id: chosen.id, label: chosen.name }, ...found]
      }
      emptyText={emptyListText(search, 'No such tag')}
    />
  )
}
