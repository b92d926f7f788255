import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { type ArticleStatus, ARTICLE_STATUSES } from '../../domain/article.ts'
import { parseRows } from './postgrest.ts'

export type ArticleCounts = Record<'all' | ArticleStatus, number>

const countSchema = z.object({ status: z.enum(ARTICLE_STATUSES), articles: z.int() })

/** How many articles there are, of all and of each status, without the trash. */
export const articleCountsQuery = queryOptions({
  queryKey: ['articles', 'counts'],
  queryFn: async ({ signal }): Promise<ArticleCounts> => {
    const rows = parseRows(countSchema, await adminClient().rpc('get_article_counts').abortSignal(signal))
    const counts: ArticleCounts = { all: 0, draft: 0, review: 0, published: 0, archived: 0 }
    for (const { status, articles } of rows) {
      counts[status] = articles
      counts.all += articles
    }
    return counts
  },
})
