import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { selectOf } from '../../../../domain/content-type.ts'
import { tagSchema } from '../../../../domain/tag.ts'
import { likePattern } from '../../../../domain/query.ts'
import { unwrapCount, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { rangeOf, type ListPage } from '../../../data/list-search.ts'
import type { TagsQuery } from '../tags-search.ts'

const rowSchema = z.extend(tagSchema, { articles: z.array(z.object({ count: z.int() })) })
export type TagRow = z.infer<typeof rowSchema>

/** How many articles outside the trash have a tag. */
export function articleCount({ articles }: TagRow): number {
  return articles[0]?.count ?? 0
}

/** One page of the tags, searched and sorted by the server. */
export function tagListQuery(query: TagsQuery) {
  return queryOptions({
    queryKey: keys.tags.list(query),
    queryFn: async ({ signal }): Promise<ListPage<TagRow>> => {
      const { text, sort, dir } = query
      const all = adminClient()
        .from('tags')
        .select(selectOf(rowSchema), { count: 'exact' })
        .is('articles.deleted_at', null)
      const answer = await (text === '' ? all : all.ilike('name', likePattern(text)))
        .order(sort, { ascending: dir === 'asc' })
        .order('id')
        .range(...rangeOf(query))
        .abortSignal(signal)
      return { rows: parseRows(rowSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
  })
}
