import type * as z from 'zod/mini'
import { rowsOf, type Answer } from './answer.ts'

/** The most rows that one answer of the server holds. */
export const CHUNK = 1000

/**
 * Every row of a list that one answer may be too small for. `ask` gives the rows from place `first` to `last`, counted
 * from 0 and both inclusive, in an order in which no two are equal. Rejects with a BackendError.
 */
export async function allRows<Row>(
  schema: z.ZodMiniType<Row>,
  ask: (first: number, last: number) => PromiseLike<Answer>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let first = 0; ; first += CHUNK) {
    const answer = await ask(first, first + CHUNK - 1)
    all.push(...rowsOf(schema, answer))
    if (!Array.isArray(answer.data) || answer.data.length < CHUNK) return all
  }
}
