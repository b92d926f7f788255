import { legibleNeighbour, turnedDark } from './legible.ts'
import type { Colours, Scheme, Theme } from './theme.ts'

/** The roles that have the accent of a section where it is shown: lines and marks; links, titles and labels. */
const ACCENT_ROLES = ['mark', 'link'] as const

/** The colours of a section, as #rrggbb, in place of the theme's. */
export type SectionColours = Readonly<Record<Scheme, Pick<Colours, (typeof ACCENT_ROLES)[number]>>>

/**
 * The colours made of the accent of a section; in the dark of its hue, as light as the standard's. Each is moved until every
 * pair passes that the theme has it in, so whatever accent and theme are stored can be read. A role that no colour passes
 * for keeps the theme's.
 */
export function sectionColours(accent: string, theme: Theme): SectionColours {
  const inScheme = (scheme: Scheme) =>
    Object.fromEntries(
      ACCENT_ROLES.map((role) => {
        const value = scheme === 'dark' ? turnedDark(role, accent) : accent
        const neighbour = legibleNeighbour({ ...theme[scheme], [role]: value }, scheme, role)
        return [role, neighbour?.value ?? theme[scheme][role]]
      }),
    ) as SectionColours[Scheme]
  return { light: inScheme('light'), dark: inScheme('dark') }
}

/** CSS of the colours, as properties of the element that has them. */
export function sectionCss({ light, dark }: SectionColours): string {
  return ACCENT_ROLES.map((role) => `--${role}:light-dark(${light[role]},${dark[role]})`).join(';')
}
