import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LeftOut } from '../content/rows.ts'
import { prepareBundle } from './astro-adapter.ts'
import { type BegunBuild, type BuildKind, Outbox } from './outbox.ts'
import { createPictureJobs } from './picture-jobs.ts'
import { openPictureStore } from './picture-store.ts'
import { PublishLoop } from './publish-loop.ts'
import { type Report, messageOf, reportProgress } from './report.ts'
import { digestFiles, listFiles, openSiteFolder } from './site-folder.ts'
import { createSiteRenderer } from './site-renderer.ts'
import { type SiteUpdate, createSiteUpdate } from './site-update.ts'
import { type BuildStats, Timings } from './timings.ts'

export interface PublisherOptions {
  /** The project's folder, with astro.config.mjs. */
  root: string
  supabaseUrl: string
  publishableKey: string
  secretKey: string
  siteUrl: string
  /** The folder that the site is written to. */
  distDir: string
  /** The folder for pictures and the record of written pages. */
  dataDir: string
  /** Polling interval of the outbox, in ms. */
  pollMs?: number
  report: Report
  /** Called after each successful build. */
  onPublished?(stats: BuildStats): void
}

export type Publisher = Awaited<ReturnType<typeof startPublisher>>

const POLL_MS = 60_000
/** How soon pictures that could not be fetched are tried again. */
const PICTURE_RETRY_MS = 30_000
/** A scheduled event is looked for this much after it is due, as timers may fire a little early. */
const DUE_SLACK_MS = 20

/**
 * Starts the publisher: bundles the site if its code changed, brings `distDir` up to date with the database, then
 * renders again what each event of the outbox changed. Rejects when the site cannot be bundled or the backend not read.
 */
export async function startPublisher(options: PublisherOptions) {
  const { report } = options
  const outbox = new Outbox(options.supabaseUrl, options.secretKey)
  const startTimings = new Timings()
  const firstBuild = await outbox.begin('full')
  const onNewPictures = () => loop.wake('catch-up')
  const site = await recordFailure(firstBuild, startTimings, () =>
    openSite({ ...options, onNewPictures }, startTimings),
  )
  const pictureJobs = createPictureJobs({ ...options, store: site.pictures, onNewPictures })
  let problemsOnRecord: string | null = null
  const loop = new PublishLoop({
    run: (kind) => (kind === 'full' ? buildAll() : buildChanges(kind)),
    pollMs: options.pollMs ?? POLL_MS,
    onFailure: ({ message }) => report(`publishing failed, it is tried again: ${message}`),
  })
  loop.wake('full')
  // A failure has been reported, and the loop retries it.
  await loop.idle().catch(() => undefined)
  return {
    /** Requests a read of the outbox. Cheap; a burst becomes one build. */
    wake: () => loop.wake(),
    /** Resolves when nothing is running and nothing that is due waits. Rejects with the last failure. */
    idle: () => loop.idle(),
    stop: async (): Promise<void> => {
      await loop.stop()
      await pictureJobs.stop()
      site.stop()
    },
  }

  /** The first run: renders every page that is not on record as current. */
  async function buildAll(): Promise<number> {
    await recordFailure(firstBuild, startTimings, async () => {
      const onProgress = reportProgress(report, 'rendering pages')
      await recordSuccess(firstBuild, await site.update(startTimings, onProgress))
    })
    return 0
  }

  /** Any later run: takes what is due from the outbox and renders what it changed. */
  async function buildChanges(kind: BuildKind): Promise<number> {
    const timings = new Timings()
    const build = await outbox.begin(kind)
    pictureJobs.retryFailed()
    if (build.build_id === null) return nextDueMs(build)
    timings.mark('outbox')
    const uploads = await recordFailure(build, timings, async () => {
      const found = await site.renderer.applyEvents(build.events, timings)
      await recordSuccess(build, await site.update(timings))
      return found
    })
    pictureJobs.prepareUploads(uploads)
    // More may have come meanwhile, or did not fit into one build.
    return 0
  }

  function nextDueMs({ next_due_ms }: BegunBuild): number {
    const dueMs = next_due_ms === null ? Infinity : Math.max(0, next_due_ms) + DUE_SLACK_MS
    const retryMs = site.pictures.failedFetches.size > 0 ? PICTURE_RETRY_MS : Infinity
    return Math.min(dueMs, retryMs)
  }

  async function recordSuccess(build: BegunBuild, { stats, problems }: SiteUpdate): Promise<void> {
    await recordProblems([...site.renderer.leftOut(), ...problems, ...site.pictures.refused()])
    await outbox.finish(build, stats, null)
    options.onPublished?.(stats)
  }

  /** Reports and records what is not published as it should be, when that has changed. */
  async function recordProblems(problems: readonly LeftOut[]): Promise<void> {
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
      await outbox.finish(build, timings.stats(), messageOf(error)).catch(() => undefined)
      throw error
    }
  }
}

/** The published site: its content and bundle in a process of its own, its pictures and the folder it is written to. */
async function openSite(options: PublisherOptions & { onNewPictures: () => void }, timings: Timings) {
  const { root, supabaseUrl, publishableKey, siteUrl, distDir, dataDir, report } = options
  const siteName = createHash('sha256').update(distDir).digest('hex').slice(0, 12)
  const bundleFolder = join(root, '.local/bundles', siteName)
  const pictures = await openPictureStore(join(dataDir, 'pictures'), report, options.onNewPictures)
  const renderer = createSiteRenderer(
    { supabaseUrl, publishableKey, siteUrl, bundleFolder, socialCardFolder: join(dataDir, 'social-cards') },
    pictures,
  )

  const stop = (): void => {
    renderer.stop()
    pictures.stop()
  }
  try {
    return { pictures, renderer, stop, update: await openUpdate() }
  } catch (error) {
    stop()
    throw error
  }

  /** The function that renders every page that is not on record as current. */
  async function openUpdate() {
    report('reading the content')
    await renderer.open(timings, reportProgress(report, 'fetching pictures'))
    const codeDigest = await codeDigestOf(options)
    await prepareBundle({ ...options, folder: bundleFolder, codeDigest })
    await renderer.load()
    const assetsFolder = join(bundleFolder, 'client')
    const assets = await listFiles(assetsFolder)
    timings.mark('bundle')
    const folder = await openSiteFolder(distDir, join(dataDir, `publisher/${siteName}.json`), codeDigest)
    for (const file of assets) await folder.write(file, await readFile(join(assetsFolder, file)))
    return createSiteUpdate(renderer, folder, pictures, assets)
  }
}

async function codeDigestOf(options: PublisherOptions): Promise<string> {
  const folders = ['src', 'public']
  const files = ['astro.config.mjs', 'package-lock.json']
  for (const folder of folders) {
    for (const file of await listFiles(join(options.root, folder))) files.push(`${folder}/${file}`)
  }
  return digestFiles(
    options.root,
    files,
    [options.siteUrl, options.supabaseUrl, options.publishableKey].join(' '),
  )
}
