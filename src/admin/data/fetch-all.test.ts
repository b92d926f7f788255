import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fetchAll } from './fetch-all.ts'

/** The response to a request for some of the rows. */
const answer = (stored: unknown[], first: number, last: number) =>
  Promise.resolve({ data: stored.slice(first, last + 1), count: stored.length, error: null, status: 200 })

test.each([0, 1, 999, 1000, 1001, 2500])(
  '%i rows come back whole and in order, with no request too many',
  async (count) => {
    const stored = Array.from({ length: count }, (_, index) => index)
    const fetchRows = vi.fn((first: number, last: number) => answer(stored, first, last))
    expect(await fetchAll(z.number(), fetchRows)).toEqual(stored)
    expect(fetchRows).toHaveBeenCalledTimes(Math.max(1, Math.ceil(count / 1000)))
  },
)

test('a server that gives fewer rows than asked for loses none', async () => {
  const stored = Array.from({ length: 250 }, (_, index) => index)
  const all = await fetchAll(z.number(), (first) => answer(stored, first, first + 99))
  expect(all).toEqual(stored)
})

test('a row of another form does not end the list', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const stored: unknown[] = Array.from({ length: 1001 }, (_, index) => index)
  stored[3] = 'three'
  const all = await fetchAll(z.number(), (first, last) => answer(stored, first, last))
  expect(all).toHaveLength(1000)
  expect(all.at(-1)).toBe(1000)
})
