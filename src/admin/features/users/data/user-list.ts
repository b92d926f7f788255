import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { profileSchema } from '../../../../domain/profile.ts'
import { orIlike } from '../../../../domain/query.ts'
import { idSchema } from '../../../../domain/row.ts'
import type { PagedQuery } from '../../../data/list-search.ts'
import { NEWEST_FIRST, pagedQuery } from '../../../data/paged-query.ts'

export const PAGE_SIZE = 20

const linkSchema = z.object({ id: idSchema })

const userRowSchema = z.extend(profileSchema, {
  /** The author profile of this account: one at most. */
  author: z.union([z.nullable(linkSchema), z.array(linkSchema)]),
})
export type UserRow = z.infer<typeof userRowSchema>

/** One page of the users, the newest first. */
export function userListQuery(query: PagedQuery) {
  return pagedQuery({
    entity: 'users',
    query,
    schema: userRowSchema,
    pageSize: PAGE_SIZE,
    sorting: NEWEST_FIRST,
    request: () => {
      const all = adminClient()
        .from('profiles')
        .select('id, full_name, email, role, created_at, author:author_profiles(id)', { count: 'exact' })
      return query.text === '' ? all : all.or(orIlike(['full_name', 'email'], query.text))
    },
  })
}

export function isAuthor({ author }: Pick<UserRow, 'author'>): boolean {
  return Array.isArray(author) ? author.length > 0 : author !== null
}
