import { describe, expect, test } from 'vitest'
import { pictureSizes } from './picture-slots.ts'

const wide = { width: 1500, height: 1000 }

describe('pictureSizes', () => {
  test('are the slot’s when the picture is not cropped', () => {
    expect(pictureSizes('four', wide, { ratio: 1.5 })).toBe(
      '(min-width: 60rem) min(30vw, 541px), (min-width: 40rem) 46vw, (min-resolution: 2.5x) 61vw, 92vw',
    )
    expect(pictureSizes('four', { width: null, height: null }, { ratio: 0.8 })).toContain('541px')
  })

  test('grow when a tall box crops the width', () => {
    expect(pictureSizes('four', wide, { ratio: 1 })).toContain('min(45vw, 812px)')
  })

  test('stay near the width of the box on phones, and count three of their pixels as two', () => {
    expect(pictureSizes('four', wide, { ratio: 0.8 })).toMatch(/\(min-resolution: 2\.5x\) 66vw, 99vw$/)
  })

  test('are a part of the slot for a picture that shares a row, but not on phones, which show one a row', () => {
    expect(pictureSizes('gallery', wide, { share: 0.5 })).toBe(
      '(min-width: 60rem) min(40vw, 490px), (min-width: 40rem) 46vw, (min-resolution: 2.5x) 61vw, 92vw',
    )
  })

  test('are no wider than a picture that is seen whole on a screen', () => {
    const tall = { width: 1000, height: 2000 }
    expect(pictureSizes('full', tall, { isWhole: true })).toMatch(
      /^\(min-width: 60rem\) min\(92vw, 1680px, 43vh\), .* min\(92vw, 43vh\), \(min-resolution: 2\.5x\) 67vw, 100vw$/,
    )
  })

  test('are a square’s where the box would lie across the picture', () => {
    const tall = { width: 1000, height: 1500 }
    expect(pictureSizes('four', wide, { ratio: 0.8 })).toBe(pictureSizes('four', wide, { ratio: 1 }))
    expect(pictureSizes('four', tall, { ratio: 1.5 })).toBe(pictureSizes('four', tall, { ratio: 1 }))
  })

  test('do not shrink when the box is wider than the picture', () => {
    expect(pictureSizes('four', wide, { ratio: 3 })).toContain('min(30vw, 541px)')
  })
})
