import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import { useEntityMutation } from '../../../data/requests/entity-mutation.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'
import { JUST_LOADED_MS, rowsQuery } from '../../../data/requests/queries.ts'

const sessionSchema = z.object({
  id: idSchema,
  user_agent: z.nullable(z.string()),
  /** When the person signed in. */
  created_at: timestampSchema,
  last_used_at: timestampSchema,
  /** Whether it is the one of this browser. */
  is_current: z.nullable(z.boolean()),
})
export type OwnSession = z.infer<typeof sessionSchema>

/** The sessions of the signed-in person, this one first, then the last used. */
export const ownSessionsQuery = rowsQuery(
  ['account', 'sessions'],
  sessionSchema,
  () => adminClient().rpc('list_own_sessions'),
  { staleTime: JUST_LOADED_MS },
)

/** Ends a session, or all but this one (null). Resolves with how many. */
export const useEndSessions = () =>
  useEntityMutation(['account'], async (id: string | null) =>
    z.int().parse(unwrap(await adminClient().rpc('end_own_sessions', id === null ? {} : { p_session: id }))),
  )
