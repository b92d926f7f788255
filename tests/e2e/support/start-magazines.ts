/**
 * Starts the magazines of the test workers one after another, each with fresh demo content, and says when the first is
 * up. A signal to the process group ends them. Their databases and bundles are copies of those that other tests use, too:
 * each takes seconds of a processor to make.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@supabase/supabase-js'
import { loadKeys } from '../../../supabase/local/keys.ts'
import { migratedCluster, openPglite } from '../../../supabase/local/pglite.ts'
import { takeBundle } from '../../support/site-bundle.ts'
import { magazineOf, MAGAZINES, upMarkOf } from './magazine.ts'

const root = resolve(import.meta.dirname, '../../..')
const workers = Array.from({ length: MAGAZINES }, (_, worker) => worker)
let isStopping = false

function run(script: string, worker: number): ChildProcess {
  const { port, supabasePort, dataDir } = magazineOf(worker)
  return spawn('node', [script], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      SUPABASE_PORT: supabasePort,
      DATA_DIR: dataDir,
      DIST_DIR: `${dataDir}/dist`,
      // Tests name the visitor's address in X-Forwarded-For.
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Empties the data folder of a worker's magazine, if there is one. */
async function empty(worker: number): Promise<void> {
  const [status] = (await once(run('scripts/reset.ts', worker), 'exit')) as [number | null]
  if (status !== 0) throw new Error(`The folder of magazine ${worker} is not empty`)
  await rm(upMarkOf(worker), { force: true })
}

/** Makes the data folder of a worker's magazine, with a database without content, and the bundle of its site. */
async function prepare(worker: number): Promise<void> {
  const { port, supabasePort, dataDir } = magazineOf(worker)
  const folder = resolve(root, dataDir)
  const { publishableKey } = await loadKeys(folder)
  await (await openPglite(folder, migratedCluster)).close()
  await takeBundle({
    supabaseUrl: `http://127.0.0.1:${supabasePort}`,
    publishableKey,
    siteUrl: `http://localhost:${port}`,
    distDir: join(folder, 'dist'),
  })
}

/** Starts the magazine of a worker. Resolves at its ready line. */
function start(worker: number): Promise<void> {
  const magazine = run('scripts/start.ts', worker)
  return new Promise<void>((done, failed) => {
    if (magazine.stdout !== null) {
      createInterface({ input: magazine.stdout }).on('line', (line) => {
        console.log(`magazine ${worker}: ${line}`)
        if (line.startsWith('ready ')) done()
      })
    }
    magazine.on('exit', () => (isStopping ? done() : failed(new Error(`Magazine ${worker} has ended`))))
  })
}

/**
 * Sets the time zone of a magazine: the first super admin of the tests would, whose screens then differ from those of the
 * next one.
 */
async function setTimeZone(worker: number): Promise<void> {
  const { supabasePort, dataDir } = magazineOf(worker)
  const { secretKey } = await loadKeys(resolve(root, dataDir))
  const { error } = await createClient(`http://127.0.0.1:${supabasePort}`, secretKey)
    .from('site_settings')
    .update({ time_zone: 'UTC' })
    .not('id', 'is', null)
  if (error !== null) throw new Error(error.message)
}

/** The folder with the copies of a magazine's pictures, whose names tell their content. */
const picturesOf = (worker: number) => resolve(root, magazineOf(worker).dataDir, 'pictures')

// The magazines get the same signal, and take their time to end; their last lines are still to be read.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopping = true))
await Promise.all(workers.map(empty))
for (const worker of workers) {
  await prepare(worker)
  // The first one has copied the pictures by the time that another wants to.
  if (worker > 0) await symlink(picturesOf(0), picturesOf(worker), 'junction')
  await start(worker)
  await setTimeZone(worker)
  if (isStopping) break
  await writeFile(upMarkOf(worker), '')
  if (worker === 0) console.log('the first magazine is up')
}
