import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SocialCard, SocialCardRenderer } from '../../../content/pages/social-card.ts'
import { cropPath } from '../../../content/pictures/pictures.ts'
import { writeFileAtomic } from '../../../node/write-file-atomic.ts'
import { CARD, TITLE_TRACKING, setTitle, textWidth } from './layout.ts'
import { type Line, titleWords } from './line-breaks.ts'
import type { FaceName, TextOutliner } from './text-outlines.ts'

/** Increase it when cards are drawn in another way: cached cards are then drawn again. */
const DESIGN_VERSION = 5

/**
 * Renders social cards as JPEG, 1200 × 630, cached in `folder` by a hash of their content (null: not cached); `readCopy`
 * reads the copies of pictures that `socialCardCopy` names. A story with a letter that the typefaces lack is shown by its
 * picture alone, or by the magazine's name; a name with such a letter by a card without words. HarfBuzz sets the text, for a card must be the same bytes on every machine: a
 * cold build and the publisher write the same site, so no system font may take part. Satori does not read the magazine's
 * typefaces, variable fonts in WOFF2.
 */
export function createSocialCardRenderer(
  folder: string | null,
  readCopy: (file: string) => Promise<Uint8Array>,
): SocialCardRenderer {
  const render: SocialCardRenderer = async (card) => {
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN_VERSION, card]))
      .digest('hex')
    const cacheFile = folder === null ? null : join(folder, `${key.slice(0, 16)}.jpg`)
    const cached = cacheFile === null ? null : await readFile(cacheFile).catch(() => null)
    if (cached) return cached
    const copy = await socialCardCopy(card)
    const picture = copy === null ? null : await readCopy(copy)
    if (!(await canDraw(card))) return picture ?? render(await withoutLetters(card))
    // Imported when a card is drawn: with HarfBuzz and sharp the process takes 30 MB more.
    const { default: sharp } = await import('sharp')
    // No card is drawn twice.
    sharp.cache(false)
    const { openTextOutliner } = await import('./text-outlines.ts')
    const svg = Buffer.from(drawCard(card, await openTextOutliner()))
    const bytes = await sharp(svg)
      .composite(picture === null ? [] : [{ input: Buffer.from(picture), gravity: 'east' }])
      // Nothing shows through: to flatten it would take a fifth of the time.
      .removeAlpha()
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (cacheFile !== null) await writeFileAtomic(cacheFile, bytes)
    return bytes
  }
  return render
}

/** The copy of a picture that a card is drawn with, by file name; null for a card without a picture. */
export async function socialCardCopy(card: SocialCard): Promise<string | null> {
  const isDrawn = await canDraw(card)
  const picture = card.picture ?? (isDrawn ? null : card.magazinePicture)
  const path = picture == null ? null : cropPath(picture, isDrawn ? 'card' : 'share')
  return path === null ? null : basename(path)
}

/** The card with the magazine's name alone or, where the typefaces lack its letters, too, without a word. */
async function withoutLetters(card: SocialCard): Promise<SocialCard> {
  const named = { ...card, title: card.siteName, emphasis: null, category: null }
  return (await canDraw(named)) ? named : { ...named, title: '', siteName: '' }
}

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
  const width = textWidth(card.picture !== null)
  const em = (line: Line) => line.reduce((sum, span) => sum + outlineSpan(span, 1, outline).width, 0)
  const { size, lines } = setTitle(titleWords(title, emphasis), width, em)
  const parts = lines.map(({ line, baseline }) =>
    drawLine(line, CARD.margin, baseline, size, colours.ink, outline),
  )

  if (category !== null) {
    const { dot, x, baseline, size: labelSize, tracking } = CARD.category
    const color = /^#[0-9a-f]{6}$/i.test(category.color) ? category.color : colours.link
    const label = fitText(category.name.toUpperCase(), 'label', labelSize, tracking, width, outline)
    parts.push(`<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${color}"/>`)
    parts.push(at(x, baseline, colours.link, label.svg))
  }
  parts.push(
    `<path d="M${CARD.margin} ${CARD.line}H${CARD.margin + width}" stroke="${colours.rule}" stroke-width="1.5"/>`,
  )
  const { baseline, size: nameSize, tracking } = CARD.name
  const name = fitText(siteName.toLowerCase(), 'roman', nameSize, tracking, width, outline)
  parts.push(
    at(CARD.margin, baseline, colours.ink, name.svg),
    at(CARD.margin + name.width, baseline, colours.signal, outline('.', 'roman', nameSize, 0).svg),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect width="100%" height="100%" fill="${colours.paper}"/>${parts.join('')}</svg>`
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

const outlineSpan = ({ text, emphasis }: Line[number], size: number, outline: TextOutliner) =>
  outline(text, emphasis ? 'italic' : 'roman', size, TITLE_TRACKING)

function drawLine(
  line: Line,
  left: number,
  baseline: number,
  size: number,
  color: string,
  outline: TextOutliner,
): string {
  let x = left
  return line
    .map((span) => {
      const { width, svg } = outlineSpan(span, size, outline)
      x += width
      return at(x - width, baseline, color, svg)
    })
    .join('')
}

function at(x: number, y: number, color: string, svg: string): string {
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})" fill="${color}">${svg}</g>`
}
