import { CalendarDate } from '@internationalized/date'
import { describe, expect, test } from 'vitest'
import { dayStart, fromLocal, toLocal } from './local-date-time.ts'

describe('a publish date', () => {
  test('survives the way through the picker to the minute', () => {
    for (const iso of ['2026-11-14T08:00:00.000Z', '2024-02-29T23:59:00.000Z', '2027-01-01T00:00:00.000Z']) {
      const { date, time } = toLocal(iso)
      expect(fromLocal(date, time)).toBe(iso)
    }
  })

  test('means the local day and clock', () => {
    const iso = fromLocal(new CalendarDate(2026, 11, 14), '08:05')
    expect(new Date(iso).getHours()).toBe(8)
    expect(new Date(iso).getMinutes()).toBe(5)
    expect(new Date(iso).getDate()).toBe(14)
  })
})

test('a day begins at midnight here, also the day after the last of a month', () => {
  const at = (iso: string) => {
    const { date, time } = toLocal(iso)
    return [date.toString(), time]
  }
  expect(at(dayStart('2026-10-31'))).toEqual(['2026-10-31', '00:00'])
  expect(at(dayStart('2026-10-31', 1))).toEqual(['2026-11-01', '00:00'])
})
