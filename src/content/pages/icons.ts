import { type IconSize, ICON_SIZES } from '../../domain/site/branding.ts'
import type { ContentReader } from '../content-reader.ts'
import { pictureCopyPath, pictureWidths } from '../pictures/pictures.ts'
import { type PageType, type SiteContent, definePage } from './page-type.ts'

/**
 * What the icon is drawn from: a drawing, the copy of a picture by its file name or, where nothing is chosen, the first
 * letter of the magazine's name. `ground` is a colour: of the letter's field, or behind an icon that may have no holes.
 */
export type Icon =
  | { svg: string; ground: string }
  | { copy: string; ground: string }
  | { letter: string; ground: string; colour: string }

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
  const [letter = ''] = site.siteName.trim().toUpperCase()
  return { letter, ground: field, colour }
}

const view = (content: ContentReader, _: unknown, common: SiteContent) => iconOf(content, common)

export const iconSvgPage = definePage({ route: '/favicon.svg', view })
/** What programs ask for without having read a page. */
export const iconIcoPage = definePage({ route: '/favicon.ico', view })
export const iconPngPage = definePage({
  route: '/icon-[size].png',
  addresses: () => Object.keys(ICON_SIZES).map((size) => ({ size })),
  view,
})

export const ICON_PAGES: readonly PageType<Icon>[] = [iconSvgPage, iconIcoPage, iconPngPage]
