import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverClock } from '../../../backend/server-clock.ts'
import { Calendar, DEFAULT_CALENDAR } from '../../../domain/calendar.ts'
import { toFilteredQuery } from '../../data/list-search.ts'
import { dayRange, startOfMonth, subscribersSearchSchema } from './subscribers-search.ts'

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

beforeAll(() => serverClock.setCalendar(new Calendar('America/Los_Angeles', null)))
afterAll(() => serverClock.setCalendar(DEFAULT_CALENDAR))

test('this month begins with its first day for the magazine', () => {
  expect(startOfMonth(new Date('2026-12-01T06:00:00Z'))).toBe('2026-11-01T07:00:00.000Z')
})

describe('the days', () => {
  test('apply only when both are set', () => {
    expect(dayRange({ from: '2026-11-01' })).toBeNull()
    expect(dayRange({ to: '2026-11-01' })).toBeNull()
  })

  test('are whole days of the magazine, the last one too', () => {
    expect(dayRange({ from: '2026-11-30', to: '2026-11-30' })).toEqual({
      from: '2026-11-30T08:00:00.000Z',
      before: '2026-12-01T08:00:00.000Z',
    })
  })
})
