import { useQuery } from '@tanstack/react-query'
import { Check, Download, MailX, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { type Action, can } from '../../../domain/people/role.ts'
import type { Preferences, Subscriber } from '../../../domain/readers/subscriber.ts'
import { isFiltered, toFilteredQuery } from '../../data/requests/list-search.ts'
import { type Column, NONE, TableOrCards } from '../../resources/data-table.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { useExport } from '../../resources/export-file.ts'
import { type OfferedAct, BulkActs } from '../../resources/bulk/bulk-acts.tsx'
import { ListResults, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { SelectBox } from '../../resources/selection/select-box.tsx'
import { type Selection, useSelection } from '../../resources/selection/use-selection.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Day } from '../../ui/dates/day.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { formatMonthDay } from '../../ui/dates/format.ts'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import {
  type SubscriberOverview,
  activeCountQuery,
  eraseSubscriber,
  fetchRecipients,
  fetchSubscriberIds,
  fetchSubscribers,
  mailStateQuery,
  subscriberListQuery,
  subscriberOverviewQuery,
} from './data/subscribers.ts'
import type { SubscriberAct } from './bulk-subscribers-dialog.tsx'
import { SubscriberDialog } from './subscriber-dialog.tsx'
import { SubscriberFilters } from './subscriber-filters.tsx'
import { type SubscribersQuery, STATUS_LABELS, subscribersSearchSchema } from './subscribers-search.ts'

const BulkSubscribersDialog = lazyPart(
  async () => (await import('./bulk-subscribers-dialog.tsx')).BulkSubscribersDialog,
)

export function SubscribersScreen() {
  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle isInTopBar={false}>Newsletter Subscribers</ScreenTitle>
      <Subscribers />
    </ScreenBox>
  )
}

function Subscribers() {
  const screen = useListScreen(subscribersSearchSchema, toFilteredQuery, subscriberListQuery)
  const overview = useQuery(subscriberOverviewQuery)
  const { query, data } = screen
  const selection = useSelection(screen)
  const { role } = useProfile()
  return (
    <>
      <TopBarActions>
        <MailingListButton isEmpty={overview.data?.active === 0} />
        <ExportButton filter={query} total={data?.total ?? 0} />
      </TopBarActions>
      {overview.isLoadingError ? (
        <QueryError title="Failed to load the counts" error={overview.error} refetch={overview.refetch} />
      ) : (
        <Counters overview={overview.data} />
      )}
      <Notices overview={overview.data} onShowRequests={() => screen.change({ requests: 'open' })} />
      <SubscriberFilters query={query} sources={overview.data?.sources ?? []} onChange={screen.change} />
      <section aria-labelledby="subscribers-heading" className="flex flex-col gap-3">
        <div>
          <h2 id="subscribers-heading" aria-live="polite" className="text-lg font-semibold">
            {`Subscribers${data === undefined ? '' : ` (${formatNumber(data.total)})`}`}
          </h2>
          <ActiveCount filter={query} />
        </div>
        <ListResults
          screen={screen}
          noun="subscribers"
          errorTitle="Failed to load subscribers."
          emptyTitle="Nobody has subscribed yet."
          noMatchTitle="No subscribers match."
          isFiltered={isFiltered(query)}
        >
          {(rows) => <SubscriberList rows={rows} selection={selection} />}
        </ListResults>
        <BulkActs
          selection={selection}
          noun="subscribers"
          total={data?.total ?? 0}
          fetchIds={() => fetchSubscriberIds(query)}
          acts={ACTS.filter(({ needs }) => can(role, needs))}
          Dialog={BulkSubscribersDialog}
        />
      </section>
    </>
  )
}

const ACTS: readonly (OfferedAct<SubscriberAct> & { needs: Action })[] = [
  { act: 'answered', label: 'Mark as Answered', icon: Check, needs: 'subscribers.read' },
  { act: 'unsubscribe', label: 'Unsubscribe', icon: MailX, needs: 'subscribers.read', tone: 'destructive' },
  { act: 'delete', label: 'Delete', icon: Trash2, needs: 'subscribers.delete', tone: 'destructive' },
]

const COUNTERS = [
  ['total', 'Total Subscribers'],
  ['active', 'Active Subscribers'],
  ['this_month', 'This Month'],
] as const

/** Counts of all active subscribers, independent of the filters. */
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

const NOT_FETCHED = 'The subscribers could not be fetched. Please try again.'
const EXPORT_WORDS = { network: NOT_FETCHED, otherwise: NOT_FETCHED }

/** Downloads all subscribers that match the filters as a CSV file, and shows the progress. */
function ExportButton({ filter, total }: { filter: SubscribersQuery; total: number }) {
  const [fetched, setFetched] = useState(0)
  const { isPending, start } = useExport(
    async () => {
      setFetched(0)
      const subscribers = await fetchSubscribers(filter, setFetched)
      const { csvFileName, subscribersCsv } = await import('../../../domain/text/csv.ts')
      return {
        what: 'Subscribers',
        rows: subscribers.length,
        fileName: csvFileName('subscribers', serverClock),
        text: subscribersCsv(subscribers, serverClock.calendar),
        done: `Exported ${subscribers.length} subscribers to CSV.${subscribedNote(subscribers)}`,
      }
    },
    { words: EXPORT_WORDS },
  )
  const share = total === 0 ? 0 : Math.min(100, Math.floor((fetched / total) * 100))
  return (
    <Button variant="primary" isDisabled={total === 0} isPending={isPending} onPress={start}>
      <Download aria-hidden className="size-4" />
      {!isPending ? 'Export CSV' : `Exporting… ${share} %`}
    </Button>
  )
}

function subscribedNote(subscribers: readonly Subscriber[]): string {
  const active = subscribers.filter(({ status }) => status === 'active').length
  return active === subscribers.length ? '' : ` ${active} of them are subscribed.`
}

/** Downloads the addresses that the weekly letter goes to, each with its link to unsubscribe. */
function MailingListButton({ isEmpty }: { isEmpty: boolean }) {
  const { isPending, start } = useExport(
    async () => {
      const recipients = await fetchRecipients()
      const { csvFileName, mailingListCsv } = await import('../../../domain/text/csv.ts')
      return {
        what: 'Mailing list',
        rows: recipients.length,
        fileName: csvFileName('mailing-list', serverClock),
        text: mailingListCsv(recipients),
        done: `Exported ${recipients.length} subscribers who want the weekly letter, with their links to unsubscribe.`,
      }
    },
    { words: EXPORT_WORDS },
  )
  return (
    <Button isDisabled={isEmpty} isPending={isPending} onPress={start}>
      <Send aria-hidden className="size-4" />
      <span className="max-md:sr-only">Mailing List</span>
    </Button>
  )
}

/** Addresses that are not counted as subscribed, open requests of readers, and mails that could not be sent. */
function Notices({
  overview,
  onShowRequests,
}: {
  overview: SubscriberOverview | undefined
  onShowRequests: () => void
}) {
  const mails = useQuery(mailStateQuery).data
  if (overview === undefined) return <Skeleton className="h-5 w-64" />
  const { pending, unsubscribed, requests } = overview
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      <p className="text-soft">
        {`Not counted: ${formatNumber(pending)} pending, ${formatNumber(unsubscribed)} unsubscribed.`}
      </p>
      {requests > 0 && (
        <Button size="sm" onPress={onShowRequests}>
          {requests === 1
            ? '1 reader waits for an answer'
            : `${formatNumber(requests)} readers wait for an answer`}
        </Button>
      )}
      {mails !== undefined && mails.waiting + mails.given_up > 0 && (
        <p role="status" className="text-madder">
          {[
            mails.waiting > 0 && `Mails that are not sent yet: ${formatNumber(mails.waiting)}.`,
            mails.given_up > 0 &&
              `Mails that failed six times and are not tried again: ${formatNumber(mails.given_up)}. Their readers get a new one when they subscribe again.`,
            mails.error !== null && `The last one failed: ${mails.error}`,
          ]
            .filter((sentence) => sentence !== false)
            .join(' ')}
        </p>
      )}
    </div>
  )
}

/** How many of the listed addresses are subscribed, where some are not. */
function ActiveCount({ filter }: { filter: SubscribersQuery }) {
  const { data } = useQuery(activeCountQuery(filter))
  if (filter.status === 'active') return null
  return (
    <p className="min-h-5 text-sm text-soft">
      {data !== undefined && `${formatNumber(data)} of them subscribed`}
    </p>
  )
}

function SubscriberList({ rows, selection }: { rows: readonly Subscriber[]; selection: Selection }) {
  const [open, setOpen] = useState<{ kind: 'details' | 'delete'; row: Subscriber } | null>(null)
  const close = () => setOpen(null)
  const email = (row: Subscriber) => (
    <button
      type="button"
      title={row.email}
      onClick={() => setOpen({ kind: 'details', row })}
      className="max-w-full cursor-pointer truncate text-left font-semibold hover:underline"
    >
      {row.email}
    </button>
  )
  return (
    <>
      <TableOrCards
        label="Subscribers"
        columns={[
          { header: 'Email', cellClassName: 'max-w-72 truncate font-semibold', cell: email },
          ...COLUMNS,
        ]}
        rows={rows}
        selection={{ selected: selection, nameOf: (row) => row.email }}
        minWidth={820}
        card={(row) => (
          <li key={row.id} className="flex flex-col gap-2 p-3.5">
            <div className="flex items-start justify-between gap-3">
              <span className="flex h-lh items-center">
                <SelectBox id={row.id} name={row.email} selection={selection} />
              </span>
              <p className="min-w-0 flex-1">
                {email(row)}
                <span className="line-clamp-3 text-sm break-words text-soft">
                  {row.first_name !== null && `${row.first_name} · `}
                  <Day iso={row.subscribed_at} format={formatMonthDay} />
                  {row.source_page !== null && ` · ${row.source_page}`}
                </span>
              </p>
              <Status subscriber={row} />
            </div>
            <PreferenceBadges preferences={row.preferences} />
          </li>
        )}
      />
      {open?.kind === 'details' && (
        <SubscriberDialog
          subscriber={open.row}
          onClose={close}
          onDelete={() => setOpen({ kind: 'delete', row: open.row })}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          noun="subscriber"
          title="Delete this subscriber?"
          changes={['subscribers', 'messages']}
          onDelete={() => eraseSubscriber(open.row.id)}
          onClose={close}
        >
          <p>
            {open.row.email} is removed for good, with its consent and the messages from this address. The
            address may then be signed up again.
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Subscriber>[] = [
  {
    header: 'Name',
    cellClassName: 'max-w-40 truncate',
    cell: ({ first_name: name }) => (name === null ? NONE : <span title={name}>{name}</span>),
  },
  {
    header: 'Subscribed',
    cellClassName: 'whitespace-nowrap',
    cell: ({ subscribed_at }) => <Day iso={subscribed_at} format={formatMonthDay} />,
  },
  {
    header: 'Source',
    cellClassName: 'max-w-52 truncate text-sm text-soft',
    cell: ({ source_page: source }) => (source === null ? NONE : <span title={source}>{source}</span>),
  },
  { header: 'Status', cell: (subscriber) => <Status subscriber={subscriber} /> },
  {
    header: 'Preferences',
    cellClassName: 'min-w-44',
    cell: ({ preferences }) => <PreferenceBadges preferences={preferences} />,
  },
]

/** Quiet where there is nothing to do. */
const STATUS_BADGES = { active: 'outline', pending: 'secondary', unsubscribed: 'secondary' } as const

/** The status, and what the reader has asked for. */
function Status({ subscriber }: { subscriber: Subscriber }) {
  const { status, unsubscribed_at: left, data_requested_at: data, erasure_requested_at: erasure } = subscriber
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge variant={STATUS_BADGES[status]}>{STATUS_LABELS[status]}</Badge>
      {status === 'unsubscribed' && left !== null && (
        <span className="text-xs whitespace-nowrap text-soft">
          <Day iso={left} format={formatMonthDay} />
        </span>
      )}
      {data !== null && <Badge variant="destructive">Data requested</Badge>}
      {erasure !== null && <Badge variant="destructive">Erasure requested</Badge>}
    </span>
  )
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
