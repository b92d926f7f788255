import { join } from 'node:path'
import { parseCopyName } from '../../content/pictures/pictures.ts'
import type { PictureChanges } from '../../content/content-update.ts'
import type { SkippedRow } from '../../content/rows.ts'
import type { Prediction } from '../../domain/newsroom/prediction.ts'
import type { BegunBuild } from '../database/outbox.ts'
import type { PictureStore } from '../pictures/store.ts'
import type { OnProgress } from '../../node/report.ts'
import type { Timings } from '../timings.ts'
import { OverBudgetError, WorkerProcess } from '../../node/worker-process.ts'
import { Prefetch } from './prefetch.ts'
import { type RowKey, rowKeyOf } from './row-key.ts'
import type {
  ContentRead,
  PlannedPages,
  Preview,
  RenderedPage,
  RenderSettings,
  RenderTasks,
  StalePage,
  TriedChange,
  WrittenPage,
} from './render-process.ts'

/** For one page. The slowest real ones, feeds of thirty long stories, take about two seconds. */
const MAX_PAGE_MS = 15_000
/** For everything that is done for all pages together. */
const MAX_STEP_MS = 10 * 60_000
const MAX_HEAP_MB = 2_048
/** Written pages that are not recorded yet, at most. */
const MAX_UNRECORDED = 50
/** How long a publish waits for pictures; later ones are published when they arrive. */
const PICTURE_WAIT_MS = 5_000
/** How long nothing is previewed at an address whose page took too much time or memory: the process ended with it. */
const PREVIEW_PAUSE_MS = 60_000
/** How many copies that pages of a plan are drawn with are made before their turn. */
const COPIES_AHEAD = 100

/** The pages to write and remove next. */
export interface Plan {
  stale: StalePage[]
  /** Number of stale pages, those of later plans included. */
  total: number
  /** `isFirst`: the page of an unpublished story, which goes before others are written. */
  removed: { pathname: string; file: string; isFirst: boolean }[]
}

/**
 * Keeps the content and renders its pages in a process of its own, the render process. One that ended is started again; it
 * goes on from what it stored.
 */
export class Renderer {
  readonly #settings: RenderSettings
  readonly #pictures: PictureStore
  readonly #process: WorkerProcess<RenderTasks>
  readonly #prefetch: Prefetch
  /** Rows whose pages took too much time or memory, by key: they are on no page until they change. */
  readonly #quarantined = new Map<string, RowKey>()
  /** Rows that cannot be published, by key. */
  readonly #skipped = new Map<string, SkippedRow>()
  /** The build that changes are made for. */
  #build = 0
  /** Whether the render process has the content and the bundle. */
  #isOpen = false
  /** Whether it was ended only because nobody needed it: what it stored is as it left it. */
  #isResting = false
  #opening: Promise<void> | null = null
  #isStopped = false
  /** The keys of the known pictures that the render process has, by URL; null: it may have others. */
  #picturesSent: ReadonlyMap<string, string> | null = null
  #newsUntil: number | null = null
  /** The addresses of previews that took too much time or memory not long ago. */
  readonly #heavyPreviews = new Set<string>()
  /** The written pages that are not recorded yet. */
  #unrecorded: WrittenPage[] = []

  constructor(settings: RenderSettings, pictures: PictureStore) {
    const process = { file: join(import.meta.dirname, 'render-process.ts'), maxHeapMb: MAX_HEAP_MB }
    this.#settings = settings
    this.#pictures = pictures
    this.#process = new WorkerProcess<RenderTasks>({ ...process, startingTask: 'open' })
    this.#prefetch = new Prefetch(process, settings, (copy) => pictures.readCopy(copy))
  }

  /** Reads the content and the pictures that it names. */
  async open(timings: Timings, onProgress: OnProgress): Promise<void> {
    const { pictures } = await this.#read()
    timings.mark('read')
    await this.#pictures.ensure(pictures, onProgress)
    timings.mark('pictures')
    await this.#show()
    timings.mark('content')
  }

  /** Imports the bundle, which must have been built. */
  async load(): Promise<void> {
    await this.#process.run('load', undefined, MAX_STEP_MS)
    this.#isOpen = true
  }

  /**
   * Takes over the rows that the events of a build name, with their pictures. Waits no longer for pictures once
   * `nextRequested` is aborted.
   */
  async applyEvents(
    { build_id, events, rows }: Pick<BegunBuild, 'build_id' | 'events' | 'rows'>,
    timings: Timings,
    nextRequested: AbortSignal,
  ): Promise<void> {
    this.#build = build_id ?? this.#build
    await this.#openAgain()
    // Left by an update that failed. Later they would be recorded as showing this change.
    if (this.#unrecorded.length > 0) await this.#record()
    for (const { entity, entity_id: id } of events) {
      this.#quarantined.delete(rowKeyOf({ entity, id }))
      this.#skipped.delete(rowKeyOf({ entity, id }))
    }
    const content = await this.#process.run('read', { build: this.#build, events, rows }, MAX_STEP_MS)
    this.#addSkipped(content)
    timings.mark('read')
    const tooLate = AbortSignal.any([AbortSignal.timeout(PICTURE_WAIT_MS), nextRequested])
    await this.#pictures.ensureUntil(tooLate, content.pictures)
    timings.mark('pictures')
    await this.#show()
    timings.mark('content')
  }

  /** What the publish of a change would write. Rejects when the render process has failed: the next build starts it again. */
  async predict(change: TriedChange): Promise<Prediction> {
    await this.wake()
    this.#requireOpen()
    return this.#process.run('predict', change, MAX_STEP_MS)
  }

  /**
   * The page at an address as it would be after a change that is not made. Its pictures are waited for until it is
   * `tooLate`; without them it is drawn as a page is before its pictures are known. Rejects when the page cannot be drawn,
   * or the render process has failed.
   */
  async preview(change: TriedChange, pathname: string, tooLate: AbortSignal): Promise<Preview> {
    if (this.#heavyPreviews.has(pathname)) throw new Error('it takes too long to draw')
    await this.wake()
    const preview = await this.#preview(change, pathname)
    if (this.#pictures.areDecided(preview.pictures)) return preview
    const isTooLate = tooLate.aborted
    await this.#pictures.ensureUntil(tooLate, preview.pictures)
    return isTooLate ? preview : this.#preview(change, pathname)
  }

  async #preview(change: TriedChange, pathname: string): Promise<Preview> {
    this.#requireOpen()
    const draw = () =>
      this.#process.run('preview', { change, pathname, pictures: this.#pictureChanges() }, MAX_PAGE_MS)
    try {
      const preview = await draw()
      if (preview.missingCopy === null) return preview
      await this.#makeCopy(preview.missingCopy)
      return await draw()
    } catch (error) {
      if (error instanceof OverBudgetError) {
        this.#heavyPreviews.add(pathname)
        setTimeout(() => this.#heavyPreviews.delete(pathname), PREVIEW_PAUSE_MS).unref()
      }
      throw error
    }
  }

  #requireOpen(): void {
    if (!this.#isOpen || !this.#process.isRunning()) throw new Error('the content is not open')
  }

  /** When the site map of news will change by itself, in ms since 1970; null: not before the next publish. */
  get newsUntil(): number | null {
    return this.#newsUntil
  }

  /** The rows that cannot be published. */
  skipped(): SkippedRow[] {
    return [...this.#skipped.values()]
  }

  /** The copies of pictures that written pages name, each with the number of these pages. */
  pictureUses(): Promise<[file: string, pages: number][]> {
    return this.#process.run('pictureUses', undefined, MAX_STEP_MS)
  }

  /** The pictures among `urls` that written pages show. */
  async shownPictures(urls: readonly string[]): Promise<string[]> {
    if (urls.length === 0) return []
    await this.#record()
    return this.#process.run('shownPictures', { urls }, MAX_STEP_MS)
  }

  /** Marks the pages that name one of these copies as stale. */
  invalidateNaming(copies: readonly string[]): Promise<void> {
    return this.#process.run('invalidateNaming', { copies }, MAX_STEP_MS)
  }

  /** The files of all pages. */
  files(): Promise<string[]> {
    return this.#process.run('files', undefined, MAX_STEP_MS)
  }

  /** The next of these pages that are not written as they are now, without those at the addresses `except`. */
  async plan(except: readonly string[], wanted: PlannedPages): Promise<Plan> {
    await this.#openAgain()
    const plan = await this.#recording((written) =>
      this.#process.run('plan', { except, wanted, written }, MAX_STEP_MS),
    )
    // What the last pages need is made while the first ones are rendered.
    for (const { copy } of plan.stale.filter((page) => page.copy !== null).slice(0, COPIES_AHEAD))
      if (copy !== null) void this.#pictures.readCopy(copy).catch(() => undefined)
    this.#prefetch.begin(plan.stale)
    return plan
  }

  /**
   * Renders a page of the last plan, whose pages have to be rendered in their order. Rejects with an OverBudgetError when
   * the page takes too much time or memory.
   */
  async render({ file, copy }: StalePage): Promise<RenderedPage> {
    if (copy !== null) await this.#makeCopy(copy)
    const page = await this.#prefetch.take(file)
    if (page === null)
      return this.#recording((written) => this.#process.run('render', { file, written }, MAX_PAGE_MS))
    if (this.#unrecorded.length >= MAX_UNRECORDED) await this.#record()
    return page
  }

  /** Makes a copy of a picture that a page is drawn with. */
  async #makeCopy(copy: string): Promise<void> {
    const key = parseCopyName(copy)?.key
    if (key !== undefined && !(await this.#pictures.copyNamed(key, [copy], 'high')))
      throw new Error('its picture cannot be copied')
  }

  /** Stops rendering the last plan ahead: a publish that goes before the rest of it needs the cores. */
  dropPlan(): void {
    this.#prefetch.drop()
  }

  /** Notes that a page was written; recorded with the next task. */
  written(page: WrittenPage): void {
    this.#unrecorded.push(page)
  }

  /** Records that the files of removed pages are gone. Resolves with the copies of pictures that they named. */
  removed(pathnames: readonly string[]): Promise<string[][]> {
    return this.#process.run('removed', { pathnames }, MAX_STEP_MS)
  }

  /** Skips a stale page until it shows something else. */
  async skipPage({ pathname }: StalePage): Promise<void> {
    await this.#openAgain()
    await this.#process.run('skipPage', { pathname }, MAX_STEP_MS)
  }

  /** Leaves a row out of all pages until it changes. */
  async quarantine(row: RowKey): Promise<void> {
    this.#quarantined.set(rowKeyOf(row), row)
    await this.#openAgain()
    await this.#process.run('quarantine', row, MAX_STEP_MS)
    this.#prefetch.forget()
  }

  isQuarantined(row: RowKey): boolean {
    return this.#quarantined.has(rowKeyOf(row))
  }

  /** Ends the render process until it is needed, which gives back its memory. Call it between two builds. */
  rest(): void {
    if (!this.#isOpen || !this.#process.isRunning()) return
    this.#isResting = true
    this.#process.stop()
  }

  /** Starts the render process when it rests. */
  async wake(): Promise<void> {
    if (this.#isResting || this.#opening !== null) await this.#openAgain()
  }

  stop(): void {
    this.#isStopped = true
    this.#process.stop()
    this.#prefetch.stop()
  }

  /** Opens the content in a new render process, which has all pages that were written until now. */
  async #read(): Promise<ContentRead> {
    this.#isOpen = false
    this.#picturesSent = null
    this.#prefetch.forget()
    // What it may have read of the last opening, which failed, is read again.
    this.#process.stop()
    const content = await this.#start({ isCurrent: false })
    this.#skipped.clear()
    this.#addSkipped(content)
    return content
  }

  async #start({ isCurrent }: { isCurrent: boolean }): Promise<ContentRead> {
    if (this.#isStopped) throw new Error('The publisher has stopped')
    const settings = this.#settings
    const build = this.#build
    const quarantined = [...this.#quarantined.values()]
    return this.#recording((written) =>
      this.#process.run('open', { settings, build, quarantined, written, isCurrent }, MAX_STEP_MS),
    )
  }

  #addSkipped({ skipped }: ContentRead): void {
    for (const row of skipped) this.#skipped.set(rowKeyOf(row), row)
  }

  /** Applies the change that was read, with the pictures known so far. */
  async #show(): Promise<void> {
    const known = new Map(this.#pictures.index)
    const { put: pictures, gone: forgotten } = this.#pictureChanges()
    const all = this.#picturesSent === null
    this.#newsUntil = await this.#process.run('show', { pictures, forgotten, all }, MAX_STEP_MS)
    this.#prefetch.forget()
    this.#picturesSent = new Map(Array.from(known, ([url, { key }]) => [url, key]))
  }

  /** Pictures that are new or changed for the render process, and pictures it has to drop. */
  #pictureChanges(): PictureChanges {
    const { index } = this.#pictures
    return {
      put: [...index].filter(([url, { key }]) => this.#picturesSent?.get(url) !== key),
      gone: [...(this.#picturesSent?.keys() ?? [])].filter((url) => !index.has(url)),
    }
  }

  /** Once, however many ask for it. */
  async #openAgain(): Promise<void> {
    if (this.#opening === null && this.#isOpen && this.#process.isRunning()) return
    this.#opening ??= this.#openNow().finally(() => (this.#opening = null))
    await this.#opening
  }

  async #openNow(): Promise<void> {
    const isResting = this.#isResting
    this.#isResting = false
    if (isResting && (await this.#goOn())) return
    const { pictures } = await this.#read()
    await this.#pictures.ensureUntil(AbortSignal.timeout(PICTURE_WAIT_MS), pictures)
    await this.#show()
    await this.load()
  }

  /** Goes on with the content that the resting process has stored. False when that fails: then it is read again. */
  async #goOn(): Promise<boolean> {
    try {
      await this.#start({ isCurrent: true })
      await this.load()
      return true
    } catch {
      return false
    }
  }

  /** Runs a task that records the written pages as well. Should it fail, they are recorded with the next one. */
  async #recording<T>(run: (written: WrittenPage[]) => Promise<T>): Promise<T> {
    const written = this.#unrecorded
    this.#unrecorded = []
    try {
      return await run(written)
    } catch (error) {
      this.#unrecorded = [...written, ...this.#unrecorded]
      throw error
    }
  }

  #record(): Promise<void> {
    return this.#recording((written) => this.#process.run('record', { written }, MAX_STEP_MS))
  }
}
