import { MEDIA_BUCKET } from '../../domain/media-address.ts'

/** The public address of a file in the media bucket; the site itself serves its own uploads folder. */
export function storedMediaUrl(storagePath: string): string {
  if (storagePath.startsWith('uploads/')) return `/${storagePath}`
  const path = storagePath.split('/').map(encodeURIComponent).join('/')
  return `${__SUPABASE_URL__}/storage/v1/object/public/${MEDIA_BUCKET}/${path}`
}
