import { expect, test } from 'vitest'
import { readTime, readTimeLabel, wordCount } from './read-time.ts'

test('a dash between words is not a word', () => {
  expect(wordCount('  The room — kept,\nand 2 chairs. ')).toBe(6)
  expect(wordCount(' \n ')).toBe(0)
})

test('230 words a minute, at least one minute', () => {
  expect(readTime(0)).toBe(1)
  expect(readTime(230)).toBe(1)
  expect(readTime(460)).toBe(2)
  expect(readTime(1400)).toBe(6)
})

test('an unknown read time shows as five minutes', () => {
  expect(readTimeLabel(null)).toBe('5 min')
  expect(readTimeLabel(12)).toBe('12 min')
})
