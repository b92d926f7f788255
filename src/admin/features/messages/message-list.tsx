import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ContactMessage } from '../../../domain/contact.ts'
import { formatDateTime, formatDay } from '../../ui/format.ts'

/** Messages as links that open them; unread and answered ones are marked. */
export function MessageList({ rows }: { rows: readonly ContactMessage[] }) {
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
