import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../../domain/article.ts'
import { countOf } from './answer.ts'
import { keys } from './keys.ts'

export type ArticleCounts = Record<'all' | ArticleStatus, number>

function count(signal: AbortSignal) {
  return adminClient()
    .from('articles')
    .select('id', { count: 'exact', head: true })
    .is('deleted_at', null)
    .abortSignal(signal)
}

/** How many articles there are, of all and of each status, without the trash. */
export const articleCountsQuery = queryOptions({
  queryKey: keys.articles.counts(),
  queryFn: async ({ signal }): Promise<ArticleCounts> => {
    const [draft, review, published, archived] = await Promise.all(
      ARTICLE_STATUSES.map(async (status) => countOf(await count(signal).eq('status', status))),
    )
    const counts = {
      draft: draft ?? 0,
      review: review ?? 0,
      published: published ?? 0,
      archived: archived ?? 0,
    }
    return { ...counts, all: counts.draft + counts.review + counts.published + counts.archived }
  },
})
