import { useQuery } from '@tanstack/react-query'
import { AUDIT_KIND_LABELS, AUDIT_KINDS } from '../../../domain/newsroom/audit-kind.ts'
import { useToldApart } from '../../data/people/people-hints.ts'
import { FilterBar } from '../../resources/filter-bar.tsx'
import { DayRange } from '../../ui/dates/day-range.tsx'
import { Select } from '../../ui/fields/select.tsx'
import type { AuditLogQuery, AuditLogSearch } from './audit-log-search.ts'
import { auditActorsQuery } from './data/audit-log.ts'

export function AuditLogFilters({
  query,
  onChange,
}: {
  query: AuditLogQuery
  onChange: (part: AuditLogSearch) => void
}) {
  const { data: actors = [] } = useQuery(auditActorsQuery)
  const people = useToldApart(actors)
  return (
    <FilterBar label="Audit log" placeholder="Person, item or detail" query={query} onChange={onChange}>
      <Select
        label="Action"
        value={query.kind ?? null}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
        options={[
          { id: null, label: 'All' },
          ...AUDIT_KINDS.map((id) => ({ id, label: AUDIT_KIND_LABELS[id] })),
        ]}
      />
      <Select
        label="Person"
        value={query.person ?? null}
        onChange={(person) => onChange({ person: person ?? undefined })}
        options={[{ id: null, label: 'Everybody' }, ...people.map(({ id, label }) => ({ id, label }))]}
      />
      <DayRange from={query.from} to={query.to} onChange={onChange} />
    </FilterBar>
  )
}
