import { adminClient } from '../../../backend/admin-client.ts'
import { countQuery } from './queries.ts'

/** The number of unread messages; 0 for roles that may not read messages. */
export const newMessageCountQuery = countQuery(
  ['messages', 'new-count'],
  () =>
    adminClient().from('contact_messages').select('id', { count: 'exact', head: true }).eq('status', 'new'),
  { staleTime: 60_000 },
)
