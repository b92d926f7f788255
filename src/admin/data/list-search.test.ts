import { expect, test } from 'vitest'
import { listSearchSchema, rangeOf, toListQuery } from './list-search.ts'

const schema = listSearchSchema(['name', 'created_at'])
const queryOf = (search: object) => toListQuery(schema.parse(search), 'created_at')

test('an address without parts begins with what came last', () => {
  expect(queryOf({})).toEqual({ text: '', page: 1, sort: 'created_at', dir: 'desc' })
})

test('a part that is wrong counts as absent', () => {
  expect(queryOf({ q: 12, page: -3, sort: 'colour', dir: 'up' })).toEqual({
    text: '12',
    page: 1,
    sort: 'created_at',
    dir: 'desc',
  })
  expect(queryOf({ q: ' oak ', page: 2, sort: 'name', dir: 'asc' })).toEqual({
    text: 'oak',
    page: 2,
    sort: 'name',
    dir: 'asc',
  })
})

test('pages touch and do not overlap', () => {
  expect([rangeOf({ page: 1 }), rangeOf({ page: 2 })]).toEqual([
    [0, 24],
    [25, 49],
  ])
})
