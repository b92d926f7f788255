export interface BuildStats {
  duration_ms: number
  pages_rendered: number
  pages_removed: number
  /** Milliseconds by step. */
  timings: Record<string, number>
}

/** Time spent in each step of a build, or of the answer to a request. */
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

  /** Adds steps that another process has timed, in milliseconds, and that ended now. */
  add(steps: Readonly<Record<string, number>>): void {
    for (const [step, ms] of Object.entries(steps)) {
      this.#steps.set(step, (this.#steps.get(step) ?? 0) + ms)
      this.#last += ms
    }
  }

  /** As browsers show it: the value of a header Server-Timing. */
  header(): string {
    return Array.from(this.#steps, ([step, ms]) => `${step};dur=${ms.toFixed(1)}`).join(', ')
  }

  /** What is recorded of the build; a failed one has no pages. */
  stats(pages: { rendered: number; removed: number } = { rendered: 0, removed: 0 }): BuildStats {
    return {
      duration_ms: Math.round(performance.now() - this.#start),
      pages_rendered: pages.rendered,
      pages_removed: pages.removed,
      timings: Object.fromEntries([...this.#steps].map(([step, ms]) => [step, Math.round(ms)])),
    }
  }
}
