import { readFile } from 'node:fs/promises'
import { convert } from 'fontverter'
import { Blob, Buffer as TextBuffer, Face, Font, shape, Variation } from 'harfbuzzjs'

/** The typefaces of the house, from the files that readers get: text is set as outlines, whatever fonts a machine has. */
const FACES = {
  roman: { file: 'newsreader', axes: [new Variation('opsz', 72)] },
  italic: { file: 'newsreader-light-italic', axes: [] },
  label: { file: 'instrument-sans', axes: [new Variation('wght', 600)] },
} as const

/** Each face comes in three files: for English, for the rest of Western Europe, and for Latin beyond it. */
const PARTS = ['', '-western', '-ext']
const FOLDER = new URL('../../public/fonts/', import.meta.url)

export type FaceName = keyof typeof FACES

export interface SetText {
  /** In pixels. */
  width: number
  /** SVG of the text with its baseline at the origin. */
  svg: string
}

/** Sets a line of text in a face, `size` in pixels, `tracking` in em. Characters that the face lacks are left out. */
export type Typesetter = (text: string, face: FaceName, size: number, tracking: number) => SetText

/** Reads the fonts. */
export async function openTypesetter(): Promise<Typesetter> {
  const fonts = new Map<FaceName, Font[]>()
  for (const [name, { file, axes }] of Object.entries(FACES) as [FaceName, (typeof FACES)[FaceName]][]) {
    fonts.set(name, await Promise.all(PARTS.map((part) => openFont(`${file}${part}.woff2`, axes))))
  }
  return (text, face, size, tracking) => {
    const glyphs: string[] = []
    let x = 0
    for (const [font, run] of runs(text.normalize('NFC'), fonts.get(face) ?? [])) {
      const scale = size / font.face.upem
      for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of shaped(run, font)) {
        const path = font.glyphToPath(codepoint)
        if (path !== '') {
          const place = `${round(x + xOffset * scale)} ${round(-yOffset * scale)}`
          const by = scale.toFixed(5)
          glyphs.push(`<path transform="translate(${place}) scale(${by} -${by})" d="${path}"/>`)
        }
        x += xAdvance * scale + tracking * size
      }
    }
    return { width: x, svg: glyphs.join('') }
  }
}

async function openFont(file: string, axes: readonly Variation[]): Promise<Font> {
  const font = new Font(new Face(new Blob(await convert(await readFile(new URL(file, FOLDER)), 'sfnt'))))
  font.setVariations([...axes])
  return font
}

/** The text cut where another file of the face has to go on. */
function runs(text: string, fonts: readonly Font[]): [Font, string][] {
  const found: [Font, string][] = []
  for (const sign of text) {
    const font = fonts.find((candidate) => candidate.nominalGlyph(sign.codePointAt(0) ?? 0) !== undefined)
    if (font === undefined) continue
    const last = found.at(-1)
    if (last?.[0] === font) last[1] += sign
    else found.push([font, sign])
  }
  return found
}

function shaped(text: string, font: Font) {
  const buffer = new TextBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  return buffer.getGlyphInfosAndPositions()
}

function round(value: number): string {
  return value.toFixed(2)
}
