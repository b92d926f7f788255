import { type IconSize, ICON_SIZES } from '../../domain/site/branding.ts'
import { MAGAZINE } from '../../magazine/magazine.ts'
import type { ContentReader } from '../content-reader.ts'
import { pictureCopyPath, pictureWidths } from '../pictures/pictures.ts'
import { type PageType, type SiteContent, definePage } from './page-type.ts'

/** The sizes that src/magazine/icons has of the standard icon. */
const STANDARD_SIZES: readonly IconSize[] = ['180', '512']

/**
 * What the icon is drawn from: a drawing, the copy of a picture by its file name, or the first letter of the magazine's
 * name; null: the standard icon. `ground` is a colour: of the letter's field, or behind an icon that may have no holes.
 */
export type Icon =
  | { svg: string; ground: string }
  | { copy: string; ground: string }
  | { letter: string; ground: string; colour: string }
  | null

/** Draws a file of the icon; deterministic. `file`: 'svg', 'ico', or the size of a PNG. */
export type IconRenderer = (icon: Icon, file: 'svg' | 'ico' | IconSize) => Promise<Uint8Array>

export function iconOf(content: ContentReader, { site }: Pick<SiteContent, 'site'>): Icon {
  const { paper, field, 'on-field': colour } = site.theme.light
  const mark = content.icon()
  if (mark !== null && 'svg' in mark) return { svg: mark.svg, ground: paper }
  if (mark?.picture.key != null) {
    const widths = pictureWidths(mark)
    const width = widths.find((one) => one >= ICON_SIZES['512']) ?? widths.at(-1) ?? mark.width
    return { copy: pictureCopyPath(mark.picture.key, width, 'webp').slice('/_images/'.length), ground: paper }
  }
  // The standard icon is that of the magazine which the code is of.
  const [letter] = site.siteName === MAGAZINE.name ? [] : site.siteName.trim().toUpperCase()
  return letter === undefined ? null : { letter, ground: field, colour }
}

/** The sizes of the icon's PNG files. */
export const iconSizes = (icon: Icon): readonly IconSize[] =>
  icon === null ? STANDARD_SIZES : (Object.keys(ICON_SIZES) as IconSize[])

const view = (content: ContentReader, _: unknown, common: SiteContent) => iconOf(content, common)

export const iconSvgPage = definePage({ route: '/favicon.svg', view })
/** What programs ask for without having read a page. */
export const iconIcoPage = definePage({ route: '/favicon.ico', view })
export const iconPngPage = definePage({
  route: '/icon-[size].png',
  *addresses(content) {
    for (const size of iconSizes(iconOf(content, { site: content.site() }))) yield { size }
  },
  view,
})

export const ICON_PAGES: readonly PageType<Icon>[] = [iconSvgPage, iconIcoPage, iconPngPage]
