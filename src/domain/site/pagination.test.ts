import { describe, expect, test } from 'vitest'
import { pageNumbers, showingLabel } from './pagination.ts'

describe('page numbers', () => {
  test('few pages are all shown', () => {
    expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4])
  })

  test('an ellipsis replaces pages more than two away from the current page', () => {
    expect(pageNumbers(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20])
    expect(pageNumbers(1, 20)).toEqual([1, 2, 3, null, 20])
  })
})

test('the summary ends at the last article', () => {
  expect(showingLabel(1, 60)).toBe('Showing 1-12 of 60 articles')
  expect(showingLabel(5, 50)).toBe('Showing 49-50 of 50 articles')
  expect(showingLabel(1, 0)).toBe('Showing 0-0 of 0 articles')
})
