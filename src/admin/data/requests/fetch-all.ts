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

/**
 * All rows of a list that may change meanwhile: each request starts after the last row of the one before, so that new
 * rows shift no other. `fetchRows` fetches the rows after the row with the fields of `keySchema`, the first ones for
 * null. `onProgress` is called with the number of rows so far. Rejects with a BackendError.
 */
export async function fetchAllAfter<Row, Key>(
  schema: z.ZodMiniType<Row>,
  keySchema: z.ZodMiniType<Key>,
  fetchRows: (after: Key | null) => PromiseLike<QueryResult>,
  onProgress: (fetched: number) => void = () => undefined,
): Promise<Row[]> {
  const all: Row[] = []
  let after: Key | null = null
  for (;;) {
    const result = await fetchRows(after)
    all.push(...parseRows(schema, result))
    onProgress(all.length)
    // Only a page without rows is the end, and a last row of another form still has its key.
    if (!Array.isArray(result.data) || result.data.length === 0) return all
    after = keySchema.parse(result.data.at(-1))
  }
}
