import { wcagContrast } from 'culori'
import { type Colours, type Scheme, type Theme, type ThemeRole, SCHEMES } from './theme.ts'

/** The least contrast of text, and of lines and marks, with their ground (WCAG 2.2, AA). */
export const TEXT_CONTRAST = 4.5
export const MARK_CONTRAST = 3

/** A role, or a colour that no theme changes. */
type Paint = ThemeRole | '#ffffff' | '#000000'

/** A colour, and how many percent of `tint` lie over it. */
interface Ground {
  ground: Paint
  percent: number
  tint: Paint | null
}

/** A colour that is seen on a ground, and the least contrast of the two. */
export interface Pair extends Ground {
  front: ThemeRole
  minimum: number
  /** Null: in both. */
  scheme: Scheme | null
  /** As programs for mail show it that invert each channel of a light mail in the dark. */
  isInverted: boolean
}

const on = (ground: Paint): Ground => ({ ground, percent: 0, tint: null })
const tinted = (ground: Paint, percent: number, tint: Paint): Ground => ({ ground, percent, tint })

function pairs(
  fronts: readonly ThemeRole[],
  grounds: readonly Ground[],
  minimum: number,
  { scheme = null, isInverted = false }: Partial<Pick<Pair, 'scheme' | 'isInverted'>> = {},
): Pair[] {
  return fronts.flatMap((front) =>
    grounds.map((ground) => ({ front, ...ground, minimum, scheme, isInverted })),
  )
}

const PAGES = [on('paper'), on('card')]
/** The footer, and what the pointer is on. */
const SHADED = [tinted('paper', 8, 'ink'), tinted('card', 8, 'ink')]
/** What a search has found. */
const FOUND = [tinted('paper', 40, 'mark'), tinted('card', 40, 'mark')]

/**
 * The colours that meet on pages, in print and in mails. `rule` is in none: lines between stories say nothing that the
 * space between them does not. private.theme_pairs() in the database has the same.
 */
export const PAIRS: readonly Pair[] = [
  ...pairs(['ink', 'soft'], [...PAGES, ...SHADED], TEXT_CONTRAST),
  ...pairs(['ink'], FOUND, TEXT_CONTRAST),
  // Links, and the labels over titles and over the groups of the footer.
  ...pairs(['link'], [...PAGES, ...SHADED], TEXT_CONTRAST),
  ...pairs(['signal'], PAGES, TEXT_CONTRAST),
  ...pairs(['on-field', 'on-field-soft'], [on('field')], TEXT_CONTRAST),
  // A filled button under the pointer.
  ...pairs(['on-field'], [tinted('field', 14, '#000000')], TEXT_CONTRAST, { scheme: 'light' }),
  ...pairs(['on-field'], [tinted('field', 14, '#ffffff')], TEXT_CONTRAST, { scheme: 'dark' }),
  ...pairs(['mark', 'focus'], PAGES, MARK_CONTRAST),
  ...pairs(['mark'], [on('field'), ...SHADED], MARK_CONTRAST),
  // Printed pages, which are white.
  ...pairs(['ink', 'soft', 'link', 'signal'], [on('#ffffff')], TEXT_CONTRAST, { scheme: 'light' }),
  // Mails are light; a button in one has a text in the colour of cards.
  ...pairs(['ink', 'soft', 'signal'], [on('paper')], TEXT_CONTRAST, { scheme: 'light', isInverted: true }),
  ...pairs(['link'], [on('card')], TEXT_CONTRAST, { scheme: 'light', isInverted: true }),
]

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const toHex = (values: readonly number[]) =>
  `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`

const inverted = (hex: string) => toHex(channels(hex).map((value) => 255 - value))

/** `percent` of `over` on `under`, as color-mix() in sRGB. */
function mix(under: string, percent: number, over: string): string {
  const tint = channels(over)
  return toHex(
    channels(under).map((value, index) =>
      Math.floor((value * (100 - percent) + (tint[index] ?? 0) * percent + 50) / 100),
    ),
  )
}

const isRole = (paint: Paint): paint is ThemeRole => !paint.startsWith('#')
const colourOf = (colours: Colours, paint: Paint) => (isRole(paint) ? colours[paint] : paint)

/** The contrast of a pair, from 1 to 21. */
export function contrastOf(pair: Pair, colours: Colours): number {
  const under = colourOf(colours, pair.ground)
  const ground = pair.tint === null ? under : mix(under, pair.percent, colourOf(colours, pair.tint))
  const front = colours[pair.front]
  return pair.isInverted ? wcagContrast(inverted(front), inverted(ground)) : wcagContrast(front, ground)
}

const isIn = (pair: Pair, scheme: Scheme) => pair.scheme === null || pair.scheme === scheme
export const fails = (pair: Pair, colours: Colours) => contrastOf(pair, colours) < pair.minimum

/** The pairs of a scheme under their least contrast. */
export function failingPairs(colours: Colours, scheme: Scheme): Pair[] {
  return PAIRS.filter((pair) => isIn(pair, scheme) && fails(pair, colours))
}

/** The pairs of a scheme that a role has a part in. */
export function pairsOf(role: ThemeRole, scheme: Scheme): Pair[] {
  return PAIRS.filter(
    (pair) => isIn(pair, scheme) && [pair.front, pair.ground, pair.tint].some((paint) => paint === role),
  )
}

export function isLegible(theme: Theme): boolean {
  return SCHEMES.every((scheme) => failingPairs(theme[scheme], scheme).length === 0)
}
