import { useStore } from '@nanostores/react'
import { type UseQueryResult, keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search, Zap } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection, Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Input, TextField } from 'react-aria-components/TextField'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { can } from '../../../domain/people/role.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { articleSearchQuery } from '../../story/articles.ts'
import { foundRowsQuery, withWords } from '../../data/requests/text-search.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { $screenActions } from '../../ui/layout/screen-actions.ts'
import { useNow } from '../../ui/keys/use-now.ts'
import { navItems } from './navigation.ts'
import { type PaletteEntry, articleEntries, entriesLike } from './palette-entries.ts'
import type { ShellAction } from './shell-actions.ts'

/** The list screens whose rows are searched. */
const LISTS = [
  { kind: 'pages', to: '/admin/pages' },
  { kind: 'media', to: '/admin/media' },
  { kind: 'authors', to: '/admin/authors' },
  { kind: 'users', to: '/admin/users' },
] as const

interface Props {
  actions: readonly ShellAction[]
  onClose: () => void
}

/** Command palette (Ctrl or Cmd + K): finds screens, actions, articles, pages, files and people by name. */
export function CommandPalette({ actions, onClose }: Props) {
  const [text, setText] = useState('')
  const { groups, isFetching, isLoadingError } = usePaletteGroups(text, actions)
  return (
    <Dialog isOpen onClose={onClose} title="Search or jump to">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField autoFocus type="search" aria-label="Search the admin" maxLength={200} className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
          />
          <Input
            placeholder="A screen, a story, a page, a file, a person"
            className="field pr-3 pl-9 [&::-webkit-search-cancel-button]:hidden"
          />
        </TextField>
        <Menu
          aria-label="Results"
          items={groups}
          className="mt-3 h-[min(24rem,55dvh)] overflow-y-auto outline-none"
        >
          {({ title, entries }) => (
            <MenuSection id={title} className="pb-2">
              <Header className="px-3 pt-1 pb-1 text-xs font-semibold text-soft">{title}</Header>
              <Collection items={entries}>
                {(entry) => (
                  <MenuItem
                    id={entry.id}
                    textValue={entry.label}
                    onAction={() => {
                      onClose()
                      entry.onAction()
                    }}
                    className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 outline-none data-focused:bg-tint"
                  >
                    <entry.icon aria-hidden className="size-4 shrink-0 text-soft" />
                    <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                    {entry.detail != null && (
                      <span className="max-w-[45%] shrink-0 truncate text-xs text-soft">{entry.detail}</span>
                    )}
                  </MenuItem>
                )}
              </Collection>
            </MenuSection>
          )}
        </Menu>
      </Autocomplete>
      <p role="status" className="min-h-5 text-sm text-soft">
        {isLoadingError && 'Not everything could be searched.'}
        {!isLoadingError && !isFetching && groups.length === 0 && 'Nothing found.'}
      </p>
    </Dialog>
  )
}

/** The entries for a text, in groups: what the screen offers, screens, actions, and what the server finds. */
function usePaletteGroups(text: string, actions: Props['actions']) {
  const { role } = useProfile()
  const navigate = useNavigate()
  const trimmed = text.trim()
  const debounced = useDebounced(trimmed)

  const screens = navItems(role)
  const sees = (path: string) => screens.some(({ to }) => to === path)
  const maySearch = {
    pages: sees('/admin/pages'),
    media: can(role, 'media.upload'),
    authors: can(role, 'authors.write'),
    users: sees('/admin/users'),
  }
  const articles = useQuery({ ...articleSearchQuery(debounced), enabled: debounced !== '' })
  const lists = useQueries({
    queries: LISTS.map(({ kind }) => paletteSearchQuery(kind, debounced, maySearch[kind])),
  })

  // What an earlier text found stays until the answer to this one, where its name has this text: Enter opens nothing else.
  const ofThisText = (entries: readonly PaletteEntry[], { isPlaceholderData }: UseQueryResult) =>
    isPlaceholderData || debounced !== trimmed ? entriesLike(entries, trimmed) : entries
  const foundArticles = articleEntries(
    articles.data ?? [],
    (id) => void navigate({ to: '/admin/articles/$id', params: { id } }),
    useNow(articles.data?.map(({ published_at }) => published_at) ?? []),
  )
  const articleGroup = {
    title: 'Articles',
    entries: ofThisText(foundArticles, articles),
    isLoading: articles.isLoading,
  }
  /** Entries that open a list screen, searched for the row's name. */
  const foundRows = LISTS.flatMap(({ to }, index) => {
    const screen = screens.find((item) => item.to === to)
    const list = lists[index]
    if (screen === undefined || list === undefined) return []
    const entries = (list.data ?? []).map(({ id, name, detail }): PaletteEntry => ({
      id,
      label: name,
      detail,
      icon: screen.icon,
      onAction: () => void navigate({ to, search: { q: name } }),
    }))
    return [{ title: screen.label, entries: ofThisText(entries, list), isLoading: list.isLoading }]
  })
  const screenEntries: PaletteEntry[] = screens.map(({ to, label, words, icon }) => ({
    id: to,
    label,
    words,
    icon,
    onAction: () => void navigate({ to }),
  }))
  const screenActions = [...useStore($screenActions).values()]
    .flat()
    .map((action): PaletteEntry => ({ ...action, id: `here ${action.id}`, icon: action.icon ?? Zap }))
  const groups = [
    { title: 'On This Screen', entries: entriesLike(screenActions, text) },
    { title: 'Screens', entries: entriesLike(screenEntries, text) },
    { title: 'Actions', entries: entriesLike(actions, text) },
    ...(trimmed === '' ? [] : inOrder([articleGroup, ...foundRows])),
  ].filter(({ entries }) => entries.length > 0)

  const isFetching = articles.isFetching || lists.some((list) => list.isFetching) || debounced !== trimmed
  const isLoadingError = articles.isLoadingError || lists.some((list) => list.isLoadingError)
  return { groups, isFetching, isLoadingError }
}

/** Maximum rows of each kind: few, so that every kind is in view. */
const LIMIT = 4

const rowSchema = z.object({ id: idSchema, name: z.string(), detail: z.nullable(z.string()) })

/** The table of each kind, and its columns shown as name and detail. */
const TABLES = {
  pages: { table: 'pages', name: 'title', detail: 'slug' },
  media: { table: 'media', name: 'original_filename', detail: 'alt_text' },
  authors: { table: 'author_profiles', name: 'name', detail: 'role' },
  users: { table: 'profiles', name: 'full_name', detail: 'email' },
} as const

/** The groups before the first that loads: what Enter would open is never moved down by what comes later. */
function inOrder<Group extends { isLoading: boolean }>(groups: readonly Group[]): readonly Group[] {
  const first = groups.findIndex(({ isLoading }) => isLoading)
  return first === -1 ? groups : groups.slice(0, first)
}

/** The first rows of a kind that `text` finds; disabled for an empty text. Row-level security limits them further. */
function paletteSearchQuery(kind: keyof typeof TABLES, text: string, allowed: boolean) {
  const { table, name, detail } = TABLES[kind]
  return foundRowsQuery({
    queryKey: [kind, 'palette', text],
    table,
    text,
    schema: rowSchema,
    request: (words) => {
      const rows = adminClient().from(table).select(`id, name:${name}, detail:${detail}`)
      const present = kind === 'users' ? rows.is('removed_at', null) : rows
      return withWords(present.not(name, 'is', null), words)
        .order(name)
        .order('id')
        .limit(LIMIT)
    },
    enabled: allowed && text !== '',
    placeholderData: keepPreviousData,
  })
}
