import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SocialCard, SocialCardRenderer } from '../../../content/pages/social-card.ts'
import { cropPath } from '../../../content/pictures.ts'
import { CROPS } from '../../../domain/focus.ts'
import { COLOURS } from '../../../magazine/colours.ts'
import { writeFileAtomic } from '../../../node/write-file-atomic.ts'
import { type Line, breakLines, cutWord, titleWords } from './line-breaks.ts'
import type { FaceName, TextOutliner } from './text-outlines.ts'

/** Increase it when cards are drawn in another way: cached cards are then drawn again. */
const DESIGN_VERSION = 5

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 72
/** Between text and picture, in pixels. */
const GAP = 56
/** Where the title begins and ends, in pixels from the top. */
const TITLE = { top: 150, bottom: 500 }
/** Font sizes of the title, in pixels; the largest in which it fits is taken. */
const TITLE_SIZES = [104, 92, 80, 70, 60, 52, 44, 38, 32, 26, 21]
/** From this size on a word that is wider than a line is cut. */
const CUT_SIZE = 32
const LINE_HEIGHT = 1.06

const { ink: INK, prussian: PRUSSIAN, madder: MADDER } = COLOURS

/** The width of the text, in pixels: beside a picture, which takes the right of the card, it is narrower. */
const textWidth = ({ picture }: SocialCard) =>
  WIDTH - MARGIN - (picture === null ? MARGIN : CROPS.card.width + GAP)

/**
 * Renders social cards as JPEG, 1200 × 630, cached in `folder` by a hash of their content; `readCopy` reads the copies of
 * pictures that `socialCardCopy` names. A story with a letter that the typefaces lack is shown by its picture alone, or by
 * the magazine's card. HarfBuzz sets the text, for a
 * card must be the same bytes on every machine: a cold build and the publisher write the same site, so no system font
 * may take part. Satori does not read the magazine's typefaces, variable fonts in WOFF2.
 */
export function createSocialCardRenderer(
  folder: string,
  readCopy: (file: string) => Promise<Uint8Array>,
): SocialCardRenderer {
  return async (card) => {
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN_VERSION, card]))
      .digest('hex')
    const cacheFile = join(folder, `${key.slice(0, 16)}.jpg`)
    const cached = await readFile(cacheFile).catch(() => null)
    if (cached) return cached
    const copy = await socialCardCopy(card)
    const picture = copy === null ? null : await readCopy(copy)
    if (!(await canDraw(card))) return picture ?? readFile(MAGAZINE_CARD)
    // Imported when a card is drawn: with HarfBuzz and sharp the process takes 30 MB more.
    const { default: sharp } = await import('sharp')
    // No card is drawn twice.
    sharp.cache(false)
    const { openTextOutliner } = await import('./text-outlines.ts')
    const svg = Buffer.from(drawCard(card, await openTextOutliner()))
    const bytes = await sharp(svg)
      .composite(picture === null ? [] : [{ input: Buffer.from(picture), gravity: 'east' }])
      .flatten({ background: COLOURS.paper })
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
    await writeFileAtomic(cacheFile, bytes)
    return bytes
  }
}

/** The copy of a picture that a card is drawn with, by file name; null for a card without a picture. */
export async function socialCardCopy(card: SocialCard): Promise<string | null> {
  if (card.picture === null) return null
  const path = cropPath(card.picture, (await canDraw(card)) ? 'card' : 'share')
  return path === null ? null : basename(path)
}

/** The card of the whole magazine. */
const MAGAZINE_CARD = new URL('../../../magazine/public/share.jpg', import.meta.url)

/** Whether the typefaces have every letter of a card. */
async function canDraw({ title, emphasis, category, siteName }: SocialCard): Promise<boolean> {
  const { hasLetters } = await import('./text-outlines.ts')
  const isWhole = await Promise.all([
    hasLetters(title, 'roman'),
    hasLetters(emphasis ?? '', 'italic'),
    hasLetters(category?.name.toUpperCase() ?? '', 'label'),
    hasLetters(siteName.toLowerCase(), 'roman'),
  ])
  return isWhole.every(Boolean)
}

/** The card as SVG: category, title in the largest size that fits, and the magazine's name. */
function drawCard(card: SocialCard, outline: TextOutliner): string {
  const { title, emphasis, category, siteName, colours } = card
  const { paper, rule } = colours ?? COLOURS
  const width = textWidth(card)
  const { size, lines } = fitTitle(titleWords(title, emphasis), width, outline)
  const height = lines.length * size * LINE_HEIGHT
  const first = TITLE.top + (TITLE.bottom - TITLE.top - height) / 2 + size * 0.84
  const parts = lines.map((line, index) => {
    return drawLine(line, MARGIN, first + index * size * LINE_HEIGHT, size, outline)
  })

  if (category !== null) {
    const color = /^#[0-9a-f]{6}$/i.test(category.color) ? category.color : PRUSSIAN
    const label = fitText(category.name.toUpperCase(), 'label', 22, 0.09, width, outline)
    parts.push(`<circle cx="${MARGIN + 7}" cy="94" r="7" fill="${color}"/>`)
    parts.push(at(MARGIN + 28, 102, PRUSSIAN, label.svg))
  }
  parts.push(`<path d="M${MARGIN} 536.5H${MARGIN + width}" stroke="${rule}" stroke-width="1.5"/>`)
  const name = fitText(siteName.toLowerCase(), 'roman', 48, -0.045, width, outline)
  parts.push(
    at(MARGIN, 592, INK, name.svg),
    at(MARGIN + name.width, 592, MADDER, outline('.', 'roman', 48, 0).svg),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${paper}"/>${parts.join('')}</svg>`
}

/** A line of text in this size, or a smaller one in which it fits beside the dot on the card. */
function fitText(
  text: string,
  face: FaceName,
  size: number,
  tracking: number,
  place: number,
  outline: TextOutliner,
) {
  const { width } = outline(text, face, size, tracking)
  return outline(text, face, size * Math.min(1, (place - 28) / width), tracking)
}

/** The lines of a title in the largest size in which they fit. Only a word too long for CUT_SIZE is cut. */
function fitTitle(
  words: readonly Line[],
  width: number,
  outline: TextOutliner,
): { size: number; lines: Line[] } {
  const em = memoize((line: Line) => line.reduce((sum, span) => sum + outlineSpan(span, 1, outline).width, 0))
  for (const size of TITLE_SIZES) {
    const measure = (line: Line) => em(line) * size
    const isSmallest = size === TITLE_SIZES.at(-1)
    const parts = size <= CUT_SIZE ? words.flatMap((word) => cutWord(word, width, measure)) : words
    const lines = breakLines(parts, width, measure)
    const high = lines.length * size * LINE_HEIGHT > TITLE.bottom - TITLE.top
    if (isSmallest || (!high && lines.every((line) => measure(line) <= width))) return { size, lines }
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

const outlineSpan = ({ text, emphasis }: Line[number], size: number, outline: TextOutliner) =>
  outline(text, emphasis ? 'italic' : 'roman', size, -0.03)

function drawLine(line: Line, left: number, baseline: number, size: number, outline: TextOutliner): string {
  let x = left
  return line
    .map((span) => {
      const { width, svg } = outlineSpan(span, size, outline)
      x += width
      return at(x - width, baseline, INK, svg)
    })
    .join('')
}

function at(x: number, y: number, color: string, svg: string): string {
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})" fill="${color}">${svg}</g>`
}
