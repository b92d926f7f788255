import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fetchAll, fetchAllAfter } from './fetch-all.ts'

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

test('a list read by its keys ends with an empty page: not with a short one, nor with rows of another form', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const stored = Array.from({ length: 25 }, (_, id) =>
    id >= 10 && id < 20 ? { id } : { id, name: `n${id}` },
  )
  const progress: number[] = []
  const rows = await fetchAllAfter(
    z.object({ id: z.number(), name: z.string() }),
    z.object({ id: z.number() }),
    (after) => {
      const start = after === null ? 0 : after.id + 1
      return Promise.resolve({ data: stored.slice(start, start + 10), error: null, status: 200 })
    },
    (fetched) => progress.push(fetched),
  )
  expect(rows.map(({ id }) => id)).toEqual([...Array(10).keys(), 20, 21, 22, 23, 24])
  expect(progress).toEqual([10, 10, 15, 15])
})
