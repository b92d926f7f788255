import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Entity } from './entity-mutation.ts'
import { type ListPage, type PagedQuery, type Sorting, rangeOf } from './list-search.ts'
import { type QueryResult, parsePage } from './postgrest.ts'

/** A PostgREST request with the exact count, before its order and range. */
interface ListRequest extends PromiseLike<QueryResult & { count: number | null }> {
  order(column: string, options?: { ascending?: boolean; nullsFirst?: boolean }): ListRequest
  range(first: number, last: number): ListRequest
  abortSignal(signal: AbortSignal): ListRequest
}

interface PageOptions extends Sorting<string> {
  /** Counts from 1. */
  page: number
  pageSize: number
  /** Rows without a value come last in both directions. Only for columns that may be null: it bypasses the index. */
  nullsLast?: boolean
}

/** Fetches one page of the filtered rows that `request` finds. */
export async function fetchPage<Row>(
  request: ListRequest,
  schema: z.ZodMiniType<Row>,
  { sort, dir, page, pageSize, nullsLast = false, signal }: PageOptions & { signal: AbortSignal },
): Promise<ListPage<Row>> {
  return parsePage(
    schema,
    await request
      .order(sort, { ascending: dir === 'asc', ...(nullsLast ? { nullsFirst: false } : {}) })
      // A total order, so that no row is on two pages.
      .order('id')
      .range(...rangeOf(page, pageSize))
      .abortSignal(signal),
  )
}

/** One page of a list. While another page loads, the rows of the previous one stay. */
export function pagedQuery<Query extends PagedQuery, Row>({
  entity,
  list = 'list',
  query,
  schema,
  sorting,
  request,
  ...options
}: Pick<PageOptions, 'pageSize' | 'nullsLast'> & {
  entity: Entity
  /** Tells several lists of one entity apart. */
  list?: string
  query: Query
  schema: z.ZodMiniType<Row>
  sorting: Sorting<string>
  /** The filtered rows. */
  request: () => ListRequest
}) {
  return queryOptions({
    queryKey: [entity, list, query],
    queryFn: ({ signal }) =>
      fetchPage(request(), schema, { ...sorting, ...options, page: query.page, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The sorting of a list that cannot be sorted. */
export const NEWEST_FIRST: Sorting<'created_at'> = { sort: 'created_at', dir: 'desc' }
