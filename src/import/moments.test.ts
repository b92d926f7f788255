import { expect, test } from 'vitest'
import { momentOf } from './moments.ts'

test.each([
  ['2026-11-14', '2026-11-13T23:00:00.000Z'],
  ['2026-07-14 08:05', '2026-07-14T06:05:00.000Z'],
  ['2026-07-14T08:05:09', '2026-07-14T06:05:09.000Z'],
  ['2026-07-14 08:05:09.5', '2026-07-14T06:05:09.500Z'],
  ['2026-07-14 08:05:09 +0200', '2026-07-14T06:05:09.000Z'],
  ['2026-07-14 08:05:09 -03:30', '2026-07-14T11:35:09.000Z'],
  ['2026-07-14T08:05:09.123Z', '2026-07-14T08:05:09.123Z'],
  ['2026/7/4', '2026-07-03T22:00:00.000Z'],
  ['Jul 08 2026', '2026-07-07T22:00:00.000Z'],
  ['July 8, 2026', '2026-07-07T22:00:00.000Z'],
  ['8 July 2026', '2026-07-07T22:00:00.000Z'],
  ['Wed, 08 Jul 2026 10:00:00 GMT', '2026-07-08T10:00:00.000Z'],
  ['Jul 8, 2026 3:05 PM', '2026-07-08T13:05:00.000Z'],
  // The hour that does not exist when the clocks go forward.
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
])('a date of a file is a moment, in the zone where it names none: %s', (text, moment) => {
  expect(momentOf(text, 'Europe/Berlin')).toBe(moment)
})

test.each([
  '',
  'yesterday',
  '3/4/2026',
  '2026-02-30',
  '2026-13-01',
  '2026-01-01 25:00',
  'Foo 1, 2026',
  '0'.repeat(1e5),
])('what names no moment for certain is none: %s', (text) => expect(momentOf(text, 'UTC')).toBeNull())
