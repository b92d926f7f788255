import { useQuery } from '@tanstack/react-query'
import { newMessageCountQuery } from '../../data/new-messages.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import {
  MESSAGE_STATUSES,
  type MessagesQuery,
  type MessagesSearch,
  type MessageStatus,
} from './messages-search.ts'

const LABELS: Readonly<Record<MessageStatus, string>> = { new: 'New', read: 'Read', answered: 'Answered' }

const CHIPS: readonly (MessageStatus | null)[] = [null, ...MESSAGE_STATUSES]

export function MessageFilters({
  query,
  onChange,
}: {
  query: MessagesQuery
  onChange: (part: MessagesSearch) => void
}) {
  const { data: unread = 0 } = useQuery(newMessageCountQuery)
  return (
    <search aria-label="Messages" className="flex flex-col gap-3">
      <SearchBox
        label="Search messages"
        text={query.text}
        onText={(text) => onChange({ q: text || undefined })}
      />
      <div role="group" aria-label="Status">
        <ul className="flex flex-wrap gap-2">
          {CHIPS.map((status) => (
            <li key={status ?? 'all'}>
              <button
                type="button"
                aria-pressed={query.status === status}
                onClick={() => onChange({ status: status ?? undefined })}
                className={`flex items-center gap-1.5 rounded-full border px-3.5 py-1 text-sm whitespace-nowrap transition-colors duration-200 ${query.status === status ? 'border-ink bg-ink text-paper' : 'border-rule bg-card hover:bg-tint'}`}
              >
                {status === null ? 'All' : LABELS[status]}
                {status === 'new' && unread > 0 && <span>{unread}</span>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </search>
  )
}
