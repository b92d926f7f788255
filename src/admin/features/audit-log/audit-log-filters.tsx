import { useQuery } from '@tanstack/react-query'
import { AUDIT_KIND_LABELS, AUDIT_KINDS } from '../../../domain/audit.ts'
import { Button } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AuditLogQuery, type AuditLogSearch, isFiltered } from './audit-log-search.ts'
import { auditActorsQuery } from './data/audit-log.ts'

const ALL = 'all'

export function AuditLogFilters({
  query,
  onChange,
}: {
  query: AuditLogQuery
  onChange: (part: AuditLogSearch) => void
}) {
  const { data: people = [] } = useQuery(auditActorsQuery)
  const { from, to } = query
  return (
    <search
      aria-label="Audit log"
      className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(12rem,1fr)_12rem_12rem_9.5rem_9.5rem]"
    >
      <div className="col-span-2 flex flex-col gap-1.5 lg:col-span-1">
        <span aria-hidden className="text-sm font-semibold">
          Search
        </span>
        <SearchBox
          label="Search the audit log"
          placeholder="Person, item or detail"
          text={query.text}
          onText={(text) => onChange({ q: text || undefined })}
        />
      </div>
      <Select
        label="Action"
        value={query.kind ?? ALL}
        onChange={(id) => onChange({ kind: AUDIT_KINDS.find((kind) => kind === id) })}
        options={[
          { id: ALL, label: 'All' },
          ...AUDIT_KINDS.map((id) => ({ id, label: AUDIT_KIND_LABELS[id] })),
        ]}
      />
      <Select
        label="Person"
        value={query.person ?? ALL}
        onChange={(id) => onChange({ person: id === ALL ? undefined : id })}
        options={[{ id: ALL, label: 'Everybody' }, ...people.map(({ id, name }) => ({ id, label: name }))]}
      />
      <TextField
        type="date"
        label="From"
        value={from ?? ''}
        onChange={(day) => onChange({ from: day || undefined })}
        inputClassName="min-h-9.5"
      />
      <TextField
        type="date"
        label="To"
        value={to ?? ''}
        onChange={(day) => onChange({ to: day || undefined })}
        errorMessage={
          from !== undefined && to !== undefined && from > to ? 'Before the first day' : undefined
        }
        inputClassName="min-h-9.5"
      />
      {isFiltered(query) && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-2 justify-self-start lg:col-span-5"
          onPress={() =>
            onChange({ q: undefined, kind: undefined, person: undefined, from: undefined, to: undefined })
          }
        >
          Clear Filters
        </Button>
      )}
    </search>
  )
}
