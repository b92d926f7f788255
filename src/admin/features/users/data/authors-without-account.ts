import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { type ListPage, rangeOf } from '../../../data/list-search.ts'
import { parsePage } from '../../../data/postgrest.ts'

export const AUTHORS_PAGE_SIZE = 10

const rowSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.nullable(z.string()),
  created_at: timestampSchema,
})
export type AuthorWithoutAccount = z.infer<typeof rowSchema>

/** One page of the authors that have no account, by name. */
export function authorsWithoutAccountQuery(page: number) {
  return queryOptions({
    queryKey: ['authors', 'without-account', page],
    queryFn: async ({ signal }): Promise<ListPage<AuthorWithoutAccount>> =>
      parsePage(
        rowSchema,
        await adminClient()
          .from('author_profiles')
          .select('id, name, email, created_at', { count: 'exact' })
          .is('profile_id', null)
          .order('name')
          .order('id')
          .range(...rangeOf(page, AUTHORS_PAGE_SIZE))
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}
