import { createHash } from 'node:crypto'

export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from 0 to n - 1. */
  below(n: number): number
  pick<T>(items: readonly T[]): T
}

/** A number from 0 to 2³² - 1 that depends on nothing but the text. */
export function stableNumber(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE(0)
}

/** A well-formed UUID that depends on nothing but the kind and the name, so that a row made twice is the same row. */
export function stableId(kind: string, name: string): string {
  const hash = createHash('sha1').update(`mantel/${kind}/${name}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`
}

/** A generator (mulberry32) that gives the same numbers each time it is made with the same seed. */
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
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
  }
}
