import { type Neighbour, derivedDark, legibleNeighbour } from '../../../domain/theme/legible.ts'
import { type Pair, contrastOf, failingPairs } from '../../../domain/theme/pairs.ts'
import {
  type Colours,
  type Scheme,
  type Theme,
  type ThemeRole,
  SCHEMES,
  THEME_ROLES,
} from '../../../domain/theme/theme.ts'

/** What each role is called, and where it is seen. */
export const ROLE_TEXTS: Readonly<Record<ThemeRole, { name: string; use: string }>> = {
  paper: { name: 'Paper', use: 'The ground of pages.' },
  card: { name: 'Card', use: 'The ground of boxes, and of what opens over a page.' },
  ink: { name: 'Text', use: 'Titles and text.' },
  soft: { name: 'Soft text', use: 'Dates, bylines, captions.' },
  rule: { name: 'Lines', use: 'Hairlines between stories. They may be as faint as you like.' },
  link: { name: 'Links', use: 'Labels over titles, switches, the button of a mail.' },
  mark: { name: 'Marks', use: 'Lines under links, and what a search has found.' },
  signal: {
    name: 'Signal',
    use: 'Errors, the full stop after the name, drop caps where a picture has no colour.',
  },
  focus: { name: 'Focus', use: 'The outline of what the keyboard is on.' },
  field: { name: 'Field', use: 'The band of the letter, and filled buttons.' },
  'on-field': { name: 'Text on the field', use: 'The words of the band and of buttons.' },
  'on-field-soft': { name: 'Soft text on the field', use: 'The small words of the band.' },
}

/** The roles whose dark colour is the one derived from the light ones. */
export function followingRoles({ light, dark }: Theme): ReadonlySet<ThemeRole> {
  const derived = derivedDark(light)
  return new Set(THEME_ROLES.filter((role) => dark[role] === derived[role]))
}

/** The theme with another colour. Dark colours that follow the light ones go on to follow them. */
export function withColour(theme: Theme, scheme: Scheme, role: ThemeRole, value: string): Theme {
  if (scheme === 'dark') return { ...theme, dark: { ...theme.dark, [role]: value } }
  const light = { ...theme.light, [role]: value }
  const following = followingRoles(theme)
  const derived = derivedDark(light)
  const dark = THEME_ROLES.map((one) => [one, (following.has(one) ? derived : theme.dark)[one]])
  return { light, dark: Object.fromEntries(dark) as Colours }
}

/** Why a chosen colour is refused, and what passes in its place; null where nothing does beside the others. */
export interface Problem {
  scheme: Scheme
  role: ThemeRole
  text: string
  neighbour: Neighbour | null
}

/** The problems of the colours that differ from the stored ones, of each the pair that is worst. */
export function problemsOf(theme: Theme, stored: Theme): Problem[] {
  return SCHEMES.flatMap((scheme) => {
    const colours = theme[scheme]
    const failing = failingPairs(colours, scheme)
    return THEME_ROLES.filter((role) => colours[role] !== stored[scheme][role]).flatMap((role) => {
      const [worst] = failing
        .filter(({ front, ground, tint }) => [front, ground, tint].includes(role))
        .sort((a, b) => contrastOf(a, colours) / a.minimum - contrastOf(b, colours) / b.minimum)
      if (worst === undefined) return []
      return [
        {
          scheme,
          role,
          text: problemText(worst, role, colours),
          neighbour: legibleNeighbour(colours, scheme, role),
        },
      ]
    })
  })
}

function problemText(pair: Pair, role: ThemeRole, colours: Colours): string {
  const { front, ground, tint, minimum, isInverted } = pair
  const nameOf = (one: ThemeRole) => ROLE_TEXTS[one].name
  const isPrinted = ground === '#ffffff' || ground === '#000000'
  const on = isPrinted ? 'printed paper' : ground === role ? 'it' : nameOf(ground)
  const contrast = Math.floor(contrastOf(pair, colours) * 100) / 100
  return [
    `${front === role ? 'It' : nameOf(front)} has a contrast of ${contrast} : 1 on ${on}`,
    tint === null ? '' : tint === role && front !== role ? ' with it' : ' with a tint',
    isInverted ? ', in a mail that is shown inverted' : '',
    `; at least ${minimum} : 1 is needed.`,
  ].join('')
}
