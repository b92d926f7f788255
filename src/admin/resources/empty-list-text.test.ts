import { expect, test } from 'vitest'
import { emptyListText } from './empty-list-text.ts'

test('an empty list shows its empty text only after it has loaded', () => {
  const text = (isSearching: boolean, isLoadingError: boolean) =>
    emptyListText({ isSearching, isLoadingError }, 'No such tag')
  expect(text(true, false)).toBe('Searching…')
  expect(text(true, true)).toBe('Searching…')
  expect(text(false, true)).toBe('The search failed. Type again to try again.')
  expect(text(false, false)).toBe('No such tag')
})
