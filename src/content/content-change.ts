import type { Entry } from './lists/article-lists.ts'
import { type Differences, type Read, changedReads } from './reads.ts'

/** What a change of rows changed. */
export class ContentChange {
  /** The changed reads by key. */
  readonly reads = new Map<string, Read>()
  /** The articles that came, changed or went, or whose card changed. */
  readonly articles: Set<string>
  /** The names of the lists with other members or in another order, each with the places that articles left and took. */
  readonly lists = new Map<string, Entry[]>()

  constructor(articles: Iterable<string> = []) {
    this.articles = new Set(articles)
  }

  /** Adds a difference: the reads that it changes are changed. */
  add<K extends keyof Differences>(kind: K, difference: Differences[K]): void {
    for (const read of changedReads(kind, difference)) this.reads.set(read.key, read)
  }

  isChanged({ key }: Read): boolean {
    return this.reads.has(key)
  }
}
