import { useRef } from 'react'
import type { Subscriber } from '../../../domain/subscriber.ts'
import { formatDateTime, formatMonthDay } from '../../ui/local-date-time.ts'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { PreferenceBadges, StatusBadge } from './subscriber-badges.tsx'

/** In pixels; what the six columns need. */
const TABLE_FROM = 820

/** The subscribers as a table, where that is too wide as a list. */
export function SubscriberRows({ rows }: { rows: readonly Subscriber[] }) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(box, TABLE_FROM)
  return (
    <div ref={box}>
      {isNarrow === true && <SubscriberCards rows={rows} />}
      {isNarrow === false && <SubscriberTable rows={rows} />}
    </div>
  )
}

function SubscriberTable({ rows }: { rows: readonly Subscriber[] }) {
  return (
    <Table label="Subscribers">
      <thead>
        <tr>
          <HeadCell>Email</HeadCell>
          <HeadCell>Name</HeadCell>
          <HeadCell>Subscribed</HeadCell>
          <HeadCell>Source</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Preferences</HeadCell>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-paper">
            <Cell className="max-w-72 truncate font-semibold">
              <span title={row.email}>{row.email}</span>
            </Cell>
            <Cell className="max-w-40 truncate">
              {row.first_name === null ? (
                <span className="text-soft">-</span>
              ) : (
                <span title={row.first_name}>{row.first_name}</span>
              )}
            </Cell>
            <Cell className="whitespace-nowrap">
              <Day iso={row.subscribed_at} />
            </Cell>
            <Cell className="max-w-52 truncate text-sm text-soft">
              {row.source_page === null ? '-' : <span title={row.source_page}>{row.source_page}</span>}
            </Cell>
            <Cell>
              <StatusBadge status={row.status} />
            </Cell>
            <Cell className="min-w-44">
              <PreferenceBadges preferences={row.preferences} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function SubscriberCards({ rows }: { rows: readonly Subscriber[] }) {
  return (
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
  )
}

function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatMonthDay(iso)}
    </time>
  )
}
