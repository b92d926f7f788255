/**
 * Starts the magazines of the test workers side by side, each with fresh demo content, and says when all are up. A signal
 * to the process group ends them.
 */
import { spawn } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { magazineOf, MAGAZINES } from './magazine.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Runs scripts for the magazine of a worker. Resolves at its ready line or when they have ended well. */
function run(worker: number, scripts: string): Promise<void> {
  const { port, supabasePort, dataDir } = magazineOf(worker)
  const magazine = spawn(scripts, {
    shell: true,
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
  return new Promise<void>((done, failed) => {
    createInterface({ input: magazine.stdout }).on('line', (line) => {
      console.log(`magazine ${worker}: ${line}`)
      if (line.startsWith('ready ')) done()
    })
    magazine.on('exit', (code) => (code === 0 ? done() : failed(new Error(`Magazine ${worker} has ended`))))
  })
}

/** Gives a magazine the resized pictures of the first one: they are named by their content. */
async function copyPictures(worker: number): Promise<void> {
  const folder = (of: number) => resolve(root, magazineOf(of).dataDir, 'pictures')
  await cp(folder(0), folder(worker), {
    recursive: true,
    // The list of pictures has the addresses of the first magazine; a temporary file may be gone at any moment.
    filter: (file) => basename(file) !== 'known.json' && !file.endsWith('.tmp'),
  })
}

// The magazines get the same signal, and take their time to end; their last lines are still to be read.
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopping = true))
const workers = Array.from({ length: MAGAZINES }, (_, worker) => worker)
// Pictures cost most of a first start: the first magazine makes them for all, while the others get their content.
await Promise.all([
  run(0, 'node scripts/reset.ts && node scripts/start.ts'),
  ...workers.slice(1).map((worker) => run(worker, 'node scripts/reset.ts && node scripts/seed.ts')),
])
await Promise.all(
  workers.slice(1).map(async (worker) => {
    await copyPictures(worker)
    if (!isStopping) await run(worker, 'node scripts/start.ts')
  }),
)
console.log('all magazines are up')
