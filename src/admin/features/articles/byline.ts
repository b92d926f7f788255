import { UNKNOWN_AUTHOR } from '../../../domain/fallback-names.ts'
import { useAuthorName } from '../../data/author-name.ts'
import type { ArticleRow } from './data/article-list.ts'

/** Returns the author of an article: the name, else the e-mail address where it may be read. */
export function useByline(): (row: Pick<ArticleRow, 'author_id' | 'author'>) => string {
  const authorName = useAuthorName()
  return ({ author_id, author }) =>
    author?.full_name || authorName(author_id) || author?.email || UNKNOWN_AUTHOR
}
