import { GALLERY_WIDTH } from './picture-rows.ts'
import type { Picture } from './pictures.ts'

/**
 * Width of a picture per slot: the most pixels that it takes, then percent of the viewport on wide screens, tablets and
 * phones.
 */
const SLOTS = {
  hero: [968, 54, 100, 100],
  full: [1680, 92, 92, 100],
  seven: [968, 54, 92, 92],
  five: [684, 38, 46, 92],
  four: [541, 30, 46, 92],
  three: [399, 22, 46, 92],
  /** The same, where phones have two side by side. */
  fourPaired: [541, 30, 46, 46],
  threePaired: [399, 22, 46, 46],
  gallery: [GALLERY_WIDTH, 80, 92, 92],
  text: [680, 47, 80, 92],
  thumb: [96, 7, 12, 25],
} as const

/**
 * On the dense screens of phones pictures need not be sharp to the last pixel: a copy for a crop is at most this much
 * wider than its box, and three pixels for one of CSS are counted as two.
 */
const PHONE_MAX_FACTOR = 1.08
const DENSE_SHARE = 2 / 3

export type PictureSlot = keyof typeof SLOTS

interface Box {
  /** Width over height of a box that crops the picture, which then needs a wider copy; null: the picture's own. */
  ratio?: number | null | undefined
  /** The part of the slot's width that the box takes; phones show it as wide as the slot. */
  share?: number | undefined
}

/** The `sizes` attribute of a picture in a slot. */
export function pictureSizes(
  slot: PictureSlot,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  { ratio = null, share = 1 }: Box = {},
): string {
  const own = width && height ? width / height : null
  const factor = own && ratio ? Math.max(1, own / ratio) : 1
  const [most, wide, tablet] = SLOTS[slot].map((room) => Math.round(room * factor * share))
  const phone = Math.round(SLOTS[slot][3] * Math.min(factor, PHONE_MAX_FACTOR))
  const dense = Math.round(phone * DENSE_SHARE)
  return (
    `(min-width: 60rem) min(${wide}vw, ${most}px), (min-width: 40rem) ${tablet}vw, ` +
    `(min-resolution: 2.5x) ${dense}vw, ${phone}vw`
  )
}
