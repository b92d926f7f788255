import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { ARTICLE_STATUSES } from '../../domain/article.ts'
import { idSchema, timestampSchema } from '../../domain/row.ts'
import { unwrapCount, parseRows } from './postgrest.ts'

/** The embedded `articles(count)` of a row, as a number. */
export const articleCountSchema = z.pipe(
  z.array(z.object({ count: z.int() })),
  z.transform((counts) => counts[0]?.count ?? 0),
)

const useSchema = z.object({
  id: idSchema,
  title: z.string(),
  status: z.enum(ARTICLE_STATUSES),
  published_at: z.nullable(timestampSchema),
  deleted_at: z.nullable(timestampSchema),
})

const MAX_LISTED = 50
const COLUMNS = 'id, title, status, published_at, deleted_at'
const FILTERS = {
  categories: { columns: COLUMNS, idColumn: 'category_id' },
  tags: { columns: `${COLUMNS}, article_tags!inner(tag_id)`, idColumn: 'article_tags.tag_id' },
} as const satisfies Record<string, { columns: string; idColumn: string }>

/** The articles of a category or with a tag, the trash included, last changed first: all counted, the first 50 listed. */
export function articleUsesQuery(entity: keyof typeof FILTERS, id: string) {
  return queryOptions({
    queryKey: [entity, 'uses', id],
    queryFn: async ({ signal }) => {
      const { columns, idColumn }: { columns: string; idColumn: string } = FILTERS[entity]
      const answer = await adminClient()
        .from('articles')
        .select(columns, { count: 'exact' })
        .eq(idColumn, id)
        .order('updated_at', { ascending: false })
        .limit(MAX_LISTED)
        .abortSignal(signal)
      return { total: unwrapCount(answer), articles: parseRows(useSchema, answer) }
    },
    staleTime: 0,
  })
}
