import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_CHUNK, listName } from '../list-chunks.ts'
import { chunkList } from './list-chunk.ts'

const lists = fc
  .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 400 })
  .map((ids) => ids.map((id) => ({ id })))

test('the chunks, from the first to the oldest, have each row of the list once and in order', () => {
  fc.assert(
    fc.property(lists, (rows) => {
      const parts = new Map(chunkList(rows).map((part) => [part.name, part]))
      const found: { id: string }[] = []
      for (let name: string | null = FIRST_CHUNK; name !== null; name = parts.get(name)?.older ?? null) {
        const part = parts.get(name)
        expect(part?.rows.length).toBeGreaterThan(0)
        expect(part?.rows.length).toBeLessThan(60)
        found.push(...(part?.rows ?? []))
      }
      expect(found).toEqual(rows)
    }),
  )
})

test('a row added or removed anywhere leaves most chunks of a long list as they were', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: `story-${index * 7919}` }))
  const known = new Map(chunkList(rows).map((part) => [part.name, JSON.stringify(part)]))
  const changes = Array.from({ length: 200 }, (_, index) => {
    const place = index * 10
    const more = chunkList(rows.toSpliced(place, 0, { id: `new-${index}` }))
    const less = chunkList(rows.toSpliced(place, 1))
    return [more, less].map(
      (parts) => parts.filter((part) => known.get(part.name) !== JSON.stringify(part)).length,
    )
  }).flat()
  expect(known.size).toBeGreaterThan(40)
  expect(Math.max(...changes)).toBeLessThan(12)
  expect(changes.reduce((sum, count) => sum + count) / changes.length).toBeLessThan(3)
})

test('a new row changes the first chunk alone, unless that is split', () => {
  let rows = Array.from({ length: 300 }, (_, index) => ({ id: `old-${index}` }))
  let before = chunkList(rows)
  for (let turn = 0; turn < 200; turn += 1) {
    rows = [{ id: `new-${turn}` }, ...rows]
    const after = chunkList(rows)
    const known = new Set(
      before.filter(({ name }) => name !== FIRST_CHUNK).map((part) => JSON.stringify(part)),
    )
    for (const part of known) expect(after.map((now) => JSON.stringify(now))).toContain(part)
    expect(after.length - before.length).toBeLessThanOrEqual(1)
    before = after
  }
})

test('a list is named after its page and button', () => {
  expect(listName('/living-spaces')).toBe('living-spaces')
  expect(listName('/living-spaces', 'small-spaces')).toBe('living-spaces.small-spaces')
  expect(listName('/author/priya-lindqvist')).toBe('author.priya-lindqvist')
})
