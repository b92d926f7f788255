import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { pageSchema } from '../../../../domain/page.ts'
import { orIlike } from '../../../../domain/query.ts'
import { countOf, rowsOf } from '../../../data/answer.ts'
import { keys } from '../../../data/keys.ts'
import { rangeOf, type ListPage } from '../../../data/list-search.ts'
import type { PagesQuery } from '../pages-search.ts'

const rowSchema = z.pick(pageSchema, {
  id: true,
  title: true,
  slug: true,
  status: true,
  parent_id: true,
  updated_at: true,
})
export type PageRow = z.infer<typeof rowSchema>

/** One page of the list of pages, searched and sorted by the server. */
export function pageListQuery(query: PagesQuery) {
  return queryOptions({
    queryKey: keys.pages.list(query),
    queryFn: async ({ signal }): Promise<ListPage<PageRow>> => {
      const { text, sort, dir } = query
      const all = adminClient()
        .from('pages')
        .select('id, title, slug, status, parent_id, updated_at', { count: 'exact' })
      const answer = await (text === '' ? all : all.or(orIlike(['title', 'slug'], text)))
        .order(sort, { ascending: dir === 'asc' })
        .order('id')
        .range(...rangeOf(query))
        .abortSignal(signal)
      return { rows: rowsOf(rowSchema, answer), total: countOf(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
