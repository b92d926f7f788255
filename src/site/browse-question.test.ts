import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  ASKS,
  changed,
  headingOf,
  isAsBuilt,
  isNarrowed,
  NARROWS,
  NO_QUESTION,
  questionOf,
} from './browse-question.ts'
import type { BrowseQuestion } from './browse-question.ts'

const asked = (query: string) => questionOf(new URLSearchParams(query))

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => value.trim())
const question: fc.Arbitrary<BrowseQuestion> = fc.record({
  search: text,
  category: text,
  author: text,
  readTime: fc.constantFrom('', 'short', 'medium', 'long'),
  sort: fc.constantFrom('latest', 'oldest', 'title', 'read-time'),
  view: fc.constantFrom('grid', 'list'),
  page: fc.integer({ min: 1, max: 900 }),
})

describe('the question in an address', () => {
  test('the bare list asks nothing', () => {
    expect(asked('')).toEqual(NO_QUESTION)
    expect(asked('search=++&page=1&utm_source=letter')).toEqual(NO_QUESTION)
  })

  test.each(['-3', '0', 'two', '1e999', 'NaN', ''])('page "%s" is no page further than the last', (page) => {
    const found = asked(`page=${page}`).page
    expect(found === 1 || found === 1_000_000).toBe(true)
  })

  test('what it says wrongly counts as not said', () => {
    expect(asked('readTime=endless&sort=best&view=3d')).toEqual(NO_QUESTION)
  })

  test('every question can be put into an address and read again', () => {
    fc.assert(
      fc.property(question, (value) => {
        expect(questionOf(new URL(addressOf(value), 'https://mantel.example').searchParams)).toEqual(value)
      }),
    )
  })

  test('the page knows before any script whether its static list is the answer', () => {
    fc.assert(
      fc.property(question, (value) => {
        const query = addressOf(value).slice('/browse'.length)
        expect(new RegExp(ASKS).test(query)).toBe(!isAsBuilt(value))
        expect(new RegExp(NARROWS).test(query)).toBe(isNarrowed(value))
      }),
    )
  })
})

test('a choice leads to the first page, another view stays on the page', () => {
  const deep = asked('search=oak&page=4')
  for (const choice of [
    { search: 'ash' },
    { category: 'Small Spaces' },
    { author: 'Ines Abril' },
    { readTime: 'long' },
    { sort: 'title' },
  ] as const) {
    expect(changed(deep, choice)).toEqual({ ...deep, ...choice, page: 1 })
  }
  expect(changed(deep, { view: 'list' }).page).toBe(4)
  expect(changed(deep, { page: 5 }).page).toBe(5)
})

test('the heading says what the list was narrowed to', () => {
  const heading = (query: string) => headingOf(asked(query))
  expect(heading('sort=oldest&page=2')).toBe('All Articles')
  expect(heading('search=oak')).toBe('“oak”')
  expect(heading('category=Small+Spaces')).toBe('Small Spaces')
  expect(heading('search=oak&category=Small+Spaces')).toBe('“oak” in Small Spaces')
  expect(heading('author=Ines+Abril')).toBe('By Ines Abril')
  expect(heading('readTime=long&category=Food+%26+Design&author=Ines+Abril')).toBe(
    'Long reads in Food & Design by Ines Abril',
  )
})
