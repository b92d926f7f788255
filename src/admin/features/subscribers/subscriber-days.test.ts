import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverClock } from '../../../backend/server-clock.ts'
import { Calendar, DEFAULT_CALENDAR } from '../../../domain/text/calendar.ts'
import { dayRange, startOfMonth } from './subscriber-days.ts'

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
