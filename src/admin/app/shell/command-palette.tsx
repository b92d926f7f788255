import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Newspaper, Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { articleSearchQuery } from '../../data/article-search.ts'
import { useDebounced } from '../../data/use-debounced.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { navItems } from './nav-items.ts'
import { paletteEntries, type PaletteEntry } from './palette-entries.ts'

/** Finds a screen or an article by its name and goes there: ctrl or cmd + k. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { role } = useProfile()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const settled = useDebounced(text.trim())
  const { data: articles = [], isFetching, isError } = useQuery(articleSearchQuery(settled))
  const entries = paletteEntries(navItems(role), articles, text)
  const current = Math.min(active, entries.length - 1)

  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    if (entry.kind === 'screen') void navigate({ to: entry.to })
    else void navigate({ to: '/admin/articles/$id', params: { id: entry.id } })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setActive((current + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(entries[current])
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title="Search or jump to">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
        />
        <input
          autoFocus
          type="search"
          role="combobox"
          aria-label="Search screens and articles"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${listId}-${current}` : undefined}
          placeholder="A screen, or words of a title"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="field pr-3 pl-9 [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <ul id={listId} role="listbox" aria-label="Results" className="mt-3 min-h-72">
        {entries.map((entry, index) => {
          const Icon = entry.kind === 'screen' ? entry.icon : Newspaper
          return (
            <li
              key={`${entry.kind}-${entry.id}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              onPointerMove={() => setActive(index)}
              onClick={() => go(entry)}
              className={`flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 ${index === current ? 'bg-tint' : ''}`}
            >
              <Icon aria-hidden className="size-4 shrink-0 text-soft" />
              <span className="truncate">{entry.label}</span>
              {entry.kind === 'article' && <span className="ml-auto text-xs text-soft">{entry.detail}</span>}
            </li>
          )
        })}
      </ul>
      <p role="status" className="text-sm text-soft">
        {isError && 'The articles could not be searched.'}
        {!isError && !isFetching && entries.length === 0 && 'Nothing found.'}
      </p>
    </Dialog>
  )
}
