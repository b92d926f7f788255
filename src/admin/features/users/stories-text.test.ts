import { expect, test } from 'vitest'
import { storiesText } from './stories-text.ts'

test.each([
  [0, 'Ines', 'No story belongs to this account.'],
  [1, 'Ines', 'Their 1 story stays under the name Ines.'],
  [7, 'Ines', 'Their 7 stories stay under the name Ines.'],
  [undefined, 'Ines', 'Their stories stay under the name Ines.'],
  [7, null, 'Their 7 stories stay, without a byline, as now.'],
])('%s stories of %s', (count, name, text) => {
  expect(storiesText(count, name)).toBe(text)
})
