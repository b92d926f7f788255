import { availableParallelism } from 'node:os'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type WorkerOptions, WorkerPool } from '../../node/worker-process.ts'
import type { RenderedPage, SiteSettings, SiteTasks, StalePage } from './render-process.ts'

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

/**
 * Renders the pages of long plans in as many processes as there are processor cores. They read the content from its file,
 * and keep nothing that is not there.
 */
export function createAheadRenderer(options: WorkerOptions, settings: SiteSettings) {
  const size = Math.min(MAX_PROCESSES, availableParallelism())
  const pool = new WorkerPool<SiteTasks>({ ...options, maxIdleMs: MAX_IDLE_MS }, size)
  let version = 0
  let plan = startPlan([], BATCH)

  function replacePlan(pages: readonly StalePage[], batchSize = BATCH): void {
    const { taken } = plan
    plan = startPlan(pages, Math.max(1, Math.min(BATCH, batchSize)))
    taken.resolve()
  }

  return {
    /** To be called after each change of the content. Gives up what is not rendered yet. */
    forget(): void {
      version += 1
      replacePlan([])
    },
    /** Begins to render a plan. Its pages are to be taken in its order: it stops when many wait. */
    begin(stale: readonly StalePage[]): void {
      // Running, they have just rendered many pages, and are the fastest also for a few.
      if (pool.isRunning()) replacePlan(stale, Math.ceil(stale.length / size))
      else replacePlan(size < 2 || stale.length < MANY_PAGES ? [] : stale.slice(FIRST_PAGES))
      const own = plan
      void forEachLimit(own.batches, size, async ({ pages, resolve }) => {
        while (own === plan && own.waiting >= MAX_WAITING) await own.taken.promise
        if (own !== plan) return resolve([])
        own.waiting += pages.length
        const input = { settings, version, pages: pages.map((page) => [page.file, page] as const) }
        // Alone, each page tells by itself why it cannot be rendered.
        resolve(await pool.run('renderPlanned', input, MAX_BATCH_MS).catch(() => []))
      })
    },
    /** A page of the plan; null when it is not rendered here. */
    async take(file: string): Promise<RenderedPage | null> {
      const page = plan.rendered.get(file)
      if (page === undefined) return null
      plan.rendered.delete(file)
      plan.waiting -= 1
      plan.taken.resolve()
      plan.taken = Promise.withResolvers()
      return page
    },
    /** Ends the processes. */
    stop(): void {
      replacePlan([])
      pool.stop()
    },
  }
}

/** Pages that are rendered in batches; those that cannot be are null. */
function startPlan(stale: readonly StalePage[], batchSize: number) {
  const rendered = new Map<string, Promise<RenderedPage | null>>()
  const batches = Array.from({ length: Math.ceil(stale.length / batchSize) }, (_, index) => {
    const pages = stale.slice(index * batchSize, (index + 1) * batchSize)
    const { promise, resolve } = Promise.withResolvers<(RenderedPage | null)[]>()
    for (const [place, { file }] of pages.entries()) {
      rendered.set(
        file,
        promise.then((all) => all[place] ?? null),
      )
    }
    return { pages, resolve }
  })
  /** `waiting`: the pages begun and not taken. `taken` is resolved with the next that is. */
  return { rendered, batches, waiting: 0, taken: Promise.withResolvers<void>() }
}
