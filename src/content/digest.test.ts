import { expect, test } from 'vitest'
import { type Read, digest, digestedList, digestedOrNull, Memo, track, withDigest } from './digest.ts'

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

const oak = withDigest('oak')
const elm = withDigest('elm')

function reads(view: (read: Read<null>) => unknown): Record<string, string> {
  return Object.fromEntries(track(null, view).reads)
}

test('records each thing that is read, by its name, with the digest of its value', () => {
  const found = track(null, (read) => [
    ...read('list', () => digestedList([oak, elm])),
    read('none', () => digestedOrNull(null)),
  ])
  expect(found.value).toEqual(['oak', 'elm', null])
  expect(Object.fromEntries(found.reads)).toEqual({ list: `${oak.digest} ${elm.digest}`, none: '' })
})

test('the same values under other names are other reads', () => {
  const one = reads((read) => [read('hero', () => oak), read('featured', () => digestedList([]))])
  const other = reads((read) => [read('hero', () => digestedOrNull(null)), read('featured', () => oak)])
  expect(one).not.toEqual(other)
})

test('a read after the view was made is an error, because no digest would cover it', () => {
  let late: Read<null> | undefined
  track(null, (read) => (late = read))
  expect(() => late?.('late', () => oak)).toThrow('"late" is read after the view was made')
})

test('one name for two different values is an error', () => {
  const view = (read: Read<null>) => [read('tree', () => oak), read('tree', () => elm)]
  expect(() => track(null, view)).toThrow('"tree" is the name of two different reads')
})
