import { describe, expect, test } from 'vitest'
import {
  analyticsSearchSchema,
  bucketsOf,
  days,
  monthsUntil,
  rangeOf,
  rangeText,
  runningTotal,
  sums,
  weeks,
} from './periods.ts'

const TODAY = '2026-11-21'

test.each([
  [{}, '2026-10-23', '2026-11-21', '2026-09-23', '2026-10-22'],
  [{ period: '7d' }, '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
  [{ period: 'week' }, '2026-11-16', '2026-11-21', '2026-11-09', '2026-11-14'],
  [{ period: 'last-week' }, '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
  [{ period: '3m' }, '2026-09-01', '2026-11-21', '2026-06-01', '2026-08-31'],
  [{ period: '12m' }, '2025-12-01', '2026-11-21', '2024-12-01', '2025-11-30'],
  [{ period: '2026-10' }, '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  [{ period: '2026-11' }, '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
  [{ period: '2024-02' }, '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
  [{ period: 'days', from: '2026-11-20' }, '2026-11-20', '2026-11-21', '2026-11-18', '2026-11-19'],
  [
    { period: 'days', from: '2026-10-05', until: '2026-10-06' },
    '2026-10-05',
    '2026-10-06',
    '2026-10-03',
    '2026-10-04',
  ],
  [
    { period: 'days', from: '2027-01-01', until: '2028-01-01' },
    '2026-11-21',
    '2026-11-21',
    '2026-11-20',
    '2026-11-20',
  ],
] as const)('%j is from %s to %s, compared with %s to %s', (search, from, until, beforeFrom, beforeUntil) => {
  expect(rangeOf(search, TODAY)).toEqual({ from, until, before: { from: beforeFrom, until: beforeUntil } })
})

test('a month that is not over is compared with no day of its own', () => {
  expect(rangeOf({ period: '2026-03' }, '2026-03-30').before).toEqual({
    from: '2026-02-01',
    until: '2026-02-28',
  })
})

test('months to choose go over the turn of a year', () => {
  expect(monthsUntil('2026-01-31', 3)).toEqual(['2026-01', '2025-12', '2025-11'])
})

test('a long range is shown by week', () => {
  expect(bucketsOf({ from: '2026-08-01', until: '2026-10-31' }).unit).toBe('day')
  expect(bucketsOf({ from: '2026-08-01', until: '2026-11-01' }).unit).toBe('week')
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
    const range = rangeOf({ period: '12m' }, TODAY)
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

test.each([
  [{ period: 'forever' }, {}],
  [{ period: '2026-13' }, {}],
  [{ period: '12m' }, { period: '12m' }],
  [{ period: '2026-10', from: '2026-02-30', until: 'today' }, { period: '2026-10' }],
])('an address with %j counts as %j', (given, counted) => {
  expect(analyticsSearchSchema.parse(given)).toEqual({
    period: undefined,
    from: undefined,
    until: undefined,
    ...counted,
  })
})
