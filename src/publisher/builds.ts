import { join } from 'node:path'
import type { readDelivery } from '../backend/env/delivery-env.ts'
import type { SkippedRow } from '../content/rows.ts'
import type { Prediction } from '../domain/newsroom/prediction.ts'
import { reportProgress } from '../node/report.ts'
import { Build } from './build.ts'
import { markBuilt } from './built-mark.ts'
import type { Lease } from './database/lease.ts'
import { type BegunBuild, type BuildKind, Outbox } from './database/outbox.ts'
import type { BuildStats } from './timings.ts'
import { IndexNow } from './delivery/index-now.ts'
import { Mirror } from './delivery/mirror.ts'
import { ReaderChecks, pagesToAsk } from './delivery/reader-check.ts'
import { SiteDelivery } from './delivery/site-delivery.ts'
import { type Site, type SiteOptions, openSite } from './open-site.ts'
import { PictureJobs } from './pictures/background-jobs.ts'
import type { NextRun } from './publish-loop.ts'
import type { Preview, TriedChange } from './rendering/render-process.ts'
import type { SiteUpdate, UpdateOptions } from './update-site.ts'

/** How soon pictures that could not be fetched are tried again. */
const PICTURE_RETRY_MS = 30_000
/** A scheduled event is looked for this much after it is due, as timers may fire a little early. */
const DUE_SLACK_MS = 20
/** An import is whole when nothing more came for so long; it is waited for no longer than this. */
const IMPORT_PAUSE_MS = 1_000
const MAX_IMPORT_WAIT_MS = 30_000
/** How long the render process stays after a build, and after somebody was at work in the admin. */
const REST_AFTER_BUILD_MS = 30_000
const REST_AFTER_WORK_MS = 10 * 60_000
/** Events of an import that are carried out in one part: a publish waits for the part to end. */
const MAX_PART = 100

type DeliverySettings = NonNullable<ReturnType<typeof readDelivery>>

export interface BuildOptions extends SiteOptions {
  /** Asked before each write. */
  lease: Lease
  /** The bucket that the site is delivered to, too; null: none. */
  delivery: DeliverySettings | null
  /** Whether the render process ends while nobody is at work; `stayAwake` has to be called when somebody is. */
  mayRest?: boolean
  /** Called after each successful build. */
  onPublished?(stats: BuildStats): void
}

/** Runs builds, one at a time: reads what is due, updates the site by it, delivers it, and records how that ended. */
export class Builds {
  readonly #options: BuildOptions
  readonly #outbox: Outbox
  readonly #site: Site
  readonly #delivery: SiteDelivery
  readonly #pictureJobs: PictureJobs
  readonly #readerChecks: ReaderChecks
  readonly #indexNow: IndexNow
  /** The build of the opening, which `run('full')` ends, and when it was begun. */
  readonly #first: { build: Build; begunAt: number }
  /** The files written and removed by builds that are not live: the next one asks the public address for them. */
  readonly #changed = new Set<string>()
  /** Of pages: what the last build that looked at all of them could not publish. */
  #pageProblems: readonly SkippedRow[] = []
  #newsTimer: NodeJS.Timeout | undefined
  #restTimer: NodeJS.Timeout | undefined
  /** When the render process may rest, by `performance.now()`. */
  #restAt = 0
  #isRunning = false
  /** The lines of all that is recorded as not published. */
  #problemsOnRecord: string | null = null

  /**
   * Opens the site, as the first part of the first build. Rejects when the site cannot be bundled or the backend not read.
   */
  static async open(options: BuildOptions): Promise<Builds> {
    const outbox = new Outbox(options.supabaseUrl, options.secretKey, options.lease)
    const build = await Build.begin(outbox, 'full')
    const first = { build, begunAt: performance.now() }
    return build.recordingFailure(options.signal, async () => {
      const mirror = openMirror(options)
      try {
        return new Builds(options, outbox, first, await openSite(options, build.timings), mirror)
      } catch (error) {
        await mirror?.close()
        throw error
      }
    })
  }

  private constructor(
    options: BuildOptions,
    outbox: Outbox,
    first: { build: Build; begunAt: number },
    site: Site,
    mirror: Mirror | null,
  ) {
    this.#options = options
    this.#outbox = outbox
    this.#first = first
    this.#site = site
    this.#delivery = new SiteDelivery(mirror, options.lease.isTakenOver, options.onDue)
    this.#pictureJobs = new PictureJobs({ ...options, store: site.pictures, onChange: options.onDue })
    this.#indexNow = new IndexNow({ ...options, folder: options.distDir })
    this.#readerChecks = new ReaderChecks({
      siteUrl: options.siteUrl,
      folder: options.distDir,
      purge: (files) => this.#delivery.purgeAgain(files),
      report: options.report,
    })
  }

  /** Runs one build: see PublishLoopOptions. */
  async run(kind: BuildKind, next: NextRun): Promise<number> {
    this.#isRunning = true
    try {
      return await (kind === 'full' ? this.#runFirst(next) : this.#runNext(kind, next))
    } finally {
      this.#isRunning = false
      this.#restIn(REST_AFTER_BUILD_MS)
    }
  }

  /** Somebody is at work: what they publish or look at next finds the render process running. */
  stayAwake(): void {
    this.#restIn(REST_AFTER_WORK_MS)
    // One that cannot be started fails the next build, which says so.
    if (!this.#isRunning) this.#site.renderer.wake().catch(() => undefined)
  }

  predict(change: TriedChange): Promise<Prediction> {
    this.#restIn(REST_AFTER_WORK_MS)
    return this.#site.renderer.predict(change)
  }

  /** See `preview` in renderer.ts. */
  preview(change: TriedChange, pathname: string, tooLate: AbortSignal): Promise<Preview> {
    this.#restIn(REST_AFTER_WORK_MS)
    return this.#site.renderer.preview(change, pathname, tooLate)
  }

  /** See `copyAhead` in pictures/store.ts. */
  pictureCopy(file: string): Promise<{ file: string; bytes: Uint8Array } | null> {
    return this.#site.pictures.copyAhead(file)
  }

  /** How many copies of pictures are not made. */
  copiesLeft(): number {
    return this.#site.copiesLeft()
  }

  /** Resolves when no picture is fetched or copied in the background, with whether any was. */
  picturesIdle(): Promise<boolean> {
    return this.#site.picturesIdle()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#newsTimer)
    clearTimeout(this.#restTimer)
    await this.#readerChecks.stop()
    // The jobs wait for processes of the site, which it ends.
    await Promise.all([this.#pictureJobs.stop(), this.#site.stop()])
    await this.#delivery.close()
  }

  /** The first build: renders every page that is not on record as current. */
  async #runFirst(next: NextRun): Promise<number> {
    const { build, begunAt } = this.#first
    next.dueIn(Math.max(0, nextDueMs(build.begun) - (performance.now() - begunAt)))
    const built = build.recordingFailure(this.#options.signal, async () => {
      const onProgress = reportProgress(this.#options.report, 'rendering pages')
      await this.#publish(build, next, { steps: 'few at a time', onProgress })
      await markBuilt(this.#options)
    })
    // Not beside it, which would take longer.
    await built.finally(() => {
      this.#pictureJobs.removeUnused()
      this.#pictureJobs.proposeMissing()
    })
    return 0
  }

  /** Any later build: claims what is due and renders what it changed. */
  async #runNext(kind: BuildKind, next: NextRun): Promise<number> {
    const build = await Build.begin(this.#outbox, kind)
    this.#pictureJobs.retryFailed()
    const dueMs = nextDueMs(build.begun)
    next.dueIn(dueMs)
    // More may have come meanwhile, or did not fit into one build.
    const afterMs = build.isEmpty ? dueMs : await this.#renderChanges(build, next)
    return Math.min(afterMs, this.#pictureRetryMs())
  }

  /** Renders what the events of a build changed. Resolves with the ms until the next event is due. */
  async #renderChanges(build: Build, next: NextRun): Promise<number> {
    build.timings.mark('outbox')
    const dueMs = await build.recordingFailure(this.#options.signal, async () => {
      const { begun, isPreempting } = build
      if (begun.is_many) await this.#takeOver(build, next, { begun, joins: !isPreempting })
      else await this.#apply(build, begun, next)
      return this.#publish(build, next, { steps: build.steps })
    })
    this.#pictureJobs.prefetch(build.files)
    return dueMs
  }

  /**
   * Takes over the rows that `begun` names (null: what has become due is claimed first), a part at a time, and what becomes
   * due meanwhile: a publish goes before the rest, an import joins it where `joins`. More of an import is waited for, so that
   * the pages that several parts of it change are rendered once.
   */
  async #takeOver(
    build: Build,
    next: NextRun,
    { begun, joins }: { begun: BegunBuild | null; joins: boolean },
  ): Promise<void> {
    const parts = begun === null ? [] : partsOf(begun)
    let isImport = begun?.is_import ?? false
    let isMore = begun?.has_more ?? true
    const joinsUntil = performance.now() + MAX_IMPORT_WAIT_MS
    for (;;) {
      const part = parts.shift()
      if (part !== undefined) await this.#apply(build, part, next)
      const canJoin = performance.now() < joinsUntil
      // Stories that come one by one would keep the build from its end.
      const isDue = next.requested.aborted && (isImport || parts.length > 0)
      if ((isMore || isDue) && (canJoin || parts.length > 0)) {
        next.claimPublish()
        const claimed = await build.claimMore({ joins: joins && canJoin })
        const more = claimed instanceof Build ? claimed.begun : claimed.joined
        next.dueIn(nextDueMs(more))
        isMore = more.has_more && more.build_id !== null
        if (!(claimed instanceof Build)) {
          parts.push(...partsOf(more))
          isImport ||= more.is_import
        } else if (!claimed.isEmpty)
          await build.preempt(async () => void (await this.#renderChanges(claimed, next)))
      } else if (parts.length === 0) {
        const isAwaited = isImport && canJoin
        if (!isAwaited || !(await isRequestedWithin(next, IMPORT_PAUSE_MS))) return
      }
    }
  }

  /** Takes over the rows that events of a build name. */
  async #apply(build: Build, { events, rows }: Part, next: NextRun): Promise<void> {
    const { renderer } = this.#site
    const { build_id } = build.begun
    await renderer.applyEvents({ build_id, events, rows }, build.timings, next.requested)
  }

  /** Updates the site, delivers it and records the build as live. Resolves with the ms until the next event is due. */
  async #publish(
    build: Build,
    next: NextRun,
    options: Pick<UpdateOptions, 'steps' | 'onProgress'>,
  ): Promise<number> {
    await this.#delivery.pause()
    const update = await this.#update(build, next, options).catch((error: unknown) => {
      this.#delivery.resume()
      throw error
    })
    const written = new Set([...update.firstFiles, ...this.#site.takeChanged()])
    // Files of the preempted builds are checked when those builds are live.
    const files = build.isPreempting ? written : written.union(this.#changed)
    for (const file of written) this.#changed.add(file)
    if (build.isPreempting) await this.#delivery.deliverNow(written)
    else {
      await this.#delivery.deliver(written, update.firstFiles, {
        get requested() {
          return next.requested
        },
        // Its pages are written: an import waits for the next build.
        run: () => this.#takeOver(build, next, { begun: null, joins: false }),
      })
    }
    build.timings.mark('delivery')
    return this.#recordLive(build, update, files)
  }

  #update(
    build: Build,
    next: NextRun,
    options: Pick<UpdateOptions, 'steps' | 'onProgress'>,
  ): Promise<SiteUpdate> {
    const preemption = {
      isRequested: () => next.requested.aborted && build.isPreemptable && this.#delivery.mayGoInParts(),
      run: async () => {
        const written = this.#site.takeChanged()
        for (const file of written) this.#changed.add(file)
        this.#delivery.addLater(written)
        const joins = !build.isPreempting
        await build.preempt(() => this.#takeOver(build, next, { begun: null, joins }))
        await this.#delivery.pause()
      },
    }
    return this.#site.update(build.timings, {
      ...options,
      rows: build.rows,
      firstRows: build.latestRows,
      sinceBuild: build.sinceBuild,
      preemption: options.steps === 'all together' ? null : preemption,
    })
  }

  /** Lets the render process rest in `ms`, or later when somebody is at work. */
  #restIn(ms: number): void {
    if (this.#options.mayRest !== true) return
    const now = performance.now()
    this.#restAt = Math.max(this.#restAt, now + ms)
    clearTimeout(this.#restTimer)
    // The end of a build that runs then sets the timer again.
    const rest = () => void (this.#isRunning || this.#site.renderer.rest())
    this.#restTimer = setTimeout(rest, this.#restAt - now).unref()
  }

  #pictureRetryMs(): number {
    return this.#site.pictures.failedFetches.size > 0 ? PICTURE_RETRY_MS : Infinity
  }

  async #recordLive(build: Build, update: SiteUpdate, files: ReadonlySet<string>): Promise<number> {
    const { renderer, pictures } = this.#site
    const stats = build.timings.stats(update)
    const ofPages = build.isPreempting ? [...this.#pageProblems, ...update.problems] : update.problems
    if (!build.isPreempting) this.#pageProblems = update.problems
    const refused = pictures.refused()
    const shown = new Set(await renderer.shownPictures(refused.map(({ id }) => id)))
    await this.#recordProblems([
      ...renderer.skipped(),
      ...ofPages,
      ...refused.filter(({ id }) => shown.has(id)),
    ])
    const isAsked = pagesToAsk([...files]).length > 0
    const next_due_ms = await build.finish({ ...stats, is_asked: isAsked })
    for (const file of files) this.#changed.delete(file)
    if (isAsked)
      this.#readerChecks.begin([...files], (readers) => this.#outbox.recordReaders(build.begun, readers))
    this.#announce(build, update, files)
    this.#options.onPublished?.(stats)
    this.#awaitOldNews()
    return nextDueMs({ next_due_ms })
  }

  /**
   * Tells search engines of what a build has changed: not of what a new version of the code, a copy of a picture or an import
   * has. Beside an import, of the pages of the other rows alone: lists have changed by both.
   */
  #announce({ rows, announcedRows }: Build, { owners }: SiteUpdate, files: ReadonlySet<string>): void {
    if (announcedRows.size === 0) return
    const isAll = announcedRows.size === rows.size
    this.#indexNow.tell(
      isAll ? files : [...files].filter((file) => announcedRows.has(owners.get(file) ?? '')),
    )
  }

  /** Makes a build due when a story is no longer news. */
  #awaitOldNews(): void {
    clearTimeout(this.#newsTimer)
    const { newsUntil } = this.#site.renderer
    if (newsUntil === null) return
    const { onDue } = this.#options
    this.#newsTimer = setTimeout(onDue, Math.max(0, newsUntil - Date.now()) + DUE_SLACK_MS)
  }

  /** Reports and records what is not published as it should be, when that has changed. */
  async #recordProblems(problems: readonly SkippedRow[]): Promise<void> {
    const lines = problems.map(({ entity, id, reason }) => `not published: ${entity} ${id}: ${reason}`)
    if (this.#problemsOnRecord === lines.join('\n')) return
    const known = new Set(this.#problemsOnRecord?.split('\n'))
    for (const line of lines) if (!known.has(line)) this.#options.report(line)
    await this.#outbox.recordProblems(problems)
    this.#problemsOnRecord = lines.join('\n')
  }
}

function openMirror({ delivery, distDir, dataDir, siteUrl, lease, report }: BuildOptions): Mirror | null {
  if (delivery === null) return null
  const recordFile = join(dataDir, 'publisher/delivery.sqlite')
  return new Mirror({ ...delivery, folder: distDir, recordFile, siteUrl, lease, report })
}

/** Events of a build, with the rows that they name; `rows` null: the rows have to be read. */
type Part = Pick<BegunBuild, 'events' | 'rows'>

/** What was claimed, in parts of at most MAX_PART events where the rows have to be read. */
function partsOf({ events, rows }: Part): Part[] {
  if (rows !== null) return [{ events, rows }]
  const count = Math.ceil(events.length / MAX_PART)
  return Array.from({ length: count }, (_, n) => ({
    events: events.slice(n * MAX_PART, (n + 1) * MAX_PART),
    rows,
  }))
}

/** Resolves with whether the next run is requested within `ms`. */
async function isRequestedWithin({ requested }: NextRun, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  requested.addEventListener('abort', () => resolve())
  if (!requested.aborted) await promise
  clearTimeout(timer)
  return requested.aborted
}

/** In how many ms, counted from the begin or the end of a build, the next event is looked for. */
function nextDueMs({ next_due_ms }: Pick<BegunBuild, 'next_due_ms'>): number {
  if (next_due_ms === null) return Infinity
  return next_due_ms <= 0 ? 0 : next_due_ms + DUE_SLACK_MS
}
