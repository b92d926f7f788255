import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createIconRenderer } from './renderer.ts'

const WIDE = { create: { width: 480, height: 240, channels: 4, background: '#c2410c' } } as const
const render = createIconRenderer(() => sharp(WIDE).webp().toBuffer())

const drawing = {
  svg: '<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#00ff00"/></svg>',
  ground: '#ffffff',
}
const picture = { copy: 'a-480.webp', ground: '#ffffff' }
const letter = { letter: 'H', ground: '#1d3567', colour: '#e2e8eb' }

/** The colour at a part of the width and height, as rgba. */
async function colourAt(png: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = 4 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
  return [...data.subarray(at, at + 4)]
}

test.each([
  ['180', 180],
  ['192', 192],
  ['512', 512],
  ['maskable-512', 512],
] as const)(
  'a drawing, a picture and a letter are squares of %s, to the same bytes every time',
  async (size, side) => {
    for (const icon of [drawing, picture, letter]) {
      const png = await render(icon, size)
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: side, height: side })
      expect(await render(icon, size)).toEqual(png)
    }
  },
)

test('what devices cut or show without holes has none, and its edge is ground', async () => {
  const green = [0, 255, 0, 255]
  const white = [255, 255, 255, 255]
  const small = await render(drawing, '192')
  expect(await colourAt(small, 0.5, 0.02)).toEqual(green)
  expect((await colourAt(small, 0, 0))[3]).toBe(0)
  expect(await colourAt(await render(drawing, '180'), 0, 0)).toEqual(white)
  const masked = await render(drawing, 'maskable-512')
  expect(await colourAt(masked, 0.5, 0.02)).toEqual(white)
  expect(await colourAt(masked, 0.5, 0.12)).toEqual(green)
  // A picture is shown whole.
  expect((await colourAt(await render(picture, '192'), 0.5, 0.1))[3]).toBe(0)
})

test('the SVG file is the drawing, has the picture, or the outline of the letter', async () => {
  const text = async (icon: Parameters<typeof render>[0]) => Buffer.from(await render(icon, 'svg')).toString()
  expect(await text(drawing)).toBe(drawing.svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'))
  expect(await text(picture)).toContain('href="data:image/png;base64,')
  expect(await text(letter)).toMatch(/fill="#1d3567"\/><g fill="#e2e8eb"><g [^>]*><path /)
})

test('a letter that the typefaces lack is drawn as lines, the same for each', async () => {
  const [one, other] = await Promise.all(
    ['京', '東'].map((sign) => render({ ...letter, letter: sign }, 'svg')),
  )
  expect(one).toEqual(other)
  expect(Buffer.from(one ?? []).toString()).toContain('fill="#e2e8eb"><path ')
})

test('the ICO file has three sizes', async () => {
  const ico = Buffer.from(await render(drawing, 'ico'))
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
  for (const [index, side] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index
    const [length, at] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)]
    expect(await sharp(ico.subarray(at, at + length)).metadata()).toMatchObject({ width: side, height: side })
  }
})
