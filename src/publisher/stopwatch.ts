/** Adds up where the time went, in whole milliseconds by step. */
export class Stopwatch {
  readonly #start = performance.now()
  #last = this.#start
  readonly #steps = new Map<string, number>()

  /** The time since the last call belongs to `step`. */
  lap(step: string): void {
    const now = performance.now()
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + now - this.#last)
    this.#last = now
  }

  laps(): Record<string, number> {
    return Object.fromEntries([...this.#steps].map(([step, ms]) => [step, Math.round(ms)]))
  }

  total(): number {
    return Math.round(performance.now() - this.#start)
  }
}
