/**
 * The site's typefaces; `file` is the name in `src/look/fonts` without the suffix of the character set. With
 * `emphasis`, a typeface is for emphasised words in a text, and fetched when such a word is on the screen or the reader
 * scrolls (EmphasisFonts.astro).
 */
export const TYPEFACES = [
  { file: 'newsreader', family: 'Newsreader', weight: '400', style: 'normal', emphasis: false },
  { file: 'newsreader-semibold', family: 'Newsreader', weight: '600', style: 'normal', emphasis: true },
  { file: 'newsreader-italic', family: 'Newsreader', weight: '400', style: 'italic', emphasis: true },
  { file: 'newsreader-light-italic', family: 'Newsreader', weight: '300', style: 'italic', emphasis: false },
  { file: 'instrument-sans', family: 'Instrument Sans', weight: '400 600', style: 'normal', emphasis: false },
] as const

const LATIN_EXTENDED = Array.from({ length: 0x24f - 0xff }, (_, i) => String.fromCharCode(0x100 + i)).join('')

/**
 * The characters of each file of a typeface, by the suffix of its name: characters of English pages, others of Western
 * Europe, the rest of Latin.
 */
export const CHARACTERS = {
  '':
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789' +
    ' \u00a0!"&\'()*+,-./:;?@–—‘’“”…·©éèêàçüöäåøñíóúá',
  '-western':
    '#$%<=>[\\]^_`{|}~×−°½£€âãæëìîïòôõùûßœÉÅÖØÀÁÂÃÄÆÇÈÊËÌÍÎÏÐÑÒÓÔÕÙÚÛÜÝÞŒðýþÿ' +
    '‚„†•‹›«»¡¿§¶±²³¹¼¾ªº™®¢¥\u2009\u202f′″',
  '-ext': `${LATIN_EXTENDED.replace(/[Œœ]/g, '')}ẞẀẁẂẃẄẅ₤₺₽`,
} as const

type CharacterSet = keyof typeof CHARACTERS

/** The `unicode-range` of characters. */
function unicodeRange(characters: string): string {
  const codes = Array.from(characters, (character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b)
  const starts = codes.filter((code) => !codes.includes(code - 1))
  const ends = codes.filter((code) => !codes.includes(code + 1))
  const hex = (code = 0): string => code.toString(16).toUpperCase()
  return starts
    .map((start, index) =>
      start === ends[index] ? `U+${hex(start)}` : `U+${hex(start)}-${hex(ends[index])}`,
    )
    .join(', ')
}

/** A local font shown while ours loads; `width` is the average advance of its letters in English, in em. */
interface LocalFont {
  name: string
  width: number
  files: readonly string[]
}

// Measured on the fonts, or on ones of equal metrics (Liberation, Gelasio).
const SERIFS: readonly LocalFont[] = [
  { name: 'Georgia', width: 0.4263, files: ['Georgia', 'Gelasio'] },
  { name: 'Noto', width: 0.4836, files: ['Noto Serif'] },
  { name: 'Times', width: 0.3983, files: ['Times New Roman', 'Liberation Serif'] },
]
const SERIF_ITALICS: readonly LocalFont[] = [
  { name: 'Georgia', width: 0.4348, files: ['Georgia Italic', 'Gelasio Italic'] },
  { name: 'Noto', width: 0.4687, files: ['Noto Serif Italic'] },
  { name: 'Times', width: 0.3999, files: ['Times New Roman Italic', 'Liberation Serif Italic'] },
]
const SANS_SERIFS: readonly LocalFont[] = [
  { name: 'Arial', width: 0.4541, files: ['Arial', 'Liberation Sans', 'Helvetica'] },
  { name: 'Roboto', width: 0.4555, files: ['Roboto'] },
]
const BOLD_SANS_SERIFS: readonly LocalFont[] = [
  { name: 'Arial', width: 0.5935, files: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'] },
  { name: 'Roboto', width: 0.595, files: ['Roboto Bold'] },
]

const NEWSREADER = { ascent: 0.735, descent: 0.265 }
const INSTRUMENT_SANS = { ascent: 0.97, descent: 0.25 }

/**
 * Local fonts in the metrics of ours, in em. The optical size changes the width of the roman serif: text and titles need
 * their own, and a large title one near its size, which is the number in the name of its family; the italic has one width.
 * The sans is used in short lines, which break elsewhere if a width is wrong by a hundredth: each weight has its own,
 * measured on what the site sets in it (names and dates; buttons; capitals).
 */
const FALLBACKS: readonly Fallback[] = [
  { family: 'Text', style: 'normal', ...NEWSREADER, width: 0.3975, locals: SERIFS },
  { family: 'Text', style: 'italic', ...NEWSREADER, width: 0.37428, locals: SERIF_ITALICS },
  { family: 'Display', style: 'normal', ...NEWSREADER, width: 0.4045, locals: SERIFS },
  { family: 'Display', style: 'italic', ...NEWSREADER, width: 0.3732, locals: SERIF_ITALICS },
  { family: 'Display 42', style: 'normal', ...NEWSREADER, width: 0.4165, locals: SERIFS },
  { family: 'Display 51', style: 'normal', ...NEWSREADER, width: 0.4235, locals: SERIFS },
  { family: 'Display 66', style: 'normal', ...NEWSREADER, width: 0.4355, locals: SERIFS },
  { family: 'Display 72', style: 'normal', ...NEWSREADER, width: 0.44, locals: SERIFS },
  { family: 'Sans', weight: '400', style: 'normal', ...INSTRUMENT_SANS, width: 0.466, locals: SANS_SERIFS },
  { family: 'Sans', weight: '500', style: 'normal', ...INSTRUMENT_SANS, width: 0.479, locals: SANS_SERIFS },
  {
    family: 'Sans',
    weight: '600',
    style: 'normal',
    ...INSTRUMENT_SANS,
    width: 0.5815,
    locals: BOLD_SANS_SERIFS,
  },
]

interface Fallback {
  family: string
  /** Any weight by default. */
  weight?: string
  style: string
  ascent: number
  descent: number
  width: number
  locals: readonly LocalFont[]
}

/** The `@font-face` rules of a character set. The rules of English pages have no range: the others go before them. */
function facesOf(suffix: CharacterSet, isEmphasis: boolean): string[] {
  return TYPEFACES.filter(({ emphasis }) => emphasis === isEmphasis).map(({ file, family, weight, style }) =>
    rule({
      'font-family': `'${family}'`,
      src: `url('../../look/fonts/${file}${suffix}.woff2') format('woff2')`,
      'font-weight': weight,
      'font-style': style,
      // Local fonts of the same metrics are shown until ours come; the sans is preloaded (Base.astro).
      'font-display': 'swap',
      ...(suffix !== '' && { 'unicode-range': unicodeRange(CHARACTERS[suffix]) }),
    }),
  )
}

/** The `@font-face` rules of the local fonts. */
function localFaces(): string[] {
  return FALLBACKS.flatMap(({ family, weight, style, ascent, descent, width, locals }) =>
    locals.map((local) => {
      const adjust = width / local.width
      return rule({
        'font-family': `'${family} ${local.name}'`,
        src: local.files.map((file) => `local('${file}')`).join(', '),
        ...(weight !== undefined && { 'font-weight': weight }),
        'font-style': style,
        'size-adjust': percent(adjust),
        'ascent-override': percent(ascent / adjust),
        'descent-override': percent(descent / adjust),
        'line-gap-override': '0%',
      })
    }),
  )
}

function rule(declarations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(declarations).map(([property, value]) => `${property}: ${value};`)
  return `@font-face { ${lines.join(' ')} }`
}

function percent(value: number): string {
  return `${Math.round(value * 10_000) / 100}%`
}

/** The rules that a stylesheet names by `@font-faces <name>;`. */
export const FACES: Readonly<Record<string, () => string[]>> = {
  english: () => [...facesOf('', false), ...localFaces()],
  emphasis: () => facesOf('', true),
  other: () =>
    [false, true].flatMap((emphasis) => [...facesOf('-western', emphasis), ...facesOf('-ext', emphasis)]),
}

/** Markup, and character references of the apostrophe. */
const NO_TEXT = /<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>|&#(?:39|x27);/g
/** A character that English pages lack, in a text of HTML; it may be written as a character reference. */
const OTHER_CHARACTER = new RegExp(`[^\\s${CHARACTERS[''].replace('-', '\\-')}]|&(?:lt|gt);`, 'u')

/** The page with `styles`, the rules of the fonts of the other character sets, when its text needs them. */
export function withOtherFonts(html: string, styles: string): string {
  return OTHER_CHARACTER.test(html.replace(NO_TEXT, ' '))
    ? html.replace('</head>', () => `<style>${styles}</style></head>`)
    : html
}
