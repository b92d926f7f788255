import { Button } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  type SubscribersQuery,
  type SubscribersSearch,
  isFiltered,
  STATUS_LABELS,
  SUBSCRIBER_STATUSES,
} from './subscribers-search.ts'

const ALL = 'all'
/** Before a source, so that a source called 'all' is not the option of that name. */
const SOURCE = 'source:'

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
    <search
      aria-label="Subscribers"
      className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(12rem,1fr)_9rem_12rem_9.5rem_9.5rem]"
    >
      <div className="col-span-2 flex flex-col gap-1.5 lg:col-span-1">
        <span aria-hidden className="text-sm font-semibold">
          Search
        </span>
        <SearchBox
          label="Search subscribers"
          placeholder="Email or first name"
          text={query.text}
          onText={(text) => onChange({ q: text || undefined })}
        />
      </div>
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
        value={query.source === undefined ? ALL : SOURCE + query.source}
        onChange={(id) => onChange({ source: id === ALL ? undefined : id.slice(SOURCE.length) })}
        options={[
          { id: ALL, label: 'All Sources' },
          ...known.map((source) => ({ id: SOURCE + source, label: source })),
        ]}
      />
      <TextField
        type="date"
        label="Start Date"
        value={query.from ?? ''}
        onChange={(day) => onChange({ from: day || undefined })}
        description={query.from !== undefined && query.to === undefined ? 'Set an end date, too' : undefined}
        inputClassName="min-h-9.5"
      />
      <TextField
        type="date"
        label="End Date"
        value={query.to ?? ''}
        onChange={(day) => onChange({ to: day || undefined })}
        description={query.to !== undefined && query.from === undefined ? 'Set a start date, too' : undefined}
        errorMessage={
          query.from !== undefined && query.to !== undefined && query.from > query.to
            ? 'Before the start date'
            : undefined
        }
        inputClassName="min-h-9.5"
      />
      {isFiltered(query) && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-2 justify-self-start lg:col-span-5"
          onPress={() =>
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
          Clear Filters
        </Button>
      )}
    </search>
  )
}
