import * as z from 'zod/mini'
import { type SortedQuery, optional, sortedSearch, toSortedQuery } from '../../data/list-search.ts'

export const MEDIA_FILTERS = ['all', 'images', 'videos', 'documents'] as const
export type MediaFilter = (typeof MEDIA_FILTERS)[number]

export const MEDIA_SORTS = ['original_filename', 'mime_type', 'size_bytes', 'created_at'] as const
export type MediaSort = (typeof MEDIA_SORTS)[number]

/**
 * The address of the media library: `?type=images&q=oak&view=table&page=2&sort=size_bytes&dir=asc&file=…`, the last
 * being the file whose preview is open.
 */
export const mediaSearchSchema = z.object({
  ...sortedSearch(MEDIA_SORTS),
  type: optional(z.enum(MEDIA_FILTERS)),
  view: optional(z.enum(['grid', 'table'])),
  file: optional(z.uuid()),
})
export type MediaSearch = z.infer<typeof mediaSearchSchema>

export interface MediaQuery extends SortedQuery<MediaSort> {
  filter: MediaFilter
}

export function toMediaQuery(search: MediaSearch): MediaQuery {
  return { ...toSortedQuery(search, 'created_at'), filter: search.type ?? 'all' }
}
