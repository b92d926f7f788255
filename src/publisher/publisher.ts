import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicClient } from '../backend/client.ts'
import { loadChanged, loadRows } from '../content/load.ts'
import { createSnapshot } from '../content/snapshot.ts'
import { setCurrentSnapshot, setSocialCardRenderer } from '../content/snapshot-context.ts'
import { openOutbox } from './outbox.ts'
import type { BegunBuild, BuildKind, BuildStats, Outbox } from './outbox.ts'
import { createPictureErrands } from './picture-errands.ts'
import { openPictureStore } from './picture-store.ts'
import { changedRows, pictureUrls } from './picture-urls.ts'
import { digestFiles, listFiles, openSiteFolder } from './site-folder.ts'
import { createSiteUpdate } from './site-update.ts'
import { Stopwatch } from './stopwatch.ts'
import { openTitleCards } from './title-card.ts'
import { openWarmBuild } from './warm-build.ts'

export interface PublisherOptions {
  /** The project's folder, with astro.config.mjs. */
  root: string
  supabaseUrl: string
  publishableKey: string
  secretKey: string
  siteUrl: string
  /** Where the site is written to. */
  distDir: string
  /** Where pictures and the record of written pages are kept. */
  dataDir: string
  /** How often the outbox is looked into without being asked, in ms. */
  pollMs?: number
  /** One line for a person: progress and failures. */
  report(line: string): void
  /** After each build that was carried out. */
  onPublished?(stats: BuildStats): void
}

export interface Publisher {
  /** Says that something may wait in the outbox. Cheap; bursts are carried out together. */
  wake(): void
  /** Resolves when nothing is running and nothing that is due waits. Rejects with the last failure. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** A burst of writes is one publish: this long is waited for its end. */
const COALESCE_MS = 15
const POLL_MS = 60_000
const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000

/**
 * Starts the publisher: bundles the site once, brings `distDir` up to date with the database, then renders again what
 * each event of the outbox changed. Rejects when the site cannot be bundled or the backend not read.
 */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const outbox = openOutbox(options.supabaseUrl, options.secretKey)
  const first = new Stopwatch()
  const begun = await outbox.begin('full')
  try {
    return await bringUp(options, outbox, begun, first)
  } catch (error) {
    if (begun.build_id !== null) {
      await outbox
        .finish(begun.build_id, begun.events, noPages(first), messageOf(error))
        .catch(() => undefined)
    }
    throw error
  }
}

async function bringUp(
  options: PublisherOptions,
  outbox: Outbox,
  begun: BegunBuild,
  first: Stopwatch,
): Promise<Publisher> {
  const { report, pollMs = POLL_MS } = options
  const siteName = createHash('sha256').update(options.distDir).digest('hex').slice(0, 12)
  // Within the project, or Astro puts its working files where two builds would share them.
  const stagingDir = join(options.root, '.local/bundles', siteName)
  const client = publicClient(options.supabaseUrl, options.publishableKey)
  const store = await openPictureStore(join(options.dataDir, 'pictures'), report)
  setSocialCardRenderer(await openTitleCards(join(options.dataDir, 'title-cards')))

  report('reading the content')
  const rows = await loadRows(client)
  first.lap('read')
  await store.learn(pictureUrls(rows, options.supabaseUrl), progress(report, 'fetching pictures'))
  first.lap('pictures')
  let snapshot = createSnapshot(rows, store.index, options.siteUrl)
  setCurrentSnapshot(snapshot)
  first.lap('snapshot')
  report('bundling the site')
  const warm = await openWarmBuild(options.root, stagingDir)
  const bundle = await readBundle(stagingDir)
  const codeDigest = await codeDigestOf(options)
  first.lap('bundle')
  const site = await openSiteFolder(
    options.distDir,
    join(options.dataDir, `publisher/${siteName}.json`),
    codeDigest,
  )
  for (const file of bundle) await site.write(file, await readFile(join(stagingDir, file)))
  const update = createSiteUpdate(warm, site, store, bundle)

  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let failures = 0
  let failure: unknown = null
  /** A picture is known now that pages were published without. */
  let late = false
  const errands = createPictureErrands(store, options.supabaseUrl, report, () => {
    late = true
    wake()
  })

  /** The first build: everything that is not on record as it should be. One page that fails does not stop the rest. */
  async function catchUp(): Promise<void> {
    try {
      const stats = await update.carryOut(
        await update.plan(snapshot),
        first,
        progress(report, 'rendering pages'),
      )
      await record(begun, stats, null)
    } catch (error) {
      await record(begun, noPages(first), error).catch(() => undefined)
      fail(error)
    }
  }

  async function record(build: BegunBuild, stats: BuildStats, error: unknown): Promise<void> {
    if (build.build_id !== null) {
      await outbox.finish(build.build_id, build.events, stats, error === null ? null : messageOf(error))
    }
    if (error === null) options.onPublished?.(stats)
  }

  function fail(error: unknown): void {
    failure = error
    report(`publishing failed, it is tried again: ${messageOf(error)}`)
    schedule(Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** failures++))
  }

  async function publish(): Promise<void> {
    const watch = new Stopwatch()
    const kind: BuildKind = failures > 0 || late ? 'catch-up' : 'publish'
    late = false
    const begin: BegunBuild = await outbox.begin(kind)
    const longest = store.missed.size > 0 ? Math.min(RETRY_MOST_MS, pollMs) : pollMs
    schedule(Math.min(begin.next_due_ms ?? longest, longest))
    errands.fetchMissed()
    if (begin.build_id === null) return
    watch.lap('outbox')
    try {
      const changes = await loadChanged(client, begin.events)
      watch.lap('read')
      await store.learn(pictureUrls(changedRows(changes), options.supabaseUrl))
      watch.lap('pictures')
      const next = snapshot.with(changes)
      setCurrentSnapshot(next)
      snapshot = next
      watch.lap('snapshot')
      const plan = await update.plan(next)
      watch.lap('plan')
      await record(begin, await update.carryOut(plan, watch), null)
      errands.prepareUploads(changes)
    } catch (error) {
      await record(begin, noPages(watch), error).catch(() => undefined)
      throw error
    }
    // Whatever came meanwhile, or did not fit into one build.
    again = true
  }

  async function run(): Promise<void> {
    do {
      again = false
      await sleep(COALESCE_MS)
      if (stopped) return
      try {
        await publish()
        failures = 0
        failure = null
      } catch (error) {
        fail(error)
      }
    } while (again && !stopped)
  }

  function wake(): void {
    if (stopped) return
    again = true
    running ??= run().finally(() => {
      running = null
      if (again && !stopped && failures === 0) wake()
    })
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(wake, Math.max(20, ms + 20))
  }

  await catchUp()
  if (failures === 0) wake()
  return {
    wake,
    async idle() {
      while (running) await running
      if (failure) throw failure instanceof Error ? failure : new Error(String(failure))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await errands.stop()
    },
  }

  async function readBundle(folder: string): Promise<string[]> {
    const rendered = new Set((await warm.paths()).map((path) => path.file))
    return (await listFiles(folder)).filter((file) => !rendered.has(file))
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

function noPages(watch: Stopwatch): BuildStats {
  return { duration_ms: watch.total(), pages_rendered: 0, pages_removed: 0, timings: watch.laps() }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function progress(report: (line: string) => void, what: string): (done: number, total: number) => void {
  let last = Date.now()
  return (done, total) => {
    if (Date.now() - last < 1_000 && done < total) return
    last = Date.now()
    report(`${what} ${done}/${total}`)
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
