import { FilterBar } from '../../resources/filter-bar.tsx'
import { type DayRangeTexts, DayRange } from '../../ui/dates/day-range.tsx'
import { Select } from '../../ui/fields/select.tsx'
import {
  type SubscribersQuery,
  type SubscribersSearch,
  STATUS_LABELS,
  SUBSCRIBER_STATUSES,
} from './subscribers-search.ts'

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
    <FilterBar label="Subscribers" placeholder="Email or first name" query={query} onChange={onChange}>
      <Select
        label="Status"
        value={query.status ?? null}
        onChange={(status) => onChange({ status: status ?? undefined })}
        options={[
          { id: null, label: 'All' },
          ...SUBSCRIBER_STATUSES.map((id) => ({ id, label: STATUS_LABELS[id] })),
        ]}
      />
      <Select
        label="Source Page"
        value={query.source ?? null}
        onChange={(source) => onChange({ source: source ?? undefined })}
        options={[
          { id: null, label: 'All Sources' },
          ...known.map((source) => ({ id: source, label: source })),
        ]}
      />
      <DayRange from={query.from} to={query.to} onChange={onChange} texts={DATE_TEXTS} />
    </FilterBar>
  )
}
