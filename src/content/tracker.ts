import type { Digested } from './digest.ts'

/**
 * Hears what every question to a snapshot answered. While nobody tracks, it costs next to nothing. The name of each
 * question is written down before its answer, so that the same values in other places make other reads.
 */
export class Tracker {
  #reads: string[] | null = null

  /** Runs `read` and says what the answers it got were made of, in the order they were given. */
  track<T>(read: () => T): { value: T; reads: string[] } {
    const outer = this.#reads
    const reads: string[] = []
    this.#reads = reads
    try {
      return { value: read(), reads }
    } finally {
      this.#reads = outer
    }
  }

  all<T>(question: string, items: readonly Digested<T>[]): T[] {
    this.#reads?.push(question)
    return items.map(({ value, digest }) => {
      this.#reads?.push(digest)
      return value
    })
  }

  one<T>(question: string, found: Digested<T> | null | undefined): T | null {
    this.#reads?.push(question)
    if (!found) return null
    this.#reads?.push(found.digest)
    return found.value
  }

  /** For answers that are small enough to stand for themselves. */
  plain<T>(question: string, value: T): T {
    this.#reads?.push(question, JSON.stringify(value))
    return value
  }
}
