import { COPY_NAME, frontPictures, shownPictureUrls } from '../../content/pictures.ts'
import type { Changes, Rows } from '../../content/rows.ts'
import { COPIED_ENDING, MEDIA_BUCKET, storedFilePath } from '../../domain/media-address.ts'

// Begins with what is searched for literally, which is several times as fast as to look behind each digit.
const COPY_PATH = new RegExp(`/_images/(${COPY_NAME.source})`, 'g')

/** Whether a file of the site may name copies of pictures: a page, a feed or a story as Markdown. */
export function mayNamePictures(file: string): boolean {
  return /\.(?:html|xml|json|md)$/.test(file)
}

/** The copies of pictures that a text of the site names, by file name. */
export function pictureFilesIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(COPY_PATH), ([, file = '']) => file))
}

/** The URLs of all pictures in our own storage that the rows show: only these are fetched and resized. */
export function storedPictureUrls(rows: Partial<Rows>, supabaseUrl: string): Set<string> {
  const urls = [
    ...[...(rows.articles ?? []), ...(rows.pages ?? [])].flatMap(shownPictureUrls),
    ...(rows.author_profiles ?? []).flatMap(({ image_url }) => image_url ?? []),
    ...(rows.front_versions ?? []).flatMap(frontPictures),
  ]
  return new Set(urls.filter((url) => isStoredPicture(url, supabaseUrl)))
}

/** Whether a URL names a picture in our own storage that copies are made of. */
export function isStoredPicture(url: string, supabaseUrl: string): boolean {
  return storedFilePath(url, supabaseUrl, MEDIA_BUCKET) !== null && COPIED_ENDING.test(url)
}

/** The new and changed rows. */
export function changedRows(changes: Changes): Partial<Rows> {
  return Object.fromEntries(Object.entries(changes).map(([entity, { put }]) => [entity, put]))
}
