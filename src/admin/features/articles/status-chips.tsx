import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ARTICLE_STATUS_LABELS } from '../../../domain/article.ts'
import { can } from '../../../domain/role.ts'
import { articleCountsQuery } from '../../data/article-counts.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { LIST_STATUSES, type ArticlesQuery, type ArticlesSearch, type ListStatus } from './articles-search.ts'

const LABELS: Readonly<Record<ListStatus, string>> = { all: 'All', ...ARTICLE_STATUS_LABELS, trash: 'Trash' }

/** The status filter, each with how many there are; the trash is the super admin's. */
export function StatusChips({
  query,
  onChange,
}: {
  query: ArticlesQuery
  onChange: (part: ArticlesSearch) => void
}) {
  const { role } = useProfile()
  const { data: counts } = useQuery(articleCountsQuery)
  const chosen = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // On a phone the row of chips is wider than the screen.
    chosen.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [query.status])
  const shown = LIST_STATUSES.filter((status) => status !== 'trash' || can(role, 'articles.delete'))
  return (
    <div
      role="group"
      aria-label="Status"
      className="-mx-4 overflow-x-auto px-4 md:mx-0 md:overflow-visible md:px-0"
    >
      <ul className="flex gap-2 py-0.5 md:flex-wrap">
        {shown.map((status) => (
          <li key={status}>
            <button
              ref={query.status === status ? chosen : null}
              type="button"
              aria-pressed={query.status === status}
              onClick={() =>
                onChange({
                  status: status === 'all' ? undefined : status,
                  // The two lists are sorted by columns that the other does not show.
                  ...(status === 'trash' || query.status === 'trash'
                    ? { sort: undefined, dir: undefined }
                    : {}),
                })
              }
              className={`flex items-center gap-1.5 rounded-full border px-3.5 py-1 text-sm whitespace-nowrap transition-colors duration-200 ${query.status === status ? 'border-ink bg-ink text-paper' : 'border-rule bg-card hover:bg-tint'}`}
            >
              {LABELS[status]}
              {status !== 'trash' && counts !== undefined && counts[status] > 0 && (
                <span>{counts[status]}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
