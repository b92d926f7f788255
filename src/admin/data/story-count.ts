import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { unwrapCount } from './postgrest.ts'

/** How many articles, the trash left out, belong to an account (profile). */
export function storyCountQuery(profileId: string) {
  return queryOptions({
    queryKey: ['users', 'stories', profileId],
    queryFn: async ({ signal }) =>
      unwrapCount(
        await adminClient()
          .from('articles')
          .select('id', { count: 'exact', head: true })
          .eq('author_id', profileId)
          .is('deleted_at', null)
          .abortSignal(signal),
      ),
    staleTime: 0,
  })
}
