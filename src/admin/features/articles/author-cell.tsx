import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useByline } from './byline.ts'
import type { ArticleRow } from './data/article-list.ts'

/** Loaded when it is needed: it weighs more than the rest of the screen. */
export const AuthorPicker = lazyPart(
  async () => (await import('./author-picker.tsx')).AuthorPicker,
  () => <Skeleton className="h-9 w-64" />,
)

/** The author of an article; editors can pick another one. */
export function AuthorCell({ row }: { row: ArticleRow }) {
  const { role } = useProfile()
  const byline = useByline()
  const [state, setState] = useState<'untouched' | 'picking' | 'picked'>('untouched')
  if (state === 'picking') return <AuthorPicker row={row} onClose={() => setState('picked')} />
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      <span className="max-w-40 truncate">{byline(row)}</span>
      {can(role, 'articles.edit') && row.deleted_at === null && (
        <button
          type="button"
          aria-label={`Change author of ${row.title}`}
          title="Change Author"
          // The focus was in the picker.
          autoFocus={state === 'picked'}
          onPointerEnter={AuthorPicker.preload}
          onFocus={AuthorPicker.preload}
          onClick={() => setState('picking')}
          className="flex size-7 items-center justify-center rounded-sm text-soft hover:bg-tint hover:text-ink"
        >
          <Pencil aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  )
}
