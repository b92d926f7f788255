import { createHash } from 'node:crypto'

export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from 0 to n - 1. */
  below(n: number): number
  pick<T>(items: readonly T[]): T
}

/** A hash of the text, from 0 to 2³² - 1. */
export function stableNumber(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE(0)
}

/**
 * A UUID derived from kind and name, so that every run creates the same row. Its version (5) is one that nothing else makes
 * here: the database knows the demo content by it (schemas/newsroom/demo.sql).
 */
export function stableId(kind: string, name: string): string {
  const hash = createHash('sha1').update(`mantel/${kind}/${name}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`
}

/** A seeded random generator (mulberry32): the same seed gives the same numbers. */
export function seededRandom(seed: string): Random {
  let state = stableNumber(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number): number => Math.floor(next() * n)
  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}
