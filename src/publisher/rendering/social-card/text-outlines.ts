import { readFile } from 'node:fs/promises'
import { convert } from 'fontverter'
import { Blob, Buffer as TextBuffer, Face, Font, shape, Variation } from 'harfbuzzjs'

/** The standard typefaces, from the files that readers get. */
const FACES = {
  roman: { file: 'newsreader', axes: [new Variation('opsz', 72)] },
  italic: { file: 'newsreader-light-italic', axes: [] },
  label: { file: 'instrument-sans', axes: [new Variation('wght', 600)] },
} as const

/** Suffixes of a face's three subsets: English, the rest of Western Europe, the rest of Latin. */
const SUBSETS = ['', '-western', '-ext']
const FOLDER = new URL('../../../look/fonts/', import.meta.url)

export type FaceName = keyof typeof FACES

interface OutlinedText {
  /** In pixels. */
  width: number
  /** SVG of the text with its baseline at the origin. */
  svg: string
}

/**
 * Converts a line of text to outlines, so that the result does not depend on a machine's fonts. `size` in pixels,
 * `tracking` (letter spacing) in em. Characters that the face lacks are left out: see `hasLetters`.
 */
export type TextOutliner = (text: string, face: FaceName, size: number, tracking: number) => OutlinedText

/** Whether a face has all characters of a text. */
export async function hasLetters(text: string, face: FaceName): Promise<boolean> {
  const found = (await openedFonts()).get(face) ?? []
  return [...plain(text)].every((character) => /\s/.test(character) || fontOf(character, found) !== undefined)
}

/** A text without what is drawn by no letter, such as marks of direction and of possible breaks. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('\u2011', '-')
}

let fonts: Promise<ReadonlyMap<FaceName, Font[]>> | undefined

/** Reads the fonts from `src/look/fonts`, once in a process. */
export async function openTextOutliner(): Promise<TextOutliner> {
  const opened = await openedFonts()
  return (text, face, size, tracking) => {
    const glyphs: string[] = []
    let x = 0
    for (const [font, run] of runs(plain(text), opened.get(face) ?? [])) {
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

function openedFonts(): Promise<ReadonlyMap<FaceName, Font[]>> {
  return (fonts ??= openFonts())
}

/** One after the other: fontverter returns a font from memory that its next conversion writes to. */
async function openFonts(): Promise<ReadonlyMap<FaceName, Font[]>> {
  const opened = new Map<FaceName, Font[]>()
  for (const [name, { file, axes }] of Object.entries(FACES) as [FaceName, (typeof FACES)[FaceName]][]) {
    const subsets: Font[] = []
    for (const subset of SUBSETS) subsets.push(await openFont(`${file}${subset}.woff2`, axes))
    opened.set(name, subsets)
  }
  return opened
}

async function openFont(file: string, axes: readonly Variation[]): Promise<Font> {
  const font = new Font(new Face(new Blob(await convert(await readFile(new URL(file, FOLDER)), 'sfnt'))))
  font.setVariations([...axes])
  return font
}

/** Splits the text into runs, each with the first font that has its characters. */
function runs(text: string, fonts: readonly Font[]): [Font, string][] {
  const found: [Font, string][] = []
  for (const character of text) {
    const font = fontOf(character, fonts)
    if (font === undefined) continue
    const last = found.at(-1)
    if (last?.[0] === font) last[1] += character
    else found.push([font, character])
  }
  return found
}

function fontOf(character: string, fonts: readonly Font[]): Font | undefined {
  return fonts.find((font) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined)
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
