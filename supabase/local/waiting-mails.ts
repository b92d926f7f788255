import type { Stack } from './stack.ts'

/** Milliseconds between two looks at the mails that wait. */
const INTERVAL_MS = 10_000

/**
 * Has mails to subscribers sent when they are due, as pg_cron does on a hosted project: one that was asked for soon after
 * another waits. Returns the function that ends it.
 */
export function sendWaitingMails(
  { sql, url }: Pick<Stack, 'sql' | 'url'>,
  interval = INTERVAL_MS,
): () => void {
  const send = async () => {
    const [due] = await sql(
      `select 1 from private.subscriber_mails where sent_at is null and due_at <= now() and attempts < 6
         and opened_at is null and ended_at is null limit 1`,
    )
    if (due === undefined) return
    const response = await fetch(`${url}/functions/v1/newsletter?action=send`, { method: 'POST' })
    await response.body?.cancel()
  }
  const timer = setInterval(() => {
    send().catch((error: unknown) =>
      console.error(`supabase: mails that wait were not sent: ${String(error)}`),
    )
  }, interval)
  return () => clearInterval(timer)
}
