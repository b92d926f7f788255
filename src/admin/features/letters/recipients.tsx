import { Download } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import type { Letter, LetterRecipient } from '../../../domain/letters/letter.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { isFiltered, toFilteredQuery } from '../../data/requests/list-search.ts'
import { type Column, NONE, TableOrCards } from '../../resources/data-table.tsx'
import { useExport } from '../../resources/export-file.ts'
import { ListResults, ListSearch, useListScreen } from '../../resources/list-screen.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Select } from '../../ui/fields/select.tsx'
import { Badge, type BadgeVariant } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { type LetterNumbers, fetchRecipients, isGoingOut, recipientsQuery } from './data/letters.ts'
import { FILTER_LABELS, recipientNote, recipientsTable } from './letter-words.ts'
import { RECIPIENT_FILTERS, recipientsSearchSchema } from './letters-search.ts'

/** Who got a letter and who did not, each with the reason. `numbers`: undefined while they load. */
export function Recipients({ letter, numbers }: { letter: Letter; numbers: LetterNumbers | undefined }) {
  const isLive = isGoingOut(letter)
  const screen = useListScreen(recipientsSearchSchema, toFilteredQuery, (query) =>
    recipientsQuery(letter.id, query, isLive),
  )
  const { query, data } = screen
  const exporting = useExport(async () => {
    const rows = await fetchRecipients(letter.id, query)
    const { csvFileName, tableCsv } = await import('../../../domain/text/csv.ts')
    const { columns, cells } = recipientsTable(serverClock.calendar)
    return {
      what: 'Recipients of a letter',
      rows: rows.length,
      fileName: csvFileName('letter-recipients', serverClock),
      text: tableCsv(columns, rows.map(cells)),
      done: `Exported ${formatNumber(rows.length)} recipients to CSV.`,
    }
  })
  return (
    <section aria-labelledby="recipients-heading" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="recipients-heading" className="text-lg font-semibold">
          Recipients
        </h2>
        <Button
          size="sm"
          isDisabled={data === undefined || data.total === 0}
          isPending={exporting.isPending}
          onPress={exporting.start}
        >
          <Download aria-hidden className="size-4" />
          Export CSV
        </Button>
      </div>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(12rem,1fr)_14rem]">
        <ListSearch title="Recipients" screen={screen} />
        <Select
          label="State"
          value={query.state ?? null}
          onChange={(state) => screen.change({ state: state ?? undefined })}
          options={[
            { id: null, label: 'All' },
            ...RECIPIENT_FILTERS.map((id) => ({
              id,
              label:
                numbers === undefined
                  ? FILTER_LABELS[id]
                  : `${FILTER_LABELS[id]}: ${formatNumber(numbers[id])}`,
            })),
          ]}
        />
      </div>
      <ListResults
        screen={screen}
        noun="recipients"
        emptyTitle="Nobody had chosen this topic."
        noMatchTitle="No recipients match."
        isFiltered={isFiltered(query)}
        keepsScroll
      >
        {(rows) => <RecipientList rows={rows} />}
      </ListResults>
    </section>
  )
}

const VARIANTS: Partial<Record<LetterRecipient['state'], BadgeVariant>> = {
  accepted: 'outline',
  failed: 'destructive',
}

const StateOf = ({ state }: LetterRecipient) => (
  <Badge variant={VARIANTS[state] ?? 'secondary'}>{FILTER_LABELS[state]}</Badge>
)

const address = ({ email }: LetterRecipient) =>
  email === null ? <span className="text-soft">Erased</span> : <span title={email}>{email}</span>

const COLUMNS: readonly Column<LetterRecipient>[] = [
  { header: 'Address', cellClassName: 'max-w-72 truncate font-semibold', cell: address },
  { header: 'State', cellClassName: 'whitespace-nowrap', cell: (row) => <StateOf {...row} /> },
  {
    header: 'Reason',
    headClassName: 'w-full',
    cellClassName: 'min-w-48 text-sm [overflow-wrap:anywhere]',
    cell: (row) => recipientNote(row) || NONE,
  },
  {
    header: 'Accepted',
    cellClassName: 'text-sm whitespace-nowrap text-soft tabular-nums',
    cell: ({ accepted_at: at }) => (at === null ? NONE : <time dateTime={at}>{formatDateTime(at)}</time>),
  },
]

function RecipientList({ rows }: { rows: readonly LetterRecipient[] }) {
  return (
    <TableOrCards
      label="Recipients"
      columns={COLUMNS}
      rows={rows}
      minWidth={700}
      isDense
      card={(row) => (
        <li key={row.id} className="flex flex-col gap-1 p-3.5">
          <p className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate font-semibold">{address(row)}</span>
            <StateOf {...row} />
          </p>
          <p className="text-sm [overflow-wrap:anywhere] text-soft">{recipientNote(row)}</p>
        </li>
      )}
    />
  )
}
