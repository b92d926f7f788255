import { type Oklab, type Oklch, clampChroma, converter, formatHex, wcagContrast } from 'culori'
import { COLOURS, DARK_COLOURS } from '../../magazine/colours.ts'
import type { StoryColours, StoryPalette } from '../types.ts'
import type { RoomColours } from './pictures.ts'

/** The least contrast of text on its ground (WCAG 2.2, AA). */
export const MIN_CONTRAST = 4.5

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

/** A colour with `l` moved in steps until it has the least contrast with each of the others. */
function legible(colour: Oklch, step: number, others: readonly string[]): string {
  for (let l = colour.l; ; l += step) {
    const hex = formatHex(clampChroma({ ...colour, l: clamp(l, 0, 1) }, 'oklch'))
    if (l <= 0 || l >= 1 || others.every((other) => wcagContrast(hex, other) >= MIN_CONTRAST)) return hex
  }
}

interface Scheme {
  /** The colours of texts. */
  texts: readonly string[]
  paper: number
  card: number
  rule: number
  accent: number
  /** How paper and card, and how the accent is moved until texts can be read. */
  step: number
  /** How strong the tint is. */
  tint: number
}

const textsOf = ({ ink, soft, prussian, madder }: typeof COLOURS | typeof DARK_COLOURS) => [
  ink,
  soft,
  prussian,
  madder,
]

/** Lightness as in OKLCH. */
const LIGHT: Scheme = {
  texts: textsOf(COLOURS),
  paper: 0.958,
  card: 0.987,
  rule: 0.872,
  accent: 0.52,
  step: 0.004,
  tint: 1,
}
const DARK: Scheme = {
  texts: textsOf(DARK_COLOURS),
  paper: 0.208,
  card: 0.243,
  rule: 0.325,
  accent: 0.76,
  step: -0.004,
  tint: 0.8,
}

function storyColours(ground: Oklch, accent: Oklch, scheme: Scheme): StoryColours {
  const { texts, step, tint } = scheme
  const chroma = tint * clamp(ground.c * 0.2, 0.004, 0.022)
  const surface = (l: number, c: number) => legible({ ...ground, l, c }, step, texts)
  const paper = surface(scheme.paper, chroma)
  const card = surface(scheme.card, chroma / 2)
  return {
    paper,
    card,
    rule: formatHex(clampChroma({ ...ground, l: scheme.rule, c: chroma * 1.5 }, 'oklch')),
    accent: legible({ ...accent, l: scheme.accent, c: clamp(accent.c, 0.05, 0.14) }, -step, [paper, card]),
  }
}

/** The colours of a story, made from the two colours of its opening picture: text on them is readable, in light and in dark. */
export function storyPalette({ ground, accent }: RoomColours): StoryPalette {
  const [a, b] = [toOklch(ground), toOklch(accent)]
  if (a === undefined || b === undefined) throw new Error(`no colours: ${ground}, ${accent}`)
  return { light: storyColours(a, b, LIGHT), dark: storyColours(a, b, DARK) }
}
