import { BackendError } from '../../backend/errors.ts'
import { type QueryResult, unwrap } from './postgrest.ts'

/** The row that a form was opened with. */
export interface Opened {
  id: string
  /** Changes with each save, so that a save from an older row is noticed: `version`, `updated_at` or the name. */
  token: number | string
}

/**
 * Checks an update that was filtered by id and token and selects what it changed. Throws a BackendError when it changed
 * nothing: 'conflict' when the row has another token by now, otherwise 'denied', for the policies hid it. `readToken`
 * rejects with 'not-found' when the row is gone.
 */
export async function expectUpdated(
  answer: QueryResult,
  { token }: Opened,
  readToken: () => Promise<Opened['token']>,
): Promise<void> {
  const rows = unwrap(answer)
  if (Array.isArray(rows) && rows.length > 0) return
  throw new BackendError((await readToken()) === token ? 'denied' : 'conflict', null, '')
}
