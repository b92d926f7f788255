import { queryOptions } from '@tanstack/react-query'
import { SaveFailure } from '../saving/state.ts'
import { sessionsEnded } from '../saving/tab-lock.ts'
import { loadText } from './article-text.ts'
import { editorKeys } from './keys.ts'

/** The text to open: never from the cache, and after this page's pending saves. */
export function openedTextQuery(articleId: string) {
  return queryOptions({
    queryKey: editorKeys.text(articleId),
    queryFn: async ({ signal }) => {
      await sessionsEnded()
      return loadText(articleId, signal)
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: (failures, error) => failures < 3 && error instanceof SaveFailure && error.kind === 'network',
  })
}
