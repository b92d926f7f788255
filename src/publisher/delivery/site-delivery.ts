import type { Mirror } from './mirror.ts'

/**
 * How long after another publisher the bucket is compared once more: what that one was sending when it was paused may
 * arrive late. Servers drop a request without traffic after a minute or less.
 */
const COMPARE_AGAIN_MS = 120_000
/** The files of a build, up to this number, are delivered together: preempting them for a publish would save no time. */
const MAX_URGENT_FILES = 500

/** The publishes that are requested while a build is delivered, and go before the rest of it. */
export interface DeliveryPreemption {
  /** Aborted when one is requested; each `run` makes another. */
  readonly requested: AbortSignal
  run(): Promise<void>
}

/**
 * Delivers what builds have written, where there is a bucket. At the start all of the folder is compared with it; what
 * could not be sent waits for the next build.
 */
export class SiteDelivery {
  readonly #mirror: Mirror | null
  /** How many comparisons of the bucket with the folder are asked for, and done: between them only changes are sent. */
  #wantedComparisons = 1
  #comparisons = 0
  readonly #comparison: NodeJS.Timeout | undefined

  /** `onDue` is called when the bucket has to be compared once more, after another publisher. */
  constructor(mirror: Mirror | null, isTakenOver: boolean, onDue: () => void) {
    this.#mirror = mirror
    if (mirror === null || !isTakenOver) return
    const compareAgain = () => {
      this.#wantedComparisons += 1
      onDue()
    }
    this.#comparison = setTimeout(compareAgain, COMPARE_AGAIN_MS).unref()
  }

  /** Until the bucket was compared, nothing goes there from a folder that is not whole. */
  mayGoInParts(): boolean {
    return this.#mirror === null || this.#isCompared()
  }

  /** Call it before the folder is changed, and `resume` if the change is not delivered in the end. */
  async pause(): Promise<void> {
    await this.#mirror?.pause()
  }

  resume(): void {
    this.#mirror?.resume()
  }

  /** Notes changed files that the next delivery brings, after all that is urgent. */
  addLater(files: Iterable<string>): void {
    this.#mirror?.addLater(files)
  }

  /** Delivers what a build has written that goes before the rest of others. */
  async deliverNow(written: ReadonlySet<string>): Promise<void> {
    await this.#mirror?.sync(written)
  }

  /** Delivers what a build has `written` and all that waits; `first`: the files that readers look at first. */
  async deliver(
    written: ReadonlySet<string>,
    first: readonly string[],
    preemption: DeliveryPreemption,
  ): Promise<void> {
    const mirror = this.#mirror
    if (mirror === null) return
    const wanted = this.#wantedComparisons
    if (this.#isCompared()) {
      const isLong = written.size > MAX_URGENT_FILES
      if (isLong) mirror.addLater(written)
      await mirror.sync(isLong ? first : written)
      if (mirror.pending() === 0) return
    }
    const delivery = this.#isCompared() ? mirror.syncPending() : mirror.syncAll()
    const delivered = delivery.then(() => true)
    for (;;) {
      const requested = untilAborted(preemption.requested).then(() => false)
      if (await Promise.race([delivered, requested])) break
      await preemption.run()
    }
    this.#comparisons = wanted
  }

  /** Purges once more the files that one publish changed. */
  async purgeAgain(files: readonly string[]): Promise<void> {
    await this.#mirror?.purgeAgain(files)
  }

  async close(): Promise<void> {
    clearTimeout(this.#comparison)
    await this.#mirror?.close()
  }

  #isCompared(): boolean {
    return this.#comparisons === this.#wantedComparisons
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
