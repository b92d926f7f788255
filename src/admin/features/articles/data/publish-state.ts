import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { timestampSchema } from '../../../../domain/row.ts'
import { rowsOf } from '../../../data/answer.ts'
import { keys } from '../../../data/keys.ts'

const publishStateSchema = z.object({
  due_at: timestampSchema,
  status: z.enum(['publishing', 'live', 'failed', 'scheduled']),
  duration_ms: z.nullable(z.number()),
  error: z.nullable(z.string()),
})
export type PublishState = z.infer<typeof publishStateSchema>

const WHILE_PUBLISHING_MS = 1000
const OTHERWISE_MS = 30_000

/** How far the last change of an article that readers could see has come; null when there was none. */
export function publishStateQuery(id: string) {
  return queryOptions({
    queryKey: keys.articles.publishState(id),
    queryFn: async ({ signal }) =>
      rowsOf(
        publishStateSchema,
        await adminClient().rpc('get_publish_state', { p_article: id }).abortSignal(signal),
      )[0] ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'publishing' ? WHILE_PUBLISHING_MS : OTHERWISE_MS,
  })
}
