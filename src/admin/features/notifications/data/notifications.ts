import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { notificationLineSchema } from '../../../../domain/newsroom/notification.ts'
import { invalidate } from '../../../data/requests/entity-mutation.ts'
import { parseRows, unwrap } from '../../../data/requests/postgrest.ts'
import { POLL_MS, tellOtherTabs } from './unread.ts'

/** The newest lines, `limit` of them, and whether there are more. */
export function notificationsQuery(limit: number, onlyUnread: boolean) {
  return queryOptions({
    queryKey: ['notifications', 'list', { limit, onlyUnread }],
    queryFn: async ({ signal }) => {
      const args = { p_limit: limit + 1, p_only_unread: onlyUnread }
      const rows = parseRows(
        notificationLineSchema,
        await adminClient().rpc('get_notifications', args).abortSignal(signal),
      )
      return { lines: rows.slice(0, limit), hasMore: rows.length > limit }
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}

/** What to mark as read: these notifications, or all that are not newer than a time. */
export type ReadNotifications = { ids: string[] } | { until: string }

/** Marks notifications as read, here and in the other tabs. Rejects with a BackendError. */
export async function readNotifications(client: QueryClient, read: ReadNotifications): Promise<void> {
  const args = 'ids' in read ? { p_ids: read.ids } : { p_ids: [], p_until: read.until }
  unwrap(await adminClient().rpc('read_notifications', args))
  tellOtherTabs()
  await invalidate(client, 'notifications')
}
