/**
 * Writes the site's fonts (`public/fonts/*.woff2`) and their `@font-face` rules (`src/site/styles/fonts.css`) from the
 * Fontsource packages. Run it after an update of those packages; its output is committed.
 *
 * Where the design uses one weight, that axis is fixed: unused masters are most of the size of a variable font.
 */
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/** Axes of a variable font: a number fixes one, a range limits it. */
type Axes = Readonly<Record<string, number | { min: number; max: number }>>

/** A local fallback font while ours loads, with the average advance of its two styles in em. */
interface Fallback {
  name: string
  normal: readonly string[]
  normalWidth: number
  italic: readonly string[]
  italicWidth: number
}

const SOURCES = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const FONTS = new URL('../public/fonts/', import.meta.url)
const STYLES = new URL('../src/site/styles/fonts.css', import.meta.url)

/** The characters of a font file. When two files have a character, the later rule wins. */
interface CharacterSet {
  text: string
  /** CSS `unicode-range`; '' for the main file. */
  range: string
}

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')

const MAIN: CharacterSet = {
  text: `${ASCII}\u00a0–—‘’“”…·×−°½£€©àáâãäåæçèéêëìíîïñòóôõöøùúûüßœÉÅÖØ`,
  range: '',
}

/** Other Western European characters. */
const WESTERN: CharacterSet = {
  text: 'ÀÁÂÃÄÆÇÈÊËÌÍÎÏÐÑÒÓÔÕÙÚÛÜÝÞŒðýþÿ‚„†•‹›«»¡¿§¶±²³¹¼¾ªº™®¢¥\u2009\u202f′″',
  range:
    'U+00A1-00A2, U+00A5-00A8, U+00AA-00AF, U+00B1-00B6, U+00B8-00BC, U+00BE-00C4, U+00C6-00C8, U+00CA-00D5, ' +
    'U+00D9-00DE, U+00F0, U+00FD-00FF, U+0152, U+2002-2012, U+2015, U+201A-201B, U+201E-2025, U+2027-205F, U+2122',
}

/** Latin beyond Western Europe: Łódź, Dvořák, İstanbul. */
const EXTENDED: CharacterSet = {
  text: `${Array.from({ length: 0x24f - 0xff }, (_, i) => String.fromCharCode(0x100 + i)).join('')}ẞẀẁẂẃẄẅ₤₺₽`,
  range: 'U+0100-0151, U+0154-024F, U+0259, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0',
}

/** Character sets by file name suffix. */
const SETS: readonly [suffix: string, set: CharacterSet][] = [
  ['', MAIN],
  ['-western', WESTERN],
  ['-ext', EXTENDED],
]

interface Face {
  file: string
  family: 'Newsreader' | 'Instrument Sans'
  /** Path of the source files; '*' is the script. */
  source: string
  axes: Axes
  /** Axes of the smaller sets, whose texts are short. */
  rareAxes: Axes
  weight: string
  style: 'normal' | 'italic'
}

const ROMAN = 'newsreader/files/newsreader-*-opsz-normal.woff2'
const ITALIC = 'newsreader/files/newsreader-*-opsz-italic.woff2'
const SANS = 'instrument-sans/files/instrument-sans-*-wght-normal.woff2'

/** The light italic is for titles and pull quotes: one optical size, between those of a card and of a headline. */
const TITLE_SIZE = 48

const FACES: readonly Face[] = [
  {
    file: 'newsreader',
    family: 'Newsreader',
    source: ROMAN,
    axes: { wght: 400, opsz: { min: 16, max: 72 } },
    rareAxes: { wght: 400, opsz: 24 },
    weight: '400',
    style: 'normal',
  },
  {
    file: 'newsreader-semibold',
    family: 'Newsreader',
    source: ROMAN,
    axes: { wght: 600, opsz: 20 },
    rareAxes: { wght: 600, opsz: 20 },
    weight: '600',
    style: 'normal',
  },
  {
    file: 'newsreader-italic',
    family: 'Newsreader',
    source: ITALIC,
    axes: { wght: 400, opsz: 20 },
    rareAxes: { wght: 400, opsz: 20 },
    weight: '400',
    style: 'italic',
  },
  {
    file: 'newsreader-light-italic',
    family: 'Newsreader',
    source: ITALIC,
    axes: { wght: 300, opsz: TITLE_SIZE },
    rareAxes: { wght: 300, opsz: TITLE_SIZE },
    weight: '300',
    style: 'italic',
  },
  {
    file: 'instrument-sans',
    family: 'Instrument Sans',
    source: SANS,
    axes: { wght: { min: 400, max: 600 } },
    rareAxes: { wght: { min: 400, max: 600 } },
    weight: '400 600',
    style: 'normal',
  },
]

/** Letter frequency in English in per cent, to weight the average advance. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ' ': 18.3, e: 10.2, t: 7.5, a: 6.5, o: 6.2, i: 5.7, n: 5.7, s: 5.3, h: 5, r: 5, d: 3.3, l: 3.3, u: 2.3, c: 2.2,
  m: 2, f: 2, w: 1.7, g: 1.6, p: 1.5, y: 1.4, b: 1.3, v: 0.8, k: 0.6, x: 0.15, j: 0.1, q: 0.1, z: 0.05,
} // prettier-ignore

// Widths measured with the same frequencies on the fonts, or on ones of equal metrics (Liberation, Gelasio).
const SERIFS: readonly Fallback[] = [
  {
    name: 'Georgia',
    normal: ['Georgia', 'Gelasio'],
    normalWidth: 0.4263,
    italic: ['Georgia Italic', 'Gelasio Italic'],
    italicWidth: 0.4348,
  },
  {
    name: 'Noto',
    normal: ['Noto Serif'],
    normalWidth: 0.4836,
    italic: ['Noto Serif Italic'],
    italicWidth: 0.4687,
  },
  {
    name: 'Times',
    normal: ['Times New Roman', 'Liberation Serif'],
    normalWidth: 0.3983,
    italic: ['Times New Roman Italic', 'Liberation Serif Italic'],
    italicWidth: 0.3999,
  },
]
const SANS_SERIFS: readonly Fallback[] = [
  {
    name: 'Arial',
    normal: ['Arial', 'Liberation Sans', 'Helvetica'],
    normalWidth: 0.4395,
    italic: [],
    italicWidth: 1,
  },
  { name: 'Roboto', normal: ['Roboto'], normalWidth: 0.4409, italic: [], italicWidth: 1 },
]

/** A table of an uncompressed font. */
function table(font: Buffer, tag: string): Buffer {
  const count = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + 16 * count; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) return font.subarray(font.readUInt32BE(entry + 8))
  }
  throw new Error(`No table ${tag}`)
}

interface Metrics {
  ascent: number
  descent: number
  lineGap: number
  width: number
}

/** Vertical metrics and average advance of a font at one point of its axes, in em. */
async function measure(source: Buffer, axes: Axes): Promise<Metrics> {
  let advances = 0
  let weights = 0
  let vertical = { ascent: 0, descent: 0, lineGap: 0 }
  for (const [letter, weight] of Object.entries(FREQUENCIES)) {
    const font = await subsetFont(source, letter, { targetFormat: 'sfnt', variationAxes: axes })
    const em = table(font, 'head').readUInt16BE(18)
    const header = table(font, 'hhea')
    // A font subset to one letter has two glyphs, .notdef and the letter: its advance is the last one.
    const last = Math.min(table(font, 'maxp').readUInt16BE(4), header.readUInt16BE(34)) - 1
    advances += (weight * table(font, 'hmtx').readUInt16BE(last * 4)) / em
    weights += weight
    vertical = {
      ascent: header.readInt16BE(4) / em,
      descent: -header.readInt16BE(6) / em,
      lineGap: header.readInt16BE(8) / em,
    }
  }
  return { ...vertical, width: advances / weights }
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)}%`
}

/** The rule that gives a fallback font the metrics of ours; '' when it lacks the style. */
function fallbackRule(
  family: string,
  metrics: Metrics,
  fallback: Fallback,
  style: 'normal' | 'italic',
): string {
  const locals = fallback[style]
  if (locals.length === 0) return ''
  const adjust = metrics.width / (style === 'normal' ? fallback.normalWidth : fallback.italicWidth)
  return `@font-face {
  font-family: '${family} ${fallback.name}';
  src: ${locals.map((local) => `local('${local}')`).join(', ')};
  font-style: ${style};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(metrics.ascent / adjust)};
  descent-override: ${percent(metrics.descent / adjust)};
  line-gap-override: ${percent(metrics.lineGap / adjust)};
}`
}

function faceRule(face: Face, suffix: string, { range }: CharacterSet): string {
  const only = range === '' ? '' : `\n  unicode-range: ${range};`
  return `@font-face {
  font-family: '${face.family}';
  src: url('/fonts/${face.file}${suffix}.woff2') format('woff2');
  font-weight: ${face.weight};
  font-style: ${face.style};
  font-display: swap;${only}
}`
}

function readSource(face: Face, suffix: string): Promise<Buffer> {
  return readFile(new URL(face.source.replace('*', suffix === '-ext' ? 'latin-ext' : 'latin'), SOURCES))
}

async function main(): Promise<void> {
  const rules: string[] = ['/* Written by scripts/subset-fonts.ts. */']
  for (const [suffix, set] of SETS) {
    for (const face of FACES) {
      const font = await subsetFont(await readSource(face, suffix), set.text, {
        targetFormat: 'woff2',
        variationAxes: set.range === '' ? face.axes : face.rareAxes,
        noHinting: true,
      })
      await writeFile(new URL(`${face.file}${suffix}.woff2`, FONTS), font)
      console.log(`${face.file}${suffix}.woff2 ${(font.length / 1024).toFixed(1)} KB`)
      rules.push(faceRule(face, suffix, set))
    }
  }

  const source = (path: string) => readFile(new URL(path.replace('*', 'latin'), SOURCES))
  const roman = await source(ROMAN)
  const italic = await source(ITALIC)
  const sans = await source(SANS)
  // The optical size changes the width of the letters: text and display need their own fallbacks.
  const measured = [
    ['Text', SERIFS, 'normal', await measure(roman, { wght: 400, opsz: 20 })],
    ['Text', SERIFS, 'italic', await measure(italic, { wght: 400, opsz: 20 })],
    ['Display', SERIFS, 'normal', await measure(roman, { wght: 400, opsz: 60 })],
    ['Display', SERIFS, 'italic', await measure(italic, { wght: 300, opsz: TITLE_SIZE })],
    ['Sans', SANS_SERIFS, 'normal', await measure(sans, { wght: 450 })],
  ] as const
  for (const [family, fallbacks, style, metrics] of measured) {
    rules.push(...fallbacks.map((fallback) => fallbackRule(family, metrics, fallback, style)))
  }
  await writeFile(STYLES, `${rules.filter((rule) => rule !== '').join('\n')}\n`)
}

await main()
