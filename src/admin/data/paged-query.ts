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

/** One page of a list. While another page loads, the rows of the previous one stay. */
export function pagedQuery<Query extends PagedQuery, Row>({
  entity,
  query,
  schema,
  pageSize,
  sorting,
  nullsLast = false,
  request,
}: {
  entity: Entity
  query: Query
  schema: z.ZodMiniType<Row>
  pageSize: number
  sorting: Sorting<string>
  /** Rows without a value come last in both directions. Only for columns that may be null: it bypasses the index. */
  nullsLast?: boolean
  /** The filtered rows. */
  request: () => ListRequest
}) {
  return queryOptions({
    queryKey: [entity, 'list', query],
    queryFn: async ({ signal }): Promise<ListPage<Row>> =>
      parsePage(
        schema,
        await request()
          .order(sorting.sort, {
            ascending: sorting.dir === 'asc',
            ...(nullsLast ? { nullsFirst: false } : {}),
          })
          // A total order, so that no row is on two pages.
          .order('id')
          .range(...rangeOf(query.page, pageSize))
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}

/** The sorting of a list that cannot be sorted. */
export const NEWEST_FIRST: Sorting<'created_at'> = { sort: 'created_at', dir: 'desc' }
