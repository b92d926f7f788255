import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { contactMessageSchema } from '../../../../domain/contact.ts'
import { orIlike } from '../../../../domain/query.ts'
import { timestampSchema } from '../../../../domain/row.ts'
import { invalidate, useEntityMutation } from '../../../data/entity-mutation.ts'
import { NEWEST_FIRST, pagedQuery } from '../../../data/paged-query.ts'
import { expectChanged } from '../../../data/postgrest.ts'
import { optionalRowQuery } from '../../../data/queries.ts'
import type { MessagesQuery, MessageStatus } from '../messages-search.ts'

export const PAGE_SIZE = 20
const COLUMNS = 'id, name, email, subject, phone, message, status, created_at'
const TEXT_COLUMNS = ['name', 'email', 'subject', 'message'] as const

/** One page of the messages, the newest first. */
export function messageListQuery(query: MessagesQuery) {
  return pagedQuery({
    entity: 'messages',
    query,
    schema: contactMessageSchema,
    pageSize: PAGE_SIZE,
    sorting: NEWEST_FIRST,
    request: () => {
      let rows = adminClient().from('contact_messages').select(COLUMNS, { count: 'exact' })
      if (query.status !== null) rows = rows.eq('status', query.status)
      return query.text === '' ? rows : rows.or(orIlike(TEXT_COLUMNS, query.text))
    },
  })
}

const openMessageSchema = z.extend(contactMessageSchema, {
  answered_at: z.nullable(timestampSchema),
  /** Null also when the person has been removed since. */
  answerer: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type OpenMessage = z.infer<typeof openMessageSchema>

/** One message with who answered it; null when there is none of this id. */
export function messageQuery(id: string) {
  return optionalRowQuery(['messages', 'one', id], openMessageSchema, () =>
    adminClient()
      .from('contact_messages')
      .select(`${COLUMNS}, answered_at, answerer:profiles(full_name, email)`)
      .eq('id', id),
  )
}

const REFUSAL = 'This message is gone, or you are not allowed to change it'

/** Changes the status of a message. Rejects with a BackendError. */
export const useMarkMessage = () =>
  useEntityMutation(['messages'], async ({ id, status }: { id: string; status: MessageStatus }) =>
    expectChanged(
      await adminClient().from('contact_messages').update({ status }).eq('id', id).select('id'),
      REFUSAL,
    ),
  )

/** Removes a message for good, for super admins. Rejects with a BackendError. */
export function useDeleteMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      expectChanged(await adminClient().from('contact_messages').delete().eq('id', id).select('id'), REFUSAL),
    // Not awaited: the open message would be fetched once more, and be gone.
    onSuccess: () => void invalidate(client, 'messages'),
  })
}
