import { errorMessage } from '../../../src/backend/error-message.ts'
import type { Stack } from '../stack.ts'

/** Milliseconds between two looks at what is due. */
const INTERVAL_MS = 10_000
/** What a function may take to begin its work, in milliseconds. */
const MAX_CALL_MS = 60_000
/** How many stories the search indexes again in one look: half a second, in which the database does nothing else. */
const STORIES_AGAIN = 50

/**
 * Does what pg_cron does on a hosted project: tells people of days and hours that have come, has the search index stories
 * again after a change of the magazine's language, sums up old readings, and has mails sent when they are due, and letters while
 * no publisher sends them. One look ends before the next begins. Returns the function that ends it.
 */
export function runScheduled({ sql, url }: Pick<Stack, 'sql' | 'url'>, interval = INTERVAL_MS): () => void {
  const run = async () => {
    await sql('select private.notify_of_times()')
    await sql('select private.index_stories_again($1::integer)', [STORIES_AGAIN])
    await sql('select private.roll_up_readings()')
    await callIf('exists (select from private.due_mails())', 'notify')
    await callIf('private.is_letter_slice_due()', 'send-letters')
  }
  const callIf = async (condition: string, name: string) => {
    const [row] = await sql<{ due: boolean }>(`select ${condition} as due`)
    if (row?.due !== true) return
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      signal: AbortSignal.timeout(MAX_CALL_MS),
    })
    await response.body?.cancel()
  }
  let isRunning = false
  let hasEnded = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    run()
      .catch((error: unknown) => {
        // What the end of the database has cut off is done after the next start.
        if (!hasEnded) console.error(`supabase: what is due was not done: ${errorMessage(error)}`)
      })
      .finally(() => (isRunning = false))
  }, interval)
  return () => {
    hasEnded = true
    clearInterval(timer)
  }
}
