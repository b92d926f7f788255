import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { articleSchema } from '../../../../domain/story/article.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'

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

/** The articles that were changed last. */
export const recentQuery = rowsQuery(['articles', 'recent'], listedSchema, () =>
  adminClient()
    .from('articles')
    .select(selectOf(listedSchema))
    .is('deleted_at', null)
    .order('updated_at', { ascending: false })
    .limit(MAX_ROWS),
)
