import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { editorKeys } from './keys.ts'

const rowSchema = z.object({ created_by: z.nullable(z.string()) })

/** The profile that wrote the newest revision of an article; null when it is not known. */
export function lastRevisionByQuery(articleId: string, version: number) {
  return queryOptions({
    queryKey: editorKeys.lastRevision(articleId, version),
    queryFn: async ({ signal }): Promise<string | null> => {
      const answer = await adminClient()
        .from('article_revisions')
        .select('created_by')
        .eq('article_id', articleId)
        .eq('kind', 'saved')
        .order('id', { ascending: false })
        .limit(1)
        .abortSignal(signal)
      return z.array(rowSchema).parse(unwrap(answer))[0]?.created_by ?? null
    },
  })
}
