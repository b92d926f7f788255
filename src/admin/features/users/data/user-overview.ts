import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { MISSING_PAGE_SIZE } from '../users-search.ts'

/** How many users and authors there are. */
export const userOverviewQuery = queryOptions({
  queryKey: keys.users.overview(),
  queryFn: async ({ signal }) => {
    const count = async (table: 'profiles' | 'author_profiles') =>
      unwrapCount(
        await adminClient().from(table).select('id', { count: 'exact', head: true }).abortSignal(signal),
      )
    const [users, authors] = await Promise.all([count('profiles'), count('author_profiles')])
    return { users, authors }
  },
})

const lonelyAuthorSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.nullable(z.string()),
  created_at: timestampSchema,
})
export type LonelyAuthor = z.infer<typeof lonelyAuthorSchema>

/** One page of the authors that have no account, by name, and how many there are of them. */
export function authorsWithoutAccountQuery(page: number) {
  return queryOptions({
    queryKey: keys.authors.withoutAccount(page),
    queryFn: async ({ signal }): Promise<{ rows: LonelyAuthor[]; total: number }> => {
      const first = (page - 1) * MISSING_PAGE_SIZE
      const answer = await adminClient()
        .from('author_profiles')
        .select('id, name, email, created_at', { count: 'exact' })
        .is('profile_id', null)
        .order('name')
        .order('id')
        .range(first, first + MISSING_PAGE_SIZE - 1)
        .abortSignal(signal)
      return { rows: parseRows(lonelyAuthorSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
