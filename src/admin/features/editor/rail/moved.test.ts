import { expect, test } from 'vitest'
import { moved } from './moved.ts'

test('an item changes places with its neighbour, and stays where there is none', () => {
  expect(moved(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})
