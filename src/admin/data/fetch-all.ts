import type * as z from 'zod/mini'
import { parseRows, type QueryResult } from './postgrest.ts'

/** The most rows that one answer of the server holds. */
export const PAGE_SIZE = 1000

/**
 * Every row of a list that one answer may be too small for. `ask` gives the rows from place `first` to `last`, counted
 * from 0 and both inclusive, in an order in which no two are equal. Rejects with a BackendError.
 */
export async function fetchAll<Row>(
  schema: z.ZodMiniType<Row>,
  ask: (first: number, last: number) => PromiseLike<QueryResult>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let first = 0; ; first += PAGE_SIZE) {
    const answer = await ask(first, first + PAGE_SIZE - 1)
    all.push(...parseRows(schema, answer))
    if (!Array.isArray(answer.data) || answer.data.length < PAGE_SIZE) return all
  }
}
