import { clampChroma, converter, formatHex, wcagContrast } from 'culori'
import { TEXT_CONTRAST } from '../domain/theme/pairs.ts'
import { type Colours, type Scheme, type Theme, SCHEMES } from '../domain/theme/theme.ts'

/** The colours of a mail as #rrggbb. Texts are on `ground` or `sheet`, `sheet` is the text of a button in `link`. */
export interface MailColours {
  /** Around the letter, and under boxes in it. */
  ground: string
  /** Under the letter. */
  sheet: string
  ink: string
  soft: string
  link: string
  signal: string
  rule: string
}

/** The colours of texts. */
export const MAIL_TEXTS = ['ink', 'soft', 'link', 'signal'] as const

const toHsl = converter('hsl')
const toLab = converter('lab')
const toOklch = converter('oklch')
const toRgb = converter('rgb')

/**
 * What programs for mail make of a colour where they turn a light mail into a dark one by themselves, or the other way round:
 * each inverts lightness in a way of its own. The first is the colour as it was declared.
 */
const VIEWS: readonly ((hex: string) => string)[] = [
  (hex) => hex,
  (hex) => {
    const { r = 0, g = 0, b = 0 } = toRgb(hex) ?? {}
    return formatHex({ mode: 'rgb', r: 1 - r, g: 1 - g, b: 1 - b })
  },
  (hex) => {
    const hsl = toHsl(hex)
    return hsl === undefined ? hex : formatHex({ ...hsl, l: 1 - hsl.l })
  },
  (hex) => {
    const lab = toLab(hex)
    return lab === undefined ? hex : formatHex({ ...lab, l: 100 - lab.l })
  },
]

/** The least contrast of a text with its ground, as declared and after each inversion. */
export function leastMailContrast(front: string, ground: string): number {
  return Math.min(...VIEWS.map((view) => wcagContrast(view(front), view(ground))))
}

/** Neither is white or black, of which inversions make too hard a contrast. */
const ENDS: Readonly<Record<Scheme, { ground: string; text: string }>> = {
  light: { ground: '#fbfbfb', text: '#161616' },
  dark: { ground: '#141414', text: '#f3f3f3' },
}
/** What the darkest or lightest text has on a ground, so that there is room for coloured ones. */
const ROOM = 8

/** The colours of mails of a theme, moved as little as it takes for each text to be legible however a program shows it. */
export function mailColours(theme: Theme): Record<Scheme, MailColours> {
  const [light, dark] = SCHEMES.map((scheme) => ofScheme(theme[scheme], scheme))
  if (light === undefined || dark === undefined) throw new Error('no scheme')
  return { light, dark }
}

function ofScheme({ paper, card, ink, soft, link, signal, rule }: Colours, scheme: Scheme): MailColours {
  const { text } = ENDS[scheme]
  const [ground, sheet] = [groundOf(paper, scheme), groundOf(card, scheme)]
  const legible = (colour: string) => legibleOn(colour, [ground, sheet], text)
  return {
    ...{ ground, sheet, rule },
    ...{ ink: legible(ink), soft: legible(soft), link: legible(link), signal: legible(signal) },
  }
}

/** The colour, or the first one on the way to the end of its scheme that has room for texts. */
function groundOf(colour: string, scheme: Scheme): string {
  const end = ENDS[scheme]
  const from = toRgb(colour)
  const to = toRgb(end.ground)
  if (from === undefined || to === undefined) return end.ground
  const steps = 32
  for (let step = 0; step < steps; step += 1) {
    const mix = (a: number, b: number) => a + ((b - a) * step) / steps
    const hex = formatHex({ mode: 'rgb', r: mix(from.r, to.r), g: mix(from.g, to.g), b: mix(from.b, to.b) })
    const isPure = hex === '#ffffff' || hex === '#000000'
    if (!isPure && leastMailContrast(end.text, hex) >= ROOM) return hex
  }
  return end.ground
}

const LIGHTNESS_STEP = 0.008
/** How much of its chroma a moved text keeps: as much as passes. */
const KEPT_CHROMA = [1, 0.6, 0.3, 0]

/** The colour, or the next lighter or darker one that is legible on all grounds; `end` where none is. */
function legibleOn(colour: string, grounds: readonly string[], end: string): string {
  const passes = (hex: string) => grounds.every((ground) => leastMailContrast(hex, ground) >= TEXT_CONTRAST)
  const start = toOklch(colour)
  if (start === undefined) return end
  if (passes(colour)) return colour
  for (const kept of KEPT_CHROMA) {
    for (let distance = 0; distance <= 1; distance += LIGHTNESS_STEP) {
      for (const l of [start.l - distance, start.l + distance]) {
        if (l < 0 || l > 1) continue
        const hex = formatHex(clampChroma({ ...start, l, c: start.c * kept }, 'oklch'))
        if (passes(hex)) return hex
      }
    }
  }
  return end
}
