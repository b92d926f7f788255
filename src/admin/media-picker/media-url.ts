import { MEDIA_BUCKET } from '../../domain/media-address.ts'

/** The public address of an uploaded file; what lies in the site's own uploads folder is served by the site. */
export function mediaUrl(storagePath: string): string {
  if (storagePath.startsWith('uploads/')) return `/${storagePath}`
  const path = storagePath.split('/').map(encodeURIComponent).join('/')
  return `${__SUPABASE_URL__}/storage/v1/object/public/${MEDIA_BUCKET}/${path}`
}
