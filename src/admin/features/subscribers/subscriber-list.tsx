import type { Preferences, Subscriber } from '../../../domain/subscriber.ts'
import { type Column, DataTable, TableOrCards } from '../../resources/data-table.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime, formatMonthDay } from '../../ui/format.ts'
import { STATUS_LABELS } from './subscribers-search.ts'

/** The subscribers as a table, where that is too wide as cards. */
export function SubscriberList({ rows }: { rows: readonly Subscriber[] }) {
  return (
    <TableOrCards
      minWidth={820}
      table={() => <DataTable label="Subscribers" columns={COLUMNS} rows={rows} />}
      cards={() => (
        <ul aria-label="Subscribers" className="divide-y divide-rule rounded-lg border border-rule bg-card">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-col gap-2 p-3.5">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0">
                  <span className="line-clamp-2 font-semibold break-words">{row.email}</span>
                  <span className="line-clamp-3 text-sm break-words text-soft">
                    {row.first_name !== null && `${row.first_name} · `}
                    <Day iso={row.subscribed_at} />
                    {row.source_page !== null && ` · ${row.source_page}`}
                  </span>
                </p>
                <StatusBadge status={row.status} />
              </div>
              <PreferenceBadges preferences={row.preferences} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const COLUMNS: readonly Column<Subscriber>[] = [
  {
    header: 'Email',
    cellClassName: 'max-w-72 truncate font-semibold',
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  {
    header: 'Name',
    cellClassName: 'max-w-40 truncate',
    cell: ({ first_name: name }) =>
      name === null ? <span className="text-soft">-</span> : <span title={name}>{name}</span>,
  },
  {
    header: 'Subscribed',
    cellClassName: 'whitespace-nowrap',
    cell: ({ subscribed_at }) => <Day iso={subscribed_at} />,
  },
  {
    header: 'Source',
    cellClassName: 'max-w-52 truncate text-sm text-soft',
    cell: ({ source_page: source }) => (source === null ? '-' : <span title={source}>{source}</span>),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Preferences',
    cellClassName: 'min-w-44',
    cell: ({ preferences }) => <PreferenceBadges preferences={preferences} />,
  },
]

function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatMonthDay(iso)}
    </time>
  )
}

function StatusBadge({ status }: Pick<Subscriber, 'status'>) {
  return <Badge variant={status === 'active' ? 'default' : 'secondary'}>{STATUS_LABELS[status]}</Badge>
}

const PREFERENCES: readonly [keyof Preferences, label: string][] = [
  ['weeklyNewsletter', 'Newsletter'],
  ['designTips', 'Design Tips'],
  ['newArticles', 'New Articles'],
  ['specialOffers', 'Offers'],
]

function PreferenceBadges({ preferences }: Pick<Subscriber, 'preferences'>) {
  const chosen = PREFERENCES.filter(([key]) => preferences[key])
  if (chosen.length === 0) return <span className="text-sm text-soft">No preferences</span>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chosen.map(([key, label]) => (
        <li key={key}>
          <Badge variant="outline">{label}</Badge>
        </li>
      ))}
    </ul>
  )
}
