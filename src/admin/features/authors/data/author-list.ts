import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { authorSchema, authorType } from '../../../../domain/author.ts'
import { orIlike } from '../../../../domain/query.ts'
import { timestampSchema } from '../../../../domain/row.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { AUTHORS_PAGE_SIZE, type AuthorsQuery } from '../authors-search.ts'

export const authorRowSchema = z.extend(authorSchema, {
  updated_at: timestampSchema,
  account: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type AuthorRow = z.infer<typeof authorRowSchema>

export interface AuthorPage {
  rows: AuthorRow[]
  /** Of all pages. */
  total: number
}

export const AUTHOR_COLUMNS = `${authorType.select}, updated_at, account:profiles(full_name, email)`

const TEXT_COLUMNS = ['name', 'email', 'role', 'slug'] as const

/** One page of the authors, the newest first (admin spec §7). */
export function authorListQuery(query: AuthorsQuery) {
  return queryOptions({
    queryKey: keys.authors.list(query),
    queryFn: async ({ signal }): Promise<AuthorPage> => {
      const { text, page } = query
      let rows = adminClient().from('author_profiles').select(AUTHOR_COLUMNS, { count: 'exact' })
      if (text !== '') rows = rows.or(orIlike(TEXT_COLUMNS, text))
      const first = (page - 1) * AUTHORS_PAGE_SIZE
      const answer = await rows
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, first + AUTHORS_PAGE_SIZE - 1)
        .abortSignal(signal)
      return { rows: parseRows(authorRowSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
