import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { contactMessageSchema } from '../../../../domain/contact.ts'
import { timestampSchema } from '../../../../domain/row.ts'
import { parseRow } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

const openMessageSchema = z.extend(contactMessageSchema, {
  answered_at: z.nullable(timestampSchema),
  /** Null also when the person has been removed since. */
  answerer: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type OpenMessage = z.infer<typeof openMessageSchema>

/** One message with who answered it; null when there is none of this id. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: keys.messages.one(id),
    queryFn: async ({ signal }) =>
      parseRow(
        z.nullable(openMessageSchema),
        await adminClient()
          .from('contact_messages')
          .select(
            'id, name, email, subject, phone, message, status, created_at, answered_at, answerer:profiles(full_name, email)',
          )
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}
