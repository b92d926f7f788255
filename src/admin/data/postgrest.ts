import * as z from 'zod/mini'
import { toBackendError } from '../../backend/errors.ts'

export interface QueryResult {
  data: unknown
  error: unknown
  status: number
}

/** The data of an answer of PostgREST. Throws a BackendError when there was an error. */
export function unwrap({ data, error, status }: QueryResult): unknown {
  if (error !== null) throw toBackendError(error, status)
  return data
}

/** The rows of an answer, each parsed; one that does not parse is left out and logged, it never empties the list. */
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

/** The one row of an answer, parsed. Throws what the schema throws when it has another form. */
export function parseRow<Row>(schema: z.ZodMiniType<Row>, answer: QueryResult): Row {
  return schema.parse(unwrap(answer))
}

/** The exact count that was asked for. Throws a BackendError when there was an error. */
export function unwrapCount(answer: QueryResult & { count: number | null }): number {
  unwrap(answer)
  return answer.count ?? 0
}
