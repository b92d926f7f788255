import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { en } from '../../words/en.ts'
import {
  type BrowseParams,
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

describe('parseBrowseParams', () => {
  test('an address without parameters has the defaults', () => {
    expect(asked('')).toEqual(DEFAULT_PARAMS)
    expect(asked('search=++&page=1&utm_source=letter')).toEqual(DEFAULT_PARAMS)
  })

  test.each(['-3', '0', 'two', '1e999', 'NaN', ''])('page "%s" is clamped to the allowed range', (page) => {
    const found = asked(`page=${page}`).page
    expect(found === 1 || found === 1_000_000).toBe(true)
  })

  test('invalid values count as absent', () => {
    expect(asked('readTime=endless&sort=best&view=3d')).toEqual(DEFAULT_PARAMS)
  })

  test('a search text is cut to what is searched for', () => {
    expect(asked(`search=${'x'.repeat(300)}`).search).toBe('x'.repeat(200))
    expect(asked(`search=${'🪑'.repeat(300)}`).search).toBe('🪑'.repeat(200))
  })

  test('browseUrl and parseBrowseParams are inverse', () => {
    fc.assert(
      fc.property(params, (value) => {
        expect(parseBrowseParams(new URL(browseUrl(value), 'https://mantel.example').searchParams)).toEqual(
          value,
        )
      }),
    )
  })

  test('the regular expressions agree with isDefaultList and hasFilter', () => {
    fc.assert(
      fc.property(params, (value) => {
        const query = browseUrl(value).slice('/browse'.length)
        expect(new RegExp(HAS_QUERY).test(query)).toBe(!isDefaultList(value))
        expect(new RegExp(HAS_FILTER).test(query)).toBe(hasFilter(value))
      }),
    )
  })
})

test('a changed filter resets the page, a changed view does not', () => {
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

test('the heading names the search and the filters', () => {
  const heading = (query: string) => browseHeading(asked(query), en)
  expect(heading('sort=oldest&page=2')).toBe('All Articles')
  expect(heading('search=oak')).toBe('“oak”')
  expect(heading('category=Small+Spaces')).toBe('Small Spaces')
  expect(heading('search=oak&category=Small+Spaces')).toBe('“oak” in Small Spaces')
  expect(heading('author=Ines+Abril')).toBe('By Ines Abril')
  expect(heading('readTime=long&category=Food+%26+Design&author=Ines+Abril')).toBe(
    'Long reads in Food & Design by Ines Abril',
  )
})
