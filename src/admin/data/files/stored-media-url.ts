import { apiUrl } from '../../../backend/env/api-url.ts'
import { MEDIA_BUCKET, storedFileUrl } from '../../../domain/media/media-address.ts'

/** The public address of a file in the media bucket; the site itself serves its own uploads folder. */
export function storedMediaUrl(storagePath: string): string {
  if (storagePath.startsWith('uploads/')) return `/${storagePath}`
  return storedFileUrl(apiUrl(), MEDIA_BUCKET, storagePath)
}
