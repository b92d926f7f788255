import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { serverClock } from '../../../../backend/server-clock.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema } from '../../../../domain/article.ts'
import { selectOf } from '../../../../domain/content-type.ts'
import { parseRows } from '../../../data/postgrest.ts'
import { rowsQuery } from '../../../data/queries.ts'

const listedSchema = z.pick(articleSchema, {
  id: true,
  title: true,
  status: true,
  author_id: true,
  published_at: true,
  updated_at: true,
})
export type ListedArticle = z.infer<typeof listedSchema>

const MAX_ROWS = 5

function articles() {
  return adminClient().from('articles').select(selectOf(listedSchema)).is('deleted_at', null).limit(MAX_ROWS)
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
        .gt('published_at', serverClock.now().toISOString())
        .order('published_at')
        .abortSignal(signal),
    ])
    return { review: parseRows(listedSchema, review), scheduled: parseRows(listedSchema, scheduled) }
  },
})
