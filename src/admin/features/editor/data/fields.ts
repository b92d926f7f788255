import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRow } from '../../../data/requests/postgrest.ts'

/** Whether another article has this slug, also one that the writer cannot read. */
export function slugTakenQuery(slug: string, articleId: string | null) {
  return queryOptions({
    queryKey: ['editor', 'slug', slug, articleId],
    queryFn: async ({ signal }): Promise<boolean> =>
      parseRow(
        z.boolean(),
        await adminClient().rpc('slug_taken', { p_slug: slug, p_article: articleId }).abortSignal(signal),
      ),
    staleTime: 10_000,
  })
}
