/**
 * Starts the magazines of the test workers side by side, each with fresh demo content, and says when all are up. A signal
 * to the process group ends them.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { magazineOf, MAGAZINES } from './magazine.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Starts the magazine of a worker with an empty data folder. Resolves at its ready line. */
function startMagazine(worker: number): Promise<void> {
  const { port, supabasePort, dataDir } = magazineOf(worker)
  const magazine = spawn('node scripts/reset.ts && node scripts/start.ts', {
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

// The magazines get the same signal, and take their time to end; their last lines are still to be read.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
await Promise.all(Array.from({ length: MAGAZINES }, (_, worker) => startMagazine(worker)))
console.log('all magazines are up')
