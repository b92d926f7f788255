import { expect, test } from 'vitest'
import { countOf, namesText, refusals } from './texts.ts'

const noun = { one: 'article', many: 'articles' }
const named = (...names: (string | null)[]) => names.map((name) => ({ name }))

test('a count has the singular for one row, and a thousands separator', () => {
  expect([countOf(1, noun), countOf(1200, noun)]).toEqual(['1 article', '1,200 articles'])
})

test('the first names are said, and how many there are more', () => {
  expect(namesText(named('A hall', null), noun)).toBe('“A hall” and one article that is gone')
  expect(namesText(named('a', 'b', 'c', 'd'), noun)).toBe('“a”, “b”, “c” and “d”')
  expect(namesText(named('a', 'b', 'c', 'd', 'e'), noun)).toBe('“a”, “b”, “c” and 2 more')
})

test('rows are grouped by why they are refused, the most common reason first', () => {
  expect(refusals(['x1', 'y1', 'y2'], (row) => row.slice(0, 1))).toEqual([
    ['y', ['y1', 'y2']],
    ['x', ['x1']],
  ])
})
