import type { Connection } from '@supabase/lite'

/** Codes that PostgREST passes on with status 400 and the API server would turn into a 500 without a code. */
const PASSED_ON: ReadonlySet<unknown> = new Set(['23514', '23P01', 'P0001'])

/**
 * Answers failed checks and raised exceptions as PostgREST does: status 400 with the code of PostgreSQL. It uses the form
 * in which SQL itself may give the API a whole answer (`raise sqlstate 'PGRST'`).
 */
export function passOnErrorCodes(connection: Connection): void {
  const before = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (thrown) => {
    const error: unknown = before(thrown)
    if (!(error instanceof Error) || !('code' in error) || !PASSED_ON.has(error.code)) return error
    const { message, code } = error
    const details = 'detail' in error ? (error.detail ?? null) : null
    const hint = 'hint' in error ? (error.hint ?? null) : null
    return Object.assign(new Error(JSON.stringify({ code, message, details, hint })), {
      code: 'PGRST',
      detail: JSON.stringify({ status: 400, headers: {} }),
    })
  }
}
