export const MEDIA_BUCKET = 'media'

/** Maximum length of a thumbnail's longer side, in pixels. */
export const THUMBNAIL_SIDE = 480

/** Storage path of a thumbnail: 'u1/17.jpeg' → 'u1/17-thumb.webp'. The database has the same rule. */
export function thumbnailPath(storagePath: string): string {
  return `${storagePath.replace(/\.[^./]*$/, '')}-thumb.webp`
}

/** What the public address of a stored file begins with, after the project's. */
export const PUBLIC_FILES = '/storage/v1/object/public/'

/** The public address of a file in a bucket of the project at `supabaseUrl`. */
export function storedFileUrl(supabaseUrl: string, bucket: string, storagePath: string): string {
  return `${supabaseUrl}${PUBLIC_FILES}${bucket}/${storagePath.split('/').map(encodeURIComponent).join('/')}`
}

/** Thumbnail URL of a picture in the media bucket; null for other URLs. */
export function thumbnailUrl(url: string): string | null {
  const [address = ''] = url.split(/[?#]/, 1)
  return storagePathFromUrl(address, MEDIA_BUCKET) === null ? null : thumbnailPath(address)
}

/** The path inside `bucket` that a public storage URL names, decoded; null when it names none. */
export function storagePathFromUrl(url: string, bucket: string): string | null {
  const marker = `${PUBLIC_FILES}${bucket}/`
  const start = url.indexOf(marker)
  if (start < 0) return null
  const encoded = url.slice(start + marker.length).split(/[?#]/, 1)[0] ?? ''
  try {
    return decodeURIComponent(encoded) || null
  } catch {
    return null
  }
}

/** An address as a path without query and fragment, decoded, with a slash at its start; null for one that is no address. */
function plainPath(address: string): string | null {
  const url = URL.parse(address, 'https://site.invalid')
  try {
    return url && decodeURIComponent(url.pathname)
  } catch {
    return null
  }
}

/** Whether an address names the file at a storage path, or its thumbnail. The database has the same rule. */
export function namesFile(address: string, storagePath: string): boolean {
  const path = plainPath(address)
  return path !== null && [storagePath, thumbnailPath(storagePath)].some((file) => path.endsWith(`/${file}`))
}

/** The address of a picture; null where there is none, or it names one of the files that are `withdrawn` (storage paths). */
export function shownAddress(address: string | null, withdrawn: readonly string[]): string | null {
  return address === null || withdrawn.some((path) => namesFile(address, path)) ? null : address
}

/** The `storage_path` of the media row of a picture's URL, in the bucket or in the site's own uploads; null elsewhere. */
export function mediaPath(url: string): string | null {
  return storagePathFromUrl(url, MEDIA_BUCKET) ?? (url.startsWith('/') ? url.slice(1) : null)
}
