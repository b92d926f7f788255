import { describe, expect, test } from 'vitest'
import { reachedOf, sourceOf } from './reading.ts'

describe('a reading', () => {
  test.each([
    ['is nothing within its first second', [0, 3, true, true], 0],
    ['is opened after a second', [1, 3, false, false], 1],
    ['is begun by a scroll', [1, 3, true, false], 2],
    ['is begun after ten seconds', [10, 3, false, false], 2],
    ['is not read at the end before half of its reading time', [89, 3, true, true], 2],
    ['is read at the end after half of its reading time', [90, 3, true, true], 3],
    ['is not read without its end', [900, 3, true, false], 2],
    ['of a page without a story is never read', [900, NaN, true, true], 2],
  ] as const)('%s', (_, [seconds, minutes, isScrolled, isEndSeen], reached) => {
    expect(reachedOf(seconds, minutes, isScrolled, isEndSeen)).toBe(reached)
  })
})

test.each([
  ['', ''],
  ['https://www.google.com/search?q=a+reader', 'www.google.com'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://magazine.example/article/a', '-'],
])('of the page that led here, %s, only the host is told', (referrer, source) => {
  expect(sourceOf(referrer, 'magazine.example')).toBe(source)
})
