import type { Picture } from '../content/pictures.ts'

/**
 * Width of a picture per slot: pixels on the full grid, then percent of the viewport on laptops, tablets and phones.
 */
const SLOTS = {
  hero: [1013, 70, 100, 100],
  full: [1360, 92, 92, 100],
  seven: [781, 54, 92, 92],
  five: [552, 38, 46, 92],
  four: [435, 30, 46, 92],
  three: [320, 22, 46, 92],
  pairWide: [670, 47, 62, 62],
  pairTall: [298, 21, 28, 28],
  text: [680, 47, 80, 92],
  thumb: [96, 7, 12, 25],
} as const

/**
 * Maximum width on phones in percent of the viewport: a crop need not be sharp to the last pixel of their dense
 * screens.
 */
const PHONE_MAX_VW = 110

export type PictureSlot = keyof typeof SLOTS

/**
 * The `sizes` attribute of a picture in a slot. `ratio` is the box's width over height: a box that crops the picture
 * needs a wider copy.
 */
export function pictureSizes(
  slot: PictureSlot,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  ratio: number | null,
): string {
  const own = width && height ? width / height : null
  const factor = own && ratio ? Math.max(1, own / ratio) : 1
  const [full, laptop, tablet, phone] = SLOTS[slot].map((room) => Math.round(room * factor))
  const small = Math.min(phone ?? 100, PHONE_MAX_VW)
  return `(min-width: 90rem) ${full}px, (min-width: 60rem) ${laptop}vw, (min-width: 40rem) ${tablet}vw, ${small}vw`
}
