import * as z from 'zod/mini'
import { type SortedQuery, optional, sortedSearch, toSortedQuery } from '../../data/requests/list-search.ts'

export const MEDIA_TYPES = ['all', 'images', 'videos', 'documents'] as const
/** Files whose right ends within 30 days or has ended, and pictures that name nobody. */
export const RIGHTS_FILTERS = ['ending', 'ended', 'uncredited'] as const
/** Pictures without alt text. */
export const TEXT_FILTERS = ['undescribed'] as const
export const MEDIA_FILTERS = [...MEDIA_TYPES, ...RIGHTS_FILTERS, ...TEXT_FILTERS] as const
export type MediaFilter = (typeof MEDIA_FILTERS)[number]

export const MEDIA_SORTS = [
  'original_filename',
  'mime_type',
  'size_bytes',
  'created_at',
  'usable_until',
] as const
export type MediaSort = (typeof MEDIA_SORTS)[number]

/**
 * The address of the media library: `?type=images&uploader=…&q=oak&view=table&page=2&sort=size_bytes&dir=asc&file=…`, the last
 * being the file whose preview is open.
 */
export const mediaSearchSchema = z.object({
  ...sortedSearch(MEDIA_SORTS),
  type: optional(z.enum(MEDIA_FILTERS)),
  uploader: optional(z.uuid()),
  view: optional(z.enum(['grid', 'table'])),
  file: optional(z.uuid()),
})
export type MediaSearch = z.infer<typeof mediaSearchSchema>

export interface MediaQuery extends SortedQuery<MediaSort> {
  filter: MediaFilter
  uploader: string | undefined
}

export function isRightsFilter(filter: MediaFilter): boolean {
  return (RIGHTS_FILTERS as readonly MediaFilter[]).includes(filter)
}

/** What ends soonest comes first. */
export function toMediaQuery(search: MediaSearch): MediaQuery {
  const { type: filter = 'all', uploader } = search
  const isByEnd = search.sort === undefined && (filter === 'ending' || filter === 'ended')
  return { ...toSortedQuery(search, 'created_at'), ...(isByEnd ? BY_END : {}), filter, uploader }
}

const BY_END = { sort: 'usable_until', dir: 'asc' } as const
