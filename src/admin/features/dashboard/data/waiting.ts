import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { daySchema, idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { JUST_LOADED_MS } from '../../../data/requests/queries.ts'

/** The kinds of things that wait for somebody, in the order shown; the database function get_waiting finds them. */
export const WAITING_KINDS = [
  'sent-back',
  'review',
  'due',
  'comments',
  'scheduled',
  'messages',
  'rights',
  'alt-texts',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

const waitingSchema = z.object({
  kind: z.enum(WAITING_KINDS),
  /** How many there are of the kind. */
  total: z.int(),
  /** Of the article, thread, plan, message or file. */
  id: idSchema,
  article_id: z.nullable(idSchema),
  /** Of the letter that a thread or a plan is about. */
  letter_id: z.nullable(idSchema),
  /** A title, the sender of a message, or the name of a file. */
  title: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  person_id: z.nullable(idSchema),
  at: z.nullable(timestampSchema),
  day: z.nullable(daySchema),
})
export type Waiting = z.infer<typeof waitingSchema>

/** What waits for who is signed in: the first of each kind. */
export const waitingQuery = queryOptions({
  queryKey: ['articles', 'waiting'],
  queryFn: async ({ signal }) =>
    parseRows(
      waitingSchema,
      await adminClient()
        .rpc('get_waiting', { p_today: serverClock.calendar.dayOf(serverClock.now().toISOString()) })
        .abortSignal(signal),
    ),
  // It is about much that other screens change.
  staleTime: JUST_LOADED_MS,
})
