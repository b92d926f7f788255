import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterByText, hasWords, similarWords, wordsAsTyped } from './text-search.ts'

const finds = (text: string, typed: string) => filterByText([text], (item) => item, typed).length > 0

test.each([
  ['an accent left out', 'kuche', 'Küche.jpg'],
  ['a decomposed letter', 'Küche', 'Ku\u0308che.jpg'],
  ['a composed letter', 'Ku\u0308che', 'Küche.jpg'],
  ['a straight apostrophe', "architect's", 'The architect’s own'],
  ['no apostrophe', 'architects', 'The architect’s own'],
  ['a usual hyphen', 'well-being', 'Well\u2011being'],
  ['a blank for a hyphen', 'well being', 'Well-being'],
  ['a hyphen for a blank', 'well-being', 'Well being'],
  ['one word for two', 'wellbeing', 'Well-being'],
  ['another order', 'room green', 'The green room'],
  ['a comma', 'room, green', 'The green room'],
  ['a plural', 'chairs', 'Chair by the window'],
  ['a plural', 'boxes', 'A box'],
  ['a plural', 'galleries', 'The gallery'],
  ['a singular', 'gallery', 'Galleries'],
  ['a letter left out', 'kichen', 'A kitchen'],
  ['a letter too many', 'kittchen', 'A kitchen'],
  ['a wrong letter', 'kitcken', 'A kitchen'],
  ['a wrong first letter', 'litchen', 'A kitchen'],
  ['two letters swapped', 'ktichen', 'A kitchen'],
  ['a part of a word', 'itch', 'A kitchen'],
  ['nothing', '', 'A kitchen'],
])('%s: %s', (_, typed, text) => {
  expect(finds(text, typed)).toBe(true)
  expect(finds('Something else', typed)).toBe(typed === '')
})

test('similar words are only looked for where nothing has the words as typed', () => {
  const found = filterByText(['Lamps', 'A lamp', 'Clamp'], (item) => item, 'lamps')
  expect(found).toEqual(['Lamps'])
  expect(filterByText(['Oak', 'Oat'], (item) => item, 'oax')).toEqual([])
})

describe('signs in what is typed', () => {
  test('wildcards are taken literally', () => {
    expect(finds('100% wool', '0%')).toBe(true)
    expect(finds('100 wool', '%')).toBe(false)
    expect(finds('oak', '_')).toBe(false)
  })

  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'%_\\*,()".:\'&=?{} \n', '🪑', 'É', '\0'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
  })

  test('any part of a text finds it', () => {
    fc.assert(
      fc.property(nasty, nasty, (typed, after) => {
        fc.pre(!`${typed}${after}`.includes('\0') && typed.isWellFormed() && typed.trim() === typed)
        expect(finds(`${typed} ${after}`, typed)).toBe(true)
      }),
    )
  })

  test('none ends its quotes in a request', () => {
    fc.assert(
      fc.property(nasty, (typed) => {
        for (const words of [wordsAsTyped(typed), similarWords(typed)]) {
          const conditions = words.map(
            () =>
              String.raw`search_text\.like\(any\)\.\{"(?:[^"\\{}*]|\\\\|\\)*"(?:,"(?:[^"\\{}*]|\\\\|\\)*")*\}`,
          )
          expect(hasWords(words)).toMatch(new RegExp(`^and\\(${conditions.join(',')}\\)$`))
        }
      }),
    )
  })
})

test('a long text makes an address that servers take', () => {
  const long = Array.from({ length: 40 }, () => 'kitchencupboarddoors').join(' ')
  expect(encodeURIComponent(hasWords(similarWords(long))).length).toBeLessThan(12_000)
})
