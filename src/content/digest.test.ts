import { expect, test } from 'vitest'
import { withDigest, digest, Memo } from './digest.ts'

test('a digest is the same everywhere and differs for other texts', () => {
  expect(digest('mantel')).toBe(digest('mantel'))
  expect(digest('mantel')).toMatch(/^[\w-]{22}$/)
  expect(withDigest({ a: 1 }).digest).not.toBe(withDigest({ a: 2 }).digest)
})

test('a value is computed again when an input is another object, and only then', () => {
  const memo = new Memo<number>()
  let computed = 0
  const ask = (...inputs: unknown[]) => memo.get('key', inputs, () => ++computed)
  const row = {}
  expect([ask(row, 1), ask(row, 1), ask({}, 1), ask(row, 1), ask(row)]).toEqual([1, 1, 2, 3, 4])
})
