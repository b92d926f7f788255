import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { unwrapCount } from './postgrest.ts'
import { keys } from './keys.ts'

/** How many messages nobody has opened. Only for those who may read messages; the others get 0. */
export const newMessageCountQuery = queryOptions({
  queryKey: keys.messages.counts(),
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
