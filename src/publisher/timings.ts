/** Time spent in each step of a build, in whole milliseconds. */
export class Timings {
  readonly #start = performance.now()
  #last = this.#start
  readonly #steps = new Map<string, number>()

  /** Adds the time since the last mark to `step`. */
  mark(step: string): void {
    const now = performance.now()
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + now - this.#last)
    this.#last = now
  }

  entries(): Record<string, number> {
    return Object.fromEntries([...this.#steps].map(([step, ms]) => [step, Math.round(ms)]))
  }

  total(): number {
    return Math.round(performance.now() - this.#start)
  }
}
