import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicClient } from '../backend/client.ts'
import { loadChanged, loadRows } from '../content/load.ts'
import type { Changes } from '../content/rows.ts'
import { createSnapshot } from '../content/snapshot.ts'
import { setCurrentSnapshot, setSocialCardRenderer } from '../content/snapshot-context.ts'
import { openWarmBuild } from './astro-adapter.ts'
import { type BegunBuild, type BuildKind, type PublishEvent, Outbox } from './outbox.ts'
import { createPictureJobs } from './picture-jobs.ts'
import { openPictureStore } from './picture-store.ts'
import { changedRows, storedPictureUrls } from './picture-urls.ts'
import { PublishLoop } from './publish-loop.ts'
import { type OnProgress, type Report, messageOf, reportProgress } from './report.ts'
import { digestFiles, listFiles, openSiteFolder } from './site-folder.ts'
import { createSiteUpdate } from './site-update.ts'
import { createSocialCardRenderer } from './social-card/renderer.ts'
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
  const { supabaseUrl, report } = options
  const outbox = new Outbox(supabaseUrl, options.secretKey)
  const startTimings = new Timings()
  const firstBuild = await outbox.begin('full')
  const site = await recordFailure(firstBuild, startTimings, () => openSite(options, startTimings))
  const pictureJobs = createPictureJobs({
    ...options,
    store: site.pictures,
    onNewPictures: () => loop.wake('catch-up'),
  })
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
    },
  }

  /** The first run: renders every page that is not on record as current. */
  async function buildAll(): Promise<number> {
    await recordFailure(firstBuild, startTimings, async () => {
      const onProgress = reportProgress(report, 'rendering pages')
      await recordSuccess(firstBuild, await site.render(startTimings, onProgress))
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
    const changes = await recordFailure(build, timings, async () => {
      const applied = await site.applyEvents(build.events, timings)
      await recordSuccess(build, await site.render(timings))
      return applied
    })
    pictureJobs.prepareUploads(changes)
    // More may have come meanwhile, or did not fit into one build.
    return 0
  }

  function nextDueMs({ next_due_ms }: BegunBuild): number {
    const dueMs = next_due_ms === null ? Infinity : Math.max(0, next_due_ms) + DUE_SLACK_MS
    const retryMs = site.pictures.failedFetches.size > 0 ? PICTURE_RETRY_MS : Infinity
    return Math.min(dueMs, retryMs)
  }

  async function recordSuccess(build: BegunBuild, stats: BuildStats): Promise<void> {
    await outbox.finish(build, stats, null)
    options.onPublished?.(stats)
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

/** The published site: the snapshot of its content, its bundle, its pictures and the folder it is written to. */
async function openSite(options: PublisherOptions, timings: Timings) {
  const { root, supabaseUrl, distDir, dataDir, report } = options
  const siteName = createHash('sha256').update(distDir).digest('hex').slice(0, 12)
  const bundleFolder = join(root, '.local/bundles', siteName)
  const client = publicClient(supabaseUrl, options.publishableKey)
  const pictures = await openPictureStore(join(dataDir, 'pictures'), report)
  setSocialCardRenderer(createSocialCardRenderer(join(dataDir, 'social-cards')))

  report('reading the content')
  const rows = await loadRows(client)
  timings.mark('read')
  await pictures.ensure(storedPictureUrls(rows, supabaseUrl), reportProgress(report, 'fetching pictures'))
  timings.mark('pictures')
  let snapshot = createSnapshot(rows, pictures.index, options.siteUrl)
  setCurrentSnapshot(snapshot)
  timings.mark('snapshot')
  const codeDigest = await codeDigestOf(options)
  const warmBuild = await openWarmBuild({ ...options, folder: bundleFolder, codeDigest })
  const assetsFolder = join(bundleFolder, 'client')
  const assets = await listFiles(assetsFolder)
  timings.mark('bundle')
  const folder = await openSiteFolder(distDir, join(dataDir, `publisher/${siteName}.json`), codeDigest)
  for (const file of assets) await folder.write(file, await readFile(join(assetsFolder, file)))
  const update = createSiteUpdate(warmBuild, folder, pictures, assets)

  return {
    pictures,
    /** Reads the rows that the events name into the snapshot, and fetches their pictures. */
    async applyEvents(events: readonly PublishEvent[], watch: Timings): Promise<Changes> {
      const changes = await loadChanged(client, events)
      watch.mark('read')
      await pictures.ensure(storedPictureUrls(changedRows(changes), supabaseUrl))
      watch.mark('pictures')
      snapshot = snapshot.with(changes)
      setCurrentSnapshot(snapshot)
      watch.mark('snapshot')
      return changes
    },
    /** Renders every page that is not on record as current. Throws after the others are written when one fails. */
    render: (watch: Timings, onProgress?: OnProgress) => update(snapshot, watch, onProgress),
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
