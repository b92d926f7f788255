import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { profileSchema } from '../../../../domain/profile.ts'
import { orIlike } from '../../../../domain/query.ts'
import { idSchema } from '../../../../domain/row.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { USERS_PAGE_SIZE, type UsersQuery } from '../users-search.ts'

const linkSchema = z.object({ id: idSchema })

const userRowSchema = z.extend(profileSchema, {
  /** The author profile of this account: one at most. */
  author: z.union([z.nullable(linkSchema), z.array(linkSchema)]),
})
export type UserRow = z.infer<typeof userRowSchema>

export interface UserPage {
  rows: UserRow[]
  /** Of all pages. */
  total: number
}

/** One page of the users, the newest first (admin spec §7). */
export function userListQuery(query: UsersQuery) {
  return queryOptions({
    queryKey: keys.users.list(query),
    queryFn: async ({ signal }): Promise<UserPage> => {
      const { text, page } = query
      let rows = adminClient()
        .from('profiles')
        .select('id, full_name, email, role, created_at, author:author_profiles(id)', { count: 'exact' })
      if (text !== '') rows = rows.or(orIlike(['full_name', 'email'], text))
      const first = (page - 1) * USERS_PAGE_SIZE
      const answer = await rows
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, first + USERS_PAGE_SIZE - 1)
        .abortSignal(signal)
      return { rows: parseRows(userRowSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}

export function isAuthor({ author }: Pick<UserRow, 'author'>): boolean {
  return Array.isArray(author) ? author.length > 0 : author !== null
}
