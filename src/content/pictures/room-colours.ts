import {
  type Oklab,
  type Oklch,
  clampChroma,
  converter,
  formatHex,
  wcagContrast,
  wcagLuminance,
} from 'culori'
import { type Pair, TEXT_CONTRAST, fails, pairsOf } from '../../domain/theme/pairs.ts'
import { type Colours, type Scheme, type Theme, STANDARD_THEME } from '../../domain/theme/theme.ts'
import type { StoryColours, StoryPalette } from '../types.ts'
import type { RoomColours } from './pictures.ts'

const toOklch = converter('oklch')
const toOklab = converter('oklab')

const HUES = 24
/** The least distance between the two hues, in degrees. */
const APART = 50
/** A less coloured pixel has no hue worth naming. */
const LEAST_CHROMA = 0.02

/** The pixels of one hue: the sum of their weights, of their colours, and how lively they are. */
class Hue {
  readonly degrees: number
  area = 0
  life = 0
  #l = 0
  #a = 0
  #b = 0

  constructor(degrees: number) {
    this.degrees = degrees
  }

  add({ l, a, b }: Oklab, chroma: number): void {
    this.area += chroma
    this.life += chroma ** 2
    this.#l += l * chroma
    this.#a += a * chroma
    this.#b += b * chroma
  }

  /** The mean of its pixels, weighted by their chroma. */
  get colour(): string {
    const [l, a, b] = [this.#l, this.#a, this.#b].map((sum) => sum / this.area)
    return formatHex({ mode: 'oklab', l: l ?? 0, a: a ?? 0, b: b ?? 0 })
  }
}

const distance = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

/** The colours of a picture, given by the red, green and blue of its pixels; null for one without colour. */
export function roomColours(pixels: Uint8Array): RoomColours | null {
  const hues = Array.from({ length: HUES }, (_, index) => new Hue(((index + 0.5) * 360) / HUES))
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    const lab = toOklab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })
    const { c, h = 0 } = toOklch(lab)
    if (c >= LEAST_CHROMA) hues[Math.floor((h / 360) * HUES) % HUES]?.add(lab, c)
  }
  const ground = hues.reduce((best, hue) => (hue.area > best.area ? hue : best))
  if (ground.area === 0) return null
  const others = hues.filter(({ degrees }) => distance(degrees, ground.degrees) >= APART)
  const liveliest = others.reduce((best, hue) => (hue.life > best.life ? hue : best))
  // A few pixels of another hue do not count as a colour of the room.
  const accent = liveliest.life > ground.life / 50 ? liveliest : ground
  return { ground: ground.colour, accent: accent.colour }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The first colour that passes when `colour` becomes lighter or darker, up to white or black; null when none does. */
function firstPassing(colour: Oklch, step: number, passes: (hex: string) => boolean): string | null {
  for (let l = colour.l; ; l += step) {
    const hex = formatHex(clampChroma({ ...colour, l: clamp(l, 0, 1) }, 'oklch'))
    if (passes(hex)) return hex
    if (l <= 0 || l >= 1) return null
  }
}

const LIGHTNESS_STEP = 0.004

/** Lightness, as in OKLCH, and the strength of the tint of a story on the standard theme. */
const LOOKS = {
  light: { paper: 0.958, card: 0.987, rule: 0.872, accent: 0.52, tint: 1 },
  dark: { paper: 0.208, card: 0.243, rule: 0.325, accent: 0.76, tint: 0.8 },
} as const satisfies Record<Scheme, object>

type Surface = 'paper' | 'card'

/** The pairs that a surface of a story's page has a part in: all but those of mails. */
const SURFACE_PAIRS = {
  light: { paper: surfacePairs('paper', 'light'), card: surfacePairs('card', 'light') },
  dark: { paper: surfacePairs('paper', 'dark'), card: surfacePairs('card', 'dark') },
} as const satisfies Record<Scheme, Record<Surface, Pair[]>>

function surfacePairs(surface: Surface, scheme: Scheme): Pair[] {
  return pairsOf(surface, scheme).filter((pair) => !pair.isInverted)
}

function lightness(hex: string): number {
  return toOklch(hex)?.l ?? 0
}

function storyColours(ground: Oklch, accent: Oklch, theme: Theme, scheme: Scheme): StoryColours {
  const [colours, look, pairs] = [theme[scheme], LOOKS[scheme], SURFACE_PAIRS[scheme]]
  const chroma = look.tint * clamp(ground.c * 0.2, 0.004, 0.022)
  /** As much lighter or darker than on the standard theme as the theme is. */
  const moved = (role: Surface | 'rule') =>
    lightness(colours[role]) - lightness(STANDARD_THEME[scheme][role]) + look[role]
  // Away from the texts.
  const step = wcagLuminance(colours.paper) > wcagLuminance(colours.ink) ? LIGHTNESS_STEP : -LIGHTNESS_STEP
  const surface = (role: Surface, c: number) =>
    firstPassing({ ...ground, l: moved(role), c }, step, (hex) => {
      const beside: Colours = { ...colours, [role]: hex }
      return pairs[role].every((pair) => !fails(pair, beside))
    }) ?? colours[role]
  const paper = surface('paper', chroma)
  const card = surface('card', chroma / 2)
  return {
    paper,
    card,
    rule: formatHex(clampChroma({ ...ground, l: moved('rule'), c: chroma * 1.5 }, 'oklch')),
    accent:
      firstPassing({ ...accent, l: look.accent, c: clamp(accent.c, 0.05, 0.14) }, -step, (hex) =>
        [paper, card].every((other) => wcagContrast(hex, other) >= TEXT_CONTRAST),
      ) ?? colours.signal,
  }
}

/**
 * The colours of a story, made from the two colours of its opening picture: text on them is readable, in light and in dark.
 * What no tint of the picture would leave readable has the theme's own colour.
 */
export function storyPalette({ ground, accent }: RoomColours, theme: Theme): StoryPalette {
  const [a, b] = [toOklch(ground), toOklch(accent)]
  if (a === undefined || b === undefined) throw new Error(`no colours: ${ground}, ${accent}`)
  return { light: storyColours(a, b, theme, 'light'), dark: storyColours(a, b, theme, 'dark') }
}
