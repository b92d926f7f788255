import type * as z from 'zod/mini'
import { type QueryResult, parseRows } from './postgrest.ts'

/** Rows of one request: hosted projects return no more than this, some fewer. */
export const PAGE_SIZE = 1000

/**
 * All rows of a list that may be larger than one response. `fetchRows` fetches the rows from `first` to `last`, counted from 0,
 * both inclusive, in a total order and with `count: 'exact'`. Rejects with a BackendError.
 */
export async function fetchAll<Row>(
  schema: z.ZodMiniType<Row>,
  fetchRows: (first: number, last: number) => PromiseLike<QueryResult & { count: number | null }>,
): Promise<Row[]> {
  const all: Row[] = []
  let first = 0
  for (;;) {
    const result = await fetchRows(first, first + PAGE_SIZE - 1)
    all.push(...parseRows(schema, result))
    if (!Array.isArray(result.data) || result.data.length === 0) return all
    first += result.data.length
    // A page that is not full is not the end: the server may have a lower limit.
    if (result.count !== null && first >= result.count) return all
  }
}
