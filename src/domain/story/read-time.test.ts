import { expect, test } from 'vitest'
import { readTime, wordCount } from './read-time.ts'

test('a dash between words is not a word', () => {
  expect(wordCount('  The room — kept,\nand 2 chairs. ')).toBe(6)
  expect(wordCount(' \n ')).toBe(0)
})

test.each([
  ['6,000 letters of Japanese', '日本の家は木でできている。'.repeat(500), 12],
  ['6,000 letters of Chinese', '木房子很安静。'.repeat(1000), 12],
  ['5,750 letters of Thai', 'บ้านไม้'.repeat(821), 5],
  ['2,300 words of Korean, which has blanks', '나무 집 '.repeat(1150), 10],
])('%s are read in %3$s minutes', (_, text, minutes) => {
  expect(readTime(wordCount(text))).toBe(minutes)
})

test('words of two scripts count both', () => {
  expect(wordCount('Tokyo 日本の家 and 木')).toBe(2 + 2 + 1)
  expect(wordCount('京')).toBe(1)
})

test('230 words a minute, at least one minute', () => {
  expect(readTime(0)).toBe(1)
  expect(readTime(230)).toBe(1)
  expect(readTime(460)).toBe(2)
  expect(readTime(1400)).toBe(6)
})
