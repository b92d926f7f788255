import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { serverClock } from '../../../../backend/server-clock.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { isAhead } from '../../../../domain/story/article-state.ts'
import { invalidate } from '../../../data/requests/entity-mutation.ts'
import type { ListPage } from '../../../data/requests/list-search.ts'
import { expectChanged, unwrap } from '../../../data/requests/postgrest.ts'
import type { ArticleRow } from './article-list.ts'

/** The columns that the list changes; the editor changes the others. */
export type ArticleChange = Partial<
  Pick<
    ArticleRow,
    | 'author_id'
    | 'featured'
    | 'hero'
    | 'featured_image'
    | 'deleted_at'
    | 'status'
    | 'published_at'
    | 'publish_at'
  >
>

const LISTS = ['articles', 'list'] as const
const CHANGES = ['articles', 'change'] as const

export interface ChangeOfArticle {
  id: string
  change: ArticleChange
  /** Discards its unpublished changes first; the database keeps them in the history. */
  discardsCopy?: boolean
}

/**
 * Changes an article, at once in every cached list (undone when the server refuses). One after the other: else the database
 * could carry out an earlier one last. Rejects with a BackendError.
 */
export function useChangeArticle() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CHANGES,
    scope: { id: CHANGES.join() },
    mutationFn: async ({ id, change, discardsCopy = false }: ChangeOfArticle) => {
      if (discardsCopy) {
        unwrap(await adminClient().from('article_working_copies').delete().eq('article_id', id))
      }
      expectChanged(
        await adminClient().from('articles').update(change).eq('id', id).select('id'),
        'You are not allowed to change this article',
      )
    },
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
    // The server does not know of the changes that wait.
    onSuccess: () =>
      client.isMutating({ mutationKey: CHANGES }) > 1 ? undefined : invalidate(client, 'articles'),
  })
}

/**
 * Changes an article that somebody has read. Rejects with a BackendError: 'conflict' when it was saved since, so that nobody
 * decides on a text that they have not seen.
 */
export async function changeViewed(
  { id, version }: { id: string; version: number },
  change: ArticleChange,
): Promise<void> {
  const changed = unwrap(
    await adminClient().from('articles').update(change).eq('id', id).eq('version', version).select('id'),
  )
  if (Array.isArray(changed) && changed.length > 0) return
  throw new BackendError(
    'conflict',
    null,
    'This article was saved by someone else in the meantime. You see it as it is now.',
  )
}

function showChange(client: QueryClient, { id, change }: ChangeOfArticle) {
  client.setQueriesData<ListPage<ArticleRow>>({ queryKey: LISTS }, (page) =>
    page === undefined ? page : { ...page, rows: applyChange(page.rows, id, change, serverClock.now()) },
  )
}

/** The rows after the change. A new hero that is published replaces the published one; scheduled heroes stay. */
export function applyChange(
  rows: readonly ArticleRow[],
  id: string,
  change: ArticleChange,
  now: Date,
): ArticleRow[] {
  const isOut = (row: ArticleRow) => !isAhead(row.published_at, now)
  const takesPlace = change.hero === true && rows.some((row) => row.id === id && isOut(row))
  return rows.map((row) => {
    if (row.id === id) return { ...row, ...change }
    return takesPlace && isOut(row) ? { ...row, hero: false } : row
  })
}

/** Deletes an article for good if it is still in the trash. Rejects with a BackendError. */
export async function deleteForever(id: string): Promise<void> {
  expectChanged(
    await adminClient().from('articles').delete().eq('id', id).not('deleted_at', 'is', null).select('id'),
    'You are not allowed to delete this article',
  )
}
