import { expect, test } from 'vitest'
import { serverClock } from '../../../backend/server-clock.ts'
import { Calendar, DEFAULT_CALENDAR } from '../../../domain/text/calendar.ts'
import { formatDateTime, formatDay, formatDuration, formatMonthDay } from './format.ts'

test('durations are short and never zero', () => {
  expect([412, 12, 0, 1049, 9960, 61_000].map(formatDuration)).toEqual([
    '0.4 s',
    '0.01 s',
    '0.01 s',
    '1.0 s',
    '10 s',
    '61 s',
  ])
})

test('dates are in the magazine’s zone and language', () => {
  const iso = '2026-11-14T23:05:00Z'
  expect([formatDateTime(iso), formatDay(iso), formatMonthDay(iso)]).toEqual([
    '14 Nov 2026, 23:05',
    '14 Nov 2026',
    'Nov 14, 2026',
  ])
  serverClock.setCalendar(new Calendar('Europe/Berlin', 'de'))
  expect([formatDateTime(iso), formatDay(iso), formatMonthDay(iso)]).toEqual([
    '15. Nov. 2026, 00:05',
    '15. Nov. 2026',
    '15. Nov. 2026',
  ])
  serverClock.setCalendar(DEFAULT_CALENDAR)
})
