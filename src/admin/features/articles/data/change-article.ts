import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { invalidate } from '../../../data/entity-mutation.ts'
import type { ListPage } from '../../../data/list-search.ts'
import { expectChanged } from '../../../data/postgrest.ts'
import type { ArticleRow } from './article-list.ts'

/** The columns that the list changes; the editor changes the others. */
export type ArticleChange = Partial<
  Pick<ArticleRow, 'author_id' | 'featured' | 'hero' | 'featured_image' | 'deleted_at'>
>

const LISTS = ['articles', 'list'] as const

export interface ChangeOfArticle {
  id: string
  change: ArticleChange
}

/**
 * Changes an article, at once in every cached list (undone when the server refuses). A new hero is the only one. Rejects
 * with a BackendError.
 */
export function useChangeArticle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: ChangeOfArticle) =>
      expectChanged(
        await adminClient().from('articles').update(change).eq('id', id).select('id'),
        'You are not allowed to change this article',
      ),
    onMutate: async (changed) => {
      await client.cancelQueries({ queryKey: LISTS })
      const before = client.getQueriesData<ListPage<ArticleRow>>({ queryKey: LISTS })
      showChange(client, changed)
      return { before }
    },
    onError: (_error, _changed, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page)
      // Not awaited: the failure is reported at once.
      void invalidate(client, 'articles')
    },
    onSuccess: () => invalidate(client, 'articles'),
  })
}

function showChange(client: QueryClient, { id, change }: ChangeOfArticle) {
  client.setQueriesData<ListPage<ArticleRow>>({ queryKey: LISTS }, (page) =>
    page === undefined ? page : { ...page, rows: applyChange(page.rows, id, change) },
  )
}

/** The rows after the change: a new hero is the only one. */
export function applyChange(rows: readonly ArticleRow[], id: string, change: ArticleChange): ArticleRow[] {
  return rows.map((row) => {
    if (row.id === id) return { ...row, ...change }
    return change.hero === true ? { ...row, hero: false } : row
  })
}

/** Deletes an article for good if it is still in the trash. Rejects with a BackendError. */
export async function deleteForever(id: string): Promise<void> {
  expectChanged(
    await adminClient().from('articles').delete().eq('id', id).not('deleted_at', 'is', null).select('id'),
    'You are not allowed to delete this article',
  )
}
