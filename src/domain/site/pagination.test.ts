import { describe, expect, test } from 'vitest'
import { pageNumbers, placesOnPage } from './pagination.ts'

describe('page numbers', () => {
  test('few pages are all shown', () => {
    expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4])
  })

  test('an ellipsis replaces pages more than two away from the current page', () => {
    expect(pageNumbers(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20])
    expect(pageNumbers(1, 20)).toEqual([1, 2, 3, null, 20])
  })
})

test('a page ends at the last article', () => {
  expect(placesOnPage(1, 60)).toEqual([1, 12])
  expect(placesOnPage(5, 50)).toEqual([49, 50])
  expect(placesOnPage(1, 0)).toEqual([0, 0])
})
