import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { unwrapCount } from '../../../data/postgrest.ts'

/** How many users and authors there are. */
export const userOverviewQuery = queryOptions({
  queryKey: ['users', 'overview'],
  queryFn: async ({ signal }) => {
    const count = async (table: 'profiles' | 'author_profiles') =>
      unwrapCount(
        await adminClient().from(table).select('id', { count: 'exact', head: true }).abortSignal(signal),
      )
    const [users, authors] = await Promise.all([count('profiles'), count('author_profiles')])
    return { users, authors }
  },
})
