import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { selectOf } from '../../../../domain/content-type.ts'
import { pageSchema } from '../../../../domain/page.ts'
import { orIlike } from '../../../../domain/query.ts'
import { parsePage, parseRows } from '../../../data/postgrest.ts'
import { type ListPage, rangeOf } from '../../../data/list-search.ts'
import type { PagesQuery } from '../pages-search.ts'
import { type PagePlace, PLACE_COLUMNS, placeSchema } from './page-place.ts'

export const PAGE_SIZE = 25

const rowSchema = z.extend(placeSchema, { updated_at: pageSchema.shape.updated_at })
export type PageRow = z.infer<typeof rowSchema>

export interface PageListPage extends ListPage<PageRow> {
  /** The ancestors of the rows. */
  above: PagePlace[]
}

/** One page of the list of pages, searched and sorted by the server. */
export function pageListQuery(query: PagesQuery) {
  return queryOptions({
    queryKey: ['pages', 'list', query],
    queryFn: async ({ signal }): Promise<PageListPage> => {
      const { text, sort, dir } = query
      const all = adminClient().from('pages').select(selectOf(rowSchema), { count: 'exact' })
      const answer = await (text === '' ? all : all.or(orIlike(['title', 'slug'], text)))
        .order(sort, { ascending: dir === 'asc' })
        .order('id')
        .range(...rangeOf(query.page, PAGE_SIZE))
        .abortSignal(signal)
      const page = parsePage(rowSchema, answer)
      return { ...page, above: await pagesAbove(page.rows, signal) }
    },
    placeholderData: keepPreviousData,
  })
}

/** One request for each level: most pages have no parent, few more than one ancestor. */
async function pagesAbove(rows: readonly PagePlace[], signal: AbortSignal): Promise<PagePlace[]> {
  const above = new Map<string, PagePlace>()
  for (let level = rows; level.length > 0;) {
    const wanted = new Set(level.flatMap(({ parent_id }) => parent_id ?? []))
    const missing = [...wanted].filter((id) => !above.has(id))
    if (missing.length === 0) break
    level = parseRows(
      placeSchema,
      await adminClient().from('pages').select(PLACE_COLUMNS).in('id', missing).abortSignal(signal),
    )
    for (const place of level) above.set(place.id, place)
  }
  return [...above.values()]
}
