import { expect, test } from 'vitest'
import { storiesText } from './stories-text.ts'

test.each([
  [0, 0, 'Ines', 'No story belongs to this account.'],
  [1, 0, 'Ines', 'Their 1 story stays under the name Ines.'],
  [7, 0, 'Ines', 'Their 7 stories stay under the name Ines.'],
  [7, 2, 'Ines', 'Their 5 other stories stay under the name Ines.'],
  [3, 2, 'Ines', 'Their 1 other story stays under the name Ines.'],
  [2, 2, 'Ines', 'No story stays with this account.'],
  [undefined, 0, 'Ines', 'Their stories stay under the name Ines.'],
  [7, 0, null, 'Their 7 stories stay, without a byline, as now.'],
])('of %s stories, of which %s are given away, of %s: %s', (stories, given, name, text) => {
  expect(storiesText(stories, given, name)).toBe(text)
})
