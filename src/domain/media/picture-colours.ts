import { type Oklab, type Oklch, converter, formatHex } from 'culori'
import { oklch } from '../theme/oklch.ts'

const toOklch = converter('oklch')
const toOklab = converter('oklab')

/** The longest side, in pixels, to which a picture is made smaller for its colours: enough of it, and read soon. */
export const CHECKED_SIDE = 48

/** How many colours of a picture are offered. One that another program counts among its first may be the next here. */
export const OFFERED_COLOURS = 4
/** A less coloured pixel is grey. Painted furniture of a cold colour has little more. */
const LEAST_CHROMA = 0.014
/** How many hues and how many shades are counted. */
const HUES = 90
const SHADES = 40
/** How far the pixels of one colour are from its most frequent hue and shade, to both sides. */
const HUE_REACH = 4
const SHADE_REACH = 4
/** What gives the colour its hue: light and shade move the rest of it to warmer and colder ones. */
const OWN_HUE_REACH = 1
/** The hues of wood, straw and warm light, in degrees. */
const WOOD = { from: 55, to: 97 }
/** Dark wood is redder. */
const DARK_WOOD = { from: 28, lightness: 0.45 }
/** Such a part is in nearly every room and its wall seldom: one comes before another colour only where it is this many times larger. */
const WOOD_SIZE = 6
/** Of the size of a part livelier pixels count no more than pixels of this chroma. */
const PLAIN_CHROMA = 0.05
/** A part of a picture that is smaller than this share of its pixels is no colour of it. */
const LEAST_SHARE = 0.02

/** The names of colours: each up to a hue, in degrees; `dark` for one that is darker than `LIGHT`. */
const NAMES = [
  { to: 28, light: 'Pink', dark: 'Red' },
  { to: 55, light: 'Pink', dark: 'Terracotta' },
  { to: 78, light: 'Sand', dark: 'Brown' },
  { to: 97, light: 'Straw', dark: 'Ochre' },
  { to: 104, light: 'Straw', dark: 'Olive' },
  { to: 126, light: 'Sage', dark: 'Olive' },
  { to: 166, light: 'Green', dark: 'Green' },
  { to: 208, light: 'Teal', dark: 'Teal' },
  { to: 284, light: 'Blue', dark: 'Blue' },
  { to: 322, light: 'Violet', dark: 'Violet' },
  { to: 348, light: 'Mauve', dark: 'Plum' },
  { to: 360, light: 'Pink', dark: 'Red' },
] as const
const LIGHT = 0.6

/** What people call a colour. */
export function colourName(hex: string): string {
  const { l, h } = oklch(hex)
  const name = NAMES.find(({ to }) => h < to) ?? NAMES[0]
  return l >= LIGHT ? name.light : name.dark
}

interface Pixel extends Oklab {
  c: number
  h: number
}

/** The pixels with a hue, of the red, green and blue of all. */
function colouredPixels(rgb: Uint8Array): Pixel[] {
  const pixels: Pixel[] = []
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(at, at + 3)
    const lab = toOklab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })
    const { c, h = 0 } = toOklch(lab)
    if (c >= LEAST_CHROMA) pixels.push({ ...lab, c, h })
  }
  return pixels
}

const hueOf = ({ h }: Pixel) => Math.floor((h / 360) * HUES) % HUES
const shadeOf = ({ l }: Pixel) => Math.min(SHADES - 1, Math.max(0, Math.floor(l * SHADES)))
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const hueDistance = (a: number, b: number) => Math.min(Math.abs(a - b), HUES - Math.abs(a - b))
const nearHue = (a: number, b: number) => hueDistance(a, b) <= HUE_REACH
const ofHue = (a: number, b: number) => hueDistance(a, b) <= OWN_HUE_REACH
const nearShade = (a: number, b: number) => Math.abs(a - b) <= SHADE_REACH

/** Of `count` places the one near which the most coloured pixels are. */
function heaviest(
  pixels: readonly Pixel[],
  count: number,
  placeOf: (pixel: Pixel) => number,
  isNear: (a: number, b: number) => boolean,
): number {
  const weights = Array.from({ length: count }, () => 0)
  for (const pixel of pixels) weights[placeOf(pixel)] = (weights[placeOf(pixel)] ?? 0) + pixel.c
  const around = weights.map((_, place) => sumOf(weights.filter((_weight, other) => isNear(place, other))))
  return around.indexOf(Math.max(...around))
}

function meanOf(pixels: readonly Pixel[]): Oklab {
  const weight = sumOf(pixels.map(({ c }) => c))
  const mean = (channel: 'l' | 'a' | 'b') => sumOf(pixels.map((pixel) => pixel[channel] * pixel.c)) / weight
  return { mode: 'oklab', l: mean('l'), a: mean('a'), b: mean('b') }
}

function isWood({ l, h = 0 }: Oklch): boolean {
  return h < WOOD.to && h >= (l < DARK_WOOD.lightness ? DARK_WOOD.from : WOOD.from)
}

/**
 * The colours of a picture, as #rrggbb, each of another name: first the one of its wall, which is its largest saturated part
 * outside the hues of wood and warm light. `rgb` is the red, green and blue of its pixels. None of a picture in black and white.
 */
export function pictureColours(rgb: Uint8Array): string[] {
  const least = (rgb.length / 3) * LEAST_SHARE
  const found: { hex: string; size: number }[] = []
  let left = colouredPixels(rgb)
  while (left.length >= least && left.length > 0) {
    const hue = heaviest(left, HUES, hueOf, nearHue)
    const part = left.filter((pixel) => nearHue(hueOf(pixel), hue))
    left = left.filter((pixel) => !nearHue(hueOf(pixel), hue))
    if (part.length < least) continue
    const own = heaviest(part, HUES, hueOf, ofHue)
    const ownPart = part.filter((pixel) => ofHue(hueOf(pixel), own))
    const shade = heaviest(ownPart, SHADES, shadeOf, nearShade)
    const colour = meanOf(ownPart.filter((pixel) => nearShade(shadeOf(pixel), shade)))
    const size = sumOf(part.map(({ c }) => Math.min(c, PLAIN_CHROMA)))
    found.push({ hex: formatHex(colour), size: isWood(toOklch(colour)) ? size / WOOD_SIZE : size })
  }
  const inOrder = found.sort((a, b) => b.size - a.size)
  const byName = new Map(inOrder.toReversed().map(({ hex }) => [colourName(hex), hex]))
  return inOrder.map(({ hex }) => hex).filter((hex) => byName.get(colourName(hex)) === hex)
}
