import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { SocialCard, SocialCardRenderer } from '../content/pages/social-card.ts'
import { breakLines, titleWords } from './title-lines.ts'
import type { Line } from './title-lines.ts'
import { openTypesetter } from './typesetter.ts'
import type { Typesetter } from './typesetter.ts'

/** Raised when cards are drawn in another way: those kept on disk are then drawn anew. */
const DESIGN = 1

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 72
/** Where the title may stand. */
const TITLE = { top: 150, bottom: 500, width: WIDTH - 2 * MARGIN }
/** From the largest that fits. */
const SIZES = [104, 92, 80, 70, 60, 52, 44, 38, 32]
const LEADING = 1.06

const PAPER = '#f6f4ef'
const INK = '#1b211e'
const RULE = '#d9d5ca'
const VIRIDIAN = '#1d5548'
const BRICK = '#a5432a'

/** Paints title cards as JPEG, 1200 × 630, and keeps them in `folder`, so that none is painted twice. */
export async function openTitleCards(folder: string): Promise<SocialCardRenderer> {
  await mkdir(folder, { recursive: true })
  let typesetter: Promise<Typesetter> | undefined

  return async (card) => {
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN, card]))
      .digest('hex')
    const kept = join(folder, `${key.slice(0, 16)}.jpg`)
    const found = await readFile(kept).catch(() => null)
    if (found) return found
    typesetter ??= openTypesetter()
    const svg = Buffer.from(drawTitleCard(card, await typesetter))
    const bytes = await sharp(svg)
      .flatten({ background: PAPER })
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const temporary = `${kept}.${process.pid}.tmp`
    await writeFile(temporary, bytes)
    await rename(temporary, kept)
    return bytes
  }
}

/** The card as SVG: category, title in the largest size that fits, and the magazine's name. */
export function drawTitleCard({ title, emphasis, category, siteName }: SocialCard, set: Typesetter): string {
  const { size, lines } = fitTitle(titleWords(title, emphasis), set)
  const height = lines.length * size * LEADING
  const first = TITLE.top + (TITLE.bottom - TITLE.top - height) / 2 + size * 0.84
  const parts = lines.map((line, index) => {
    return setLine(line, MARGIN, first + index * size * LEADING, size, set)
  })

  if (category !== null) {
    const color = /^#[0-9a-f]{6}$/i.test(category.color) ? category.color : VIRIDIAN
    const label = set(category.name.toUpperCase(), 'label', 22, 0.09)
    parts.push(`<circle cx="${MARGIN + 7}" cy="94" r="7" fill="${color}"/>`)
    parts.push(at(MARGIN + 28, 102, VIRIDIAN, label.svg))
  }
  parts.push(`<path d="M${MARGIN} 536.5H${WIDTH - MARGIN}" stroke="${RULE}" stroke-width="1.5"/>`)
  const name = set(siteName.toLowerCase(), 'roman', 48, -0.045)
  parts.push(
    at(MARGIN, 592, INK, name.svg),
    at(MARGIN + name.width, 592, BRICK, set('.', 'roman', 48, 0).svg),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${PAPER}"/>${parts.join('')}</svg>`
}

/** The lines of a title in the largest size in which they fit. */
function fitTitle(words: readonly Line[], set: Typesetter): { size: number; lines: Line[] } {
  const em = memoize((line: Line) => line.reduce((sum, span) => sum + setSpan(span, 1, set).width, 0))
  for (const size of SIZES) {
    const measure = (line: Line) => em(line) * size
    const lines = breakLines(words, TITLE.width, measure)
    const high = lines.length * size * LEADING > TITLE.bottom - TITLE.top
    if (size === SIZES.at(-1) || (!high && lines.every((line) => measure(line) <= TITLE.width))) {
      return { size, lines }
    }
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

const setSpan = ({ text, emphasis }: Line[number], size: number, set: Typesetter) =>
  set(text, emphasis ? 'italic' : 'roman', size, -0.03)

function setLine(line: Line, left: number, baseline: number, size: number, set: Typesetter): string {
  let x = left
  return line
    .map((span) => {
      const { width, svg } = setSpan(span, size, set)
      x += width
      return at(x - width, baseline, INK, svg)
    })
    .join('')
}

function at(x: number, y: number, color: string, svg: string): string {
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})" fill="${color}">${svg}</g>`
}
