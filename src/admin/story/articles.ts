import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { articleSchema } from '../../domain/story/article.ts'
import { type ArticleState, ARTICLE_STATES } from '../../domain/story/article-state.ts'
import { selectOf } from '../../domain/rows/content-type.ts'
import { parseRows } from '../data/requests/postgrest.ts'
import { countQuery } from '../data/requests/queries.ts'
import { foundRowsQuery, withWords } from '../data/requests/text-search.ts'

export type ArticleCounts = Record<'all' | ArticleState, number>

const countSchema = z.object({ status: z.enum(ARTICLE_STATES), articles: z.int() })

/** How many articles there are, of all and in each state, without the trash. */
export const articleCountsQuery = queryOptions({
  queryKey: ['articles', 'counts'],
  queryFn: async ({ signal }): Promise<ArticleCounts> => {
    const rows = parseRows(countSchema, await adminClient().rpc('get_article_counts').abortSignal(signal))
    const counts: ArticleCounts = { all: 0, draft: 0, review: 0, scheduled: 0, published: 0, archived: 0 }
    for (const { status, articles } of rows) {
      counts[status] = articles
      counts.all += articles
    }
    return counts
  },
})

/** How many articles, the trash left out, belong to an account (profile). */
export function storyCountQuery(profileId: string) {
  return countQuery(
    ['users', 'stories', profileId],
    () =>
      adminClient()
        .from('articles')
        .select('id', { count: 'exact', head: true })
        .eq('author_id', profileId)
        .is('deleted_at', null),
    { staleTime: 0 },
  )
}

const foundSchema = z.pick(articleSchema, {
  id: true,
  title: true,
  slug: true,
  status: true,
  hero: true,
  featured_image: true,
  published_at: true,
})
export type FoundArticle = z.infer<typeof foundSchema>

const MAX_FOUND = 8

/** The first few articles with `text` in title or excerpt, last changed first; without a text, the hero before all. */
export function articleSearchQuery(text: string) {
  return foundRowsQuery({
    queryKey: ['articles', 'search', text],
    table: 'articles',
    text,
    schema: foundSchema,
    request: (words) => {
      const rows = adminClient().from('articles').select(selectOf(foundSchema)).is('deleted_at', null)
      const matching = text === '' ? rows.order('hero', { ascending: false }) : withWords(rows, words)
      return matching.order('updated_at', { ascending: false }).limit(MAX_FOUND)
    },
    placeholderData: keepPreviousData,
  })
}
