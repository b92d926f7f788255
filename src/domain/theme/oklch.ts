import { type Oklch, converter } from 'culori'

const toOklch = converter('oklch')

/** A colour (#rrggbb) by lightness, chroma and hue, as people see them. Throws for another text; a grey has the hue 0. */
export function oklch(hex: string): Oklch & { h: number } {
  const colour = toOklch(hex)
  if (colour === undefined) throw new Error(`no colour: ${hex}`)
  return { ...colour, h: colour.h ?? 0 }
}
