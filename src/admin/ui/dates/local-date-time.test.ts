import { CalendarDate, parseDate } from '@internationalized/date'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Calendar } from '../../../domain/text/calendar.ts'
import { clockChange, dayStart, fromLocal, parseTime, toLocal } from './local-date-time.ts'

const zone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'))
const calendarOf = (name: string) => new Calendar(name, null)
const minute = fc
  .integer({ min: Date.UTC(1975, 0) / 60_000, max: Date.UTC(2060, 0) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString())
const two = (value: number) => String(value).padStart(2, '0')
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`)
const day = minute.map((iso) => parseDate(iso.slice(0, 10)))

describe('a publish date', () => {
  test('survives the way through the picker to the minute, in every zone', () => {
    fc.assert(
      fc.property(zone, minute, (name, iso) => {
        const calendar = calendarOf(name)
        const local = toLocal(iso, calendar)
        const back = fromLocal(local.date, local.time, calendar)
        // Of a time that comes twice it may have been the second.
        if (clockChange(local.date, local.time, calendar) === 'twice') expect(back <= iso).toBe(true)
        else expect(back).toBe(iso)
        expect(toLocal(back, calendar)).toEqual(local)
      }),
      { numRuns: 500 },
    )
  })

  test('is the day and the time that were typed, or moves on where the zone skips them', () => {
    fc.assert(
      fc.property(zone, day, time, (name, date, typed) => {
        const calendar = calendarOf(name)
        const local = toLocal(fromLocal(date, typed, calendar), calendar)
        const found = `${local.date.toString()} ${local.time}`
        if (clockChange(date, typed, calendar) === 'skipped') {
          expect(found > `${date.toString()} ${typed}`).toBe(true)
        } else expect(found).toBe(`${date.toString()} ${typed}`)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['in a zone, not on this machine', 'Asia/Tokyo', [2026, 11, 14], '08:05', '2026-11-13T23:05', null],
    [
      'in a skipped hour moves on by it',
      'Europe/Berlin',
      [2026, 3, 29],
      '02:30',
      '2026-03-29T01:30',
      'skipped',
    ],
    ['in a doubled hour is the first', 'Europe/Berlin', [2026, 10, 25], '02:30', '2026-10-25T00:30', 'twice'],
    ['on a day that a zone skips', 'Pacific/Apia', [2011, 12, 30], '12:00', '2011-12-30T22:00', 'skipped'],
    [
      'where the change is half an hour',
      'Australia/Lord_Howe',
      [2026, 10, 4],
      '02:15',
      '2026-10-03T15:45',
      'skipped',
    ],
  ] as const)('%s', (_, name, [year, month, date], typed, expected, change) => {
    const calendar = calendarOf(name)
    const chosen = new CalendarDate(year, month, date)
    expect(fromLocal(chosen, typed, calendar)).toBe(`${expected}:00.000Z`)
    expect(clockChange(chosen, typed, calendar)).toBe(change)
  })
})

test('a day begins with its first moment in the zone, also where midnight is skipped', () => {
  fc.assert(
    fc.property(zone, day, (name, date) => {
      const calendar = calendarOf(name)
      const start = dayStart(date.toString(), 0, calendar)
      const before = new Date(Date.parse(start) - 1).toISOString()
      // A zone may skip a whole day.
      expect(calendar.dayOf(start) >= date.toString()).toBe(true)
      expect(calendar.dayOf(before) < date.toString()).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect(dayStart('2026-10-31', 1, calendarOf('UTC'))).toBe('2026-11-01T00:00:00.000Z')
})

test.for([
  ['7:30', '07:30', '07:30'],
  ['07.30', '07:30', '07:30'],
  ['19h05', '19:05', '19:05'],
  ['0730', '07:30', '07:30'],
  ['730', '07:30', '07:30'],
  ['7', null, '07:00'],
  ['17:', null, '17:00'],
  [' 23:59 ', '23:59', '23:59'],
  ['24:00', null, null],
  ['12:60', null, null],
  ['7:3', null, null],
  ['8 pm', null, null],
  ['', null, null],
] as const)('%s is the time %s while it is typed, and %s in the end', ([text, typed, done]) => {
  expect([parseTime(text, false), parseTime(text, true)]).toEqual([typed, done])
})
