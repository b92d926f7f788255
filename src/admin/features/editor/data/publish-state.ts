import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { dataOf } from '../../../data/answer.ts'
import type { PublishState } from '../saving/publish-line.ts'
import { pollDelay } from '../saving/publish-line.ts'
import { editorKeys } from './keys.ts'

const rowSchema = z.object({
  event_id: z.number(),
  due_at: z.string(),
  created_at: z.string(),
  status: z.enum(['publishing', 'live', 'failed', 'scheduled']),
  duration_ms: z.nullable(z.number()),
  error: z.nullable(z.string()),
})

/** How far the last change of this article that readers could see has come; null when there was none. */
export function publishStateQuery(articleId: string) {
  return queryOptions({
    queryKey: editorKeys.publishState(articleId),
    queryFn: async ({ signal }): Promise<PublishState | null> => {
      const answer = await adminClient()
        .rpc('get_publish_state', { p_article: articleId })
        .abortSignal(signal)
      const [row] = z.array(rowSchema).parse(dataOf(answer))
      return row ?? null
    },
    refetchInterval: ({ state }) => pollDelay(state.data ?? null, new Date()),
    staleTime: 0,
    retry: false,
  })
}
