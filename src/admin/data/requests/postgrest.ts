import * as z from 'zod/mini'
import { BackendError, toBackendError } from '../../../backend/errors.ts'

export interface QueryResult {
  data: unknown
  error: unknown
  status: number
}

/** The data of a PostgREST response. Throws a BackendError when there was an error. */
export function unwrap({ data, error, status }: QueryResult): unknown {
  if (error !== null) throw toBackendError(error, status)
  return data
}

/** The parsed rows of a response. A row that does not parse is left out and logged. */
export function parseRows<Row>(schema: z.ZodMiniType<Row>, answer: QueryResult): Row[] {
  const data = unwrap(answer)
  if (!Array.isArray(data)) return []
  return data.flatMap((row: unknown) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return [parsed.data]
    console.error('A row does not have the expected form', z.prettifyError(parsed.error), row)
    return []
  })
}

/** A part of a list that is fetched as far as it is shown, and where the next part begins; null at the end. */
export interface ListPart<Row, Start> {
  rows: Row[]
  next: Start | null
}

/**
 * The parsed rows of a response to a request for `size` rows. `startAfter` returns where the next part begins, from the
 * last row as the server gave it. A row that does not parse is left out, but does not end the list.
 */
export function parsePart<Row, Start>(
  schema: z.ZodMiniType<Row>,
  answer: QueryResult,
  size: number,
  startAfter: (last: unknown) => Start | null,
): ListPart<Row, Start> {
  const rows = parseRows(schema, answer)
  const given: unknown[] = Array.isArray(answer.data) ? answer.data : []
  return { rows, next: given.length < size ? null : startAfter(given.at(-1)) }
}

/** The parsed row of a response. Throws a ZodError when it has another form. */
export function parseRow<Row>(schema: z.ZodMiniType<Row>, answer: QueryResult): Row {
  return schema.parse(unwrap(answer))
}

/** The count of a request with `count: 'exact'`. Throws a BackendError when there was an error. */
export function unwrapCount(answer: QueryResult & { count: number | null }): number {
  unwrap(answer)
  return answer.count ?? 0
}

/**
 * Checks that an update or deletion, which selects what it changed, changed a row. PostgREST reports no error for a row
 * that the policies hide: throws a BackendError 'denied' with `refusal` then.
 */
export function expectChanged(answer: QueryResult, refusal: string): void {
  const rows = unwrap(answer)
  if (!Array.isArray(rows) || rows.length === 0) throw new BackendError('denied', null, refusal)
}
