import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { contactMessageSchema } from '../../../../domain/readers/contact.ts'
import { timestampSchema } from '../../../../domain/rows/row.ts'
import { cacheSaved, invalidate, useEntityMutation } from '../../../data/requests/entity-mutation.ts'
import { pagedQuery } from '../../../data/requests/paged-query.ts'
import { expectChanged } from '../../../data/requests/postgrest.ts'
import { JUST_LOADED_MS, optionalRowQuery } from '../../../data/requests/queries.ts'
import type { MessagesQuery, MessageStatus } from '../messages-search.ts'

const COLUMNS = 'id, name, email, subject, phone, message, status, created_at'

export function messageListQuery(query: MessagesQuery) {
  const page = pagedQuery({
    entity: 'messages',
    query,
    schema: contactMessageSchema,
    pageSize: 20,
    searched: 'contact_messages',
    request: () => {
      const all = adminClient().from('contact_messages').select(COLUMNS, { count: 'exact' })
      return query.status === undefined ? all : all.eq('status', query.status)
    },
  })
  // Readers write at any time.
  return { ...page, staleTime: JUST_LOADED_MS }
}

const openMessageSchema = z.extend(contactMessageSchema, {
  answered_at: z.nullable(timestampSchema),
  /** Null also when the person has been removed since. */
  answerer: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type OpenMessage = z.infer<typeof openMessageSchema>

/** One message with who answered it; null when there is none of this id. */
export function messageQuery(id: string) {
  return optionalRowQuery(
    ['messages', 'one', id],
    openMessageSchema,
    () =>
      adminClient()
        .from('contact_messages')
        .select(`${COLUMNS}, answered_at, answerer:profiles(full_name, email)`)
        .eq('id', id),
    { staleTime: JUST_LOADED_MS },
  )
}

const REFUSAL = 'This message is gone, or you are not allowed to change it'

/** Changes the status of a message, unless somebody else has since it was loaded. Rejects with a BackendError. */
export function useMarkMessage() {
  const client = useQueryClient()
  return useEntityMutation(
    ['messages'],
    async ({ message, to }: { message: OpenMessage; to: MessageStatus }) => {
      const messages = adminClient().from('contact_messages')
      expectChanged(
        await messages.update({ status: to }).eq('id', message.id).eq('status', message.status).select('id'),
        'Somebody has marked or deleted this message in the meantime',
      )
      // Also where it cannot be fetched again.
      await cacheSaved(client, messageQuery(message.id).queryKey, { ...message, status: to })
    },
  )
}

/** Removes a message for good, for super admins. Rejects with a BackendError. */
export async function deleteMessage(client: QueryClient, id: string): Promise<void> {
  expectChanged(await adminClient().from('contact_messages').delete().eq('id', id).select('id'), REFUSAL)
  // Not awaited, because the open message would be fetched once more and not be found.
  void invalidate(client, 'messages')
}
