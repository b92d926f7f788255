import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageListQuery } from './data/message-list.ts'
import { MessageFilters } from './message-filters.tsx'
import { MessageList } from './message-list.tsx'
import { MessagePane } from './message-pane.tsx'
import {
  MESSAGES_PAGE_SIZE,
  toMessagesQuery,
  type MessagesQuery,
  type MessagesSearch,
} from './messages-search.ts'

const route = getRouteApi('/admin/messages')

/** What readers wrote with the contact form, for editors: a list and the message being read. */
export function MessagesScreen() {
  const { role } = useProfile()
  const { open } = route.useSearch()
  const isReading = open !== undefined
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:gap-5 md:p-7">
      <ScreenTitle className={isReading ? 'max-lg:sr-only' : ''}>Messages</ScreenTitle>
      {can(role, 'messages.read') ? (
        <Messages />
      ) : (
        <EmptyState title="You don't have permission to view messages." />
      )}
    </div>
  )
}

function Messages() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toMessagesQuery(search)
  const change = (part: MessagesSearch) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true })
  }
  const close = () => void navigate({ search: (before) => ({ ...before, open: undefined }) })
  const { open } = search

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={`flex min-w-0 flex-col gap-3 ${open === undefined ? '' : 'max-lg:hidden'}`}>
        <MessageFilters query={query} onChange={change} />
        <Results query={query} onChange={change} />
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
            <MessagePane key={open} id={open} onClose={close} />
          )}
        </section>
      </div>
    </div>
  )
}

function Results({ query, onChange }: { query: MessagesQuery; onChange: (part: MessagesSearch) => void }) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(messageListQuery(query))
  if (isError) return <ErrorState title="Failed to load messages" onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div role="status" className="flex flex-col gap-2.5">
        <span className="sr-only">Loading messages…</span>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
    )
  }
  if (data.rows.length === 0) {
    const isNarrowed = query.text !== '' || query.status !== null || query.page > 1
    if (!isNarrowed)
      return <EmptyState title="No messages yet. What readers write on the contact page comes here." />
    return (
      <EmptyState
        title="No messages match."
        action={
          <Link to="/admin/messages" search={{}} className={buttonClass()}>
            Show All Messages
          </Link>
        }
      />
    )
  }
  return (
    <>
      <div
        aria-busy={isPlaceholderData}
        className={`transition-opacity duration-200 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <MessageList rows={data.rows} />
      </div>
      <Pagination
        page={query.page}
        pageSize={MESSAGES_PAGE_SIZE}
        total={data.total}
        noun="messages"
        onPage={(page) => {
          scrollTo(0, 0)
          onChange({ page: page === 1 ? undefined : page })
        }}
      />
    </>
  )
}
