import type { ContentChange } from './content-change.ts'

interface Kept {
  view: object
  /** The keys of all that it was made of. */
  reads: ReadonlySet<string>
}

/** Views that are kept: a story is in several feeds, and stays there when newer ones come. */
const MAX_KEPT = 500

/** Parts of pages that several pages show, each kept until one of the reads that it was made of changes. */
export class KeptViews {
  /** By name, the most recently used last. */
  #kept = new Map<string, Kept>()

  /** The view with a name, which always stands for the same `make`; null, when that makes none, is not kept. */
  get<V extends object>(name: string, make: () => { view: V | null; reads: ReadonlySet<string> }) {
    const known = this.#kept.get(name) as { view: V; reads: ReadonlySet<string> } | undefined
    const { view, reads } = known ?? make()
    this.#kept.delete(name)
    if (view !== null) this.#kept.set(name, { view, reads })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return { view, reads }
  }

  /** To be called after each change, before pages are evaluated. */
  forgetChanged({ reads: changed }: ContentChange): void {
    for (const [name, { reads }] of this.#kept) {
      for (const key of reads) if (changed.has(key)) this.#kept.delete(name)
    }
  }

  /** To be called when the content was read again. */
  forget(): void {
    this.#kept.clear()
  }

  /** Forgets what `work` made known, and has what was known before. */
  dryRun<T>(work: () => T): T {
    const before = new Map(this.#kept)
    try {
      return work()
    } finally {
      this.#kept = before
    }
  }
}
