import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { wordSet } from '../text/word-set.ts'

export const FONTS_BUCKET = 'fonts'

/** The CSS value of each weight and style that a font may have. */
const WEIGHTS = { Normal: 400, Light: 300, Medium: 500, 'Semi-Bold': 600, Bold: 700, 'Extra-Bold': 800 }
const STYLES = { Regular: 'normal', Italic: 'italic', Oblique: 'oblique' }

export const FONT_WEIGHTS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]
export const FONT_STYLES = Object.keys(STYLES) as (keyof typeof STYLES)[]
export const FONT_USAGES = ['Header', 'Body', 'Accent', 'Buttons'] as const
export type FontUsage = (typeof FONT_USAGES)[number]

/** An uploaded font, as everybody may read it; `font_file_path` is its public URL. */
export const fontSchema = z.object({
  id: idSchema,
  font_name: z.string(),
  font_file_path: z.string(),
  font_weight: z.enum(FONT_WEIGHTS),
  font_style: z.enum(FONT_STYLES),
  font_usage: z.array(z.enum(FONT_USAGES)),
  mime_type: z.nullable(z.string()),
  file_size: z.nullable(z.number()),
  created_at: timestampSchema,
})
export type Font = z.infer<typeof fontSchema>

/** The single row of `global_styles` with its fonts joined. */
export const globalStylesSchema = z.object({
  id: idSchema,
  primary_font_id: z.nullable(idSchema),
  secondary_font_id: z.nullable(idSchema),
  accent_font_id: z.nullable(idSchema),
  primary_font: z.nullable(fontSchema),
  secondary_font: z.nullable(fontSchema),
  accent_font: z.nullable(fontSchema),
})
export type GlobalStyles = z.infer<typeof globalStylesSchema>

const FONT_TYPES = wordSet(
  'font/woff font/woff2 font/ttf application/font-woff application/font-woff2',
  'application/x-font-woff application/x-font-ttf application/x-font-truetype',
)

/** The endings of the names of font files, as parts of a file input's `accept`. */
export const FONT_ENDINGS: readonly string[] = ['.woff', '.woff2', '.ttf']

/** Maximum length of a font's name, in characters. */
export const MAX_FONT_NAME = 200

/** Whether a file is a .woff, .woff2 or .ttf, by its type or its name. */
export function isFontFile(file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase()
  return FONT_TYPES.has(file.type.toLowerCase()) || FONT_ENDINGS.some((ending) => name.endsWith(ending))
}

export const STORED_FONT_TYPES = ['font/ttf', 'font/woff', 'font/woff2'] as const

/** The MIME type to store a font file with: by the ending of its name or, without one, by its own type. */
export function storedFontType({ name, type }: { name: string; type: string }): string {
  const kind = /\.(woff2?|ttf)$/i.exec(name)?.[1] ?? /woff2?/i.exec(type)?.[0] ?? 'ttf'
  return `font/${kind.toLowerCase()}`
}

/** The font dialog; the file is checked by `isFontFile`. */
export const fontFormSchema = z.object({
  font_name: z.string().check(z.trim(), z.minLength(1, 'Font name is required'), z.maxLength(MAX_FONT_NAME)),
  font_weight: z.enum(FONT_WEIGHTS),
  font_style: z.enum(FONT_STYLES),
  font_usage: z.array(z.enum(FONT_USAGES)),
})
export type FontForm = z.infer<typeof fontFormSchema>

/** Storage path of a font: {timestamp}_{name with underscores}.{ext}. */
export function fontPath(fontName: string, fileName: string, now: number): string {
  const name = fontName.trim().replace(/[^\w-]+/g, '_')
  const extension = /\.(woff2?|ttf)$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'woff2'
  return `${now}_${name}.${extension}`
}

/** Fallback font families. */
const FALLBACK_STACKS = {
  primary: 'ui-sans-serif, system-ui, sans-serif',
  secondary: 'ui-serif, Georgia, serif',
  accent: 'ui-monospace, Menlo, monospace',
} as const

export type TypographyStyles = Pick<GlobalStyles, 'primary_font' | 'secondary_font' | 'accent_font'>

/**
 * CSS of the chosen fonts, '' when none is usable: a custom property per role (`--font-header`, `--font-body`,
 * `--font-buttons`, `--font-accent`) and the rule that uses it. Safe inside a style element for any stored value:
 * names are escaped, and fonts whose file is neither http(s) nor a path of this site are left out. `scope` is a
 * selector that limits the rules.
 */
export function typographyCss(styles: TypographyStyles | null, scope: string | null = null): string {
  if (styles === null) return ''
  const { primary_font: primary, secondary_font: secondary, accent_font: accent } = styles
  const header = family(primary, 'Header', 'primary')
  const body = family(primary, 'Body', 'primary') ?? family(secondary, 'Body', 'secondary')
  const buttons = family(accent, 'Buttons', 'accent')
  const accents = family(accent, 'Accent', 'accent')

  const used = [primary, secondary, accent].filter((font) => font !== null)
  const faces = new Map(used.map((font) => [font.id, fontFace(font)]))
  return [
    ...faces.values(),
    body && rule('--font-body', body, 'body', scope),
    header && rule('--font-header', header, 'h1,h2,h3,h4,h5,h6', scope),
    buttons && rule('--font-buttons', buttons, 'button,.button', scope),
    accents && rule('--font-accent', accents, '.accent', scope),
  ]
    .filter((part) => part !== null && part !== '')
    .join('\n')
}

/** Whether a font changes anything on the site in this role: it must have a usage of the role (see `typographyCss`). */
export function isUsedAs(role: keyof typeof FALLBACK_STACKS, usage: readonly FontUsage[]): boolean {
  return ROLE_USAGES[role].some((counted) => usage.includes(counted))
}

/** The usages that count in each role. */
export const ROLE_USAGES: Readonly<Record<keyof typeof FALLBACK_STACKS, readonly FontUsage[]>> = {
  primary: ['Header', 'Body'],
  secondary: ['Body'],
  accent: ['Buttons', 'Accent'],
}

function family(font: Font | null, usage: FontUsage, fallback: keyof typeof FALLBACK_STACKS): string | null {
  if (!font?.font_usage.includes(usage) || fontUrl(font) === null) return null
  return `${cssString(font.font_name)}, ${FALLBACK_STACKS[fallback]}`
}

function rule(property: string, value: string, selector: string, scope: string | null): string {
  const within = selector === 'body' ? scope : `${scope} :is(${selector})`
  return `${scope ?? ':root'}{${property}:${value}}\n${scope === null ? selector : within}{font-family:var(${property})}`
}

function fontFace(font: Font): string {
  const url = fontUrl(font)
  if (url === null) return ''
  const format = fontFormat(url)
  return (
    `@font-face{font-family:${cssString(font.font_name)};src:url(${cssString(url)})${format};` +
    `font-weight:${WEIGHTS[font.font_weight]};font-style:${STYLES[font.font_style]};font-display:swap}`
  )
}

function fontFormat(url: string): string {
  const extension = /\.(woff2|woff|ttf)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  if (extension === undefined) return ''
  return ` format("${extension === 'ttf' ? 'truetype' : extension}")`
}

/** The file's address if it is http(s) or a path of this site. */
function fontUrl(font: Font): string | null {
  const path = font.font_file_path.trim()
  if (/^\/(?![/\\])/.test(path)) return path
  if (!URL.canParse(path)) return null
  const url = new URL(path)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** A quoted CSS string; everything but letters, digits and a few harmless signs becomes an escape. */
function cssString(text: string): string {
  const escaped = text
    .replaceAll('\0', '')
    .replace(/[^\p{L}\p{N} _.,:/?=&%~+#@-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? 'fffd'} `)
  return `"${escaped}"`
}
