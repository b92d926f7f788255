import { describe, expect, test } from 'vitest'
import { OPENINGS, openingOf } from './opening.ts'

const landscape = { width: 1536, height: 1024 }
const portrait = { width: 1024, height: 1536 }
const square = { width: 800, height: 800 }
const unknown = { width: null, height: null }

describe('the opening of a story', () => {
  test.each(OPENINGS)('%s is where it was chosen, whatever the shape of the picture', (chosen) => {
    for (const picture of [landscape, portrait, square, unknown]) {
      expect(openingOf(chosen, picture)).toBe(chosen)
    }
  })
  test.each([
    ['below', landscape],
    ['below', square],
    ['below', unknown],
    ['beside', portrait],
  ] as const)('without a choice is %s the title for a picture of %o', (opening, picture) => {
    expect(openingOf(null, picture)).toBe(opening)
  })
  test('has no picture where the story has none', () => {
    for (const chosen of [null, ...OPENINGS]) expect(openingOf(chosen, null)).toBe('none')
  })
})
