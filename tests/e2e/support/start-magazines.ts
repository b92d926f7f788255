/**
 * Starts the magazines of the test workers side by side, each with fresh demo content, and says when all are up. A signal
 * to the process group ends them.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { magazineOf, MAGAZINES } from './magazine.ts'

const root = resolve(import.meta.dirname, '../../..')

function start(worker: number): Promise<void> {
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
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((up, failed) => {
    createInterface({ input: magazine.stdout }).on('line', (line) => {
      console.log(`magazine ${worker}: ${line}`)
      if (line.startsWith('ready ')) up()
    })
    magazine.on('exit', () => failed(new Error(`Magazine ${worker} has ended`)))
  })
}

// The magazines hear the same signal, and take their time to end; their last lines are still to be read.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
await Promise.all(Array.from({ length: MAGAZINES }, (_, worker) => start(worker)))
console.log('all magazines are up')
