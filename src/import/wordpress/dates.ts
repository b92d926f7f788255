import { momentOf } from '../moments.ts'
import type { WxrRecord } from './wxr-record.ts'

/** When a story was or will be published, as an ISO time; null where the file does not say. */
export function publishedAt(record: WxrRecord, zone: string): string | null {
  return (
    momentOf(record.text('wp:post_date_gmt'), 'UTC') ??
    momentOf(record.text('wp:post_date'), zone) ??
    momentOf(record.text('pubDate'), 'UTC')
  )
}

/** When a story was changed, as an ISO time; null where the file does not say. */
export function modifiedAt(record: WxrRecord, zone: string): string | null {
  return (
    momentOf(record.text('wp:post_modified_gmt'), 'UTC') ?? momentOf(record.text('wp:post_modified'), zone)
  )
}
