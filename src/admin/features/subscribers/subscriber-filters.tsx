import { FilterBar } from '../../resources/filter-bar.tsx'
import { type DayRangeTexts, DayRange } from '../../ui/day-range.tsx'
import { Select } from '../../ui/select.tsx'
import {
  type SubscribersQuery,
  type SubscribersSearch,
  isFiltered,
  STATUS_LABELS,
  SUBSCRIBER_STATUSES,
} from './subscribers-search.ts'

const ALL = 'all'
/** Prefix of a source's option id, so that a source called 'all' differs from the option for all. */
const SOURCE_PREFIX = 'source:'

const DATE_TEXTS: DayRangeTexts = {
  from: 'Start Date',
  to: 'End Date',
  tooEarly: 'Before the start date',
  fromMissing: 'Set a start date, too',
  toMissing: 'Set an end date, too',
}

export function SubscriberFilters({
  query,
  sources,
  onChange,
}: {
  query: SubscribersQuery
  sources: readonly string[]
  onChange: (part: SubscribersSearch) => void
}) {
  const known =
    query.source === undefined || sources.includes(query.source) ? sources : [query.source, ...sources]
  return (
    <FilterBar
      label="Subscribers"
      placeholder="Email or first name"
      text={query.text}
      onText={(q) => onChange({ q })}
      isFiltered={isFiltered(query)}
      onClear={() =>
        onChange({
          q: undefined,
          status: undefined,
          source: undefined,
          from: undefined,
          to: undefined,
          requests: undefined,
        })
      }
    >
      <Select
        label="Status"
        value={query.status ?? ALL}
        onChange={(id) => onChange({ status: SUBSCRIBER_STATUSES.find((status) => status === id) })}
        options={[
          { id: ALL, label: 'All' },
          ...SUBSCRIBER_STATUSES.map((id) => ({ id, label: STATUS_LABELS[id] })),
        ]}
      />
      <Select
        label="Source Page"
        value={query.source === undefined ? ALL : SOURCE_PREFIX + query.source}
        onChange={(id) => onChange({ source: id === ALL ? undefined : id.slice(SOURCE_PREFIX.length) })}
        options={[
          { id: ALL, label: 'All Sources' },
          ...known.map((source) => ({ id: SOURCE_PREFIX + source, label: source })),
        ]}
      />
      <DayRange from={query.from} to={query.to} onChange={onChange} texts={DATE_TEXTS} />
    </FilterBar>
  )
}
