import { type Oklch, clampChroma, differenceCiede2000, formatHex } from 'culori'
import { oklch } from './oklch.ts'
import { type Pair, fails, pairsOf } from './pairs.ts'
import { type Colours, type Scheme, type ThemeRole, STANDARD_THEME, THEME_ROLES } from './theme.ts'

const difference = differenceCiede2000()

/** A colour that passes, and whether people would call it another one than the one it stands for. */
export interface Neighbour {
  value: string
  isAnotherColour: boolean
}

/** The difference (CIEDE2000) from which on a neighbour is another colour. */
const ANOTHER_COLOUR = 20
const LIGHTNESS_STEP = 0.004
/** How much of its chroma a neighbour keeps: as much as passes. */
const KEPT_CHROMA = [1, 0.6, 0.3, 0]
const SIXTEEN = [...'0123456789abcdef']
/** 4,096 colours of all hues, where no lightness of one hue passes. */
const GRID = SIXTEEN.flatMap((r) => SIXTEEN.flatMap((g) => SIXTEEN.map((b) => `#${r}${r}${g}${g}${b}${b}`)))

/**
 * The colour nearest to a role's that passes beside the others: of its hue, lighter or darker; with less chroma
 * where none passes with more, and of another hue where no grey passes. The colour itself where it passes; null where none
 * does.
 */
export function legibleNeighbour(colours: Colours, scheme: Scheme, role: ThemeRole): Neighbour | null {
  const pairs = pairsOf(role, scheme)
  const passes = (value: string) => isPassing(pairs, { ...colours, [role]: value })
  const from = colours[role]
  if (passes(from)) return { value: from, isAnotherColour: false }
  const start = oklch(from)
  for (const kept of KEPT_CHROMA) {
    const found = [LIGHTNESS_STEP, -LIGHTNESS_STEP]
      .map((step) => firstOnTheWay({ ...start, c: start.c * kept }, step, passes))
      .filter((value) => value !== null)
    if (found.length > 0) return nearest(from, found)
  }
  const any = GRID.filter(passes)
  return any.length === 0 ? null : nearest(from, any)
}

function nearest(from: string, values: readonly string[]): Neighbour {
  const [first] = values
    .map((value) => ({ value, distance: difference(from, value) }))
    .sort((a, b) => a.distance - b.distance)
  if (first === undefined) throw new Error('no values')
  return { value: first.value, isAnotherColour: first.distance > ANOTHER_COLOUR }
}

function isPassing(pairs: readonly Pair[], colours: Colours): boolean {
  return pairs.every((pair) => !fails(pair, colours))
}

/** The first colour that passes when lightness goes up or down from `start`. */
function firstOnTheWay(start: Oklch, step: number, passes: (value: string) => boolean): string | null {
  for (let l = start.l; l > -LIGHTNESS_STEP && l < 1 + LIGHTNESS_STEP; l += step) {
    const value = formatHex(clampChroma({ ...start, l: Math.min(1, Math.max(0, l)) }, 'oklch'))
    if (passes(value)) return value
  }
  return null
}

/** Grounds come first: the others are moved until they can be read on them. */
const MOVED: readonly ThemeRole[] = [
  'mark',
  'focus',
  'ink',
  'soft',
  'link',
  'signal',
  'on-field',
  'on-field-soft',
]

/**
 * Dark colours for light ones, moved until every pair passes: the standard's dark colour for a colour of the standard, and
 * for any other one of its hue, as light as the standard's. So the standard's dark colours are derived, too.
 */
export function derivedDark(light: Colours): Colours {
  const turned = THEME_ROLES.map((role) => [role, turnedDark(role, light[role])] as const)
  return MOVED.reduce<Colours>(
    (dark, role) => ({ ...dark, [role]: legibleNeighbour(dark, 'dark', role)?.value ?? dark[role] }),
    Object.fromEntries(turned) as Colours,
  )
}

/** The dark colour of a role for a light one: of its hue, as light as the standard's. */
export function turnedDark(role: ThemeRole, value: string): string {
  const [from, to] = [STANDARD_THEME.light[role], STANDARD_THEME.dark[role]]
  if (value === from) return to
  const [colour, standard, dark] = [oklch(value), oklch(from), oklch(to)]
  const chroma = Math.max(0, colour.c + dark.c - standard.c)
  return formatHex(clampChroma({ ...colour, l: dark.l, c: chroma }, 'oklch'))
}
