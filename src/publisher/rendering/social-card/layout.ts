import { CROPS, SHARE_SIZE } from '../../../domain/media/focus.ts'
import { type Line, breakLines, cutWord } from './line-breaks.ts'

/** The positions of the parts of a social card, in pixels. */
export const CARD = {
  ...SHARE_SIZE,
  margin: 72,
  /** Between text and picture. */
  gap: 56,
  /** Of the picture, at the right. */
  picture: CROPS.card.width,
  /** Where the title begins and ends, from the top. */
  title: { top: 150, bottom: 500 },
  category: { dot: { x: 79, y: 94, radius: 7 }, x: 100, baseline: 102, size: 22, tracking: 0.09 },
  line: 536.5,
  name: { baseline: 592, size: 48, tracking: -0.045 },
} as const

/** Letter spacing of the title, in em. */
export const TITLE_TRACKING = -0.03

/** Font sizes of the title, in pixels; the largest in which it fits is taken. */
const TITLE_SIZES = [104, 92, 80, 70, 60, 52, 44, 38, 32, 26, 21]
/** From this size on a word that is wider than a line is cut. */
const CUT_SIZE = 32
const LINE_HEIGHT = 1.06

/** The width of the text: beside a picture, which takes the right of the card, it is narrower. */
export function textWidth(hasPicture: boolean): number {
  return CARD.width - CARD.margin - (hasPicture ? CARD.picture + CARD.gap : CARD.margin)
}

export interface SetTitle {
  size: number
  lines: { line: Line; baseline: number }[]
}

/**
 * The lines of a title in the largest size in which they fit, each with its baseline. Only a word too long for CUT_SIZE is
 * cut. `em` measures a line, in em.
 */
export function setTitle(words: readonly Line[], width: number, em: (line: Line) => number): SetTitle {
  const measured = memoize(em)
  const { top, bottom } = CARD.title
  for (const size of TITLE_SIZES) {
    const measure = (line: Line) => measured(line) * size
    const isSmallest = size === TITLE_SIZES.at(-1)
    const parts = size <= CUT_SIZE ? words.flatMap((word) => cutWord(word, width, measure)) : words
    const lines = breakLines(parts, width, measure)
    const height = lines.length * size * LINE_HEIGHT
    const fits = height <= bottom - top && lines.every((line) => measure(line) <= width)
    if (!fits && !isSmallest) continue
    const first = top + (bottom - top - height) / 2 + size * 0.84
    return { size, lines: lines.map((line, at) => ({ line, baseline: first + at * size * LINE_HEIGHT })) }
  }
  return { size: 0, lines: [] }
}

function memoize(measure: (line: Line) => number): (line: Line) => number {
  const known = new Map<string, number>()
  return (line) => {
    const key = JSON.stringify(line)
    const width = known.get(key) ?? measure(line)
    known.set(key, width)
    return width
  }
}
