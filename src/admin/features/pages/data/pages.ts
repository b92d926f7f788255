import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { type ColumnsOf, selectOf } from '../../../../domain/rows/content-type.ts'
import { type Page, pageSchema, pageType } from '../../../../domain/sections/page.ts'
import type { Opened } from '../../../data/requests/update-row.ts'
import { fetchAll } from '../../../data/requests/fetch-all.ts'
import type { ListPage } from '../../../data/requests/list-search.ts'
import { fetchPage } from '../../../data/requests/paged-query.ts'
import { parseRows, unwrap, unwrapCount } from '../../../data/requests/postgrest.ts'
import type { PagesQuery } from '../pages-search.ts'

/** The columns of a page that its address and the choice of a parent need. */
const placeSchema = z.pick(pageSchema, { id: true, title: true, slug: true, status: true, parent_id: true })
export type PagePlace = z.infer<typeof placeSchema>

const places = (options?: { count: 'exact' }) =>
  adminClient().from('pages').select(selectOf(placeSchema), options)

const rowSchema = z.extend(placeSchema, { updated_at: pageSchema.shape.updated_at })
export type PageRow = z.infer<typeof rowSchema>

interface PageListPage extends ListPage<PageRow> {
  above: PagePlace[]
}

export function pageListQuery(query: PagesQuery) {
  return queryOptions({
    queryKey: ['pages', 'list', query],
    queryFn: async ({ signal }): Promise<PageListPage> => {
      const request = () => adminClient().from('pages').select(selectOf(rowSchema), { count: 'exact' })
      const options = { query, schema: rowSchema, pageSize: 25, searched: 'pages' as const, request }
      const page = await fetchPage(options, signal)
      return { ...page, above: await pagesAbove(page.rows, signal) }
    },
    placeholderData: keepPreviousData,
  })
}

/** The ancestors of these pages. One request for each level: most pages have no parent, few more than one ancestor. */
async function pagesAbove(rows: readonly PagePlace[], signal: AbortSignal): Promise<PagePlace[]> {
  const above = new Map<string, PagePlace>()
  for (let level = rows; level.length > 0;) {
    const wanted = new Set(level.flatMap(({ parent_id }) => parent_id ?? []))
    const missing = [...wanted].filter((id) => !above.has(id))
    if (missing.length === 0) break
    level = parseRows(placeSchema, await places().in('id', missing).abortSignal(signal))
    for (const place of level) above.set(place.id, place)
  }
  return [...above.values()]
}

/** All pages without their texts, by title: the possible parents in the dialog. */
export const pageOutlineQuery = queryOptions({
  queryKey: ['pages', 'outline'],
  queryFn: ({ signal }) =>
    fetchAll(placeSchema, (first, last) =>
      places({ count: 'exact' }).order('title').order('id').range(first, last).abortSignal(signal),
    ),
})

const MAX_BELOW = 20

/** The pages directly below a page: all counted, the first 20 listed. */
export function pagesBelowQuery(id: string) {
  return queryOptions({
    queryKey: ['pages', 'below', id],
    queryFn: async ({ signal }) => {
      const answer = await adminClient()
        .from('pages')
        .select(selectOf(placeSchema), { count: 'exact' })
        .eq('parent_id', id)
        .order('title')
        .limit(MAX_BELOW)
        .abortSignal(signal)
      return { total: unwrapCount(answer), pages: parseRows(placeSchema, answer) }
    },
    staleTime: 0,
  })
}

/** A page as it is stored now. Rejects with a BackendError, 'not-found' when there is none. */
export async function loadPage(id: string, signal?: AbortSignal): Promise<Page> {
  const request = adminClient().from('pages').select(pageType.select).eq('id', id)
  const [page] = parseRows(pageSchema, await (signal === undefined ? request : request.abortSignal(signal)))
  if (page === undefined) throw new BackendError('not-found', null, '')
  return page
}

/** One page to edit: fetched anew each time the dialog opens. */
export function pageQuery(id: string) {
  return queryOptions({
    queryKey: ['pages', 'one', id],
    queryFn: ({ signal }) => loadPage(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

/** What is stored of a page, with its author. Without `content` the stored text stays as it is. */
export interface PageValues extends ColumnsOf<typeof pageType.fields> {
  content?: { html: string }
  author_id: string | null
}

/** Creates or changes a page. Rejects with a BackendError, 'conflict' when it was saved since it was opened. */
export async function savePage(opened: Opened | null, values: PageValues): Promise<void> {
  unwrap(await adminClient().rpc('save_page', pageArguments(opened, values)))
}

/** The arguments of save_page. */
export function pageArguments(opened: Opened | null, values: PageValues) {
  return {
    p_id: opened?.id ?? null,
    p_version: opened === null ? null : Number(opened.token),
    p_page: { ...values },
  }
}
