/**
 * `npm run bench:imports`: 1,000 synthetic stories, or as many as are named (`-- 1000 10000`), put into the running demo
 * magazine in ten requests and one by one, beside a build of the same content from nothing: seconds until all are live, how
 * long a story published meanwhile takes to be served, and the most files that wait unseen beside the pages.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { loadKeys } from '../../supabase/local/keys.ts'
import { seedSynthetic } from '../../supabase/seed/seed-synthetic.ts'
import { ROOT, seed, start } from './program.ts'
import { shows, untilPublished } from './publishes.ts'
import { median } from './support.ts'

const POLL_MS = 10
/** Between two publishes by hand. */
const PUBLISH_PAUSE_MS = 4_000
const QUIET_PUBLISHES = 5

const { PORT = '4396', SUPABASE_PORT = '54396' } = process.env
const siteUrl = `http://localhost:${PORT}`
const supabaseUrl = `http://127.0.0.1:${SUPABASE_PORT}`
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000]

const summary: Record<string, Record<string, number>> = {}
for (const count of sizes) {
  summary[`${count} in ten requests`] = await measureImport(count, count / 10)
  summary[`${count} one by one`] = await measureImport(count, 1)
}
console.table(summary)

async function measureImport(count: number, batchSize: number): Promise<Record<string, number>> {
  const dataDir = join(ROOT, '.local/bench-imports')
  const env = { ...process.env, PORT, SUPABASE_PORT, DATA_DIR: dataDir, DIST_DIR: join(dataDir, 'dist') }
  await rm(dataDir, { recursive: true, force: true })
  seed(env, 0)
  const { secretKey } = await loadKeys(dataDir)
  const service = createClient(supabaseUrl, secretKey, { auth: { persistSession: false } })

  const running = start('start', env)
  await running.printed(/^ready /m)
  const quiet: number[] = []
  for (let n = 0; n < QUIET_PUBLISHES; n += 1) {
    quiet.push(await publishByHand(service, `quiet-${n}`))
    await untilPublished(service)
  }
  const stagedFiles = countStagedFiles(join(dataDir, 'dist'))
  const started = performance.now()
  const imported = seedSynthetic({
    supabaseUrl,
    secretKey,
    count,
    batchSize,
    emptyOutbox: false,
    onProgress: () => undefined,
  })
  let putInSeconds = 0
  let isLive = false
  const live = imported
    .then(() => (putInSeconds = (performance.now() - started) / 1_000))
    .then(() => untilPublished(service))
    .then(() => (isLive = true))
  const between: number[] = []
  while (!isLive) {
    await Promise.race([live, sleep(PUBLISH_PAUSE_MS)])
    if (!isLive) between.push(await publishByHand(service, `between-${between.length}`))
  }
  const seconds = (performance.now() - started) / 1_000
  const staged = await stagedFiles.stop()
  await printBuilds(service)
  await running.stop()

  for (const folder of ['dist', 'publisher']) await rm(join(dataDir, folder), { recursive: true })
  const again = start('start', env)
  await again.printed(/^ready /m)
  const cold = await coldBuildSeconds(service)
  await again.stop()
  return {
    'put in, s': round(putInSeconds),
    'all live, s': round(seconds),
    'cold build, s': round(cold),
    times: round(seconds / cold),
    'publish before, ms': median(quiet),
    'publish between, ms': median(between),
    'slowest, ms': Math.round(Math.max(...between)),
    'unseen files': staged,
  }
}

/** Publishes a new story. Resolves with the ms until its page is served. */
async function publishByHand(service: SupabaseClient, name: string): Promise<number> {
  const started = performance.now()
  const slug = `bench-${name}`
  const { error } = await service.from('articles').insert({
    slug,
    title: `A shelf measured ${name}`,
    excerpt: 'It was level every time.',
    content: { html: '<p>It was level.</p>' },
    status: 'published',
    published_at: new Date().toISOString(),
  })
  if (error !== null) throw new Error(error.message)
  while (!(await shows(siteUrl, `/article/${slug}`, ''))) await sleep(POLL_MS)
  return performance.now() - started
}

async function coldBuildSeconds(service: SupabaseClient): Promise<number> {
  const { data, error } = await service
    .from('builds')
    .select('started_at, finished_at')
    .eq('kind', 'full')
    .order('id', { ascending: false })
    .limit(1)
    .single<{ started_at: string; finished_at: string }>()
  if (error !== null) throw new Error(error.message)
  return (Date.parse(data.finished_at) - Date.parse(data.started_at)) / 1_000
}

/** Prints the longest builds. */
async function printBuilds(service: SupabaseClient): Promise<void> {
  const { data } = await service
    .from('builds')
    .select('*')
    .order('duration_ms', { ascending: false })
    .limit(8)
  console.table(
    data?.map(({ id, pages_rendered, duration_ms, timings }) => ({
      id,
      pages_rendered,
      duration_ms,
      ...timings,
    })),
  )
}

/** Counts the files that are written, but that readers do not see yet, until it is stopped; resolves with the most. */
function countStagedFiles(folder: string) {
  let most = 0
  const stopped = new AbortController()
  const counting = (async () => {
    while (!stopped.signal.aborted) {
      const files = await readdir(folder, { recursive: true }).catch((): string[] => [])
      most = Math.max(most, files.filter((file) => file.endsWith('.tmp')).length)
      await sleep(500)
    }
  })()
  return {
    async stop(): Promise<number> {
      stopped.abort()
      await counting
      return most
    },
  }
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
