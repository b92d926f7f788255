import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { dataOf } from '../../../data/answer.ts'
import { editorKeys } from './keys.ts'

/** Whether another article has this address. */
export function slugTakenQuery(slug: string, articleId: string | null) {
  return queryOptions({
    queryKey: editorKeys.slug(slug, articleId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const others = adminClient().from('articles').select('id').eq('slug', slug).abortSignal(signal).limit(1)
      const found = dataOf(await (articleId === null ? others : others.neq('id', articleId)))
      return Array.isArray(found) && found.length > 0
    },
    staleTime: 10_000,
  })
}
