/**
 * Writes the site's fonts (`src/look/fonts/*.woff2`) from the Fontsource packages. Run it after an update of those
 * packages; its output is committed, and src/site/fonts.ts has the metrics that belong to it.
 *
 * Where the design uses one weight, that axis is fixed: unused masters are most of the size of a variable font.
 */
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { CHARACTERS, TYPEFACES } from '../src/site/fonts.ts'

/** Axes of a variable font: a number fixes one, a range limits it. */
type Axes = Readonly<Record<string, number | { min: number; max: number }>>

const PACKAGES = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const FONTS = new URL('../src/look/fonts/', import.meta.url)

/** Record of the table `name` with the address of the license. The copyright, record 0, stays by default. */
const LICENSE_ADDRESS = 14

/** Path of the source files; '*' is the script. */
const ROMAN = 'newsreader/files/newsreader-*-opsz-normal.woff2'
const ITALIC = 'newsreader/files/newsreader-*-opsz-italic.woff2'
const SANS = 'instrument-sans/files/instrument-sans-*-wght-normal.woff2'

interface Source {
  path: string
  axes: Axes
  /** OpenType features that the styles use, beside kerning and ligatures. */
  features?: readonly string[]
  /** Axes of the rarer character sets, whose texts are short; `axes` by default. */
  rareAxes?: Axes
}

const SOURCES: Readonly<Record<(typeof TYPEFACES)[number]['file'], Source>> = {
  // Smaller text has the letters of 18 px, which look the same: letters of its own would be a quarter of the file.
  newsreader: {
    path: ROMAN,
    axes: { wght: 400, opsz: { min: 18, max: 72 } },
    rareAxes: { wght: 400, opsz: 24 },
  },
  'newsreader-semibold': { path: ROMAN, axes: { wght: 600, opsz: 20 } },
  'newsreader-italic': { path: ITALIC, axes: { wght: 400, opsz: 20 } },
  // For titles and pull quotes: one optical size, between a card's and a headline's.
  'newsreader-light-italic': { path: ITALIC, axes: { wght: 300, opsz: 48 } },
  'instrument-sans': { path: SANS, axes: { wght: { min: 400, max: 600 } }, features: ['tnum'] },
}

for (const [suffix, characters] of Object.entries(CHARACTERS)) {
  for (const { file } of TYPEFACES) {
    const { path, axes, rareAxes = axes, features = [] } = SOURCES[file]
    const source = new URL(path.replace('*', suffix === '-ext' ? 'latin-ext' : 'latin'), PACKAGES)
    const font = await subsetFont(await readFile(source), characters, {
      targetFormat: 'woff2',
      variationAxes: suffix === '' ? axes : rareAxes,
      noHinting: true,
      preserveNameIds: [LICENSE_ADDRESS],
      keepFeatures: ['kern', 'liga', 'mark', 'ccmp', ...features],
    })
    await writeFile(new URL(`${file}${suffix}.woff2`, FONTS), font)
    console.log(`${file}${suffix}.woff2 ${(font.length / 1024).toFixed(1)} KB`)
  }
}
