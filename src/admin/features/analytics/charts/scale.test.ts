import { describe, expect, test } from 'vitest'
import { labelled, ticks } from './scale.ts'

describe('ticks', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [42, [0, 20, 40, 60]],
    [1000, [0, 500, 1000]],
  ])('up to %d', (max, found) => {
    expect(ticks(max)).toEqual(found)
  })

  test('of seconds may be fractions', () => {
    expect(ticks(0.7, 0)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
    expect(ticks(0.00001, 0.01)).toEqual([0, 0.01])
  })
})

test('labels fit, and the last mark has one', () => {
  expect(labelled(5, 10)).toEqual([0, 1, 2, 3, 4])
  expect(labelled(30, 6)).toEqual([4, 9, 14, 19, 24, 29])
  expect(labelled(53, 6)).toEqual([7, 16, 25, 34, 43, 52])
  expect(labelled(0, 6)).toEqual([])
  expect(labelled(3, 0)).toEqual([])
})
