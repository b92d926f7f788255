import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fetchAll } from './fetch-all.ts'

const answer = (data: unknown) => Promise.resolve({ data, error: null, status: 200 })

test.each([0, 1, 999, 1000, 1001, 2500])('%i rows come back whole and in order', async (count) => {
  const stored = Array.from({ length: count }, (_, index) => index)
  const all = await fetchAll(z.number(), (first, last) => answer(stored.slice(first, last + 1)))
  expect(all).toEqual(stored)
})

test('a server that gives fewer rows than asked for loses none', async () => {
  const stored = Array.from({ length: 250 }, (_, index) => index)
  const all = await fetchAll(z.number(), (first) => answer(stored.slice(first, first + 100)))
  expect(all).toEqual(stored)
})

test('a row of another form does not end the list', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const stored: unknown[] = Array.from({ length: 1001 }, (_, index) => index)
  stored[3] = 'three'
  const all = await fetchAll(z.number(), (first, last) => answer(stored.slice(first, last + 1)))
  expect(all).toHaveLength(1000)
  expect(all.at(-1)).toBe(1000)
})
