import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_CHUNK, listName } from '../lists/list-chunks.ts'
import { cardLevel, chunkList } from './list-chunk.ts'

const lists = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 400 })

test('the chunks, from the first to the oldest, have each id of the list once and in order', () => {
  fc.assert(
    fc.property(lists, (ids) => {
      const chunks = new Map(chunkList(ids).map((chunk) => [chunk.name, chunk]))
      const found: string[] = []
      for (let name: string | null = FIRST_CHUNK; name !== null; name = chunks.get(name)?.older ?? null) {
        const chunk = chunks.get(name)
        expect(chunk?.ids.length).toBeGreaterThan(0)
        expect(chunk?.ids.length).toBeLessThan(60)
        found.push(...(chunk?.ids ?? []))
      }
      expect(found).toEqual(ids)
    }),
  )
})

test('an id added or removed anywhere leaves most chunks of a long list as they were', () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `story-${index * 7919}`)
  const known = new Map(chunkList(ids).map((chunk) => [chunk.name, JSON.stringify(chunk)]))
  const changes = Array.from({ length: 200 }, (_, index) => {
    const place = index * 10
    const more = chunkList(ids.toSpliced(place, 0, `new-${index}`))
    const less = chunkList(ids.toSpliced(place, 1))
    return [more, less].map(
      (chunks) => chunks.filter((chunk) => known.get(chunk.name) !== JSON.stringify(chunk)).length,
    )
  }).flat()
  expect(known.size).toBeGreaterThan(40)
  expect(Math.max(...changes)).toBeLessThan(12)
  expect(changes.reduce((sum, count) => sum + count) / changes.length).toBeLessThan(3)
})

test('a new id changes the first chunk alone, unless that is split', () => {
  let ids = Array.from({ length: 300 }, (_, index) => `old-${index}`)
  let before = chunkList(ids)
  for (let turn = 0; turn < 200; turn += 1) {
    ids = [`new-${turn}`, ...ids]
    const after = chunkList(ids)
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

test('the cards of a list have headings one level below the heading of the list, where it has one', () => {
  expect(cardLevel(listName('/author/priya-lindqvist'))).toBe(3)
  expect(cardLevel(listName('/living-spaces', 'small-spaces'))).toBe(2)
  expect(cardLevel(listName('/tag/light'))).toBe(2)
})
