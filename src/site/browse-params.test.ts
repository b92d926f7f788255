import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  browseUrl,
  HAS_QUERY,
  withChange,
  browseHeading,
  isDefaultList,
  hasFilter,
  HAS_FILTER,
  DEFAULT_PARAMS,
  parseBrowseParams,
} from './browse-params.ts'
import type { BrowseParams } from './browse-params.ts'

const asked = (query: string) => parseBrowseParams(new URLSearchParams(query))

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => value.trim())
const params: fc.Arbitrary<BrowseParams> = fc.record({
  search: text,
  category: text,
  author: text,
  readTime: fc.constantFrom('', 'short', 'medium', 'long'),
  sort: fc.constantFrom('latest', 'oldest', 'title', 'read-time'),
  view: fc.constantFrom('grid', 'list'),
  page: fc.integer({ min: 1, max: 900 }),
})

describe('the params in an address', () => {
  test('the bare list asks nothing', () => {
    expect(asked('')).toEqual(DEFAULT_PARAMS)
    expect(asked('search=++&page=1&utm_source=letter')).toEqual(DEFAULT_PARAMS)
  })

  test.each(['-3', '0', 'two', '1e999', 'NaN', ''])('page "%s" is no page further than the last', (page) => {
    const found = asked(`page=${page}`).page
    expect(found === 1 || found === 1_000_000).toBe(true)
  })

  test('what it says wrongly counts as not said', () => {
    expect(asked('readTime=endless&sort=best&view=3d')).toEqual(DEFAULT_PARAMS)
  })

  test('every params can be put into an address and read again', () => {
    fc.assert(
      fc.property(params, (value) => {
        expect(parseBrowseParams(new URL(browseUrl(value), 'https://mantel.example').searchParams)).toEqual(
          value,
        )
      }),
    )
  })

  test('the page knows before any script whether its static list is the answer', () => {
    fc.assert(
      fc.property(params, (value) => {
        const query = browseUrl(value).slice('/browse'.length)
        expect(new RegExp(HAS_QUERY).test(query)).toBe(!isDefaultList(value))
        expect(new RegExp(HAS_FILTER).test(query)).toBe(hasFilter(value))
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
    expect(withChange(deep, choice)).toEqual({ ...deep, ...choice, page: 1 })
  }
  expect(withChange(deep, { view: 'list' }).page).toBe(4)
  expect(withChange(deep, { page: 5 }).page).toBe(5)
})

test('the heading says what the list was narrowed to', () => {
  const heading = (query: string) => browseHeading(asked(query))
  expect(heading('sort=oldest&page=2')).toBe('All Articles')
  expect(heading('search=oak')).toBe('“oak”')
  expect(heading('category=Small+Spaces')).toBe('Small Spaces')
  expect(heading('search=oak&category=Small+Spaces')).toBe('“oak” in Small Spaces')
  expect(heading('author=Ines+Abril')).toBe('By Ines Abril')
  expect(heading('readTime=long&category=Food+%26+Design&author=Ines+Abril')).toBe(
    'Long reads in Food & Design by Ines Abril',
  )
})
