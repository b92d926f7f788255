import { describe, expect, test } from 'vitest'
import { toFilteredQuery } from '../../data/requests/list-search.ts'
import { subscribersSearchSchema } from './subscribers-search.ts'

const read = (search: object) => toFilteredQuery(subscribersSearchSchema.parse(search))

describe('the address of the subscribers', () => {
  test('without parameters: all of them, page 1', () => {
    expect(read({})).toEqual({ text: '', page: 1 })
  })

  test('carries every filter', () => {
    const search = {
      status: 'pending',
      requests: 'open',
      source: '/browse',
      from: '2026-11-01',
      to: '2026-11-30',
      page: 3,
    }
    expect(read({ ...search, q: ' 42 ' })).toEqual({ ...search, text: '42' })
  })

  test('what is wrong counts as absent', () => {
    expect(
      read({ status: 'gone', requests: 'all', from: '2026-02-31', to: 'soon', page: -1, q: 'a' }),
    ).toEqual({
      ...read({}),
      text: 'a',
    })
  })
})
