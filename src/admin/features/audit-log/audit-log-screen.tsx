import { Download } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import { type AuditEntry, auditNote, auditSubject, auditSummary } from '../../../domain/newsroom/audit.ts'
import { AUDIT_KIND_LABELS } from '../../../domain/newsroom/audit-kind.ts'
import { isFiltered, toFilteredQuery } from '../../data/requests/list-search.ts'
import { type Column, TableOrCards } from '../../resources/data-table.tsx'
import { useExport } from '../../resources/export-file.ts'
import { ListResults, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { type AuditLogQuery, auditLogSearchSchema } from './audit-log-search.ts'
import { auditLogQuery, fetchAuditLog } from './data/audit-log.ts'

/** Who did what and when, for super admins. */
export function AuditLogScreen() {
  const screen = useListScreen(auditLogSearchSchema, toFilteredQuery, auditLogQuery)
  const { query, data } = screen
  return (
    <ScreenBox className="md:gap-5">
      <div>
        <ScreenTitle>Audit Log</ScreenTitle>
        <p className="text-soft md:mt-1">Who did what, kept for two years. Nobody can change it.</p>
      </div>
      <TopBarActions>
        <ExportButton filter={query} isEmpty={(data?.total ?? 0) === 0} />
      </TopBarActions>
      <AuditLogFilters query={query} onChange={screen.change} />
      <ListResults
        screen={screen}
        noun="entries"
        errorTitle="Failed to load the audit log"
        emptyTitle="Nothing has been logged yet."
        noMatchTitle="No entries match."
        isFiltered={isFiltered(query)}
      >
        {(rows) => <Entries rows={rows} />}
      </ListResults>
    </ScreenBox>
  )
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    cellClassName: 'text-sm whitespace-nowrap text-soft tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  {
    header: 'Who',
    cellClassName: 'max-w-52 truncate font-semibold',
    cell: ({ actor_name }) => <span title={actor_name}>{actor_name}</span>,
  },
  { header: 'Action', cellClassName: 'whitespace-nowrap', cell: ({ kind }) => AUDIT_KIND_LABELS[kind] },
  {
    header: 'Item',
    headClassName: 'w-1/2',
    cellClassName: 'min-w-44 text-sm [overflow-wrap:anywhere]',
    cell: (entry) => (
      <span title={auditSubject(entry)} className="line-clamp-3">
        {auditSubject(entry)}
      </span>
    ),
  },
  {
    header: 'Details',
    headClassName: 'w-1/2',
    cellClassName: 'min-w-44 text-sm text-soft [overflow-wrap:anywhere]',
    cell: (entry) => <Note entry={entry} />,
  },
]

function Note({ entry }: { entry: AuditEntry }) {
  const summary = auditSummary(entry)
  if (summary === null) return auditNote(entry)
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm">{summary}</summary>
      <p className="mt-1">{auditNote(entry)}</p>
    </details>
  )
}

function Entries({ rows }: { rows: readonly AuditEntry[] }) {
  return (
    <TableOrCards
      label="Audit Log"
      columns={COLUMNS}
      rows={rows}
      minWidth={860}
      card={(entry) => (
        <li key={entry.id} className="flex flex-col gap-0.5 p-3.5 [overflow-wrap:anywhere]">
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-semibold">{AUDIT_KIND_LABELS[entry.kind]}</span>
            <time dateTime={entry.created_at} className="shrink-0 text-xs text-soft">
              {formatDateTime(entry.created_at)}
            </time>
          </p>
          {auditSubject(entry) !== '' && <p className="text-sm">{auditSubject(entry)}</p>}
          <div className="text-sm text-soft">
            {entry.actor_name}
            {auditSummary(entry) === null && auditNote(entry) !== '' && ' · '}
            <Note entry={entry} />
          </div>
        </li>
      )}
    />
  )
}

/** Downloads all entries that the filters leave as a CSV file. */
function ExportButton({ filter, isEmpty }: { filter: AuditLogQuery; isEmpty: boolean }) {
  const { isPending, start } = useExport(async () => {
    const entries = await fetchAuditLog(filter)
    const { auditCsv, csvFileName } = await import('../../../domain/text/csv.ts')
    return {
      what: 'Audit log',
      rows: entries.length,
      fileName: csvFileName('audit-log', serverClock),
      text: auditCsv(entries, serverClock.calendar),
      done: `Exported ${entries.length} entries to CSV.`,
    }
  })
  return (
    <Button variant="primary" isDisabled={isEmpty} isPending={isPending} onPress={start}>
      <Download aria-hidden className="size-4" />
      Export CSV
    </Button>
  )
}
