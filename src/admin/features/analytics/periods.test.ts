import { describe, expect, test } from 'vitest'
import { Calendar, DEFAULT_CALENDAR } from '../../../domain/text/calendar.ts'
import { analyticsSearchSchema, days, rangeOf, rangeText, runningTotal, sums, weeks } from './periods.ts'

const NOW = new Date('2026-11-21T23:30:00Z')

test.each([
  ['30d', '2026-10-23', 30],
  ['90d', '2026-08-24', 90],
  ['12m', '2025-11-22', 365],
] as const)('%s begins on %s', (period, from, length) => {
  const range = rangeOf(period, NOW, DEFAULT_CALENDAR)
  expect(range).toEqual({ from, until: '2026-11-21' })
  expect(days(range)).toHaveLength(length)
})

test('a year that began on 29 February has no gap and no day twice', () => {
  expect(rangeOf('12m', new Date('2028-02-29T12:00:00Z'), DEFAULT_CALENDAR).from).toBe('2027-03-02')
  expect(rangeOf('12m', new Date('2029-02-28T12:00:00Z'), DEFAULT_CALENDAR).from).toBe('2028-02-29')
})

test('today is the day of the magazine', () => {
  expect(rangeOf('30d', NOW, new Calendar('Asia/Tokyo', null)).until).toBe('2026-11-22')
})

describe('weeks', () => {
  test('run from Monday to Sunday, cut to the period', () => {
    expect(weeks({ from: '2026-11-13', until: '2026-11-24' })).toEqual([
      { from: '2026-11-13', until: '2026-11-15' },
      { from: '2026-11-16', until: '2026-11-22' },
      { from: '2026-11-23', until: '2026-11-24' },
    ])
  })

  test('hold every day of the period once', () => {
    const range = rangeOf('12m', NOW, DEFAULT_CALENDAR)
    const held = weeks(range).flatMap((week) => days(week))
    expect(held).toEqual(days(range))
  })
})

test('numbers of days are summed where they fall', () => {
  const buckets = weeks({ from: '2026-11-13', until: '2026-11-24' })
  const rows = [
    { day: '2026-11-13', views: 1 },
    { day: '2026-11-16', views: 2 },
    { day: '2026-11-22', views: 4 },
    { day: '2026-12-01', views: 8 },
  ]
  expect(sums(buckets, rows, 'views')).toEqual([1, 6, 0])
  expect(runningTotal(10, [1, 6, 0])).toEqual([11, 17, 17])
})

test('a range says its year once', () => {
  expect(rangeText({ from: '2026-11-16', until: '2026-11-21' })).toBe('16 Nov – 21 Nov 2026')
  expect(rangeText({ from: '2025-12-30', until: '2026-01-02' })).toBe('30 Dec 2025 – 2 Jan 2026')
  expect(rangeText({ from: '2026-11-21', until: '2026-11-21' })).toBe('21 Nov 2026')
})

test('an address with another period counts as none', () => {
  expect(analyticsSearchSchema.parse({ period: 'forever' })).toEqual({ period: undefined })
  expect(analyticsSearchSchema.parse({ period: '12m' })).toEqual({ period: '12m' })
})
