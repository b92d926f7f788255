import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { ARTICLE_STATUSES } from '../../domain/article.ts'
import { orIlike } from '../../domain/query.ts'
import { idSchema, timestampSchema } from '../../domain/row.ts'
import { parseRows } from './postgrest.ts'

const foundSchema = z.object({
  id: idSchema,
  title: z.string(),
  status: z.enum(ARTICLE_STATUSES),
  hero: z.boolean(),
  featured_image: z.nullable(z.string()),
  published_at: z.nullable(timestampSchema),
})
export type FoundArticle = z.infer<typeof foundSchema>

/** What the search of an article looks at. */
export const ARTICLE_TEXT_COLUMNS = ['title', 'excerpt'] as const

const LIMIT = 8

/** The first few articles with `text` in title or excerpt, last changed first; without a text, the hero before all. */
export function articleSearchQuery(text: string) {
  return queryOptions({
    queryKey: ['articles', 'search', text],
    queryFn: async ({ signal }) => {
      const rows = adminClient()
        .from('articles')
        .select('id, title, status, hero, featured_image, published_at')
        .is('deleted_at', null)
      const matching =
        text === '' ? rows.order('hero', { ascending: false }) : rows.or(orIlike(ARTICLE_TEXT_COLUMNS, text))
      return parseRows(
        foundSchema,
        await matching.order('updated_at', { ascending: false }).limit(LIMIT).abortSignal(signal),
      )
    },
    placeholderData: keepPreviousData,
  })
}
