import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { categorySchema } from '../../../../domain/category.ts'
import { selectOf } from '../../../../domain/content-type.ts'
import { orIlike } from '../../../../domain/query.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { rangeOf, type ListPage } from '../../../data/list-search.ts'
import type { CategoriesQuery } from '../categories-search.ts'

const rowSchema = z.extend(categorySchema, { articles: z.array(z.object({ count: z.int() })) })
export type CategoryRow = z.infer<typeof rowSchema>

/** How many articles outside the trash are in a category. */
export function articleCount({ articles }: CategoryRow): number {
  return articles[0]?.count ?? 0
}

/** One page of the categories, searched and sorted by the server. */
export function categoryListQuery(query: CategoriesQuery) {
  return queryOptions({
    queryKey: keys.categories.list(query),
    queryFn: async ({ signal }): Promise<ListPage<CategoryRow>> => {
      const { text, sort, dir } = query
      const all = adminClient()
        .from('categories')
        .select(selectOf(rowSchema), { count: 'exact' })
        .is('articles.deleted_at', null)
      const answer = await (text === '' ? all : all.or(orIlike(['name', 'description'], text)))
        .order(sort, { ascending: dir === 'asc' })
        .order('id')
        .range(...rangeOf(query))
        .abortSignal(signal)
      return { rows: parseRows(rowSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
