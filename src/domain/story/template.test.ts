import { describe, expect, test } from 'vitest'
import { Calendar, DEFAULT_CALENDAR } from '../text/calendar.ts'
import { resolveTitle, templateType, unknownPlaceholders } from './template.ts'

const on = (day: string, calendar = DEFAULT_CALENDAR) => ({
  now: () => new Date(`${day}T12:00:00Z`),
  calendar,
})
const AUTUMN = on('2026-11-21')

describe('the title of a pattern', () => {
  test.each([
    ['A House in {month}', 'A House in November'],
    ['{season} {year}: what we kept', 'Autumn 2026: what we kept'],
    ['Notes of {weekday}, {date}', 'Notes of Saturday, 21 November 2026'],
    ['{ Month }{YEAR}', 'November2026'],
    ['At home with …', 'At home with …'],
    ['The {room} in {month}', 'The {room} in November'],
    ['{} and {{month}}', '{} and {November}'],
    ['', ''],
  ])('%s → %s', (pattern, title) => {
    expect(resolveTitle(pattern, AUTUMN)).toBe(title)
  })

  test.each([
    ['Winter', ['12', '01', '02']],
    ['Spring', ['03', '04', '05']],
    ['Summer', ['06', '07', '08']],
    ['Autumn', ['09', '10', '11']],
  ] as const)('%s has its three months', (season, months) => {
    for (const month of months) expect(resolveTitle('{season}', on(`2026-${month}-01`))).toBe(season)
  })
})

test('the day in a title is the magazine’s, in its language', () => {
  const tonga = new Calendar('Pacific/Tongatapu', 'de')
  expect(resolveTitle('{weekday}, {date}', on('2026-11-21', tonga))).toBe('Sonntag, 22. November 2026')
})

test('words in braces that mean nothing are named once, as typed', () => {
  expect(unknownPlaceholders('{month} {Room} {room} {Room} {}')).toEqual(['Room', 'room', ''])
  expect(unknownPlaceholders('At home in {season}')).toEqual([])
})

test('a template needs a name, and placeholders that exist', () => {
  const errors = (change: object) => templateType.errors({ ...templateType.blank(), ...change })
  expect(errors({})).toEqual({ name: 'Name is required' })
  expect(errors({ name: 'A', title_pattern: 'In {month} {Year}' })).toEqual({})
  expect(errors({ name: 'A', title_pattern: 'In {room}' })).toEqual({
    title_pattern: '{room} is not one of the words that are filled in',
  })
})
