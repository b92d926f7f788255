import { expect, test } from 'vitest'
import { storyLanguage } from './language.ts'

test.each([
  ['de', null, 'de'],
  ['de', 'de-CH', 'de-CH'],
  ['de', 'en-GB', 'de'],
  ['en', null, 'en'],
  // A magazine in a language without a dictionary.
  ['en', 'fr', 'fr'],
])('stories of a magazine in %s with dates in %s are written in %s', (language, dates, expected) => {
  expect(storyLanguage(dates, language)).toBe(expected)
})
