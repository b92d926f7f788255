import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { toBackendError } from '../../../backend/errors.ts'
import { MAX_BULK_ROWS } from '../../../domain/newsroom/bulk.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import type { Entity } from './entity-mutation.ts'
import { type ListPage, type PagedQuery, type Sorting, rangeOf } from './list-search.ts'
import { type QueryResult, parseRows, unwrapCount } from './postgrest.ts'
import { type SearchedTable, withWords, wordsFor } from './text-search.ts'

/** A PostgREST request with the exact count, before its order and range. */
interface ListRequest extends PromiseLike<QueryResult & { count: number | null }> {
  or(filters: string): ListRequest
  order(column: string, options?: { ascending?: boolean; nullsFirst?: boolean }): ListRequest
  range(first: number, last: number): ListRequest
  abortSignal(signal: AbortSignal): ListRequest
}

interface PageOptions<Row> {
  /** Sorted by `newest`, the latest first, where it has no sorting. */
  query: PagedQuery & Partial<Sorting<string>>
  newest?: string
  schema: z.ZodMiniType<Row>
  pageSize: number
  /** The table that is searched for the text. */
  searched?: SearchedTable
  /** Rows without a value come last in both directions. Only for columns that may be null: it bypasses the index. */
  nullsLast?: boolean
  request: () => ListRequest
}

/** Whether a page was refused because the list ends before it. */
function isBeyondEnd({ error, status }: QueryResult): boolean {
  return error !== null && toBackendError(error, status).code === 'PGRST103'
}

/** One page of a list; without rows where the list ends before it. Rejects with a BackendError. */
export async function fetchPage<Row>(
  {
    query: { text, page, sort, dir = 'desc' },
    newest = 'created_at',
    schema,
    pageSize,
    searched,
    nullsLast = false,
    request,
  }: PageOptions<Row>,
  signal: AbortSignal,
): Promise<ListPage<Row>> {
  const words = searched === undefined ? [] : await wordsFor(searched, text, signal)
  const rows = withWords(request(), words)
  const answer = await rows
    .order(sort ?? newest, { ascending: dir === 'asc', ...(nullsLast ? { nullsFirst: false } : {}) })
    // A total order, so that no row is on two pages.
    .order('id')
    .range(...rangeOf(page, pageSize))
    .abortSignal(signal)
  if (isBeyondEnd(answer)) return { rows: [], total: answer.count ?? 0, pageSize }
  return { rows: parseRows(schema, answer), total: unwrapCount(answer), pageSize }
}

/** The ids of the rows of a list in its order, the first MAX_BULK_ROWS of them. Rejects with a BackendError. */
export async function fetchIds({
  query,
  ...options
}: Omit<PageOptions<{ id: string }>, 'schema' | 'pageSize'>): Promise<string[]> {
  const all = { ...options, query: { ...query, page: 1 }, schema: z.object({ id: idSchema }) }
  const { rows } = await fetchPage({ ...all, pageSize: MAX_BULK_ROWS }, new AbortController().signal)
  return rows.map(({ id }) => id)
}

/** One page of a list. While another page loads, the rows of the previous one stay. */
export function pagedQuery<Row>({
  entity,
  list = 'list',
  ...options
}: PageOptions<Row> & {
  entity: Entity
  /** Distinguishes several lists of one entity in the query key. */
  list?: string
}) {
  return queryOptions({
    queryKey: [entity, list, options.query],
    queryFn: ({ signal }) => fetchPage(options, signal),
    placeholderData: keepPreviousData,
  })
}
