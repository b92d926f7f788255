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
      const chunks = new Map(chunkList(rows).map((chunk) => [chunk.name, chunk]))
      const found: { id: string }[] = []
      for (let name: string | null = FIRST_CHUNK; name !== null; name = chunks.get(name)?.older ?? null) {
        const chunk = chunks.get(name)
        expect(chunk?.rows.length).toBeGreaterThan(0)
        expect(chunk?.rows.length).toBeLessThan(60)
        found.push(...(chunk?.rows ?? []))
      }
      expect(found).toEqual(rows)
    }),
  )
})

test('a row added or removed anywhere leaves most chunks of a long list as they were', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: `story-${index * 7919}` }))
  const known = new Map(chunkList(rows).map((chunk) => [chunk.name, JSON.stringify(chunk)]))
  const changes = Array.from({ length: 200 }, (_, index) => {
    const place = index * 10
    const more = chunkList(rows.toSpliced(place, 0, { id: `new-${index}` }))
    const less = chunkList(rows.toSpliced(place, 1))
    return [more, less].map(
      (chunks) => chunks.filter((chunk) => known.get(chunk.name) !== JSON.stringify(chunk)).length,
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
      before.filter(({ name }) => name !== FIRST_CHUNK).map((chunk) => JSON.stringify(chunk)),
    )
    for (const chunk of known) expect(after.map((now) => JSON.stringify(now))).toContain(chunk)
    expect(after.length - before.length).toBeLessThanOrEqual(1)
    before = after
  }
})

test('a list is named after its page and button', () => {
  expect(listName('/living-spaces')).toBe('living-spaces')
  expect(listName('/living-spaces', 'small-spaces')).toBe('living-spaces.small-spaces')
  expect(listName('/author/priya-lindqvist')).toBe('author.priya-lindqvist')
})
