import { join } from 'node:path'
import type { readDelivery } from '../backend/delivery-env.ts'
import type { SkippedRow } from '../content/rows.ts'
import { messageOf, reportProgress } from '../node/report.ts'
import { writeFileAtomic } from '../node/write-file-atomic.ts'
import { Mirror } from './delivery/mirror.ts'
import type { Lease } from './database/lease.ts'
import { type SiteOptions, builtMarkOf, openSite } from './open-site.ts'
import { type BegunBuild, type BuildKind, Outbox } from './database/outbox.ts'
import type { NextRun } from './publish-loop.ts'
import { PictureJobs } from './pictures/background-jobs.ts'
import { ReaderChecks, pagesToAsk } from './delivery/reader-check.ts'
import { rowKeyOf } from './rendering/row-key.ts'
import type { Overtaking, SiteUpdate, UpdateOptions, UpdateSteps } from './site-update.ts'
import { type BuildStats, Timings } from './database/timings.ts'

/** How soon pictures that could not be fetched are tried again. */
const PICTURE_RETRY_MS = 30_000
/**
 * How long after another publisher the bucket is compared once more: what that one was sending when it was paused may
 * arrive late. Servers drop a request that stands still for a minute or less.
 */
const COMPARE_AGAIN_MS = 120_000
/** The files of a build, up to so many, are delivered together: that takes no longer than a publish takes to go before. */
const MAX_URGENT_FILES = 500
/** A scheduled event is looked for this much after it is due, as timers may fire a little early. */
const DUE_SLACK_MS = 20

type Delivery = NonNullable<ReturnType<typeof readDelivery>>

export interface BuildOptions extends SiteOptions {
  secretKey: string
  /** Asked before each write. */
  lease: Lease
  /** The bucket that the site is delivered to, too; null: none. */
  delivery: Delivery | null
  /** Called after each successful build. */
  onPublished?(stats: BuildStats): void
}

export type Builds = Awaited<ReturnType<typeof openBuilds>>

/** What a build is told of others: the run that is requested next, and the builds that it goes before, which then go on. */
interface Run {
  next: NextRun
  overtaken: readonly BegunBuild[]
}

/**
 * Opens the site, as the first part of the first build. Builds are begun and ended in the outbox, with what they took
 * or why they failed. Rejects when the site cannot be bundled or the backend not read.
 */
export async function openBuilds(options: BuildOptions) {
  const { report, lease } = options
  const outbox = new Outbox(options.supabaseUrl, options.secretKey, lease)
  /** Builds whose success was sent. If that request failed, the database may have it all the same: they have not failed. */
  const sentAsLive = new WeakSet<BegunBuild>()
  const startTimings = new Timings()
  const firstBuild = await outbox.begin('full')
  const firstBegun = performance.now()
  const { mirror, site } = await recordFailure(firstBuild, startTimings, async () => {
    const mirror = openDelivery(options)
    try {
      return { mirror, site: await openSite(options, startTimings) }
    } catch (error) {
      await mirror?.close()
      throw error
    }
  })
  const pictureJobs = new PictureJobs({ ...options, store: site.pictures, onChange: options.onDue })
  /** How many comparisons of the bucket with the folder are asked for, and done: between them only changes are sent. */
  let wantedComparisons = 1
  let comparisons = 0
  const isCompared = () => comparisons === wantedComparisons
  /** The files written and removed by builds that are not live: the next one asks the public address for them. */
  const changed = new Set<string>()
  const readerChecks = new ReaderChecks({
    siteUrl: options.siteUrl,
    folder: options.distDir,
    purge: async (files) => mirror?.purgeAgain(files),
    report,
  })
  const compareAgain = (): void => {
    wantedComparisons += 1
    options.onDue()
  }
  const comparison =
    mirror && lease.isTakenOver ? setTimeout(compareAgain, COMPARE_AGAIN_MS).unref() : undefined
  /** Of pages: what the last build that looked at all of them could not publish. */
  let pageProblems: readonly SkippedRow[] = []
  let problemsOnRecord: string | null = null

  return {
    /** Runs one build: see PublishLoopOptions. */
    run: (kind: BuildKind, next: NextRun): Promise<number> =>
      kind === 'full' ? buildAll(next) : buildChanges(kind, { next, overtaken: [] }),
    predict: site.renderer.predict,
    /** Resolves when no picture is copied in the background, with whether any was. */
    copiesIdle: site.copiesIdle,
    async stop(): Promise<void> {
      clearTimeout(comparison)
      await readerChecks.stop()
      await pictureJobs.stop()
      await site.stop()
      await mirror?.close()
    },
  }

  /** The first run: renders every page that is not on record as current. */
  async function buildAll(next: NextRun): Promise<number> {
    next.dueIn(Math.max(0, nextDueMs(firstBuild) - (performance.now() - firstBegun)))
    const built = recordFailure(firstBuild, startTimings, async () => {
      const onProgress = reportProgress(report, 'rendering pages')
      const run: Run = { next, overtaken: [] }
      await completeBuild(firstBuild, startTimings, { steps: 'few at a time', onProgress }, run)
      await writeFileAtomic(builtMarkOf(options), '')
    })
    // Not beside it, which would take longer.
    await built.finally(() => {
      pictureJobs.removeUnused()
      pictureJobs.proposeMissing()
    })
    return 0
  }

  /** Any later run: takes what is due from the outbox and renders what it changed. */
  async function buildChanges(kind: BuildKind, run: Run): Promise<number> {
    const timings = new Timings()
    const build = await outbox.begin(kind, run.overtaken)
    pictureJobs.retryFailed()
    const dueMs = nextDueMs(build)
    run.next.dueIn(dueMs)
    if (build.build_id === null) return Math.min(dueMs, pictureRetryMs())
    timings.mark('outbox')
    const uploads = await recordFailure(build, timings, async () => {
      const found = await site.renderer.applyEvents(build, timings, run.next.requested)
      await completeBuild(build, timings, { steps: stepsOf(build) }, run)
      return found
    })
    pictureJobs.prefetchUploads(uploads)
    // More may have come meanwhile, or did not fit into one build.
    return 0
  }

  /**
   * Updates the site, delivers it to the bucket, if there is one, and records the build as live. Publishes that are
   * requested meanwhile go before the rest. What could not be sent waits for the next build.
   */
  async function completeBuild(
    build: BegunBuild,
    timings: Timings,
    options: Pick<UpdateOptions, 'steps' | 'onProgress'>,
    { next, overtaken }: Run,
  ): Promise<void> {
    const isOvertaking = overtaken.length > 0
    async function publishNext(): Promise<void> {
      next.takePublish()
      await buildChanges('publish', { next, overtaken: [...overtaken, build] })
    }
    const overtaking: Overtaking = {
      // Until the bucket was compared, nothing goes there from a folder that is not whole.
      isRequested: () => next.requested.aborted && (mirror === null || isCompared()),
      async run() {
        const written = site.takeChanged()
        for (const file of written) changed.add(file)
        mirror?.addLater(written)
        await publishNext()
        await mirror?.pause()
      },
    }
    await mirror?.pause()
    const update = await site
      .update(timings, {
        ...options,
        rows: rowsOf(build),
        sinceBuild: isOvertaking ? (build.build_id ?? 0) : 0,
        overtaking: options.steps === 'all together' ? null : overtaking,
      })
      .catch((error: unknown) => {
        mirror?.resume()
        throw error
      })
    const written = new Set([...update.firstFiles, ...site.takeChanged()])
    // Those of the builds that it goes before are asked for when these are live.
    const files = isOvertaking ? written : written.union(changed)
    for (const file of written) changed.add(file)
    if (mirror !== null) {
      if (isOvertaking) await mirror.sync(written)
      else await deliver(mirror, { written, first: update.firstFiles }, next, publishNext)
      timings.mark('delivery')
    }
    await recordSuccess(build, timings.stats(update), { update, files, isOvertaking })
  }

  /** Delivers what the bucket does not have. Publishes that are requested meanwhile go before the rest of many files. */
  async function deliver(
    mirror: Mirror,
    { written, first }: { written: ReadonlySet<string>; first: readonly string[] },
    next: NextRun,
    publishNext: () => Promise<void>,
  ): Promise<void> {
    const wanted = wantedComparisons
    if (isCompared()) {
      const isLong = written.size > MAX_URGENT_FILES
      if (isLong) mirror.addLater(written)
      await mirror.sync(isLong ? first : written)
      if (mirror.pending() === 0) return
    }
    const delivery = isCompared() ? mirror.syncPending() : mirror.syncAll()
    const delivered = delivery.then(() => true)
    for (;;) {
      const requested = untilAborted(next.requested).then(() => false)
      if (await Promise.race([delivered, requested])) break
      await publishNext()
    }
    comparisons = wanted
  }

  function pictureRetryMs(): number {
    return site.pictures.failedFetches.size > 0 ? PICTURE_RETRY_MS : Infinity
  }

  async function recordSuccess(
    build: BegunBuild,
    stats: BuildStats,
    done: { update: SiteUpdate; files: ReadonlySet<string>; isOvertaking: boolean },
  ): Promise<void> {
    const { update, files, isOvertaking } = done
    const ofPages = isOvertaking ? [...pageProblems, ...update.problems] : update.problems
    if (!isOvertaking) pageProblems = update.problems
    const refused = site.pictures.refused()
    const shown = new Set(await site.renderer.shownPictures(refused.map(({ id }) => id)))
    await recordProblems([
      ...site.renderer.leftOut(),
      ...ofPages,
      ...refused.filter(({ id }) => shown.has(id)),
    ])
    sentAsLive.add(build)
    const isAsked = pagesToAsk([...files]).length > 0
    await outbox.finish(build, { ...stats, is_asked: isAsked }, null)
    for (const file of files) changed.delete(file)
    if (isAsked) readerChecks.begin([...files], (readers) => outbox.recordReaders(build, readers))
    options.onPublished?.(stats)
  }

  /** Reports and records what is not published as it should be, when that has changed. */
  async function recordProblems(problems: readonly SkippedRow[]): Promise<void> {
    const lines = problems.map(({ entity, id, reason }) => `not published: ${entity} ${id}: ${reason}`)
    if (problemsOnRecord === lines.join('\n')) return
    const known = new Set(problemsOnRecord?.split('\n'))
    for (const line of lines) if (!known.has(line)) report(line)
    await outbox.recordProblems(problems)
    problemsOnRecord = lines.join('\n')
  }

  async function recordFailure<T>(build: BegunBuild, timings: Timings, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // One that is given up counts as cut short, as that of a killed process.
      if (!options.signal?.aborted && !sentAsLive.has(build)) {
        await outbox.finish(build, timings.stats(), messageOf(error)).catch(() => undefined)
      }
      throw error
    }
  }
}

function openDelivery({ delivery, distDir, dataDir, siteUrl, lease, report }: BuildOptions) {
  if (delivery === null) return null
  const recordFile = join(dataDir, 'publisher/delivery.sqlite')
  return new Mirror({ ...delivery, folder: distDir, recordFile, siteUrl, lease, report })
}

/** In how many ms, counted from the begin of a build, the next scheduled event is due. */
function nextDueMs({ next_due_ms }: BegunBuild): number {
  return next_due_ms === null ? Infinity : Math.max(0, next_due_ms) + DUE_SLACK_MS
}

/** Rows that were changed in one transaction are events of one build: readers see all of them or none. */
function stepsOf(build: BegunBuild): UpdateSteps {
  return rowsOf(build).size === 1 ? 'first pages, then the others' : 'all together'
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The keys of the rows that events name. */
function rowsOf({ events }: BegunBuild): Set<string> {
  return new Set(events.map(({ entity, entity_id }) => rowKeyOf({ entity, id: entity_id })))
}
