import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blend, wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'brand.css'), 'utf8')

function colour(name: string): string {
  const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? []
  if (value === undefined) throw new Error(`brand.css has no --${name}`)
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
