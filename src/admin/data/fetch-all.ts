import type * as z from 'zod/mini'
import { type QueryResult, parseRows } from './postgrest.ts'

/** The server's limit of rows in one response. */
export const PAGE_SIZE = 1000

/**
 * All rows of a list that may be larger than one response. `fetchRows` fetches the rows from `first` to `last`, counted from 0,
 * both inclusive, in a total order. Rejects with a BackendError.
 */
export async function fetchAll<Row>(
  schema: z.ZodMiniType<Row>,
  fetchRows: (first: number, last: number) => PromiseLike<QueryResult>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let first = 0; ; first += PAGE_SIZE) {
    const result = await fetchRows(first, first + PAGE_SIZE - 1)
    all.push(...parseRows(schema, result))
    if (!Array.isArray(result.data) || result.data.length < PAGE_SIZE) return all
  }
}
