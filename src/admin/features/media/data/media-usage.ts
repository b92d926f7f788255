import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema } from '../../../../domain/row.ts'
import { parseRows } from '../../../data/postgrest.ts'

const usageSchema = z.object({
  kind: z.enum(['article', 'page', 'template', 'author', 'site']),
  id: idSchema,
  title: z.string(),
  /** Of an article or page; 'trash' for a deleted article. */
  status: z.nullable(z.string()),
  /** The parts that name the file: 'featured image', 'gallery', 'text' … */
  places: z.array(z.string()),
})
export type MediaUse = z.infer<typeof usageSchema>

/** Where a file is used, as far as this person may see; always fetched anew. */
export function mediaUsageQuery(id: string) {
  return queryOptions({
    queryKey: ['media', 'usage', id],
    queryFn: async ({ signal }) =>
      parseRows(usageSchema, await adminClient().rpc('media_usage', { p_media: id }).abortSignal(signal)),
    staleTime: 0,
  })
}
