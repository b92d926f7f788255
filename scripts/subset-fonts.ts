/**
 * Writes the site's fonts (`public/fonts/*.woff2`) and their `@font-face` rules (`src/site/styles/fonts.css`) from the
 * Fontsource packages. Run it after an update of those packages; its output is committed.
 *
 * Weights are pinned wherever the design uses only one: the masters a variable font no longer needs are most of its size.
 */
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/** A number pins an axis of a variable font, a range narrows it. */
type Axes = Readonly<Record<string, number | { min: number; max: number }>>

interface Face {
  file: string
  family: 'Newsreader' | 'Instrument Sans'
  source: string
  axes: Axes
  weight: string
  style: 'normal' | 'italic'
  range: 'western' | 'extended'
}

/** A local font that stands in while ours loads; `width` is its average advance in em, measured as below. */
interface StandIn {
  locals: readonly string[]
  width: number
}

const SOURCES = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const FONTS = new URL('../public/fonts/', import.meta.url)
const STYLES = new URL('../src/site/styles/fonts.css', import.meta.url)

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
const LETTERS = 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŒ'
const SIGNS = '\u00a0\u202f–—‘’‚“”„…•·×−°½¼¾²³£€©®™¡¿«»‹›§'
const WESTERN = ASCII + LETTERS + SIGNS

/** Latin beyond Western Europe (Łódź, Dvořák, İstanbul): a file of its own that is fetched only where it is needed. */
const EXTENDED_RANGE = 'U+0100-0151, U+0154-024F, U+0259, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0'
const EXTENDED =
  Array.from({ length: 0x24f - 0xff }, (_, i) => String.fromCharCode(0x100 + i)).join('') + 'ẞẀẁẂẃẄẅ₤₺₽'

const FACES: readonly Face[] = [
  {
    file: 'newsreader',
    family: 'Newsreader',
    source: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { wght: 400, opsz: { min: 16, max: 72 } },
    weight: '400',
    style: 'normal',
    range: 'western',
  },
  {
    file: 'newsreader-light-italic',
    family: 'Newsreader',
    source: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    axes: { wght: 300, opsz: { min: 16, max: 72 } },
    weight: '300',
    style: 'italic',
    range: 'western',
  },
  {
    file: 'newsreader-italic',
    family: 'Newsreader',
    source: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    axes: { wght: 400, opsz: 20 },
    weight: '400',
    style: 'italic',
    range: 'western',
  },
  {
    file: 'newsreader-semibold',
    family: 'Newsreader',
    source: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { wght: 600, opsz: 20 },
    weight: '600',
    style: 'normal',
    range: 'western',
  },
  {
    file: 'newsreader-ext',
    family: 'Newsreader',
    source: 'newsreader/files/newsreader-latin-ext-opsz-normal.woff2',
    axes: { wght: 400, opsz: 24 },
    weight: '400',
    style: 'normal',
    range: 'extended',
  },
  {
    file: 'newsreader-ext-italic',
    family: 'Newsreader',
    source: 'newsreader/files/newsreader-latin-ext-opsz-italic.woff2',
    axes: { wght: 350, opsz: 24 },
    weight: '300 400',
    style: 'italic',
    range: 'extended',
  },
  {
    file: 'instrument-sans',
    family: 'Instrument Sans',
    source: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
    style: 'normal',
    range: 'western',
  },
  {
    file: 'instrument-sans-ext',
    family: 'Instrument Sans',
    source: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
    style: 'normal',
    range: 'extended',
  },
]

/** How often a letter stands in English text, in per cent: the weights of an average advance. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ' ': 18.3, e: 10.2, t: 7.5, a: 6.5, o: 6.2, i: 5.7, n: 5.7, s: 5.3, h: 5, r: 5, d: 3.3, l: 3.3, u: 2.3, c: 2.2,
  m: 2, f: 2, w: 1.7, g: 1.6, p: 1.5, y: 1.4, b: 1.3, v: 0.8, k: 0.6, x: 0.15, j: 0.1, q: 0.1, z: 0.05,
} // prettier-ignore

// Measured with the same frequencies on the fonts or on ones of equal metrics (Liberation, Gelasio).
const GEORGIA: StandIn = { locals: ['Georgia', 'Gelasio'], width: 0.4263 }
const NOTO_SERIF: StandIn = { locals: ['Noto Serif'], width: 0.4836 }
const TIMES: StandIn = { locals: ['Times New Roman', 'Liberation Serif'], width: 0.3983 }
const ARIAL: StandIn = { locals: ['Arial', 'Liberation Sans', 'Helvetica'], width: 0.4395 }
const ROBOTO: StandIn = { locals: ['Roboto'], width: 0.4409 }

/** A table of an uncompressed font, from its start. */
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
    // A font of one letter holds .notdef and that letter: its advance is the last one.
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

/** The rule that makes a local font take the room of ours. */
function standInRule(name: string, metrics: Metrics, standIn: StandIn): string {
  const adjust = metrics.width / standIn.width
  return `@font-face {
  font-family: '${name}';
  src: ${standIn.locals.map((local) => `local('${local}')`).join(', ')};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(metrics.ascent / adjust)};
  descent-override: ${percent(metrics.descent / adjust)};
  line-gap-override: ${percent(metrics.lineGap / adjust)};
}`
}

function faceRule(face: Face): string {
  const range = face.range === 'extended' ? `\n  unicode-range: ${EXTENDED_RANGE};` : ''
  return `@font-face {
  font-family: '${face.family}';
  src: url('/fonts/${face.file}.woff2') format('woff2');
  font-weight: ${face.weight};
  font-style: ${face.style};
  font-display: swap;${range}
}`
}

async function main(): Promise<void> {
  const rules: string[] = ['/* Written by scripts/subset-fonts.ts. */']
  // Of two faces that cover a character the later rule wins, so the extended files come first.
  for (const face of FACES.toSorted((a, b) => a.range.localeCompare(b.range))) {
    const source = await readFile(new URL(face.source, SOURCES))
    const text = face.range === 'extended' ? EXTENDED : WESTERN
    const font = await subsetFont(source, text, {
      targetFormat: 'woff2',
      variationAxes: face.axes,
      noHinting: true,
    })
    await writeFile(new URL(`${face.file}.woff2`, FONTS), font)
    console.log(`${face.file}.woff2 ${(font.length / 1024).toFixed(1)} KB`)
    rules.push(faceRule(face))
  }

  const roman = await readFile(new URL('newsreader/files/newsreader-latin-opsz-normal.woff2', SOURCES))
  const sans = await readFile(
    new URL('instrument-sans/files/instrument-sans-latin-wght-normal.woff2', SOURCES),
  )
  // The optical size narrows the letters as they grow: text and display need stand-ins of their own.
  const text = await measure(roman, { wght: 400, opsz: 20 })
  const display = await measure(roman, { wght: 400, opsz: 60 })
  const interfaceText = await measure(sans, { wght: 450 })
  rules.push(
    standInRule('Text Georgia', text, GEORGIA),
    standInRule('Text Noto', text, NOTO_SERIF),
    standInRule('Text Times', text, TIMES),
    standInRule('Display Georgia', display, GEORGIA),
    standInRule('Display Noto', display, NOTO_SERIF),
    standInRule('Display Times', display, TIMES),
    standInRule('Sans Arial', interfaceText, ARIAL),
    standInRule('Sans Roboto', interfaceText, ROBOTO),
  )
  await writeFile(STYLES, `${rules.join('\n')}\n`)
}

await main()
