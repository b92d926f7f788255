import { type Oklch, clampChroma, formatHex, wcagLuminance } from 'culori'
import { oklch } from '../theme/oklch.ts'
import { type Pair, fails, pairsOf } from '../theme/pairs.ts'
import { type Colours, type Scheme, type Theme, type ThemeRole, STANDARD_THEME } from '../theme/theme.ts'

/** The roles that have colours of their own in a story. `link` is its accent, and all that is quiet on its wall. */
export const STORY_ROLES = [
  'paper',
  'card',
  'rule',
  'link',
  'mark',
  'field',
  'on-field-soft',
  'wall',
] as const

/** The colours of a story, as #rrggbb: `wall` is behind its opening, its facts and its signature, and its text is on `paper`. */
export type StoryColours = Readonly<Record<(typeof STORY_ROLES)[number], string>>

export type StoryPalette = Readonly<Record<Scheme, StoryColours>>

/** What is on a wall. Quiet text and the ring of the focus have the accent there, and errors are nowhere on it. */
const WALL_FRONTS: ReadonlySet<ThemeRole> = new Set(['ink', 'link', 'mark'])

/** What the choice of no colour is called. */
export const COLOUR_BY_PICTURE = 'From the picture'

/** Two colours are one when their hues are no further apart, in degrees: programs read a picture a little differently. */
const SAME_HUE = 20

/** The colour of a picture that is the chosen one; null: the picture does not have it. */
export function offeredColour(chosen: string, colours: readonly string[]): string | null {
  const distance = (hex: string) => {
    const degrees = Math.abs(oklch(chosen).h - oklch(hex).h)
    return Math.min(degrees, 360 - degrees)
  }
  const [nearest] = colours.toSorted((a, b) => distance(a) - distance(b))
  return nearest !== undefined && distance(nearest) <= SAME_HUE ? nearest : null
}

/** The colour of a story: the chosen one while its picture has it, or else the first of the picture; null for a grey one. */
export function colourOfStory(chosen: string | null, colours: readonly string[]): string | null {
  const isOffered = chosen !== null && offeredColour(chosen, colours) !== null
  return isOffered ? chosen : (colours[0] ?? null)
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** So far of the way between two values, 0 to 1. */
const between = ([from, to]: readonly [number, number], way: number) => from + (to - from) * clamp(way, 0, 1)

const LIGHTNESS_STEP = 0.004

/** The first colour that passes when `colour` becomes lighter or darker, up to white or black; null when none does. */
function firstPassing(colour: Oklch, step: number, passes: (hex: string) => boolean): string | null {
  for (let l = colour.l; ; l += step) {
    const hex = formatHex(clampChroma({ ...colour, l: clamp(l, 0, 1) }, 'oklch'))
    if (passes(hex)) return hex
    if (l <= 0 || l >= 1) return null
  }
}

/** Lightness, as in OKLCH, on the standard theme; of a wall between two, as its picture is darker or lighter. */
const LOOKS = {
  light: { paper: 0.962, card: 0.987, rule: 0.872, link: 0.4, wall: [0.71, 0.84] },
  dark: { paper: 0.208, card: 0.243, rule: 0.36, link: 0.83, wall: [0.36, 0.38] },
} as const satisfies Record<Scheme, object>
/** The lightness of the darkest and of the lightest picture that make a difference to a wall. */
const SEEN = [0.35, 0.75] as const
/** Chroma, as in OKLCH. A wall is livelier than its picture, where light and shade make it grey. */
const WALL_CHROMA = [0.06, 0.09] as const
const LIVELIER = 1.12
const PAPER_CHROMA = 0.008
/** Of the letter band and of filled buttons, and of the quiet text on them. */
const FIELD_LIGHTNESS = 0.37
const ON_FIELD = { lightness: 0.86, chroma: 0.04 } as const

/** Pairs of a page: mails have no colours of a story, and of its field only the letter band is seen. */
const pagePairs = (role: ThemeRole, scheme: Scheme): Pair[] =>
  pairsOf(role, scheme).filter(({ isInverted }) => !isInverted)

const inScheme = <Value>(of: (scheme: Scheme) => Value): Readonly<Record<Scheme, Value>> => ({
  light: of('light'),
  dark: of('dark'),
})

const PAIRS_OF = inScheme((scheme) => ({
  paper: pagePairs('paper', scheme),
  card: pagePairs('card', scheme),
  field: pagePairs('field', scheme).filter(({ front }) => front === 'on-field'),
  'on-field-soft': pagePairs('on-field-soft', scheme),
  accent: [...pagePairs('link', scheme), ...pagePairs('mark', scheme)].filter(
    ({ ground }) => ground !== 'field',
  ),
  // What is on a wall is on it as on paper.
  wall: pagePairs('paper', scheme).filter(({ front, tint }) => WALL_FRONTS.has(front) && tint === null),
}))

const passIn = (pairs: readonly Pair[], colours: Colours) => pairs.every((pair) => !fails(pair, colours))

function storyColours(colour: Oklch, theme: Theme, scheme: Scheme): StoryColours {
  const [own, look, pairs] = [theme[scheme], LOOKS[scheme], PAIRS_OF[scheme]]
  const tinted = (l: number, c: number): Oklch => ({ ...colour, l, c })
  /** As much lighter or darker than on the standard theme as the theme is. */
  const moved = (role: 'paper' | 'card' | 'rule') =>
    oklch(own[role]).l - oklch(STANDARD_THEME[scheme][role]).l + look[role]
  // Away from the texts.
  const away = wcagLuminance(own.paper) > wcagLuminance(own.ink) ? LIGHTNESS_STEP : -LIGHTNESS_STEP
  const surface = (role: 'paper' | 'card', c: number) =>
    firstPassing(tinted(moved(role), c), away, (hex) => passIn(pairs[role], { ...own, [role]: hex })) ??
    own[role]
  const paper = surface('paper', PAPER_CHROMA)
  const card = surface('card', PAPER_CHROMA / 2)
  const rule = formatHex(clampChroma(tinted(moved('rule'), PAPER_CHROMA * 3), 'oklch'))

  const chroma = clamp(colour.c * LIVELIER, ...WALL_CHROMA)
  const accentOn = (wall: string) =>
    firstPassing(tinted(look.link, chroma), -away, (hex) => {
      const page = { ...own, paper, card, link: hex, mark: hex }
      return passIn(pairs.accent, page) && passIn(pairs.wall, { ...page, paper: wall })
    })
  const wall = firstPassing(
    tinted(between(look.wall, (colour.l - SEEN[0]) / (SEEN[1] - SEEN[0])), chroma),
    away,
    (hex) => accentOn(hex) !== null,
  )
  const accent = wall && accentOn(wall)
  return {
    ...{ paper, card, rule },
    // The theme's own accent, where none of this hue can be read on a wall.
    ...(wall && accent
      ? { wall, link: accent, mark: accent }
      : { wall: paper, link: own.link, mark: own.mark }),
    ...fieldColours(colour, chroma, own, scheme),
  }
}

function fieldColours(colour: Oklch, chroma: number, own: Colours, scheme: Scheme) {
  const pairs = PAIRS_OF[scheme]
  const isDark = wcagLuminance(own.field) < wcagLuminance(own['on-field'])
  const darker = isDark ? -LIGHTNESS_STEP : LIGHTNESS_STEP
  const lightness = (l: number) => (isDark ? l : 1 - l)
  const field = firstPassing({ ...colour, l: lightness(FIELD_LIGHTNESS), c: chroma }, darker, (hex) =>
    passIn(pairs.field, { ...own, field: hex }),
  )
  const soft =
    field &&
    firstPassing({ ...colour, l: lightness(ON_FIELD.lightness), c: ON_FIELD.chroma }, -darker, (hex) =>
      passIn(pairs['on-field-soft'], { ...own, field, 'on-field-soft': hex }),
    )
  return field && soft
    ? { field, 'on-field-soft': soft }
    : { field: own.field, 'on-field-soft': own['on-field-soft'] }
}

/** The palette of a story of this colour, on a theme: every text on it can be read, in light and in dark. */
export function storyPalette(colour: string, theme: Theme): StoryPalette {
  return inScheme((scheme) => storyColours(oklch(colour), theme, scheme))
}
