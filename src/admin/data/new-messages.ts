import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { unwrapCount } from './postgrest.ts'

/** The number of unread messages; 0 for roles that may not read messages. */
export const newMessageCountQuery = queryOptions({
  queryKey: ['messages', 'new-count'],
  queryFn: async ({ signal }) =>
    unwrapCount(
      await adminClient()
        .from('contact_messages')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'new')
        .abortSignal(signal),
    ),
  staleTime: 60_000,
})
