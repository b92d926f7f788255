import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Preferences, Subscriber } from '../../../domain/subscriber.ts'
import { type Column, DataTable, TableOrCards } from '../../resources/data-table.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { ListResults, ScreenBox, useListScreen } from '../../resources/list-screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { formatDateTime, formatMonthDay, formatNumber } from '../../ui/format.ts'
import { ScreenTitle, TopBarActions } from '../../ui/top-bar.tsx'
import { showToast } from '../../ui/toast.ts'
import {
  type SubscriberOverview,
  fetchSubscribers,
  subscriberListQuery,
  subscriberOverviewQuery,
} from './data/subscribers.ts'
import { SubscriberFilters } from './subscriber-filters.tsx'
import {
  type SubscriberFilter,
  isFiltered,
  STATUS_LABELS,
  subscribersSearchSchema,
  toSubscribersQuery,
} from './subscribers-search.ts'

export function SubscribersScreen() {
  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle isInTopBar={false}>Newsletter Subscribers</ScreenTitle>
      <Subscribers />
    </ScreenBox>
  )
}

function Subscribers() {
  const screen = useListScreen(subscribersSearchSchema, toSubscribersQuery, subscriberListQuery)
  const overview = useQuery(subscriberOverviewQuery)
  if (screen.isError || overview.isError) {
    const retry = () => {
      screen.refetch()
      void overview.refetch()
    }
    return <ErrorState title="Failed to load subscribers." onRetry={retry} />
  }
  const { query, data } = screen
  return (
    <>
      <TopBarActions>
        <ExportButton filter={query} total={data?.total ?? 0} />
      </TopBarActions>
      <Counters overview={overview.data} />
      <SubscriberFilters query={query} sources={overview.data?.sources ?? []} onChange={screen.change} />
      <section aria-labelledby="subscribers-heading" className="flex flex-col gap-3">
        <h2 id="subscribers-heading" aria-live="polite" className="text-lg font-semibold">
          {`Subscribers${data === undefined ? '' : ` (${formatNumber(data.total)})`}`}
        </h2>
        <ListResults
          screen={screen}
          noun="subscribers"
          errorTitle="Failed to load subscribers."
          emptyTitle="Nobody has subscribed yet."
          noMatchTitle="No subscribers match."
          isFiltered={isFiltered(query)}
        >
          {(rows) => <SubscriberList rows={rows} />}
        </ListResults>
      </section>
    </>
  )
}

const COUNTERS = [
  ['total', 'Total Subscribers'],
  ['active', 'Active Subscribers'],
  ['this_month', 'This Month'],
] as const

/** Counts of all subscribers, independent of the filters. */
function Counters({ overview }: { overview: SubscriberOverview | undefined }) {
  return (
    <dl aria-busy={overview === undefined} className="grid grid-cols-3 gap-2.5 md:gap-4">
      {COUNTERS.map(([key, label]) => (
        <div
          key={key}
          className="flex flex-col justify-between gap-1 rounded-lg border border-rule bg-card p-3 md:p-4"
        >
          <dt className="text-xs text-soft md:text-sm">{label}</dt>
          <dd className="font-serif text-2xl tracking-[-0.02em] md:text-3xl">
            {overview === undefined ? <Skeleton className="my-1 h-8 w-20" /> : formatNumber(overview[key])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Downloads all subscribers that the filters leave as a CSV file, with its progress. */
function ExportButton({ filter, total }: { filter: SubscriberFilter; total: number }) {
  const [done, setDone] = useState<number | null>(null)

  const save = async () => {
    setDone(0)
    try {
      const subscribers = await fetchSubscribers(filter, setDone)
      const { subscribersCsv, subscribersFileName } = await import('../../../domain/csv.ts')
      downloadText(subscribersFileName(new Date()), 'text/csv', subscribersCsv(subscribers))
      showToast({
        title: 'Export successful',
        description: `Exported ${subscribers.length} subscribers to CSV.`,
      })
    } catch (error) {
      const failed = 'The subscribers could not be fetched. Please try again.'
      toastError('Export failed', error, { network: failed, otherwise: failed })
    } finally {
      setDone(null)
    }
  }

  const share = done === null || total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
  return (
    <Button variant="primary" isDisabled={total === 0} isPending={done !== null} onPress={() => void save()}>
      <Download aria-hidden className="size-4" />
      {done === null ? 'Export CSV' : `Exporting… ${share} %`}
    </Button>
  )
}

function SubscriberList({ rows }: { rows: readonly Subscriber[] }) {
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
