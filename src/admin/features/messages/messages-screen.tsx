import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check } from 'lucide-react'
import type { ContactMessage } from '../../../domain/contact.ts'
import { can } from '../../../domain/role.ts'
import { newMessageCountQuery } from '../../data/new-messages.ts'
import { FilterChips } from '../../resources/filter-chips.tsx'
import { ListResults } from '../../resources/list-results.tsx'
import { ScreenBox } from '../../resources/list-screen.tsx'
import { useListScreen } from '../../resources/use-list-screen.ts'
import { useProfile } from '../../session/use-profile.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime, formatDay } from '../../ui/format.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageListQuery, messageQuery, PAGE_SIZE } from './data/messages.ts'
import {
  type MessageStatus,
  MESSAGE_STATUSES,
  messagesSearchSchema,
  toMessagesQuery,
} from './messages-search.ts'
import { OpenMessageView } from './open-message-view.tsx'

const STATUS_LABELS: Readonly<Record<MessageStatus, string>> = {
  new: 'New',
  read: 'Read',
  answered: 'Answered',
}

/** Messages of the contact form, for editors: a list and the open message. */
export function MessagesScreen() {
  const { role } = useProfile()
  if (can(role, 'messages.read')) return <Messages />
  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle>Messages</ScreenTitle>
      <EmptyState title="You don't have permission to view messages." />
    </ScreenBox>
  )
}

function Messages() {
  const screen = useListScreen({
    schema: messagesSearchSchema,
    toQuery: toMessagesQuery,
    listQuery: messageListQuery,
  })
  const { data: unread = 0 } = useQuery(newMessageCountQuery)
  const { query, change } = screen
  const { open } = screen.search
  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle className={open === undefined ? '' : 'max-lg:sr-only'}>Messages</ScreenTitle>
      <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={`flex min-w-0 flex-col gap-3 ${open === undefined ? '' : 'max-lg:hidden'}`}>
          <search aria-label="Messages" className="flex flex-col gap-3">
            <SearchBox label="Search messages" text={query.text} onText={screen.setText} />
            <FilterChips
              label="Status"
              chips={[
                { value: null, label: 'All' },
                ...MESSAGE_STATUSES.map((value) => ({
                  value,
                  label: STATUS_LABELS[value],
                  count: value === 'new' ? unread : undefined,
                })),
              ]}
              value={query.status}
              onChange={(status) => change({ status: status ?? undefined })}
            />
          </search>
          <ListResults
            screen={screen}
            noun="messages"
            pageSize={PAGE_SIZE}
            errorTitle="Failed to load messages"
            emptyTitle="No messages yet. What readers write on the contact page comes here."
            noMatchTitle="No messages match."
            isFiltered={query.status !== null}
            skeleton={{ count: 6, className: 'h-20' }}
          >
            {(rows) => <MessageList rows={rows} />}
          </ListResults>
        </div>
        <div className={`min-w-0 ${open === undefined ? 'max-lg:hidden' : ''}`}>
          {open !== undefined && (
            <Link
              to="/admin/messages"
              search={(before) => ({ ...before, open: undefined })}
              className={`${buttonClass({ variant: 'ghost', size: 'sm' })} mb-2 -ml-3 lg:hidden`}
            >
              <ArrowLeft aria-hidden className="size-4" />
              All Messages
            </Link>
          )}
          <section aria-label="Message" className="rounded-lg border border-rule bg-card lg:sticky lg:top-20">
            {open === undefined ? (
              <EmptyState title="Choose a message to read it here." />
            ) : (
              <MessagePane key={open} id={open} onClose={() => screen.goTo({ open: undefined })} />
            )}
          </section>
        </div>
      </div>
    </ScreenBox>
  )
}

function MessagePane({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(messageQuery(id))
  if (isError) return <ErrorState title="Failed to load the message" onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div role="status" className="flex flex-col gap-3 p-5">
        <span className="sr-only">Loading the message…</span>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (data === null) return <EmptyState title="This message no longer exists." />
  return <OpenMessageView key={data.id} message={data} onClose={onClose} />
}

/** Messages as links that open them; unread and answered ones are marked. */
function MessageList({ rows }: { rows: readonly ContactMessage[] }) {
  return (
    <ul
      aria-label="Messages"
      className="divide-y divide-rule overflow-hidden rounded-lg border border-rule bg-card"
    >
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            to="/admin/messages"
            search={(before) => ({ ...before, open: row.id })}
            activeProps={{ 'aria-current': 'true' }}
            className="grid grid-cols-[0.75rem_minmax(0,1fr)] items-baseline gap-x-2 px-3 py-3 -outline-offset-2 hover:bg-paper [&[aria-current]]:bg-tint"
          >
            <span aria-hidden className="-translate-y-px">
              {row.status === 'new' && <span className="block size-2 rounded-full bg-dot-waiting" />}
              {row.status === 'answered' && <Check className="size-3.5 translate-y-0.5 text-viridian" />}
            </span>
            <span className="flex items-baseline justify-between gap-3">
              <span className={`truncate ${row.status === 'new' ? 'font-semibold' : ''}`}>
                {row.status === 'new' && <span className="sr-only">Unread: </span>}
                {row.status === 'answered' && <span className="sr-only">Answered: </span>}
                {row.name}
              </span>
              <time
                dateTime={row.created_at}
                title={formatDateTime(row.created_at)}
                className="shrink-0 text-xs text-soft"
              >
                {formatDay(row.created_at)}
              </time>
            </span>
            <span className="col-start-2 truncate text-sm">{row.subject || 'Without a subject'}</span>
            <span className="col-start-2 truncate text-sm text-soft">{row.message}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
