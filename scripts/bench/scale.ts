/**
 * `npm run bench:scale`: what the magazine costs with 100, 1,000, 10,000 and 100,000 synthetic stories beside the demo
 * content, or with as many as are named (`-- 0 1000`): the first build, a restart, memory, and publishes of every kind.
 * Supabase, the publisher and `npm start` run in processes of their own, on data folders (.local/bench-…) that are kept
 * for the next run.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadKeys } from '../../supabase/local/keys.ts'
import { firstBuild } from './first-build.ts'
import { totalBytes, treeMemory } from './process-tree.ts'
import { type Program, ROOT, seed, start } from './program.ts'
import { measurePublishes, shows } from './publishes.ts'

/** How long a program has nothing to do before its memory is read. */
const REST_MS = 20_000
/** The longest that the copies of pictures are waited for. */
const MAX_COPYING_MS = 600_000
const POLL_MS = 4

const ports = { PORT: '4397', SUPABASE_PORT: '54397' }
const siteUrl = `http://localhost:${ports.PORT}`
const supabaseUrl = `http://127.0.0.1:${ports.SUPABASE_PORT}`
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1_000, 10_000, 100_000]

const summary: Record<string, Record<string, number | string>> = {}
for (const stories of sizes) {
  const dataDir = join(ROOT, `.local/bench-${stories}`)
  const env = {
    ...process.env,
    ...ports,
    DATA_DIR: dataDir,
    DIST_DIR: join(dataDir, 'dist'),
    NODE_ENV: 'production',
  }
  seed(env, stories)
  summary[stories] = {
    ...(await measureFirstBuild(dataDir, env)),
    ...(await measureMagazine(stories, dataDir, env)),
    'size of dist, MB': inMb(await folderBytes(join(dataDir, 'dist'))),
  }
}
console.table(summary)

/** The first build, by the publisher alone, from nothing but the bundle of the site; its peak of memory, and at rest. */
async function measureFirstBuild(dataDir: string, env: NodeJS.ProcessEnv) {
  for (const folder of ['dist', 'publisher', 'pictures', 'social-cards'])
    await rm(join(dataDir, folder), { recursive: true, force: true })
  const supabase = start('supabase', env)
  await supabase.printed(/^mail /m)
  const { publisher, seconds, peak } = await firstBuild(dataDir, env, supabaseUrl)
  await untilAtRest(publisher)
  const atRest = totalBytes(treeMemory(publisher.pid))
  await publisher.stop()
  await supabase.stop()
  return {
    'first build, s': Number(seconds.toFixed(1)),
    'publisher: peak, MB': inMb(peak),
    'publisher: at rest, MB': inMb(atRest),
  }
}

/** Waits until no picture is copied, and a while longer. */
async function untilAtRest({ pid }: Program): Promise<void> {
  const isCopying = () => treeMemory(pid).some(({ name }) => name === 'picture-process.ts')
  for (let waited = 0; isCopying() && waited < MAX_COPYING_MS; waited += REST_MS) await sleep(REST_MS)
  await sleep(REST_MS)
}

async function measureMagazine(stories: number, dataDir: string, env: NodeJS.ProcessEnv) {
  const magazine = start('start', env)
  while (!(await shows(siteUrl, '/', 'Mantel').catch(() => false))) await sleep(POLL_MS)
  const firstPage = performance.now() - magazine.started
  await magazine.printed(/^ready /m)
  const ready = performance.now() - magazine.started
  await untilAtRest(magazine)
  const memory = treeMemory(magazine.pid)

  const longRounds = stories > 10_000 ? 2 : 5
  const rows = await measurePublishes(siteUrl, supabaseUrl, await loadKeys(dataDir), longRounds)
  console.log(`\n${stories} stories beside the demo content`)
  console.table(rows)
  await magazine.stop()
  const perProgram = memory.map(({ name, bytes }) => `${name} ${inMb(bytes)}`).join(', ')
  console.log(`npm start at rest, MB: ${perProgram}`)
  return {
    'restart: first page, s': Number((firstPage / 1_000).toFixed(1)),
    'restart: ready, s': Number((ready / 1_000).toFixed(1)),
    'npm start: at rest, MB': inMb(totalBytes(memory)),
  }
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6)
}
