import { describe, expect, test } from 'vitest'
import { pictureSizes } from './picture-slots.ts'

const wide = { width: 1500, height: 1000 }

describe('pictureSizes', () => {
  test('are those of the slot when the picture is not cropped', () => {
    expect(pictureSizes('four', wide, 1.5)).toBe(
      '(min-width: 90rem) 435px, (min-width: 60rem) 30vw, (min-width: 40rem) 46vw, (min-resolution: 2.5x) 61vw, 92vw',
    )
    expect(pictureSizes('four', { width: null, height: null }, 0.8)).toContain('435px')
  })

  test('grow when a tall box crops the width', () => {
    expect(pictureSizes('four', wide, 1)).toContain('(min-width: 90rem) 653px')
  })

  test('stay near the width of the box on phones, and count three of their pixels as two', () => {
    expect(pictureSizes('four', wide, 0.8)).toMatch(/\(min-resolution: 2\.5x\) 66vw, 99vw$/)
  })

  test('do not shrink when the box is wider than the picture', () => {
    expect(pictureSizes('four', wide, 3)).toContain('(min-width: 90rem) 435px')
  })
})
