/** The site's typefaces; `file` is the name in `public/fonts` without the suffix of the character set. */
export const TYPEFACES = [
  { file: 'newsreader', family: 'Newsreader', weight: '400', style: 'normal' },
  { file: 'newsreader-semibold', family: 'Newsreader', weight: '600', style: 'normal' },
  { file: 'newsreader-italic', family: 'Newsreader', weight: '400', style: 'italic' },
  { file: 'newsreader-light-italic', family: 'Newsreader', weight: '300', style: 'italic' },
  { file: 'instrument-sans', family: 'Instrument Sans', weight: '400 600', style: 'normal' },
] as const

/** `unicode-range` by file name suffix: English, the rest of Western Europe, the rest of Latin. The later rule wins. */
const RANGES = {
  '': null,
  '-western':
    'U+00A1-00A2, U+00A5-00A8, U+00AA-00AF, U+00B1-00B6, U+00B8-00BC, U+00BE-00C4, U+00C6-00C8, U+00CA-00D5, ' +
    'U+00D9-00DE, U+00F0, U+00FD-00FF, U+0152, U+2002-2012, U+2015, U+201A-201B, U+201E-2025, U+2027-205F, U+2122',
  '-ext': 'U+0100-0151, U+0154-024F, U+0259, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0',
} as const

export type CharacterSet = keyof typeof RANGES

/** A local font that stands in while ours loads; `width` is the average advance of its letters in English, in em. */
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
  { name: 'Arial', width: 0.4395, files: ['Arial', 'Liberation Sans', 'Helvetica'] },
  { name: 'Roboto', width: 0.4409, files: ['Roboto'] },
]

const NEWSREADER = { ascent: 0.735, descent: 0.265 }
const INSTRUMENT_SANS = { ascent: 0.97, descent: 0.25 }

/**
 * Local fonts in the metrics of ours, in em. The optical size changes the width of the letters: text and display need
 * their own.
 */
const FALLBACKS = [
  { family: 'Text', style: 'normal', ...NEWSREADER, width: 0.40775, locals: SERIFS },
  { family: 'Text', style: 'italic', ...NEWSREADER, width: 0.37428, locals: SERIF_ITALICS },
  { family: 'Display', style: 'normal', ...NEWSREADER, width: 0.43932, locals: SERIFS },
  { family: 'Display', style: 'italic', ...NEWSREADER, width: 0.376815, locals: SERIF_ITALICS },
  { family: 'Sans', style: 'normal', ...INSTRUMENT_SANS, width: 0.46243, locals: SANS_SERIFS },
] as const

/** The `@font-face` rules of the site. */
function fontFaces(): string {
  const faces = Object.entries(RANGES).flatMap(([suffix, range]) =>
    TYPEFACES.map(({ file, family, weight, style }) => ({
      'font-family': `'${family}'`,
      src: `url('/fonts/${file}${suffix}.woff2') format('woff2')`,
      'font-weight': weight,
      'font-style': style,
      'font-display': 'swap',
      ...(range && { 'unicode-range': range }),
    })),
  )
  const fallbacks = FALLBACKS.flatMap(({ family, style, ascent, descent, width, locals }) =>
    locals.map((local) => {
      const adjust = width / local.width
      return {
        'font-family': `'${family} ${local.name}'`,
        src: local.files.map((file) => `local('${file}')`).join(', '),
        'font-style': style,
        'size-adjust': percent(adjust),
        'ascent-override': percent(ascent / adjust),
        'descent-override': percent(descent / adjust),
        'line-gap-override': '0%',
      }
    }),
  )
  return [...faces, ...fallbacks].map(rule).join('\n')
}

function rule(declarations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(declarations).map(([property, value]) => `${property}: ${value};`)
  return `@font-face { ${lines.join(' ')} }`
}

function percent(value: number): string {
  return `${Math.round(value * 10_000) / 100}%`
}

const STYLESHEET = 'virtual:fonts.css'

/** Vite plugin: makes the font rules a stylesheet that pages import as `virtual:fonts.css`. */
export function fontStyles() {
  return {
    name: 'font-styles',
    // On the development server the browser requests it by its path.
    resolveId: (id: string) => (id === STYLESHEET || id === `/${STYLESHEET}` ? STYLESHEET : null),
    load: (id: string) => (id === STYLESHEET ? fontFaces() : null),
  }
}
