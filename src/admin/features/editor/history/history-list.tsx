import { useAuthorName } from '../../../data/author-name.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { ArticleStatusDot } from '../../../components/article-status-dot.tsx'
import type { HistoryEntry } from '../data/revisions.ts'
import { formatWhen } from '../format-when.ts'
import { changeWords } from './restored-form.ts'

/** Name of a revision's writer; not everybody may read others' names. */
export function useKeeper(): (entry: Pick<HistoryEntry, 'created_by' | 'author_name'>) => string {
  const me = useProfile()
  const authorName = useAuthorName()
  return ({ created_by, author_name }) =>
    created_by === me.id ? 'You' : author_name || authorName(created_by) || 'Not recorded'
}

function whatChanged({ is_first, kind, changed }: HistoryEntry): string {
  if (is_first) return 'First version'
  if (kind === 'working-copy') return 'Unpublished changes, discarded'
  return changeWords(changed) || 'Nothing that is listed'
}

export function HistoryList({
  entries,
  chosen,
  onChoose,
}: {
  entries: readonly HistoryEntry[]
  chosen: number
  onChoose: (id: number) => void
}) {
  const keeper = useKeeper()
  return (
    <ol aria-label="Versions" className="flex flex-col gap-1.5 p-1">
      {entries.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            aria-current={entry.id === chosen}
            onClick={() => onChoose(entry.id)}
            className={`flex w-full flex-col gap-0.5 rounded-md border px-3 py-2 text-left transition-colors duration-200 ${entry.id === chosen ? 'border-viridian bg-card' : 'border-transparent hover:bg-tint'}`}
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <time
                dateTime={entry.created_at}
                className="inline-block text-sm font-semibold first-letter:uppercase"
              >
                {formatWhen(entry.created_at)}
              </time>
              <ArticleStatusDot article={{ status: entry.status, published_at: null }} />
            </span>
            <span className="text-sm">{keeper(entry)}</span>
            <span className="text-xs text-soft">{whatChanged(entry)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
