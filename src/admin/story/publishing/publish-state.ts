import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { adminClient } from '../../../backend/admin-client.ts'
import { timestampSchema } from '../../../domain/rows/row.ts'
import { parseRows } from '../../data/requests/postgrest.ts'

const publishStateSchema = z.object({
  event_id: z.number(),
  due_at: timestampSchema,
  created_at: timestampSchema,
  /**
   * `live`: the public address answers with it; `stale`: with the old page; `delivered`: it could not be asked. `sent`: the deploy hook of the static host was called; `waiting`: for a build that is started elsewhere.
   */
  status: z.enum(['publishing', 'live', 'failed', 'scheduled', 'sent', 'waiting', 'delivered', 'stale']),
  /** How long it took until readers saw it, or how long they have not. */
  duration_ms: z.nullable(z.number()),
  error: z.nullable(z.string()),
})
/** The last change of an article that readers could see, and how far it has come. */
export type PublishState = z.infer<typeof publishStateSchema>

const PUBLISH_TIMEOUT_MS = 30_000

/** After a failed request, whatever was known before: the last publish may be a newer one. */
const RETRY_MS = 2_000

/** Milliseconds until the state is fetched again; false when it will not change. */
export function pollDelay(publish: PublishState | null, now: Date): number | false {
  if (publish === null || publish.status === 'live' || publish.status === 'delivered') return false
  if (publish.status === 'failed' || publish.status === 'stale') return 2_000
  if (publish.status === 'scheduled') {
    const left = Date.parse(publish.due_at) - now.getTime()
    return Math.min(60_000, Math.max(250, left))
  }
  if (publish.status === 'waiting') return 60_000
  const begun = Math.max(Date.parse(publish.created_at), Date.parse(publish.due_at))
  const isLate = now.getTime() - begun > PUBLISH_TIMEOUT_MS
  // A static host does not report back; a publisher may poll the outbox only seldom.
  if (publish.status === 'sent') return isLate ? 60_000 : 2_000
  return isLate ? 2_000 : 250
}

/** How far the last change of an article that readers could see has come; null when there was none. */
export function publishStateQuery(articleId: string) {
  return queryOptions({
    queryKey: ['articles', 'publish-state', articleId],
    queryFn: async ({ signal }) =>
      parseRows(
        publishStateSchema,
        await adminClient().rpc('get_publish_state', { p_article: articleId }).abortSignal(signal),
      )[0] ?? null,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' ? RETRY_MS : pollDelay(data ?? null, serverClock.now()),
    staleTime: 0,
    retry: false,
  })
}
