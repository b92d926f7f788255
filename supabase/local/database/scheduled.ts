import { errorMessage } from '../../../src/backend/error-message.ts'
import type { Stack } from '../stack.ts'

/** Milliseconds between two looks at what is due. */
const INTERVAL_MS = 10_000
/** What a function may take to begin its work, in milliseconds. */
const MAX_CALL_MS = 60_000

/**
 * Does what pg_cron does on a hosted project: tells people of days and hours that have come, and has mails sent when they are
 * due, to subscribers and with notifications. One look ends before the next begins. Returns the function that ends it.
 */
export function runScheduled({ sql, url }: Pick<Stack, 'sql' | 'url'>, interval = INTERVAL_MS): () => void {
  const call = async (path: string) => {
    const response = await fetch(`${url}/functions/v1/${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(MAX_CALL_MS),
    })
    await response.body?.cancel()
  }
  const run = async () => {
    await sql('select private.notify_of_times()')
    const [due] = await sql<{ letters: boolean; notifications: boolean }>(
      `select exists (select from private.subscriber_mails where sent_at is null and due_at <= now() and attempts < 6
           and opened_at is null and ended_at is null) as letters,
         exists (select from private.people_to_mail()) as notifications`,
    )
    if (due?.letters === true) await call('newsletter?action=send')
    if (due?.notifications === true) await call('notify')
  }
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    run()
      .catch((error: unknown) => console.error(`supabase: what is due was not done: ${errorMessage(error)}`))
      .finally(() => (isRunning = false))
  }, interval)
  return () => clearInterval(timer)
}
