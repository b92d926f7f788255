import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight, highlightWords } from './highlight.ts'

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

test.each([
  ['Café corners', 'cafe', 'Café'],
  ['Cafe\u0301 corners', 'CAFÉ', 'Cafe\u0301'],
  ['An architect’s own', "architect's", 'architect’s'],
  ['Well\u2011being', 'well-being', 'Well\u2011being'],
  ['Straße', 'strasse', 'Straße'],
  ['Ærø', 'e', 'Æ'],
])('in %s, %s marks %s', (text, wanted, marked) => {
  const parts = highlight(text, wanted)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ match }) => match).map((part) => part.text)).toEqual([marked])
})

test('marks whole words in any spelling, and words that begin with a searched part', () => {
  const marked = (text: string, words: string[]) =>
    highlightWords(text, words)
      .filter(({ match }) => match)
      .map((part) => part.text)
  expect(marked('A Café, the cafés; cafeteria', ['cafe', 'cafes'])).toEqual(['Café', 'cafés'])
  expect(marked('Kitchens, a kitchen', ['kitch*'])).toEqual(['Kitchens', 'kitchen'])
  const text = '— and so on, 1986'
  expect(
    highlightWords(text, ['so'])
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
