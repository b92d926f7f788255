import { type Crop, type Focus, CROPS, MIDDLE } from '../../domain/media/focus.ts'
import { hasStories } from '../../domain/sections/front.ts'
import { PUBLIC_FILES, shownAddress } from '../../domain/media/media-address.ts'
import { COPIED_ENDING } from '../../domain/media/picture-formats.ts'
import { type PictureRights, NO_RIGHTS } from '../../domain/media/media-rights.ts'
import { letterPictures } from '../../letters/letter-pictures.ts'
import { aspectRatio } from '../../domain/media/picture-rows.ts'
import type { Row } from '../rows.ts'

/** A picture as pages show it. `key` names its resized copies; null: only the original at `url` is known. */
export interface Picture extends Pick<PictureFile, 'isAnimated' | 'colour'> {
  url: string
  key: string | null
  width: number | null
  height: number | null
  /** The colours that a story may have of it; none, too, where only the original is known. */
  colours: readonly string[]
  alt: string
  caption: string | null
  rights: PictureRights
  /** Null for the middle. */
  focus: Focus | null
}

/** A picture whose resized copies exist: they are named after `key`; width and height are the original's pixels. */
export interface PictureFile {
  key: string
  width: number
  height: number
  /** Its copies move, too, and are WebP only. */
  isAnimated?: boolean
  /** Its most frequent colour as `#rrggbb`, which its frame has until it comes; left out where one sees through it. */
  colour?: string
  /** The colours that a story may have of it, first the one of its wall (domain/media/picture-colours.ts). */
  colours?: readonly string[]
}

/** The processed pictures by the URL that rows and bodies name them with. */
export type PictureIndex = ReadonlyMap<string, PictureFile>

/** Width of the page's columns on wide screens, in CSS pixels. */
const PAGE_WIDTH = 1360

/** Widths in pixels of the copies of a large picture; their quality is in publisher/pictures/picture-process.ts. */
const COPY_WIDTHS: readonly number[] = [480, 800, 1000, 1200, 1600, 2000]
/** The largest copy fills the page's columns on a screen with two pixels for one of CSS. */
const MAX_COPY_WIDTH = 2 * PAGE_WIDTH
/** The largest copy is so much wider than the one before it, at least. */
const MIN_STEP = 1.1
/** The longest side that WebP takes, in pixels; AVIF takes about the same. */
const MAX_SIDE = 16_383

/** The widths of a picture's copies: up to its own. None for a picture that is too long and thin. */
export function pictureWidths({ width, height }: Pick<PictureFile, 'width' | 'height'>): number[] {
  const widest = Math.min(width, MAX_COPY_WIDTH)
  const widths = [...COPY_WIDTHS.filter((smaller) => smaller * MIN_STEP <= widest), widest]
  return widths.filter((copy) => (copy * height) / width <= MAX_SIDE)
}

export function pictureCopyPath(key: string, width: number, format: 'avif' | 'webp'): string {
  return `/_images/${key}-${width}.${format}`
}

/** The address of the copy of a picture in a shape; null for a picture of which only the original is known. */
export function cropPath({ key, focus }: Pick<Picture, 'key' | 'focus'>, crop: Crop): string | null {
  return key === null ? null : `/_images/${[key, crop, ...(focus ?? MIDDLE)].join('-')}.jpg`
}

/** The address of the 1200 × 630 copy of a picture. */
export function shareCopyPath(picture: Pick<Picture, 'key' | 'focus'>): string | null {
  return cropPath(picture, 'share')
}

/** The address of the copy of a picture that is printed; null for a picture of which only the original is known. */
export function printCopyPath({ key }: Pick<Picture, 'key'>): string | null {
  return key === null ? null : `/_images/${key}-print.jpg`
}

/** The file name of a copy; a crop's name ends with the focus that it was cropped around. */
export const COPY_NAME = new RegExp(
  `([0-9a-f]{16})-(?:(\\d+)\\.(avif|webp)|(${Object.keys(CROPS).join('|')})-(\\d+)-(\\d+)\\.jpg|(print)\\.jpg)`,
)

export type PictureCopy = { key: string } & (
  | { format: 'avif' | 'webp'; width: number }
  | { format: 'jpg'; crop: Crop; focus: Focus }
  | { format: 'print' }
)

/** Parses the file name of a copy; null for other names. */
export function parseCopyName(file: string): PictureCopy | null {
  const [name, key = '', width, format, crop, x, y, printed] = COPY_NAME.exec(file) ?? []
  if (name !== file) return null
  if (printed !== undefined) return { key, format: 'print' }
  return format === 'avif' || format === 'webp'
    ? { key, format, width: Number(width) }
    : { key, format: 'jpg', crop: crop as Crop, focus: [Number(x), Number(y)] }
}

/**
 * The `srcset` values of a picture, for clients that know neither the WebP copy nearest to 1200 pixels, and the largest;
 * null for a picture of which only the original is known. An animated one has no AVIF copies.
 */
export function pictureSources(picture: Pick<Picture, 'key' | 'width' | 'height' | 'isAnimated'>) {
  const { key, width, height, isAnimated } = picture
  if (key === null || width === null || height === null) return null
  const widths = pictureWidths({ width, height })
  const srcset = (format: 'avif' | 'webp') =>
    widths.map((size) => `${pictureCopyPath(key, size, format)} ${size}w`).join(', ')
  const webpCopy = (width: number | undefined) => pictureCopyPath(key, width ?? 0, 'webp')
  return {
    avif: isAnimated ? null : srcset('avif'),
    webp: srcset('webp'),
    src: webpCopy(widths.findLast((size) => size <= 1200) ?? widths[0]),
    largest: webpCopy(widths.at(-1)),
  }
}

/** How much of a picture, as a part of it, may be hidden where nobody chose that. */
const MAX_HIDDEN = 0.12

/** Whether a box with this aspect ratio would hide next to nothing of a picture. */
export function isNearRatio(picture: Pick<Picture, 'width' | 'height'>, ratio: number): boolean {
  if (!picture.width || !picture.height) return false
  const own = aspectRatio(picture)
  return Math.min(own / ratio, ratio / own) >= 1 - MAX_HIDDEN
}

/** A picture that is only a little narrower than its place may be enlarged by this factor to fill it. */
const MAX_ENLARGEMENT = 1.15

/** A box that a story has for a picture: its aspect ratio, and its width on wide screens in CSS pixels. */
interface Box {
  ratio: number
  width: number
}

/** The box of a story's opening picture. */
export const OPENING_BOX: Box = { ratio: 16 / 10, width: PAGE_WIDTH }
/** The box of a slide, in a carousel as wide as the text. */
export const SLIDE_BOX: Box = { ratio: 3 / 2, width: 680 }

/**
 * The aspect ratio to which a picture is cropped to fill a box; undefined for one of another shape, and for one that
 * would be visibly enlarged: these keep their own.
 */
export function ratioIn(box: Box, picture: Pick<Picture, 'width' | 'height'>): number | undefined {
  const isLarge = (picture.width ?? 0) * MAX_ENLARGEMENT >= box.width
  return isLarge && isNearRatio(picture, box.ratio) ? box.ratio : undefined
}

/** The picture at `url` with what is known of it. */
export function makePicture(
  url: string,
  file: PictureFile | undefined,
  media: Row<'media'> | undefined,
): Picture {
  return {
    url,
    key: file?.key ?? null,
    width: file?.width ?? media?.width ?? null,
    height: file?.height ?? media?.height ?? null,
    ...(file?.isAnimated ? { isAnimated: true } : {}),
    ...(file?.colour ? { colour: file.colour } : {}),
    colours: file?.colours ?? [],
    alt: media?.alt_text?.trim() ?? '',
    caption: media?.caption?.trim() || null,
    rights: media === undefined ? NO_RIGHTS : rightsOf(media),
    focus: media?.focus ?? null,
  }
}

export function rightsOf({ credit, licence, licence_url, made_by }: PictureRights): PictureRights {
  return { credit, licence, licence_url, made_by }
}

const PICTURE_URL = /(?:https?:\/)?\/[^\s"'<>()\\]+/g

/** The distinct URLs of pictures in a text of any format (HTML, Markdown, JSON). */
export function pictureUrlsIn(text: string): string[] {
  const urls =
    text.match(PICTURE_URL)?.filter((url) => COPIED_ENDING.test(url) || url.includes(PUBLIC_FILES)) ?? []
  return [...new Set(urls.map((url) => url.replaceAll('&amp;', '&')))]
}

/** The distinct addresses of the pictures that a story or page shows. */
export function shownPictureUrls(
  row: Pick<Row<'pages'>, 'content' | 'withdrawn_files'> &
    Partial<Pick<Row<'articles'>, 'featured_image' | 'gallery'>>,
): string[] {
  const { content, featured_image = null, gallery = [], withdrawn_files } = row
  const urls = new Set([
    ...(featured_image === null ? [] : [featured_image]),
    ...gallery,
    ...pictureUrlsIn(JSON.stringify(content ?? null)),
  ])
  return [...urls].filter((url) => shownAddress(url, withdrawn_files) !== null)
}

/** The addresses of the pictures that a front shows in place of its stories' own. */
export function frontPictures({ blocks }: Row<'front_versions'>): string[] {
  const items = (blocks ?? []).filter(hasStories).flatMap((block) => block.items)
  return items.map(({ image }) => image).filter((image) => image !== null)
}

/** The addresses of the pictures that a letter shows. */
export function pictureUrlsOfLetter({ content, withdrawn_files }: Row<'letters'>): string[] {
  const urls = letterPictures(content).map(({ image }) => image)
  return [...new Set(urls)].filter((url) => shownAddress(url, withdrawn_files) !== null)
}

/** The addresses of the pictures that the magazine's own texts show. */
export function textPictures({ texts }: Pick<Row<'site_settings'>, 'texts'>): string[] {
  return texts.about_picture ? [texts.about_picture] : []
}

/** The addresses of the pictures among the magazine's marks. */
export function brandingPictures({ logo, logo_dark, icon, share_picture }: Row<'branding'>): string[] {
  const marks = [logo, logo_dark, icon].flatMap((mark) =>
    mark !== null && 'picture' in mark ? mark.picture : [],
  )
  return share_picture === null ? marks : [...marks, share_picture]
}

/** The names of all copies of a picture, without their folder. */
export function pictureFiles(picture: PictureFile): string[] {
  const { key, isAnimated } = picture
  const copies = pictureWidths(picture).flatMap((size) => [
    pictureCopyPath(key, size, 'webp'),
    ...(isAnimated ? [] : [pictureCopyPath(key, size, 'avif')]),
  ])
  const crops = (['share', 'card'] as const).map((crop) => cropPath({ key, focus: null }, crop) ?? '')
  return [...copies, ...crops].map((path) => path.slice('/_images/'.length))
}
