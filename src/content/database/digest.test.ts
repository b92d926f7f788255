import { expect, test } from 'vitest'
import { digest, keyHash } from './digest.ts'

test('a digest is the same everywhere and differs for other texts', () => {
  expect(digest('mantel')).toBe(digest('mantel'))
  expect(digest('mantel')).toMatch(/^[\w-]{22}$/)
  expect(digest('a')).not.toBe(digest('b'))
})

test('the hash of a key is a whole number of 48 bits, which SQLite and JavaScript keep alike', () => {
  const hashes = Array.from({ length: 500 }, (_, index) => keyHash(`card ${index}`))
  expect(new Set(hashes).size).toBe(500)
  for (const hash of hashes) expect(Number.isSafeInteger(hash) && hash >= 0 && hash < 2 ** 48).toBe(true)
})
