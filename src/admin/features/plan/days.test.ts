import { expect, test } from 'vitest'
import { addDays, daysOf, eachDay, turned } from './days.ts'

test.for([
  ['calendar', '2026-11-28', 'en-GB', '2026-11-23', '2026-12-27'],
  ['calendar', '2026-11-29', 'en-US', '2026-11-29', '2027-01-02'],
  ['week', '2026-11-29', 'en-GB', '2026-11-23', '2026-11-29'],
  ['week', '2026-11-29', 'en-US', '2026-11-29', '2026-12-05'],
] as const)('the %s of %s in %s is from %s to %s', ([view, day, locale, first, last]) => {
  expect(daysOf(view, day, locale)).toEqual({ first, last })
})

test('the calendar begins with the week of its day and goes on in whole weeks, on every day and in every language', () => {
  for (const locale of ['en-GB', 'en-US', 'ar-EG', 'de', 'pt-BR'])
    for (let offset = 0; offset < 400; offset += 1) {
      const day = addDays('2026-11-28', offset)
      const days = eachDay(daysOf('calendar', day, locale))
      expect(days.slice(0, 7)).toContain(day)
      expect(days.length % 7).toBe(0)
      expect(new Set(days).size).toBe(days.length)
    }
})

test.for(['calendar', 'week'] as const)('turning the %s leaves out no day and shows none twice', (view) => {
  const shown = (day: string) => daysOf(view, day, 'en-GB')
  for (let offset = 0; offset < 30; offset += 1) {
    const day = addDays('2026-12-20', offset)
    expect(shown(turned(view, day, 1)).first).toBe(addDays(shown(day).last, 1))
    expect(shown(turned(view, day, -1)).last).toBe(addDays(shown(day).first, -1))
  }
})
