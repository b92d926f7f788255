import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, MailOpen, Reply, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { mailtoLink } from '../../../domain/readers/mailto.ts'
import type { ContactMessage } from '../../../domain/readers/contact.ts'
import { can } from '../../../domain/people/role.ts'
import { newMessageCountQuery } from '../../data/requests/new-messages.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt, toastError } from '../../resources/describe-error.ts'
import { FilterChips } from '../../resources/filter-chips.tsx'
import { ListResults, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button, buttonClass } from '../../ui/layout/button.tsx'
import { Day } from '../../ui/dates/day.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import {
  type OpenMessage,
  deleteMessage,
  messageListQuery,
  messageQuery,
  useMarkMessage,
} from './data/messages.ts'
import {
  type MessageStatus,
  MESSAGE_STATUSES,
  messagesSearchSchema,
  toMessagesQuery,
} from './messages-search.ts'

const STATUS_LABELS: Readonly<Record<MessageStatus, string>> = {
  new: 'New',
  read: 'Read',
  answered: 'Answered',
}

/** Messages of the contact form, for editors: a list and the open message. */
export function MessagesScreen() {
  const screen = useListScreen(messagesSearchSchema, toMessagesQuery, messageListQuery)
  const { data: unread = 0 } = useQuery(newMessageCountQuery)
  const { query, change } = screen
  const { open } = screen.search
  const hasNothingToOpen = open === undefined && screen.data?.rows.length === 0
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
                  // It is of all messages: beside a search it would not be so.
                  ...(value === 'new' ? { count: query.text === '' ? unread : undefined } : {}),
                })),
              ]}
              value={query.status ?? null}
              onChange={(status) => change({ status: status ?? undefined })}
            />
          </search>
          <ListResults
            screen={screen}
            noun="messages"
            emptyTitle="No messages yet. What readers write on the contact page comes here."
            noMatchTitle="No messages match."
            isFiltered={query.status !== undefined}
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
          {!hasNothingToOpen && (
            <section
              aria-label="Message"
              className="rounded-lg border border-rule bg-card lg:sticky lg:top-20"
            >
              {open === undefined ? (
                // Not the newest by itself: a message that is open has been read.
                <div className="flex min-h-[60dvh] items-center justify-center">
                  <EmptyState title="Choose a message to read it here." />
                </div>
              ) : (
                <MessagePane key={open} id={open} onClose={() => screen.goTo({ open: undefined })} />
              )}
            </section>
          )}
        </div>
      </div>
    </ScreenBox>
  )
}

function MessagePane({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isLoadingError, error, refetch } = useQuery(messageQuery(id))
  if (isLoadingError) return <QueryError title="Failed to load the message" error={error} refetch={refetch} />
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
              {row.status === 'answered' && <Check className="size-3.5 translate-y-0.5 text-prussian" />}
            </span>
            <span className="flex items-baseline justify-between gap-3">
              <span className={`truncate ${row.status === 'new' ? 'font-semibold' : ''}`}>
                {row.status === 'new' && <span className="sr-only">Unread: </span>}
                {row.status === 'answered' && <span className="sr-only">Answered: </span>}
                {row.name}
              </span>
              <Day iso={row.created_at} className="shrink-0 text-xs text-soft" />
            </span>
            <span className="col-start-2 truncate text-sm">{row.subject || 'Without a subject'}</span>
            <span className="col-start-2 truncate text-sm text-soft">{row.message}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function OpenMessageView({ message, onClose }: { message: OpenMessage; onClose: () => void }) {
  const { role } = useProfile()
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = useMarkMessage()

  const change = (to: MessageStatus) =>
    attempt('Failed to update the message', () => mark.mutateAsync({ message, to }))
  const markAnswered = async () => {
    if (await change('answered')) showToast({ title: 'Marked as answered' })
  }
  const markUnread = async () => {
    if (await change('new')) onClose()
  }

  // Opening it marks it as read, once: Mark as unread closes it.
  const opened = useEffectEvent(() => {
    heading.current?.focus({ preventScroll: true })
    // Not an error when somebody else has just marked it: their mark is shown.
    if (message.status === 'new') mark.mutate({ message, to: 'read' })
  })
  useEffect(() => opened(), [])

  return (
    <article aria-labelledby="message-heading" className="flex flex-col gap-5 p-5 md:p-7">
      <header className="flex flex-col gap-1">
        <h2
          id="message-heading"
          ref={heading}
          tabIndex={-1}
          className="font-serif text-2xl tracking-[-0.02em] break-words outline-none"
        >
          {message.subject || 'Without a subject'}
        </h2>
        <p className="text-sm [overflow-wrap:anywhere] text-soft">
          From <span className="font-semibold text-ink">{message.name}</span>,{' '}
          <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
        </p>
        <FactList layout="line">
          <Fact name="Email">
            <a href={mailtoLink(message.email)} className="break-all text-prussian hover:underline">
              {message.email}
            </a>
          </Fact>
          {message.phone !== null && (
            <Fact name="Phone">
              <a
                href={`tel:${message.phone.replace(/[^+\d]/g, '')}`}
                className="text-prussian hover:underline"
              >
                {message.phone}
              </a>
            </Fact>
          )}
        </FactList>
        {message.status === 'answered' && <Answered message={message} />}
      </header>
      <p className="max-w-prose font-serif text-lg leading-relaxed break-words whitespace-pre-wrap">
        {message.message}
      </p>
      <div className="flex flex-wrap gap-2.5 border-t border-rule pt-4">
        <a href={replyLink(message)} className={buttonClass({ variant: 'primary' })}>
          <Reply aria-hidden className="size-4" />
          Reply
        </a>
        {message.status === 'answered' ? (
          <Button isPending={mark.isPending} onPress={() => void change('read')}>
            <Undo2 aria-hidden className="size-4" />
            Mark as Not Answered
          </Button>
        ) : (
          <Button isPending={mark.isPending} onPress={() => void markAnswered()}>
            <Check aria-hidden className="size-4" />
            Mark as Answered
          </Button>
        )}
        <Button isPending={mark.isPending} onPress={() => void markUnread()}>
          <MailOpen aria-hidden className="size-4" />
          Mark as Unread
        </Button>
        {can(role, 'messages.delete') && <DeleteMessage message={message} onDeleted={onClose} />}
      </div>
    </article>
  )
}

function Answered({ message: { answered_at, answerer } }: { message: OpenMessage }) {
  const who = answerer?.full_name ?? answerer?.email
  return (
    <p className="mt-1 inline-flex items-center gap-1.5 text-sm text-prussian">
      <Check aria-hidden className="size-4" />
      {['Answered', who && `by ${who}`, answered_at && `on ${formatDateTime(answered_at)}`]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function DeleteMessage({ message, onDeleted }: { message: OpenMessage; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  return (
    <>
      <Button variant="ghost" className="text-madder! md:ml-auto" onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {isAsking && (
        <DeleteDialog
          noun="message"
          title="Delete this message?"
          done={{ title: 'Message deleted' }}
          onError={(error) => toastError('Failed to delete the message', error)}
          onDelete={() => deleteMessage(client, message.id)}
          onDeleted={onDeleted}
          onClose={() => setAsking(false)}
        >
          <p>The message of {message.name} is removed for good.</p>
        </DeleteDialog>
      )}
    </>
  )
}

/** In characters: mail programs cut long links. */
const MAX_QUOTED = 1200

type RepliedTo = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message' | 'created_at'>

/** A `mailto:` link that answers a message: its subject, a salutation and the text quoted. */
export function replyLink({ name, email, subject, message, created_at }: RepliedTo): string {
  const about = subject?.replace(/\s+/g, ' ').trim() || 'Your message'
  const title = /^re:/i.test(about) ? about : `Re: ${about}`
  const letters = [...message.trim()]
  const text = letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED).join('')} […]` : letters.join('')
  const quoted = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd())
  const body = [`Dear ${name.trim()},`, '', '', '', `On ${formatDateTime(created_at)} you wrote:`, ...quoted]
  return mailtoLink(email, { subject: title, body: body.join('\r\n') })
}
