import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

test('marks every occurrence, whatever the case', () => {
  expect(highlight('A table, two tables', 'TAB')).toEqual([
    { text: 'A ', match: false },
    { text: 'tab', match: true },
    { text: 'le, two ', match: false },
    { text: 'tab', match: true },
    { text: 'les', match: false },
  ])
  expect(highlight('An oak', '')).toEqual([{ text: 'An oak', match: false }])
})

test('keeps the whole text, and special characters match literally', () => {
  const signs = fc.string({ unit: fc.oneof(fc.constantFrom(...'.*+?^${}()|[]\\/-%_"🪑aA'), fc.string()) })
  fc.assert(
    fc.property(signs, signs, signs, (before, wanted, after) => {
      const parts = highlight(before + wanted + after, wanted)
      expect(parts.map(({ text }) => text).join('')).toBe(before + wanted + after)
      if (wanted !== '' && wanted.isWellFormed()) expect(parts.some(({ match }) => match)).toBe(true)
    }),
  )
})
