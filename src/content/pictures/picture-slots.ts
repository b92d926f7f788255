import { GALLERY_WIDTH } from '../../domain/media/picture-rows.ts'
import type { Picture } from './pictures.ts'

/**
 * Width of a picture per slot: the most pixels that it takes, then percent of the viewport on wide screens, tablets and
 * phones.
 */
const SLOTS = {
  /** As wide as the screen. */
  bleed: [2560, 100, 100, 100],
  hero: [968, 54, 100, 100],
  full: [1680, 92, 92, 100],
  seven: [968, 54, 92, 92],
  five: [684, 38, 46, 92],
  four: [541, 30, 46, 92],
  three: [399, 22, 46, 92],
  /** The same, where phones have two side by side. */
  fourPaired: [541, 30, 46, 46],
  /** Four in a row, each with a row of its own on tablets. */
  fourAlone: [541, 30, 92, 92],
  fourPairedAlone: [541, 30, 92, 46],
  threePaired: [399, 22, 46, 46],
  gallery: [GALLERY_WIDTH, 80, 92, 92],
  text: [748, 47, 80, 92],
  /** Widths of figures in the text beside that. */
  wide: [1120, 78, 92, 92],
  wideRow: [1680, 92, 92, 92],
  margin: [260, 18, 40, 60],
  thumb: [96, 7, 12, 25],
  /** The chair of a writer at the end of a story. */
  chair: [200, 14, 25, 52],
} as const

/**
 * On the dense screens of phones pictures need not be sharp to the last pixel: a copy for a crop is at most this much
 * wider than its box, and three pixels for one of CSS are counted as two.
 */
const PHONE_MAX_FACTOR = 1.08
const DENSE_SHARE = 2 / 3

/** `.frame.whole` in site/styles/parts/cards.css has the same, in percent of the screen's height. */
const MAX_SCREEN_HEIGHT = 85

export type PictureSlot = keyof typeof SLOTS

interface Box {
  /**
   * Width over height of a box that crops the picture, which then needs a wider copy; a square where it would lie across
   * the picture. Null: the picture's own.
   */
  ratio?: number | null | undefined
  /** The part of the slot's width that the box takes; phones show it as wide as the slot. */
  share?: number | undefined
  /** Whether the picture is seen whole and so is no taller than `MAX_SCREEN_HEIGHT`. */
  isWhole?: boolean
}

/** The ratio of a box that crops a picture: a square where it would lie across it, as in site/styles/parts/cards.css. */
function frameRatio(ratio: number, own: number): number {
  return own > 1 ? Math.max(ratio, 1) : Math.min(ratio, 1)
}

/** The `sizes` attribute of a picture in a slot. */
export function pictureSizes(
  slot: PictureSlot,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  { ratio = null, share = 1, isWhole = false }: Box = {},
): string {
  const own = width && height ? width / height : null
  const factor = own && ratio ? Math.max(1, own / frameRatio(ratio, own)) : 1
  const [most, wide, tablet, phoneRoom] = SLOTS[slot]
  const widthOf = (room: number) => Math.round(room * factor * share)
  const tallest = own !== null && isWhole ? [`${Math.round(MAX_SCREEN_HEIGHT * own)}vh`] : []
  const least = (...lengths: string[]) => (lengths.length === 1 ? lengths[0] : `min(${lengths.join(', ')})`)
  const phone = Math.round(phoneRoom * Math.min(factor, PHONE_MAX_FACTOR))
  const dense = Math.round(phone * DENSE_SHARE)
  return (
    `(min-width: 60rem) ${least(`${widthOf(wide)}vw`, `${widthOf(most)}px`, ...tallest)}, ` +
    `(min-width: 40rem) ${least(`${widthOf(tablet)}vw`, ...tallest)}, ` +
    `(min-resolution: 2.5x) ${dense}vw, ${phone}vw`
  )
}
