import type { Sharp } from 'sharp'
import type { Icon, IconRenderer } from '../../../content/pages/icons.ts'
import { svgFile } from '../../../domain/media/svg.ts'
import { ICON_SIZES } from '../../../domain/site/branding.ts'

const ICO_SIDES = [16, 32, 48]
/** Of the picture in the SVG file of an icon that is a picture. */
const EMBEDDED_SIDE = 96
/** Devices cut an icon into shapes of their own: what is in this part of its side is seen in each. */
const SAFE_PART = 0.8
/** Of the SVG file of a letter. */
const LETTER = { side: 32, size: 24, baseline: 24, radius: 7 }
/** Lines of text, in the place of a letter that the typefaces lack. */
const LINES = '<path d="M8 9h16v3H8zM8 15h16v3H8zM8 21h10v3H8z"/>'

/** Draws the files of an icon; `readCopy` reads the copy of its picture. */
export function createIconRenderer(readCopy: (file: string) => Promise<Uint8Array>): IconRenderer {
  return async (icon, file) => {
    const drawn = 'letter' in icon ? await drawLetter(icon) : icon
    if (file === 'svg' && 'svg' in drawn) return Buffer.from(svgFile(drawn.svg))
    const png = await pngOf(drawn, readCopy)
    if (file === 'svg') return Buffer.from(embedded(await png(EMBEDDED_SIDE)))
    if (file === 'ico') return ico(await Promise.all(ICO_SIDES.map((side) => png(side))))
    const side = ICON_SIZES[file]
    if (file === '180') return png(side, { ground: drawn.ground })
    return file === 'maskable-512' ? png(side, { ground: drawn.ground, part: SAFE_PART }) : png(side)
  }
}

type Drawn = Exclude<Icon, { letter: string }>

/** What makes a square PNG of an icon: with a `ground` it has no holes, `part` of its side is the icon. */
async function pngOf(icon: Drawn, readCopy: (file: string) => Promise<Uint8Array>) {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const open =
    'svg' in icon
      ? (side: number) =>
          sharp(Buffer.from(svgFile(icon.svg).replace('<svg', `<svg width="${side}" height="${side}"`)))
      : await openCopy(await readCopy(icon.copy))
  return (side: number, { ground, part = 1 }: { ground?: string; part?: number } = {}): Promise<Buffer> => {
    const margin = Math.round((side * (1 - part)) / 2)
    const inner = side - 2 * margin
    const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
    const square: Sharp = open(inner)
      .resize(inner, inner, { fit: 'contain', background })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    return (ground === undefined ? square : square.flatten({ background: ground })).png().toBuffer()
  }

  async function openCopy(bytes: Uint8Array): Promise<(side: number) => Sharp> {
    // Transparent parts of a copy without any, too.
    const opaque = await sharp(bytes).ensureAlpha().png().toBuffer()
    return () => sharp(opaque)
  }
}

/** The letter in its field. */
async function drawLetter({ letter, ground, colour }: Extract<Icon, { letter: string }>): Promise<Drawn> {
  const { hasLetters } = await import('../social-card/text-outlines.ts')
  const { side, radius } = LETTER
  const shape = (await hasLetters(letter, 'roman')) ? await outlined(letter) : LINES
  return {
    ground,
    svg: `<svg viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" rx="${radius}" fill="${ground}"/><g fill="${colour}">${shape}</g></svg>`,
  }
}

async function outlined(letter: string): Promise<string> {
  const { openTextOutliner } = await import('../social-card/text-outlines.ts')
  const { side, size, baseline } = LETTER
  const { width, svg } = (await openTextOutliner())(letter, 'roman', size, 0)
  return `<g transform="translate(${((side - width) / 2).toFixed(2)} ${baseline})">${svg}</g>`
}

const embedded = (png: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EMBEDDED_SIDE} ${EMBEDDED_SIDE}"><image width="${EMBEDDED_SIDE}" height="${EMBEDDED_SIDE}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`

/** An ICO file of PNG pictures, of the sides in `ICO_SIDES`. */
function ico(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let at = header.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    const side = ICO_SIDES[index] ?? 0
    header.writeUInt8(side, entry)
    header.writeUInt8(side, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(picture.length, entry + 8)
    header.writeUInt32LE(at, entry + 12)
    at += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
