import { availableParallelism } from 'node:os'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type WorkerOptions, WorkerPool } from '../../node/worker-process.ts'
import type { RenderedPage, RenderSettings, RenderTasks, StalePage } from './render-process.ts'

/** Pages of a plan for which processes are started. */
const MANY_PAGES = 100
/** The first pages of a plan are rendered where the content is, which takes as long as to start the processes. */
const FIRST_PAGES = 20
/** At most so many pages in one task, and how long they may take together. */
const BATCH = 10
const MAX_BATCH_MS = 30_000
const MAX_PROCESSES = 8
/** Rendered pages that wait to be taken: some 20 MB. */
const MAX_WAITING = 400
/** How long a process waits for another plan. */
const MAX_IDLE_MS = 2_000

/** A batch of pages, and the function that hands over what they were rendered to. */
interface Batch {
  pages: readonly StalePage[]
  resolve: (rendered: readonly (RenderedPage | null)[]) => void
}

/** The pages of a plan that are rendered in batches. */
class PrefetchedPlan {
  readonly batches: readonly Batch[]
  /** How many pages are begun and not taken. */
  waiting = 0
  /** Resolved with the next page that is taken, or when the plan is replaced. */
  taken = Promise.withResolvers<void>()
  /** By file; null: a page that cannot be rendered here. */
  readonly #rendered = new Map<string, Promise<RenderedPage | null>>()

  constructor(pages: readonly StalePage[], batchSize: number) {
    const count = Math.ceil(pages.length / batchSize)
    this.batches = Array.from({ length: count }, (_, index) =>
      this.#addBatch(pages.slice(index * batchSize, (index + 1) * batchSize)),
    )
  }

  async take(file: string): Promise<RenderedPage | null> {
    const page = this.#rendered.get(file)
    if (page === undefined) return null
    this.#rendered.delete(file)
    this.waiting -= 1
    this.taken.resolve()
    this.taken = Promise.withResolvers()
    return page
  }

  #addBatch(pages: readonly StalePage[]): Batch {
    const { promise, resolve } = Promise.withResolvers<readonly (RenderedPage | null)[]>()
    for (const [place, { file }] of pages.entries()) {
      this.#rendered.set(
        file,
        promise.then((all) => all[place] ?? null),
      )
    }
    return { pages, resolve }
  }
}

/**
 * Renders the pages of long plans before they are asked for, in as many processes as there are processor cores. They read
 * the content from its file, and keep nothing that is not there.
 */
export class Prefetch {
  readonly #settings: RenderSettings
  readonly #size = Math.min(MAX_PROCESSES, availableParallelism())
  readonly #pool: WorkerPool<RenderTasks>
  /** Another one for each change of the content. */
  #version = 0
  #plan = new PrefetchedPlan([], BATCH)

  constructor(options: WorkerOptions, settings: RenderSettings) {
    this.#settings = settings
    this.#pool = new WorkerPool<RenderTasks>({ ...options, maxIdleMs: MAX_IDLE_MS }, this.#size)
  }

  /** To be called after each change of the content. Drops the plan. */
  forget(): void {
    this.#version += 1
    this.#replacePlan([])
  }

  /** Begins to render a plan. Its pages are to be taken in its order: it stops when many wait. */
  begin(stale: readonly StalePage[]): void {
    // Running, they have just rendered many pages, and are the fastest also for a few.
    if (this.#pool.isRunning()) this.#replacePlan(stale, Math.ceil(stale.length / this.#size))
    else this.#replacePlan(this.#size < 2 || stale.length < MANY_PAGES ? [] : stale.slice(FIRST_PAGES))
    const plan = this.#plan
    void forEachLimit(plan.batches, this.#size, (batch) => this.#render(plan, batch))
  }

  /** A page of the plan; null when it is not rendered here. */
  take(file: string): Promise<RenderedPage | null> {
    return this.#plan.take(file)
  }

  /** Ends the processes. */
  stop(): void {
    this.#replacePlan([])
    this.#pool.stop()
  }

  #replacePlan(pages: readonly StalePage[], batchSize = BATCH): void {
    const { taken } = this.#plan
    this.#plan = new PrefetchedPlan(pages, Math.max(1, Math.min(BATCH, batchSize)))
    taken.resolve()
  }

  async #render(plan: PrefetchedPlan, { pages, resolve }: Batch): Promise<void> {
    while (plan === this.#plan && plan.waiting >= MAX_WAITING) await plan.taken.promise
    if (plan !== this.#plan) return resolve([])
    plan.waiting += pages.length
    const files = pages.map((page) => [page.file, page] as const)
    const input = { settings: this.#settings, version: this.#version, pages: files }
    // Alone, each page tells by itself why it cannot be rendered.
    resolve(await this.#pool.run('renderPlanned', input, MAX_BATCH_MS).catch(() => []))
  }
}
