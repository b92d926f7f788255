import { useQueryClient } from '@tanstack/react-query'
import type { Article } from '../../domain/story/article.ts'
import { type ArticleState, articleState } from '../../domain/story/article-state.ts'
import { entityKey } from '../data/requests/entity-mutation.ts'
import { useNow } from '../ui/keys/use-now.ts'

/**
 * The state of an article now. When the date of a scheduled one comes, the component is rendered anew, and lists and
 * counts of articles are fetched again.
 */
export function useArticleState(article: Pick<Article, 'status' | 'published_at'>): ArticleState {
  const client = useQueryClient()
  const now = useNow(
    [article.status === 'published' ? article.published_at : null],
    // One fetch for all that show the article.
    () => void client.invalidateQueries({ queryKey: entityKey('articles') }, { cancelRefetch: false }),
  )
  return articleState(article, now)
}
