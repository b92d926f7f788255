import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { invalidate } from '../../../data/requests/entity-mutation.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'

/** How often a visible tab asks what is new. */
export const POLL_MS = 30_000

/** More are counted as one more than these. */
export const MAX_UNREAD = 99

/** How many lines are unread. */
export const unreadCountQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) =>
    z.int().parse(unwrap(await adminClient().rpc('count_unread_notifications').abortSignal(signal))),
  refetchInterval: POLL_MS,
  staleTime: POLL_MS / 2,
})

const CHANNEL = 'mantel.notifications'

/** Tells the other tabs of this browser that something was marked as read. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Asks again when another tab has marked something as read. Returns the function that ends it. */
export function watchOtherTabs(client: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => void invalidate(client, 'notifications')
  return () => channel.close()
}
