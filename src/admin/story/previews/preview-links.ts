import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import { previewLinkSchema, previewPath } from '../../../domain/newsroom/preview.ts'
import { parseRow, unwrap } from '../../data/requests/postgrest.ts'
import { rowsQuery } from '../../data/requests/queries.ts'

/** Links that are listed, the newest first. */
const MAX_LISTED = 50

/** The links to previews of a story. */
export function previewLinksQuery(articleId: string) {
  const links = () =>
    adminClient()
      .from('preview_links')
      .select(selectOf(previewLinkSchema))
      .eq('article_id', articleId)
      .order('created_at', { ascending: false })
      .limit(MAX_LISTED)
  // Others open links at any time.
  return rowsQuery(['preview_links', articleId], previewLinkSchema, links, { staleTime: 0 })
}

/** Makes a link that ends at `until`. Returns its address, which is not to be had again. Rejects with a BackendError. */
export async function makePreviewLink(articleId: string, until: string): Promise<string> {
  const answer = await adminClient().rpc('create_preview_link', { p_article: articleId, p_until: until })
  return location.origin + previewPath(parseRow(z.string(), answer))
}

/** Ends a link. Rejects with a BackendError. */
export async function revokePreviewLink(id: string): Promise<void> {
  unwrap(await adminClient().rpc('revoke_preview_link', { p_link: id }))
}
