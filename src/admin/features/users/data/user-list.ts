import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { profileSchema } from '../../../../domain/profile.ts'
import { orIlike } from '../../../../domain/query.ts'
import { idSchema } from '../../../../domain/row.ts'
import { rangeOf, type ListPage, type PagedQuery } from '../../../data/list-search.ts'
import { parsePage } from '../../../data/postgrest.ts'

export const PAGE_SIZE = 20

const linkSchema = z.object({ id: idSchema })

const userRowSchema = z.extend(profileSchema, {
  /** The author profile of this account: one at most. */
  author: z.union([z.nullable(linkSchema), z.array(linkSchema)]),
})
export type UserRow = z.infer<typeof userRowSchema>

/** One page of the users, the newest first. */
export function userListQuery(query: PagedQuery) {
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: async ({ signal }): Promise<ListPage<UserRow>> => {
      const { text, page } = query
      let rows = adminClient()
        .from('profiles')
        .select('id, full_name, email, role, created_at, author:author_profiles(id)', { count: 'exact' })
      if (text !== '') rows = rows.or(orIlike(['full_name', 'email'], text))
      return parsePage(
        userRowSchema,
        await rows
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page, PAGE_SIZE))
          .abortSignal(signal),
      )
    },
    placeholderData: keepPreviousData,
  })
}

export function isAuthor({ author }: Pick<UserRow, 'author'>): boolean {
  return Array.isArray(author) ? author.length > 0 : author !== null
}
