import * as z from 'zod/mini'
import { type Svg, cleanSvg } from '../media/svg.ts'

/**
 * The marks of the magazine as they are stored: each the address of a picture of the library or a clean SVG
 * (media/svg.ts); null: the standard one.
 */
export const brandingSchema = z.object({
  /** In place of the magazine's name in the header of pages. */
  logo: z.nullable(z.string()),
  /** In place of the logo in dark; null: the same. */
  logo_dark: z.nullable(z.string()),
  /** A square, of which the icons of browsers and devices are made. */
  icon: z.nullable(z.string()),
  /** What is shown where a page without a picture of its own is shared: a picture. */
  share_picture: z.nullable(z.string()),
})
export type Branding = z.infer<typeof brandingSchema>

export type Mark = { picture: string } | Svg

/** A stored mark; null for none, and for a drawing that this version does not show. */
export function parseMark(stored: string | null): Mark | null {
  if (stored === null) return null
  if (!stored.startsWith('<')) return { picture: stored }
  const cleaned = cleanSvg(stored)
  return 'problem' in cleaned ? null : cleaned
}

interface Size {
  width: number
  height: number
}

/** The largest place of a logo in the header, in CSS pixels. */
const LOGO_BOX: Size = { width: 220, height: 40 }

/** The size at which a logo is shown, in whole CSS pixels. */
export function logoSize({ width, height }: Size): Size {
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The PNG files of the icon, by the middle of their names, with their side in pixels. */
export const ICON_SIZES = { '180': 180, '192': 192, '512': 512, 'maskable-512': 512 } as const
export type IconSize = keyof typeof ICON_SIZES

export const iconPath = (size: IconSize) => `/icon-${size}.png`
