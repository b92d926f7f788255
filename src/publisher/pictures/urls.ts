import {
  COPY_NAME,
  brandingPictures,
  frontPictures,
  pictureUrlsOfLetter,
  shownPictureUrls,
  textPictures,
} from '../../content/pictures/pictures.ts'
import type { Changes, Row, Rows } from '../../content/rows.ts'
import { MEDIA_BUCKET } from '../../domain/media/media-address.ts'
import { storedFilePath } from '../../domain/media/stored-file-path.ts'
import { COPIED_ENDING } from '../../domain/media/picture-formats.ts'
import { isCopiedType } from '../../domain/media/media.ts'

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

/** The addresses that the rows show or name as pictures. */
export function pictureUrlsOf(rows: Partial<Rows>): string[] {
  return [
    ...[...(rows.articles ?? []), ...(rows.pages ?? [])].flatMap(shownPictureUrls),
    ...(rows.author_profiles ?? []).flatMap(({ image_url }) => image_url ?? []),
    ...(rows.front_versions ?? []).flatMap(frontPictures),
    ...(rows.letters ?? []).flatMap(pictureUrlsOfLetter),
    ...(rows.site_settings ?? []).flatMap(textPictures),
    ...(rows.branding ?? []).flatMap(brandingPictures),
  ]
}

/**
 * Whether an address names a picture in our own storage that copies are made of: only these are fetched. Told by its row of
 * the library, and by the ending of its name where it has none.
 */
export function isCopiedPicture(
  url: string,
  supabaseUrl: string,
  row: Pick<Row<'media'>, 'mime_type'> | undefined,
): boolean {
  if (storedFilePath(url, supabaseUrl, MEDIA_BUCKET) === null) return false
  return row === undefined ? COPIED_ENDING.test(url) : isCopiedType(row.mime_type)
}

/** The new and changed rows. */
export function changedRows(changes: Changes): Partial<Rows> {
  return Object.fromEntries(Object.entries(changes).map(([entity, { put }]) => [entity, put]))
}
