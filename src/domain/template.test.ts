import { describe, expect, test } from 'vitest'
import { resolveTitle, templateType, unknownPlaceholders } from './template.ts'

const AUTUMN = new Date(2026, 10, 21)

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
    ['Winter', [11, 0, 1]],
    ['Spring', [2, 3, 4]],
    ['Summer', [5, 6, 7]],
    ['Autumn', [8, 9, 10]],
  ] as const)('%s has its three months', (season, months) => {
    for (const month of months) expect(resolveTitle('{season}', new Date(2026, month, 1))).toBe(season)
  })
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
