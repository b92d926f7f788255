import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatDuration, formatMonthDay, formatShortDay } from './format.ts'

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

test('dates are shown in the local time of this machine', () => {
  const iso = new Date(2026, 10, 14, 8, 5).toISOString()
  expect([
    formatDateTime(iso),
    formatDay(iso),
    formatShortDay(iso, new Date(2026, 0, 1)),
    formatShortDay(iso, new Date(2027, 0, 1)),
    formatMonthDay(iso),
  ]).toEqual(['14 Nov 2026, 08:05', '14 Nov 2026', '14 Nov', '14 Nov 2026', 'Nov 14, 2026'])
})
