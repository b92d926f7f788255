import { apiUrl } from '../../backend/env/api-url.ts'
import { MEDIA_BUCKET } from '../../domain/media/media-address.ts'
import { storedFilePath } from '../../domain/media/stored-file-path.ts'

const SITE = new URL(__SITE_URL__)

/**
 * Whether an address names a picture of this magazine: a file in the media bucket, or of the site. The database has
 * the same rule (private.is_own_picture).
 */
export function isOwnPicture(src: string): boolean {
  if (storedFilePath(src, apiUrl(), MEDIA_BUCKET) !== null) return true
  // Not of an address relative to the page it was copied from.
  const url = /^(?:\/|https?:)/i.test(src) ? URL.parse(src, SITE) : null
  const [path = ''] = src.split(/[?#]/, 1)
  return url?.origin === SITE.origin && !/\/(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|\\/i.test(path)
}
