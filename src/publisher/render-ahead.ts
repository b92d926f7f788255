import { availableParallelism } from 'node:os'
import { forEachLimit } from './for-each-limit.ts'
import type { RenderedPage, SiteSettings, SiteTasks, StalePage } from './site-process.ts'
import { type WorkProcessOptions, openWorkPool } from './work-process.ts'

/** Pages of a plan for which processes are started. */
const MANY_PAGES = 100
/** The first pages of a plan are rendered where the content is, which takes as long as to start the processes. */
const FIRST_PAGES = 20
/** Pages in one task, and how long they may take together. */
const BATCH = 10
const MAX_BATCH_MS = 30_000
const MAX_PROCESSES = 8
/** How long a process waits for another plan. */
const MAX_IDLE_MS = 2_000

/**
 * Renders the pages of long plans in as many processes as there are processor cores. They read the content from its file,
 * and keep nothing that is not there.
 */
export function createAheadRenderer(options: WorkProcessOptions, settings: SiteSettings) {
  const size = Math.min(MAX_PROCESSES, availableParallelism())
  const pool = openWorkPool<SiteTasks>({ ...options, maxIdleMs: MAX_IDLE_MS }, size)
  let version = 0
  /** The pages of the last plan, by file; those that could not be rendered are null. */
  let rendered = new Map<string, Promise<RenderedPage | null>>()

  return {
    /** To be called after each change of the content. Gives up what is not rendered yet. */
    forget(): void {
      version += 1
      rendered = new Map()
    },
    /** Begins to render a plan, if it is long. */
    begin(stale: readonly StalePage[]): void {
      const current = (rendered = new Map())
      if (size < 2 || stale.length < MANY_PAGES) return
      const later = stale.slice(FIRST_PAGES)
      const batches = Array.from({ length: Math.ceil(later.length / BATCH) }, (_, index) => {
        const pages = later.slice(index * BATCH, (index + 1) * BATCH)
        const { promise, resolve } = Promise.withResolvers<(RenderedPage | null)[]>()
        for (const [place, { file }] of pages.entries())
          current.set(
            file,
            promise.then((all) => all[place] ?? null),
          )
        return { pages: pages.map((page) => [page.file, page] as const), resolve }
      })
      void forEachLimit(batches, size, async ({ pages, resolve }) => {
        if (rendered !== current) return
        const task = pool.run('renderPlanned', { settings, version, pages }, MAX_BATCH_MS)
        // Alone, each page tells by itself why it cannot be rendered.
        resolve(await task.catch(() => []))
      })
    },
    /** A page of the plan; null when it is not rendered here. */
    async take(file: string): Promise<RenderedPage | null> {
      const page = rendered.get(file)
      rendered.delete(file)
      return (await page) ?? null
    },
    /** Ends the processes. */
    stop(): void {
      rendered = new Map()
      pool.stop()
    },
  }
}
