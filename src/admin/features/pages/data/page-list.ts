import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { selectOf } from '../../../../domain/content-type.ts'
import { pageSchema } from '../../../../domain/page.ts'
import { orIlike } from '../../../../domain/query.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { rangeOf, type ListPage } from '../../../data/list-search.ts'
import type { PagesQuery } from '../pages-search.ts'
import { PLACE_COLUMNS, placeSchema, type PagePlace } from './page-place.ts'

const rowSchema = z.extend(placeSchema, { updated_at: pageSchema.shape.updated_at })
export type PageRow = z.infer<typeof rowSchema>

export interface PageListPage extends ListPage<PageRow> {
  /** The pages that those of this part of the list stand below, at whatever height. */
  above: PagePlace[]
}

/** One page of the list of pages, searched and sorted by the server. */
export function pageListQuery(query: PagesQuery) {
  return queryOptions({
    queryKey: keys.pages.list(query),
    queryFn: async ({ signal }): Promise<PageListPage> => {
      const { text, sort, dir } = query
      const all = adminClient().from('pages').select(selectOf(rowSchema), { count: 'exact' })
      const answer = await (text === '' ? all : all.or(orIlike(['title', 'slug'], text)))
        .order(sort, { ascending: dir === 'asc' })
        .order('id')
        .range(...rangeOf(query))
        .abortSignal(signal)
      const rows = parseRows(rowSchema, answer)
      return { rows, total: unwrapCount(answer), above: await pagesAbove(rows, signal) }
    },
    placeholderData: keepPreviousData,
  })
}

/** A request for each level that there is: most pages stand below none, few below more than one. */
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
