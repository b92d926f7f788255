import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Calendar, DEFAULT_CALENDAR, isDateLanguage, isTimeZone } from './calendar.ts'

const ISO = '2026-11-14T23:05:09.000Z'
const BERLIN = new Calendar('Europe/Berlin', 'de')

const zone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'))
const moment = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

describe('the default, UTC and English', () => {
  test.each([
    ['dayOfYear', '14 Nov'],
    ['date', '14 Nov 2026'],
    ['americanDate', 'Nov 14, 2026'],
    ['longDate', '14 November 2026'],
    ['time', '23:05'],
    ['timeWithSeconds', '23:05:09'],
    ['dayAndTime', '14 Nov, 23:05'],
    ['dateAndTime', '14 Nov 2026, 23:05'],
    ['longDateAndTime', '14 November 2026 at 23:05'],
    ['monthAndYear', 'November 2026'],
  ] as const)('%s: %s', (format, text) => {
    expect(DEFAULT_CALENDAR.format(ISO, format)).toBe(text)
  })

  test('is used for an unknown zone or language', () => {
    const { timeZone, language } = new Calendar('Mars/Olympus', 'not a language')
    expect({ timeZone, language }).toEqual({ timeZone: 'UTC', language: null })
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Olympus')]).toEqual([true, false])
    expect([isDateLanguage('pt-BR'), isDateLanguage('?')]).toEqual([true, false])
  })
})

test('dates follow the zone and the language', () => {
  expect(BERLIN.format(ISO, 'longDate')).toBe('15. November 2026')
  expect(BERLIN.format(ISO, 'americanDate')).toBe('15. Nov. 2026')
  expect(BERLIN.formatDay('2026-11-14', 'longDate')).toBe('14. November 2026')
  expect([BERLIN.dayOf(ISO), BERLIN.timeOf(ISO), BERLIN.dayAndTimeOf(ISO)]).toEqual([
    '2026-11-15',
    '00:05',
    '2026-11-15 00:05:09',
  ])
  // The year of the Gregorian calendar, not of the language's own.
  expect(new Calendar('Asia/Bangkok', 'th').format(ISO, 'year')).toContain('2026')
})

test('a week begins on the Monday of the zone', () => {
  expect(BERLIN.weekOf('2026-11-29T22:59:00.000Z')).toBe('2026-11-23')
  expect(BERLIN.weekOf('2026-11-29T23:00:00.000Z')).toBe('2026-11-30')
  expect(BERLIN.formatDay('2026-11-23', 'longDayOfYear')).toBe('23. November')
})

test('a time within this year, and within today, is shorter', () => {
  const now = new Date('2026-12-31T23:30:00Z')
  const when = (iso: string) => BERLIN.formatWhen(iso, now)
  // In Berlin it is 2027 already.
  expect([when('2026-12-31T23:10:00Z'), when('2027-01-02T12:00:00Z'), when(ISO)]).toEqual([
    'today at 00:10',
    '2. Jan., 13:00',
    '15. Nov. 2026, 00:05',
  ])
  expect(BERLIN.formatShortDate('2026-12-31T22:00:00Z', now)).toBe('31. Dez. 2026')
})

describe('machines', () => {
  test('get the same moment with the offset of the zone', () => {
    fc.assert(
      fc.property(zone, moment, (name, at) => {
        const calendar = new Calendar(name, null)
        const iso = at.toISOString()
        expect(Date.parse(calendar.isoTime(iso))).toBe(at.getTime())
        expect(Date.parse(calendar.feedTime(iso))).toBe(Math.floor(at.getTime() / 1000) * 1000)
        // Zones before the railways were off by seconds, which no offset has.
        if (calendar.offsetAt(iso) !== 0) expect(calendar.isoTime(iso).slice(0, 10)).toBe(calendar.dayOf(iso))
      }),
      { numRuns: 2_000 },
    )
  })

  test('get UTC as the specification writes it', () => {
    expect(DEFAULT_CALENDAR.isoTime(ISO)).toBe(ISO)
    expect(DEFAULT_CALENDAR.feedTime(ISO)).toBe('Sat, 14 Nov 2026 23:05:09 GMT')
    expect(BERLIN.isoTime(ISO)).toBe('2026-11-15T00:05:09.000+01:00')
    expect(BERLIN.feedTime(ISO)).toBe('Sun, 15 Nov 2026 00:05:09 +0100')
  })
})

test('a zone is named with its distance from UTC on the day', () => {
  const text = (name: string, iso: string) => new Calendar(name, null).zoneText(iso)
  expect([
    text('UTC', ISO),
    text('Europe/Berlin', ISO),
    text('Europe/Berlin', '2026-07-01T00:00:00Z'),
    text('Asia/Kolkata', ISO),
    text('America/St_Johns', ISO),
    text('Africa/Abidjan', ISO),
  ]).toEqual([
    'UTC',
    'Europe/Berlin, UTC+1',
    'Europe/Berlin, UTC+2',
    'Asia/Kolkata, UTC+5:30',
    'America/St_Johns, UTC−3:30',
    'Africa/Abidjan, UTC+0',
  ])
})
