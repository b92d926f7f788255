import { availableParallelism } from 'node:os'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type WorkerOptions, WorkerPool } from '../../node/worker-process.ts'
import type { RenderedPage, RenderSettings, RenderTasks, StalePage } from './render-process.ts'

/** Pages of a plan for which processes are started. */
const MANY_PAGES = 100
/** The first pages of a plan are rendered where the content is: the processes are starting then, or busy with another plan. */
const FIRST_PAGES = 20
/** Pages in one task, during which a publish waits for the core, and how long they may take together. */
const BATCH = 5
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

  constructor(pages: readonly StalePage[]) {
    const count = Math.ceil(pages.length / BATCH)
    this.batches = Array.from({ length: count }, (_, index) =>
      this.#addBatch(pages.slice(index * BATCH, (index + 1) * BATCH)),
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
  readonly #makeCopy: (copy: string) => Promise<unknown>
  readonly #size = Math.min(MAX_PROCESSES, availableParallelism())
  readonly #pool: WorkerPool<RenderTasks>
  /** Another one for each change of the content. */
  #version = 0
  #plan = new PrefetchedPlan([])

  /** `makeCopy` makes the copy of a picture that a page is drawn with. */
  constructor(
    options: WorkerOptions,
    settings: RenderSettings,
    makeCopy: (copy: string) => Promise<unknown>,
  ) {
    this.#settings = settings
    this.#makeCopy = makeCopy
    this.#pool = new WorkerPool<RenderTasks>({ ...options, maxIdleMs: MAX_IDLE_MS }, this.#size)
  }

  /** Call it after each change of the content. Drops the plan. */
  forget(): void {
    this.#version += 1
    this.drop()
  }

  /** Drops the plan: what is left of it is rendered where the content is. */
  drop(): void {
    this.#replacePlan([])
  }

  /** Begins to render a plan. Take the pages in the plan's order: rendering stops when many wait to be taken. */
  begin(stale: readonly StalePage[]): void {
    const isWorth = this.#pool.isRunning() || (this.#size > 1 && stale.length >= MANY_PAGES)
    this.#replacePlan(isWorth ? stale.slice(FIRST_PAGES) : [])
    const plan = this.#plan
    void forEachLimit(plan.batches, this.#size, (batch) => this.#render(plan, batch))
  }

  /** A page of the plan; null when it is not rendered here. */
  take(file: string): Promise<RenderedPage | null> {
    return this.#plan.take(file)
  }

  /** Ends the processes. */
  stop(): void {
    this.drop()
    this.#pool.stop()
  }

  #replacePlan(pages: readonly StalePage[]): void {
    const { taken } = this.#plan
    this.#plan = new PrefetchedPlan(pages)
    taken.resolve()
  }

  async #render(plan: PrefetchedPlan, { pages, resolve }: Batch): Promise<void> {
    while (plan === this.#plan && plan.waiting >= MAX_WAITING) await plan.taken.promise
    if (plan !== this.#plan) return resolve([])
    plan.waiting += pages.length
    try {
      await Promise.all(pages.flatMap(({ copy }) => (copy === null ? [] : this.#makeCopy(copy))))
    } catch {
      // Alone, the page tells why its copy cannot be made.
      return resolve([])
    }
    const files = pages.map((page) => [page.file, page] as const)
    const input = { settings: this.#settings, version: this.#version, pages: files }
    // Alone, each page tells by itself why it cannot be rendered.
    resolve(await this.#pool.run('renderPlanned', input, MAX_BATCH_MS).catch(() => []))
  }
}
