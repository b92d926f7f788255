import { join } from 'node:path'
import type { SkippedRow } from '../../content/rows.ts'
import type { Prediction } from '../../domain/prediction.ts'
import type { BegunBuild } from '../database/outbox.ts'
import type { PictureStore } from '../pictures/store.ts'
import type { OnProgress } from '../../node/report.ts'
import type { Timings } from '../database/timings.ts'
import { WorkerProcess } from '../../node/worker-process.ts'
import { createAheadRenderer } from './prefetch.ts'
import { type RowKey, rowKeyOf } from './row-key.ts'
import type {
  ContentRead,
  PlannedPages,
  RenderedPage,
  SiteSettings,
  SiteTasks,
  StalePage,
  TriedChange,
  WrittenPage,
} from './render-process.ts'

/** For one page. The slowest real ones, feeds of thirty long stories, take about two seconds. */
const MAX_PAGE_MS = 15_000
/** For everything that is done for all pages together. */
const MAX_STEP_MS = 10 * 60_000
const MAX_HEAP_MB = 2_048
/** Written pages are recorded at the latest when they are so many. */
const MAX_UNRECORDED = 50
/** How long a publish waits for pictures; those that come later are published then. */
const PICTURE_WAIT_MS = 5_000

/** What is to be written next. */
export interface Plan {
  stale: StalePage[]
  /** How many pages are to be written, those of later plans included. */
  total: number
  gone: { pathname: string; file: string }[]
}

export type SiteRenderer = ReturnType<typeof createSiteRenderer>

/**
 * Keeps the content and renders its pages in a process of its own. One that ended is started again; it goes on from what
 * it stored.
 */
export function createSiteRenderer(settings: SiteSettings, pictures: PictureStore) {
  const processOptions = { file: join(import.meta.dirname, 'render-process.ts'), maxHeapMb: MAX_HEAP_MB }
  const site = new WorkerProcess<SiteTasks>({ ...processOptions, startingTask: 'open' })
  const ahead = createAheadRenderer(processOptions, settings)
  const setAside = new Map<string, RowKey>()
  const leftOut = new Map<string, SkippedRow>()
  /** The build that changes are made for. */
  let build = 0
  let isOpen = false
  let isStopped = false
  /** The URLs of the known pictures that the process has; null: it may have others. */
  let picturesSent: Set<string> | null = null
  /** The written pages that are not recorded yet. */
  let written: WrittenPage[] = []

  async function read(): Promise<ContentRead> {
    if (isStopped) throw new Error('The publisher has stopped')
    isOpen = false
    picturesSent = null
    ahead.forget()
    // What it may have read of the last opening, which failed, is read again.
    site.stop()
    const content = await recording((unrecorded) =>
      site.run(
        'open',
        { settings, build, setAside: [...setAside.values()], written: unrecorded },
        MAX_STEP_MS,
      ),
    )
    leftOut.clear()
    addLeftOut(content)
    return content
  }

  function addLeftOut(content: ContentRead): void {
    for (const row of content.leftOut) leftOut.set(rowKeyOf(row), row)
  }

  async function show(): Promise<void> {
    const known = new Map(pictures.index)
    const sent = picturesSent ?? new Set<string>()
    const added = [...known].filter(([url]) => !sent.has(url))
    const gone = [...sent].filter((url) => !known.has(url))
    await site.run('show', { pictures: added, gone, all: picturesSent === null }, MAX_STEP_MS)
    ahead.forget()
    picturesSent = new Set(known.keys())
  }

  async function load(): Promise<void> {
    await site.run('load', undefined, MAX_STEP_MS)
    isOpen = true
  }

  async function openAgain(): Promise<void> {
    if (isOpen && site.isRunning()) return
    const { pictureUrls } = await read()
    await pictures.ensureUntil(AbortSignal.timeout(PICTURE_WAIT_MS), pictureUrls)
    await show()
    await load()
  }

  /** Runs a task that records the written pages as well. Should it fail, they are recorded with the next one. */
  async function recording<T>(run: (unrecorded: WrittenPage[]) => Promise<T>): Promise<T> {
    const taken = written
    written = []
    try {
      return await run(taken)
    } catch (error) {
      written = [...taken, ...written]
      throw error
    }
  }

  const record = () => recording((unrecorded) => site.run('record', { written: unrecorded }, MAX_STEP_MS))

  return {
    /** Reads the content and the pictures that it names. */
    async open(timings: Timings, onProgress: OnProgress): Promise<void> {
      const { pictureUrls } = await read()
      timings.mark('read')
      await pictures.ensure(pictureUrls, onProgress)
      timings.mark('pictures')
      await show()
      timings.mark('content')
    },
    /** Imports the bundle, which has to be there by now. */
    load,
    /**
     * Takes over the rows that the events of a build name, with their pictures. Returns the files that are new. Waits no
     * longer for pictures once `nextRequested` is aborted.
     */
    async applyEvents(
      { build_id, events, rows }: Omit<BegunBuild, 'next_due_ms'>,
      timings: Timings,
      nextRequested: AbortSignal,
    ): Promise<ContentRead['uploads']> {
      build = build_id ?? build
      await openAgain()
      // Left by an update that failed. Later they would be recorded as showing this change.
      if (written.length > 0) await record()
      for (const { entity, entity_id: id } of events) {
        setAside.delete(rowKeyOf({ entity, id }))
        leftOut.delete(rowKeyOf({ entity, id }))
      }
      const content = await site.run('read', { build, events, rows }, MAX_STEP_MS)
      addLeftOut(content)
      timings.mark('read')
      const tooLate = AbortSignal.any([AbortSignal.timeout(PICTURE_WAIT_MS), nextRequested])
      await pictures.ensureUntil(tooLate, content.pictureUrls)
      timings.mark('pictures')
      await show()
      timings.mark('content')
      return content.uploads
    },
    /** Rejects when the process has ended: the next build starts it again. */
    async predict(change: TriedChange): Promise<Prediction> {
      if (!isOpen || !site.isRunning()) throw new Error('the content is not open')
      return site.run('predict', change, MAX_STEP_MS)
    },
    /** The rows that cannot be published. */
    leftOut: (): SkippedRow[] => [...leftOut.values()],
    /** The copies of pictures that written pages name, each with the number of these pages. */
    pictureUses: () => site.run('pictureUses', undefined, MAX_STEP_MS),
    /** Those of these pictures that written pages show. */
    async shownPictures(urls: readonly string[]): Promise<string[]> {
      if (urls.length === 0) return []
      await record()
      return site.run('shownPictures', { urls }, MAX_STEP_MS)
    },
    /** Has the pages written again that name one of these copies. */
    invalidateNaming: (copies: readonly string[]) => site.run('invalidateNaming', { copies }, MAX_STEP_MS),
    /** The files of all pages. */
    files: () => site.run('files', undefined, MAX_STEP_MS),
    /** The next of these pages that are not written as they are now, without those at the addresses `except`. */
    async plan(except: readonly string[], wanted: PlannedPages): Promise<Plan> {
      await openAgain()
      const plan = await recording((unrecorded) =>
        site.run('plan', { except, wanted, written: unrecorded }, MAX_STEP_MS),
      )
      ahead.begin(plan.stale)
      return plan
    },
    /**
     * Renders a page of the last plan; its pages are to be rendered in their order. Rejects with an OverBudgetError when
     * the page takes too much time or memory.
     */
    async render({ file }: StalePage): Promise<RenderedPage> {
      const page = await ahead.take(file)
      if (page === null)
        return recording((unrecorded) => site.run('render', { file, written: unrecorded }, MAX_PAGE_MS))
      if (written.length >= MAX_UNRECORDED) await record()
      return page
    },
    /** Notes that a page was written; recorded with the next task. */
    written: (page: WrittenPage) => void written.push(page),
    /** Records that the files of gone pages are removed. Resolves with the copies of pictures that they named. */
    removed: (pathnames: readonly string[]) => site.run('removed', { pathnames }, MAX_STEP_MS),
    /** Leaves a page as it is until it shows something else. */
    async giveUp({ pathname }: StalePage): Promise<void> {
      await openAgain()
      await site.run('giveUp', { pathname }, MAX_STEP_MS)
    },
    /** Leaves a row out of all pages until it changes. */
    async setAside(row: RowKey): Promise<void> {
      setAside.set(rowKeyOf(row), row)
      await openAgain()
      await site.run('setAside', row, MAX_STEP_MS)
      ahead.forget()
    },
    isSetAside: (row: RowKey) => setAside.has(rowKeyOf(row)),
    stop(): void {
      isStopped = true
      site.stop()
      ahead.stop()
    },
  }
}
