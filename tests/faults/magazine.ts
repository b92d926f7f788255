import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { listFiles } from '../../src/node/files.ts'
import { signWebhook } from '../../src/publisher/server/webhook.ts'
import { coldBuild, compareFolders } from '../support/publisher/cold-build.ts'
import { freePort } from '../support/free-port.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { fillSmallMagazine } from '../support/publisher/small-magazine.ts'
import { ApiEditor, type StoredStory, contentOf, storedText } from './api-editor.ts'
import { BrowserEditor } from './browser-editor.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { ProductProcess, faultEnv } from './product-process.ts'
import { type SmallDisk, mountSmallDisk } from './small-disk.ts'
import { until } from './until.ts'

const EDITORS = ['ines-abril', 'wren-okafor', 'lasse-berg']
const STORIES = 6
/** Enough to be an import, which is carried out a few pages at a time. */
const IMPORTED = 60
const PASSWORD = 'love-where-you-live'
const WEBHOOK_SECRET = 'a secret that only this run has: 0123456789'
/** The furthest the clock is moved, either way. */
const MAX_CLOCK_MS = 10 * 60_000

export interface FaultyMagazine {
  supabase: ProductProcess
  publisher: ProductProcess
  proxy: FaultProxy
  clock: { jump(random: Random): Promise<void>; catchUp(): Promise<void> }
  /** Null where no small disk can be mounted. */
  disks: { supabase: SmallDisk; site: SmallDisk } | null
  editors: readonly ApiEditor[]
  browser: BrowserEditor
  /** Publishes stories in one transaction, each time the same with other texts. Fails silently. */
  importStories(): Promise<void>
  /** Ends every fault and starts what was killed. */
  recover(): Promise<string[]>
  /** What is lost, once the publisher had time to catch up. */
  findLosses(): Promise<string[]>
  /** Pages that are not whole. */
  findHalfPages(): Promise<string[]>
  /** How many builds failed, and were made again. */
  countFailedBuilds(): Promise<number>
  /** The differences between the site and a cold build. */
  compareWithColdBuild(): Promise<string[]>
}

/** Ends what was started; called in the opposite order. */
export type Closers = (() => Promise<unknown> | void)[]

/** A small magazine in `folder`, with its editors, behind everything that can be made to fail. */
export async function startFaultyMagazine(
  folder: string,
  seed: number,
  closers: Closers,
): Promise<FaultyMagazine> {
  const supabaseDisk = mountSmallDisk(join(folder, 'supabase'))
  const siteDisk = supabaseDisk && mountSmallDisk(join(folder, 'site'))
  closers.push(
    () => supabaseDisk?.unmount(),
    () => siteDisk?.unmount(),
  )
  mkdirSync(join(folder, 'site'), { recursive: true })
  const distDir = join(folder, 'site/dist')
  const clockFile = join(folder, 'clock')
  const [supabasePort, sitePort] = [await freePort(), await freePort()]
  const siteUrl = `http://localhost:${sitePort}`

  const supabase = new ProductProcess('Supabase', 'scripts/local-supabase.ts', /^mail /m, {
    ...faultEnv(clockFile),
    SUPABASE_PORT: String(supabasePort),
    DATA_DIR: join(folder, 'supabase'),
    SITE_URL: siteUrl,
  })
  closers.push(() => supabase.kill())
  await supabase.start()
  const keyOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(supabase.output)?.[1] ?? ''
  const [publishableKey, secretKey] = [keyOf('SUPABASE_PUBLISHABLE_KEY'), keyOf('SUPABASE_SECRET_KEY')]
  const proxyRandom = seededRandom(seed + 1)
  const proxy = await startFaultProxy(supabasePort, proxyRandom.next)
  // Past the proxy: sees what is stored, whatever happens on the way.
  const direct = { url: `http://127.0.0.1:${supabasePort}`, publishableKey, secretKey }
  const service = createClient(direct.url, secretKey, { auth: { persistSession: false } })
  closers.push(() => proxy.close())
  const { authors } = await fillSmallMagazine({ ...direct, url: proxy.url }, STORIES)
  for (const { id } of authors) await service.from('profiles').update({ role: 'editor' }).eq('id', id)

  const publisher = new ProductProcess('publisher', 'scripts/publisher.ts', /^ready /m, {
    ...faultEnv(clockFile),
    PORT: String(sitePort),
    SUPABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SITE_URL: siteUrl,
    PUBLISH_POLL_SECONDS: '1',
    PUBLISH_WEBHOOK_SECRET: WEBHOOK_SECRET,
    DATA_DIR: join(folder, 'site/data'),
    DIST_DIR: distDir,
  })
  closers.push(() => publisher.kill())
  await publisher.start()

  const emails = EDITORS.map((name) => `${name}@mantel.example`)
  const editors = emails.map((email, index) => {
    const client = createClient(proxy.url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: email },
    })
    return new ApiEditor(client, { email, password: PASSWORD }, seededRandom(seed + 2 + index))
  })
  const { data: typed, error } = await service
    .from('articles')
    .insert({
      title: 'Typed in a browser',
      slug: 'typed',
      content: { html: '<p></p>' },
      author_id: authors[0]?.id,
    })
    .select('id')
    .single<{ id: string }>()
  if (error) throw new Error(error.message)
  const browser = new BrowserEditor({
    siteUrl,
    articleId: typed.id,
    profile: join(folder, 'profile'),
    supabase: direct,
    credentials: { email: emails[0] ?? '', password: PASSWORD },
  })
  closers.push(() => browser.killBrowser().catch(() => undefined))
  await browser.open()

  const importedIds = Array.from({ length: IMPORTED }, () => randomUUID())
  let offsetMs = 0
  let maxOffsetMs = 0
  const clock = {
    async jump(random: Random): Promise<void> {
      offsetMs = random.below(2 * MAX_CLOCK_MS) - MAX_CLOCK_MS
      maxOffsetMs = Math.max(maxOffsetMs, offsetMs)
      await writeFile(clockFile, String(offsetMs))
    },
    /** To the latest time there ever was: what was written then is due. */
    async catchUp(): Promise<void> {
      offsetMs = maxOffsetMs
      await writeFile(clockFile, String(offsetMs))
    },
  }

  /** Calls the publisher as a database does, twice: the second call is a replay. */
  async function wakePublisher(): Promise<void> {
    const body = JSON.stringify({ event: 1 })
    const timestamp = Math.floor((Date.now() + offsetMs) / 1_000)
    const headers = {
      'x-mantel-timestamp': String(timestamp),
      'x-mantel-signature': signWebhook(WEBHOOK_SECRET, timestamp, body),
    }
    for (let call = 0; call < 2; call++) {
      await fetch(`${siteUrl}/publish`, { method: 'POST', body, headers }).catch(() => undefined)
    }
  }

  async function waitingEvents(): Promise<number> {
    const { count } = await service
      .from('publish_outbox')
      .select('id', { count: 'exact', head: true })
      .is('processed_at', null)
    return count ?? -1
  }

  return {
    supabase,
    publisher,
    proxy,
    clock,
    disks: supabaseDisk && siteDisk && { supabase: supabaseDisk, site: siteDisk },
    editors,
    browser,

    async importStories() {
      const text = `Imported ${randomUUID()}`
      await service.from('articles').upsert(
        importedIds.map((id) => ({
          id,
          title: `Story ${id}`,
          slug: `story-${id}`,
          content: contentOf(text),
          status: 'published',
          published_at: '2015-01-01T00:00:00Z',
        })),
      )
    },

    async recover() {
      proxy.setFault({ kind: 'none' })
      await supabaseDisk?.free()
      await siteDisk?.free()
      await clock.catchUp()
      const failures: string[] = []
      for (const part of [supabase, publisher]) {
        if (!part.isRunning) await part.start().catch((reason: unknown) => failures.push(String(reason)))
      }
      if (await browser.isSignedOut()) await browser.killTab()
      if (!browser.isOpen) {
        const loss = await browser
          .recover()
          .catch((reason: unknown) => `the editor did not open: ${String(reason)}`)
        if (loss !== null) failures.push(loss)
      }
      return failures
    },

    async findLosses() {
      const losses: string[] = []
      await wakePublisher()
      if (!(await until(async () => (await waitingEvents()) === 0))) {
        losses.push(
          `${await waitingEvents()} changes wait in the outbox. The publisher: ${publisher.lastLines()}`,
        )
      }
      const { data, error: unread } = await service
        .from('articles')
        .select('id, slug, content, version, status')
        .returns<StoredStory[]>()
      if (unread) return [...losses, `the stories cannot be read: ${unread.message}`]
      const stored = new Map(data.map((row) => [row.id, row]))
      for (const editor of editors) {
        for (const id of editor.stories.keys()) {
          const row = stored.get(id)
          const loss = row ? editor.compare(row) : `${id} is gone`
          if (loss !== null) losses.push(loss)
        }
      }
      const loss = browser.compare(storedText(stored.get(typed.id)?.content))
      if (loss !== null) losses.push(loss)
      for (const { slug, content, status } of data) {
        if (status !== 'published') continue
        const page = await fetch(`${siteUrl}/article/${slug}`).then(
          (response) => response.text(),
          (reason: unknown) => String(reason),
        )
        const text = storedText(content)
        if (!page.includes(text)) losses.push(`the site does not show "${text}" at /article/${slug}`)
      }
      const { data: builds } = await service
        .from('publish_outbox')
        .select('id, builds!inner(status)')
        .not('processed_at', 'is', null)
        .eq('builds.status', 'failed')
      for (const { id } of builds ?? []) losses.push(`event ${id} counts as published by a build that failed`)
      return losses
    },

    async findHalfPages() {
      const half: string[] = []
      for (const file of await listFiles(distDir)) {
        if (!file.endsWith('.html')) continue
        const page = await readFile(join(distDir, file), 'utf8').catch(() => null)
        if (page !== null && !page.trimEnd().endsWith('</html>')) half.push(`${file} is not whole`)
      }
      return half
    },

    async countFailedBuilds() {
      const { count } = await service
        .from('builds')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'failed')
      return count ?? 0
    },

    async compareWithColdBuild() {
      const cold = await coldBuild({ ...direct, url: proxy.url }, siteUrl, faultEnv(clockFile))
      let differences: string[] = []
      // Pictures that failed to load are fetched again half a minute later.
      await until(async () => {
        differences = await compareFolders(distDir, cold)
        return differences.length === 0
      })
      await rm(join(cold, '..'), { recursive: true, force: true })
      return differences
    },
  }
}
