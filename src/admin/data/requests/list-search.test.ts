import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rangeOf, sortedSearch, toSortedQuery } from './list-search.ts'

const schema = z.object(sortedSearch(['name', 'created_at']))
const queryOf = (search: object) => toSortedQuery(schema.parse(search), 'created_at')

test('an address without parameters is the first page, the newest row first', () => {
  expect(queryOf({})).toEqual({ text: '', page: 1, sort: 'created_at', dir: 'desc' })
})

test('a wrong parameter counts as absent, and a number is a text', () => {
  const wrong = { q: 12, page: -3, sort: 'colour', dir: 'up' }
  expect(queryOf(wrong)).toEqual({ text: '12', page: 1, sort: 'created_at', dir: 'desc' })
  const right = { page: 2, sort: 'name', dir: 'asc' }
  expect(queryOf({ ...right, q: ' oak ' })).toEqual({ ...right, text: 'oak' })
})

test('consecutive pages neither overlap nor leave a gap', () => {
  expect([rangeOf(1, 25), rangeOf(2, 25)]).toEqual([
    [0, 24],
    [25, 49],
  ])
})
