import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { type RequirableCheck, REQUIRABLE_CHECKS } from '../../../domain/story/checks.ts'
import { optionalRowQuery } from '../../data/requests/queries.ts'

const requiredChecksQuery = optionalRowQuery(
  ['settings', 'required checks'],
  z.object({ required_checks: z.array(z.enum(REQUIRABLE_CHECKS)) }),
  () => adminClient().from('site_settings').select('required_checks'),
  { staleTime: 0 },
)

const NONE: readonly RequirableCheck[] = []

/** The checks for which a story is not published; none until they are loaded. */
export function useRequiredChecks(): readonly RequirableCheck[] {
  const { data } = useQuery(requiredChecksQuery)
  return data?.required_checks ?? NONE
}

/** The same, as they are now. Asked once, also offline. */
export async function loadRequiredChecks(client: QueryClient): Promise<readonly RequirableCheck[]> {
  const settings = await client.fetchQuery({ ...requiredChecksQuery, networkMode: 'always', retry: false })
  return settings?.required_checks ?? NONE
}
