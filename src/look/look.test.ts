import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blend, wcagContrast } from 'culori'
import fc from 'fast-check'
import { convert } from 'fontverter'
import { expect, test } from 'vitest'
import { COLOURS, DARK_COLOURS } from './colours.ts'

const css = readFileSync(join(import.meta.dirname, 'colours.css'), 'utf8')
const FONTS = join(import.meta.dirname, 'fonts')

function colour(name: string): string {
  const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? []
  if (value === undefined) throw new Error(`colours.css has no --${name}`)
  return value
}

test('text over a picture has a contrast of 4.5:1 on any picture, and on none', () => {
  const text = colour('on-picture')
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const white = { mode: 'rgb', r: 1, g: 1, b: 1 } as const
  const onPixel = (pixel: { mode: 'rgb'; r: number; g: number; b: number }) =>
    wcagContrast(text, blend([pixel, colour('on-picture-layer')]))
  expect(onPixel(white)).toBeGreaterThanOrEqual(4.5)
  fc.assert(
    fc.property(part, part, part, (r, g, b) => {
      expect(onPixel({ mode: 'rgb', r, g, b })).toBeGreaterThanOrEqual(4.5)
    }),
  )
  expect(wcagContrast(text, colour('on-picture-ground'))).toBeGreaterThanOrEqual(4.5)
})

test('colours.ts has the colours of colours.css', () => {
  for (const [name, colour] of Object.entries(COLOURS)) {
    const dark = DARK_COLOURS[name as keyof typeof COLOURS]
    const value = colour === dark ? colour : `light-dark(${colour}, ${dark})`
    expect(css).toContain(`--${name}: ${value};`)
  }
})

test('every font file that readers get states its copyright and the address of its license', async () => {
  const fonts = readdirSync(FONTS).filter((file) => file.endsWith('.woff2'))
  expect(fonts).not.toEqual([])
  for (const file of fonts) {
    const font = await convert(readFileSync(join(FONTS, file)), 'sfnt')
    for (const word of ['Copyright', '/OFL']) {
      expect(font.includes(Buffer.from(word, 'utf16le').swap16()), `${file}: ${word}`).toBe(true)
    }
  }
})
