import * as z from 'zod/mini'
import { COLOURS, DARK_COLOURS } from '../../look/colours.ts'

/** What the colours of a theme are for; stylesheets have each as a custom property of this name. */
export type ThemeRole = keyof typeof COLOURS

export const THEME_ROLES = Object.keys(COLOURS) as ThemeRole[]

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

const HEX = /^#[0-9a-f]{6}$/
/** A colour as #rrggbb. */
export const hexSchema = z.string().check(z.regex(HEX))

/** A colour as #rrggbb for each role. */
export const coloursSchema = z.record(z.enum(THEME_ROLES), hexSchema)
export type Colours = Readonly<Record<ThemeRole, string>>

export const themeSchema = z.object({ light: coloursSchema, dark: coloursSchema })
export type Theme = Readonly<Record<Scheme, Colours>>

/** The colours of a magazine whose staff have chosen none. */
export const STANDARD_THEME: Theme = { light: COLOURS, dark: DARK_COLOURS }

/** The colours of a row of the table `theme`; of a magazine without one, the standard ones. */
export function themeOf(row: unknown): Theme {
  return row === null ? STANDARD_THEME : themeSchema.parse(row)
}

/** A colour as people type it ('#ABC', 'aabbcc') as #rrggbb; null for anything else. */
export function parseHex(text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^#/, '')
  const hex = `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
  return HEX.test(hex) ? hex : null
}

export function isSameTheme(a: Theme, b: Theme): boolean {
  return SCHEMES.every((scheme) => THEME_ROLES.every((role) => a[scheme][role] === b[scheme][role]))
}

/** CSS of the colours in which a theme differs from the standard; '' for the standard itself. */
export function themeCss({ light, dark }: Theme): string {
  const changed = THEME_ROLES.filter(
    (role) => light[role] !== STANDARD_THEME.light[role] || dark[role] !== STANDARD_THEME.dark[role],
  )
  const properties = changed.map((role) => `--${role}:light-dark(${light[role]},${dark[role]})`)
  return properties.length === 0 ? '' : `:root{${properties.join(';')}}`
}
