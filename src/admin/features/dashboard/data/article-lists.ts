import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { ARTICLE_STATUSES } from '../../../../domain/article.ts'
import { idSchema, timestampSchema } from '../../../../domain/row.ts'
import { parseRows } from '../../../data/postgrest.ts'
import { rowsQuery } from '../../../data/queries.ts'

const listedSchema = z.object({
  id: idSchema,
  title: z.string(),
  status: z.enum(ARTICLE_STATUSES),
  author_id: z.nullable(idSchema),
  published_at: z.nullable(timestampSchema),
  updated_at: timestampSchema,
})
export type ListedArticle = z.infer<typeof listedSchema>

const MAX_ROWS = 5

function articles() {
  return adminClient()
    .from('articles')
    .select('id, title, status, author_id, published_at, updated_at')
    .is('deleted_at', null)
    .limit(MAX_ROWS)
}

export const recentQuery = rowsQuery(['articles', 'recent'], listedSchema, () =>
  articles().order('updated_at', { ascending: false }),
)

/** The articles under review, the longest waiting first, and the next scheduled ones. */
export const waitingQuery = queryOptions({
  queryKey: ['articles', 'waiting'],
  queryFn: async ({ signal }) => {
    const [review, scheduled] = await Promise.all([
      articles().eq('status', 'review').order('updated_at').abortSignal(signal),
      articles()
        .eq('status', 'published')
        .gt('published_at', new Date().toISOString())
        .order('published_at')
        .abortSignal(signal),
    ])
    return { review: parseRows(listedSchema, review), scheduled: parseRows(listedSchema, scheduled) }
  },
})
