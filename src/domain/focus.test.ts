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
        expect(left).toBeGreaterThanOrEqual(0)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(left + width).toBeLessThanOrEqual(picture.width)
        expect(top + height).toBeLessThanOrEqual(picture.height)
        expect(width === picture.width || height === picture.height).toBe(true)
        // Rounded to whole pixels, but never to none.
        const scale = Math.min(picture.width / box.width, picture.height / box.height)
        expect(Math.abs(width - Math.max(1, box.width * scale))).toBeLessThanOrEqual(0.5)
        expect(Math.abs(height - Math.max(1, box.height * scale))).toBeLessThanOrEqual(0.5)
        const focusX = (x / 100) * picture.width
        const focusY = (y / 100) * picture.height
        expect(focusX).toBeGreaterThanOrEqual(left - 1)
        expect(focusX).toBeLessThanOrEqual(left + width + 1)
        expect(focusY).toBeGreaterThanOrEqual(top - 1)
        expect(focusY).toBeLessThanOrEqual(top + height + 1)
        // Off the centre only where the crop touches an edge.
        const isCentred = (focus: number, start: number, part: number, whole: number) =>
          start === 0 || start + part === whole || Math.abs(start + part / 2 - focus) <= 0.5
        expect(isCentred(focusX, left, width, picture.width)).toBe(true)
        expect(isCentred(focusY, top, height, picture.height)).toBe(true)
      }),
    )
  })
})
