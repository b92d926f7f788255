import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { ARTICLE_STATUSES } from '../../domain/article.ts'
import { idSchema, timestampSchema } from '../../domain/row.ts'
import { unwrapCount, parseRows } from './postgrest.ts'
import { keys } from './keys.ts'

const useSchema = z.object({
  id: idSchema,
  title: z.string(),
  status: z.enum(ARTICLE_STATUSES),
  published_at: z.nullable(timestampSchema),
  deleted_at: z.nullable(timestampSchema),
})
export type ArticleUse = z.infer<typeof useSchema>

/** The articles that use something: all counted, the first of them named. */
export interface ArticleUses {
  total: number
  articles: ArticleUse[]
}

const NAMED = 50
const COLUMNS = 'id, title, status, published_at, deleted_at'

/** The articles of a category, the trash included, last changed first. */
export function categoryUsesQuery(id: string) {
  return queryOptions({
    queryKey: keys.categories.uses(id),
    queryFn: async ({ signal }) =>
      toUses(
        await adminClient()
          .from('articles')
          .select(COLUMNS, { count: 'exact' })
          .eq('category_id', id)
          .order('updated_at', { ascending: false })
          .limit(NAMED)
          .abortSignal(signal),
      ),
    staleTime: 0,
  })
}

/** The articles with a tag, the trash included, last changed first. */
export function tagUsesQuery(id: string) {
  return queryOptions({
    queryKey: keys.tags.uses(id),
    queryFn: async ({ signal }) =>
      toUses(
        await adminClient()
          .from('articles')
          .select(`${COLUMNS}, article_tags!inner(tag_id)`, { count: 'exact' })
          .eq('article_tags.tag_id', id)
          .order('updated_at', { ascending: false })
          .limit(NAMED)
          .abortSignal(signal),
      ),
    staleTime: 0,
  })
}

function toUses(answer: Parameters<typeof unwrapCount>[0]): ArticleUses {
  return { total: unwrapCount(answer), articles: parseRows(useSchema, answer) }
}
