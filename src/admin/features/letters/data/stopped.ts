import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { TOPICS } from '../../../../domain/letters/letter-states.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'
import type { PagedQuery } from '../../../data/requests/list-search.ts'
import { pagedQuery } from '../../../data/requests/paged-query.ts'

/** An address that gets no letters: of a topic, or of any. */
const stoppedSchema = z.object({
  id: idSchema,
  /** Null: the subscriber was erased. */
  email: z.nullable(z.string()),
  reason: z.enum(['hard', 'complaint', 'manual']),
  topic: z.nullable(z.enum(TOPICS)),
  at: timestampSchema,
})
export type Stopped = z.infer<typeof stoppedSchema>

/** The addresses that get no letters now, the latest first. For editors. */
export const stoppedQuery = (query: PagedQuery) =>
  pagedQuery({
    entity: 'suppressions',
    list: 'stopped addresses',
    query: { ...query, sort: 'at', dir: 'desc' },
    schema: stoppedSchema,
    pageSize: 50,
    searched: 'suppressions',
    request: () =>
      adminClient()
        .from('suppressions')
        .select(selectOf(stoppedSchema), { count: 'exact' })
        .is('lifted_at', null),
  })

/** Lets letters go to an address again. Rejects with a BackendError. */
export async function liftStop({ id }: Pick<Stopped, 'id'>): Promise<void> {
  unwrap(await adminClient().rpc('lift_suppression', { p_id: id }))
}

/** Stops all letters to an address. Rejects with a BackendError. */
export async function stopAddress({ email }: { email: string }): Promise<void> {
  unwrap(await adminClient().rpc('suppress_address', { p_email: email, p_topic: null }))
}
