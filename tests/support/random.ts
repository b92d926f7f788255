export interface Random {
  /** From 0, below 1. */
  next(): number
  /** A whole number from 0, below `n`. */
  below(n: number): number
  pick<T>(items: readonly T[]): T
}

/** A small seeded generator (mulberry32): the same seed gives the same run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}
