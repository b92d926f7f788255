import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

export const MEDIA_PAGE_SIZE = 48

export const MEDIA_FILTERS = ['all', 'images', 'videos', 'documents'] as const
export type MediaFilter = (typeof MEDIA_FILTERS)[number]

export const MEDIA_SORTS = ['original_filename', 'mime_type', 'size_bytes', 'created_at'] as const
export type MediaSort = (typeof MEDIA_SORTS)[number]

/**
 * The address of the media library: `?type=images&q=oak&view=table&page=2&sort=size_bytes&dir=asc&file=…`, the last
 * being the file whose preview is open. A part that is wrong counts as absent.
 */
export const mediaSearchSchema = z.object({
  type: optional(z.enum(MEDIA_FILTERS)),
  q: optional(z.coerce.string()),
  view: optional(z.enum(['grid', 'table'])),
  page: optional(z.int().check(z.positive())),
  sort: optional(z.enum(MEDIA_SORTS)),
  dir: optional(z.enum(['asc', 'desc'])),
  file: optional(z.uuid()),
})
export type MediaSearch = z.infer<typeof mediaSearchSchema>

/** What is asked of the server; `page` counts from 1. */
export interface MediaQuery {
  filter: MediaFilter
  text: string
  page: number
  sort: MediaSort
  dir: 'asc' | 'desc'
}

export function toMediaQuery({ type, q, page, sort, dir }: MediaSearch): MediaQuery {
  return {
    filter: type ?? 'all',
    text: q?.trim() ?? '',
    page: page ?? 1,
    sort: sort ?? 'created_at',
    dir: dir ?? 'desc',
  }
}
