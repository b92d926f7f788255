import { expect, test } from 'vitest'
import { daysOf, eachDay, turned } from './days.ts'

test.for([
  ['month', '2026-11-27', 'en-GB', '2026-10-26', '2026-12-06'],
  ['month', '2026-11-01', 'en-US', '2026-11-01', '2026-12-05'],
  ['month', '2026-02-10', 'en-US', '2026-02-01', '2026-02-28'],
  ['week', '2026-11-29', 'en-GB', '2026-11-23', '2026-11-29'],
  ['week', '2026-11-29', 'en-US', '2026-11-29', '2026-12-05'],
] as const)('the %s of %s in %s is from %s to %s', ([view, day, locale, first, last]) => {
  expect(daysOf(view, day, locale)).toEqual({ first, last })
})

test('a month has whole weeks, in every month and language', () => {
  for (const locale of ['en-GB', 'en-US', 'ar-EG', 'de', 'pt-BR'])
    for (let month = 0; month < 40; month += 1) {
      const day = new Date(Date.UTC(2026, month, 15)).toISOString().slice(0, 10)
      const days = eachDay(daysOf('month', day, locale))
      expect(days.length % 7).toBe(0)
      expect(new Set(days).size).toBe(days.length)
      expect(days.filter((one) => one.startsWith(day.slice(0, 7))).length).toBe(
        new Date(Date.UTC(2026, month + 1, 0)).getUTCDate(),
      )
    }
})

test.for([
  ['month', '2026-12-31', 1, '2027-01-01'],
  ['month', '2026-01-31', -1, '2025-12-01'],
  ['week', '2026-12-31', 1, '2027-01-07'],
] as const)('the %s after or before %s', ([view, day, by, expected]) => {
  expect(turned(view, day, by)).toBe(expected)
})
