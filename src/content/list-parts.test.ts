import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listName, nextPart, partCount, partRange } from './list-parts.ts'

const counts = fc.integer({ min: 0, max: 5_000 })

test('the parts of a list are the list, each story once', () => {
  fc.assert(
    fc.property(counts, (count) => {
      let expected = count
      for (let part = 1; part <= partCount(count); part += 1) {
        const [start, end] = partRange(count, part)
        expect(end).toBe(expected)
        expect(end - start).toBeGreaterThan(0)
        expected = start
      }
      expect(expected).toBe(0)
    }),
  )
})

test('a new story leaves every full part as it was', () => {
  fc.assert(
    fc.property(counts, (count) => {
      for (let part = 1; part < partCount(count); part += 1) {
        const [start, end] = partRange(count, part)
        // One story more in front moves every other one place further.
        expect(partRange(count + 1, part)).toEqual([start + 1, end + 1])
      }
    }),
  )
})

test('the next part holds the first story that is not shown, and none is passed over', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 0, max: 5_000 }), (count, shown) => {
      const part = nextPart(count, shown)
      const [start, end] = partRange(count, part)
      if (shown >= count) expect(part).toBe(0)
      else expect(start <= shown && shown < end).toBe(true)
    }),
  )
})

test('a list is named after its page and button', () => {
  expect(listName('/living-spaces')).toBe('living-spaces')
  expect(listName('/living-spaces', 'small-spaces')).toBe('living-spaces.small-spaces')
  expect(listName('/author/priya-lindqvist')).toBe('author.priya-lindqvist')
})
