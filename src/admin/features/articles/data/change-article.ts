import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import type { ArticlePage, ArticleRow } from './article-list.ts'

/** What the list changes of an article; the rest belongs to the editor. */
export type ArticleChange = Partial<
  Pick<ArticleRow, 'author_id' | 'featured' | 'hero' | 'featured_image' | 'deleted_at'>
>

export interface ChangeOfArticle {
  id: string
  change: ArticleChange
}

/**
 * Changes an article and shows it at once in every list that is held, undone when the server refuses; a new hero is
 * taken from all others (admin spec §4). Rejects with a BackendError.
 */
export function useChangeArticle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: ChangeOfArticle) => {
      const rows = unwrap(await adminClient().from('articles').update(change).eq('id', id).select('id'))
      // The policies hide a row that may not be changed; nothing is then an error.
      if (!Array.isArray(rows) || rows.length === 0) {
        throw new BackendError('denied', null, 'You are not allowed to change this article')
      }
    },
    onMutate: async (changed) => {
      await client.cancelQueries({ queryKey: keys.articles.lists() })
      const before = client.getQueriesData<ArticlePage>({ queryKey: keys.articles.lists() })
      showChange(client, changed)
      return { before }
    },
    onError: (_error, _changed, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.articles.all }),
  })
}

function showChange(client: QueryClient, { id, change }: ChangeOfArticle) {
  client.setQueriesData<ArticlePage>({ queryKey: keys.articles.lists() }, (page) =>
    page === undefined ? page : { ...page, rows: applyChange(page.rows, id, change) },
  )
}

/** The rows as they stand after the change: a new hero is the only one. */
export function applyChange(rows: readonly ArticleRow[], id: string, change: ArticleChange): ArticleRow[] {
  return rows.map((row) => {
    if (row.id === id) return { ...row, ...change }
    return change.hero === true ? { ...row, hero: false } : row
  })
}
