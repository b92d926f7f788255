import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
  type LucideIcon,
  AtSign,
  CalendarClock,
  CheckCheck,
  CircleCheckBig,
  Inbox,
  MessageSquare,
  Undo2,
  UserRoundPlus,
} from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import {
  type NotificationKind,
  type NotificationLine,
  notificationAddress,
  notificationSentence,
} from '../../../domain/newsroom/notification.ts'
import { attempt } from '../../resources/describe-error.ts'
import { FilterChips } from '../../resources/filter-chips.tsx'
import { NextPartError, QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { formatDateTime, formatWhen } from '../../ui/dates/format.ts'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { useCalendar } from '../../ui/dates/use-calendar.ts'
import { notificationsQuery, readNotifications } from './data/notifications.ts'

/** Lines that are fetched at first, and by each Load More. */
const PART = 20

const ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  assigned: UserRoundPlus,
  due: CalendarClock,
  submitted: Inbox,
  sent_back: Undo2,
  mentioned: AtSign,
  commented: MessageSquare,
  published: CircleCheckBig,
}

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const

/** The person's notifications, today's and earlier ones. Opening one, which `onClose` precedes, marks it as read. */
export function NotificationsList({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const [limit, setLimit] = useState(PART)
  const [isReading, setReading] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useQuery(notificationsQuery(limit, shown === 'unread'))
  const newest = data?.lines[0]
  const hasUnread = data?.lines.some(({ read_at }) => read_at === null) ?? false
  const readAll = async () => {
    if (newest === undefined) return
    setReading(true)
    await attempt('Failed to mark them as read', () =>
      readNotifications(client, { until: newest.created_at }),
    )
    setReading(false)
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule px-4 py-2.5">
        <FilterChips
          label="Show"
          chips={SHOWN}
          value={shown}
          onChange={(value) => {
            setShown(value)
            setLimit(PART)
          }}
        />
        <Button
          size="sm"
          variant="ghost"
          isDisabled={!hasUnread && !isReading}
          isPending={isReading}
          onPress={() => void readAll()}
        >
          <CheckCheck aria-hidden className="size-4" />
          Mark All as Read
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto">
        {data === undefined ? (
          error === null ? (
            <Loading />
          ) : (
            <QueryError title="Failed to load the notifications" error={error} refetch={refetch} />
          )
        ) : newest === undefined ? (
          <EmptyState
            title={shown === 'unread' ? 'Nothing unread' : 'Nothing yet'}
            detail={
              shown === 'unread'
                ? 'You have seen all of it.'
                : 'What others do that concerns you, and days that have come, are told here.'
            }
          />
        ) : (
          <>
            <Lines lines={data.lines} onClose={onClose} />
            {data.hasMore && (
              <div className="flex flex-col gap-2 px-4 pb-4">
                <NextPartError title="Failed to load more" error={error} />
                <Button isPending={isPlaceholderData} onPress={() => setLimit(limit + PART)}>
                  Load More
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      <p className="border-t border-rule px-4 py-2.5 text-sm">
        <Link
          to="/admin/account"
          onClick={onClose}
          className="rounded-sm text-soft underline underline-offset-4 hover:text-ink"
        >
          Choose what you are told
        </Link>
      </p>
    </>
  )
}

function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-3 p-4">
      <span className="sr-only">Loading the notifications</span>
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-14" />
      ))}
    </div>
  )
}

function Lines({ lines, onClose }: { lines: readonly NotificationLine[]; onClose: () => void }) {
  const calendar = useCalendar()
  const today = calendar.dayOf(serverClock.now().toISOString())
  const groups = [
    { title: 'Today', of: lines.filter(({ created_at }) => calendar.dayOf(created_at) >= today) },
    { title: 'Earlier', of: lines.filter(({ created_at }) => calendar.dayOf(created_at) < today) },
  ]
  return groups
    .filter(({ of }) => of.length > 0)
    .map(({ title, of }) => (
      <section key={title} aria-label={title} className="pb-2">
        <h3 className="px-4 pt-3 pb-1 text-xs font-semibold tracking-wide text-soft">{title}</h3>
        <ul>
          {of.map((line) => (
            <li key={line.ids[0]}>
              <Line line={line} today={today} onClose={onClose} />
            </li>
          ))}
        </ul>
      </section>
    ))
}

function Line({ line, today, onClose }: { line: NotificationLine; today: string; onClose: () => void }) {
  const router = useRouter()
  const client = useQueryClient()
  const calendar = useCalendar()
  const { kind, ids, words, created_at, read_at } = line
  const Icon = ICONS[kind]
  const address = notificationAddress(line)
  const dayOf = (day: string) => (day === today ? 'today' : `on ${calendar.formatDay(day, 'dayOfYear')}`)
  const open = (event: MouseEvent) => {
    // What cannot be marked as read now stays unread, and is there when one comes back.
    if (read_at === null) readNotifications(client, { ids }).catch(() => undefined)
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onClose()
    router.history.push(address)
  }
  return (
    <a
      href={address}
      onClick={open}
      className="flex gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-tint focus-visible:bg-tint"
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-4.5 shrink-0 ${read_at === null ? 'text-prussian' : 'text-soft'}`}
      />
      <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        {read_at === null && <span className="sr-only">Unread: </span>}
        <span className="line-clamp-3">
          {notificationSentence(line, dayOf).map(({ text, isName }, at) => (
            <span key={at} className={isName ? 'font-semibold' : undefined}>
              {text}
            </span>
          ))}
        </span>
        {words !== null && <span className="mt-0.5 line-clamp-2 text-soft">{words}</span>}
        <time
          dateTime={created_at}
          title={formatDateTime(created_at)}
          className="mt-0.5 block text-xs text-soft"
        >
          {formatWhen(created_at)}
        </time>
      </span>
      <span
        aria-hidden
        className={`mt-1.5 size-2 shrink-0 rounded-full ${read_at === null ? 'bg-fill-madder' : ''}`}
      />
    </a>
  )
}
