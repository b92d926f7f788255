import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import {
  type LinkedRow,
  type MenuTarget,
  SITE_PAGE_TITLES,
  SITE_PAGES,
} from '../../../../domain/site/menu.ts'
import type { Language } from '../../../../domain/text/language.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { foundRowsQuery, withWords } from '../../../data/requests/text-search.ts'

/** Where the rows of each kind are, and what is read of them. `isPublic`: whether readers can see a row. */
const ROWS = {
  section: { table: 'sections', columns: 'id, title', isPublic: null },
  category: { table: 'categories', columns: 'id, title:name', isPublic: null },
  tag: { table: 'tags', columns: 'id, title:name', isPublic: null },
  page: { table: 'pages', columns: 'id, title, status', isPublic: 'published' },
  author: { table: 'author_profiles', columns: 'id, title:name', isPublic: null },
  story: { table: 'articles', columns: 'id, title, status', isPublic: 'published' },
} as const satisfies Record<LinkedRow, { table: string; columns: string; isPublic: string | null }>

const rowSchema = z.object({ id: idSchema, title: z.string(), status: z.optional(z.string()) })

/** A row that a link can lead to. */
export type FoundRow = z.infer<typeof rowSchema>

const MAX_FOUND = 20

/** The rows of a kind that a text finds. */
export function foundQuery(kind: LinkedRow, text: string) {
  const { table, columns } = ROWS[kind]
  return foundRowsQuery({
    queryKey: [table, 'for menus', text],
    table,
    text,
    schema: rowSchema,
    request: (words) =>
      withWords(adminClient().from(table).select(columns), words).order('id').limit(MAX_FOUND),
    placeholderData: keepPreviousData,
  })
}

/** A link's destination as editors see it; `problem`: why readers do not get the link, null when they do. */
export interface KnownDestination {
  title: string
  problem: string | null
}

/** The rows that links lead to, by `keyOf`, without the deleted ones. */
export function linkedRowsQuery(targets: readonly MenuTarget[]) {
  const idsOf = Map.groupBy(
    targets.filter((target) => 'id' in target),
    ({ kind }) => kind,
  )
  const keys = Array.from(idsOf, ([kind, some]) => [kind, some.map(({ id }) => id).sort()] as const)
  return queryOptions({
    queryKey: ['menus', 'destinations', keys],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        keys.map(async ([kind, ids]) => {
          const { table, columns } = ROWS[kind]
          const request = adminClient().from(table).select(columns).in('id', ids)
          const rows = parseRows(rowSchema, await request.abortSignal(signal))
          return rows.map((row) => [keyOf({ kind, id: row.id }), row] as const)
        }),
      )
      return new Map(found.flat())
    },
    placeholderData: keepPreviousData,
  })
}

const keyOf = ({ kind, id }: { kind: LinkedRow; id: string }) => `${kind} ${id}`

/** What a link leads to, with the title that it has for readers of a language; `rows` undefined: not loaded yet. */
export function destinationOf(
  target: MenuTarget,
  rows: ReadonlyMap<string, FoundRow> | undefined,
  language: Language,
): KnownDestination {
  switch (target.kind) {
    case 'address':
      return { title: target.url, problem: null }
    case 'site':
      return { title: SITE_PAGE_TITLES[language][target.page], problem: null }
    default: {
      const row = rows?.get(keyOf(target))
      if (row === undefined) return { title: '', problem: rows === undefined ? null : 'Deleted: left out' }
      const { isPublic } = ROWS[target.kind]
      const isShown = isPublic === null || row.status === isPublic
      return { title: row.title, problem: isShown ? null : 'Not public: left out' }
    }
  }
}

/** The address of a page of the site itself, or the address that a link names; null for a row. */
export function addressOf(target: MenuTarget): string | null {
  if (target.kind === 'address') return target.url
  return target.kind === 'site' ? SITE_PAGES[target.page] : null
}
