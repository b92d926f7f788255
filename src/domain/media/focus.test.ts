import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cropAround, objectPosition } from './focus.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
})
const percent = fc.integer({ min: 0, max: 100 })

test('a focus is an object-position, the middle none', () => {
  expect(objectPosition([30, 70])).toBe('30% 70%')
  expect(objectPosition(null)).toBeUndefined()
})

describe('cropAround', () => {
  test('keeps the focus in the centre, or as near to it as the edges let it', () => {
    const picture = { width: 1000, height: 1000 }
    const box = { width: 2, height: 1 }
    expect(cropAround(picture, box, [50, 40])).toEqual({ left: 0, top: 150, width: 1000, height: 500 })
    expect(cropAround(picture, box, [50, 10])).toEqual({ left: 0, top: 0, width: 1000, height: 500 })
    expect(cropAround(picture, box, [0, 100])).toEqual({ left: 0, top: 500, width: 1000, height: 500 })
  })

  test('lies within the picture, has the proportions of the box and contains the focus', () => {
    fc.assert(
      fc.property(size, size, percent, percent, (picture, box, x, y) => {
        const { left, top, width, height } = cropAround(picture, box, [x, y])
        expect(width === picture.width || height === picture.height).toBe(true)
        const scale = Math.min(picture.width / box.width, picture.height / box.height)
        for (const [start, part, whole, wanted, at] of [
          [left, width, picture.width, box.width * scale, x],
          [top, height, picture.height, box.height * scale, y],
        ] as const) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start + part).toBeLessThanOrEqual(whole)
          // Rounded to whole pixels, but never to none.
          expect(Math.abs(part - Math.max(1, wanted))).toBeLessThanOrEqual(0.5)
          const focus = (at / 100) * whole
          expect(focus).toBeGreaterThanOrEqual(start - 1)
          expect(focus).toBeLessThanOrEqual(start + part + 1)
          // Off the centre only where the crop touches an edge.
          const isCentred = Math.abs(start + part / 2 - focus) <= 0.5
          expect(isCentred || start === 0 || start + part === whole).toBe(true)
        }
      }),
    )
  })
})
