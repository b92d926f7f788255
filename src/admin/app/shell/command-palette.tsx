import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Images, Search, UserPen, Users } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { can } from '../../../domain/role.ts'
import { articleSearchQuery } from '../../data/article-search.ts'
import { useDebounced } from '../../data/use-debounced.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { navItems } from './navigation.ts'
import { arrange, articleEntries, named, type PaletteEntry } from './palette-entries.ts'
import { foundQuery, type Found } from './palette-search.ts'
import type { ShellAction } from './shell-actions.ts'

interface Props {
  actions: readonly ShellAction[]
  onClose: () => void
}

/** Finds a screen, an action, a story, a page, a file or a person by name, and goes there: ctrl or cmd + k. */
export function CommandPalette({ actions, onClose }: Props) {
  const { role } = useProfile()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const settled = useDebounced(text.trim())

  const screens = navItems(role)
  const sees = (path: string) => screens.some(({ to }) => to === path)
  const articles = useQuery({ ...articleSearchQuery(settled), enabled: settled !== '' })
  const pages = useQuery(foundQuery('pages', settled, sees('/admin/pages')))
  const media = useQuery(foundQuery('media', settled, can(role, 'media.upload')))
  const authors = useQuery(foundQuery('author_profiles', settled, can(role, 'authors.write')))
  const users = useQuery(foundQuery('profiles', settled, sees('/admin/users')))
  const searches = [articles, pages, media, authors, users]

  const searching = text.trim() !== ''
  const found = (rows: Found[] | undefined, icon: PaletteEntry['icon'], go: (row: Found) => void) =>
    searching
      ? (rows ?? []).map((row) => ({
          id: row.id,
          label: row.name,
          ...(row.detail === null ? {} : { detail: row.detail }),
          icon,
          choose: () => go(row),
        }))
      : []
  const { groups, entries } = arrange([
    {
      title: 'Screens',
      entries: named(screens, text).map(({ label, icon, to }) => ({
        id: to,
        label,
        icon,
        choose: () => void navigate({ to }),
      })),
    },
    { title: 'Actions', entries: named(actions, text) },
    {
      title: 'Articles',
      entries: articleEntries(
        searching ? (articles.data ?? []) : [],
        (id) => void navigate({ to: '/admin/articles/$id', params: { id } }),
        new Date(),
      ),
    },
    {
      title: 'Pages',
      entries: found(
        pages.data,
        FileText,
        ({ name }) => void navigate({ to: '/admin/pages', search: { q: name } }),
      ),
    },
    {
      title: 'Media',
      entries: found(
        media.data,
        Images,
        ({ name }) => void navigate({ to: '/admin/media', search: { q: name } }),
      ),
    },
    {
      title: 'Authors',
      entries: found(
        authors.data,
        UserPen,
        ({ name }) => void navigate({ to: '/admin/authors', search: { q: name } }),
      ),
    },
    {
      title: 'Users',
      entries: found(
        users.data,
        Users,
        ({ name }) => void navigate({ to: '/admin/users', search: { q: name } }),
      ),
    },
  ])
  const current = Math.max(0, Math.min(active, entries.length - 1))
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' })
  })

  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    entry.choose()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setActive((current + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(entries[current])
    }
  }

  const isFetching = searches.some((search) => search.isFetching) || settled !== text.trim()
  const isError = searches.some((search) => search.isError)

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
          aria-label="Search the admin"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
          placeholder="A screen, a story, a page, a file, a person"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="field pr-3 pl-9 [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        className="mt-3 h-[min(24rem,55dvh)] overflow-y-auto"
      >
        {groups.map(({ title, entries: members }) => (
          <div key={title} role="group" aria-label={title} className="pb-2">
            <p aria-hidden className="px-3 pt-1 pb-1 text-xs font-semibold text-soft">
              {title}
            </p>
            {members.map((entry) => {
              const index = entries.indexOf(entry)
              const { icon: Icon } = entry
              return (
                <div
                  key={entry.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === current}
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(entry)}
                  className={`flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 ${index === current ? 'bg-tint' : ''}`}
                >
                  <Icon aria-hidden className="size-4 shrink-0 text-soft" />
                  <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                  {entry.detail !== undefined && (
                    <span className="max-w-[45%] shrink-0 truncate text-xs text-soft">{entry.detail}</span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className="min-h-5 text-sm text-soft">
        {isError && 'Not everything could be searched.'}
        {!isError && !isFetching && entries.length === 0 && 'Nothing found.'}
      </p>
    </Dialog>
  )
}
