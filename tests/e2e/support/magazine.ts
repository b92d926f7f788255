import { once } from 'node:events'
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

export const root = resolve(import.meta.dirname, '../../..')

/** Where a magazine runs: the ports of its site and of its Supabase, and its data folder. */
export interface Magazine {
  port: string
  supabasePort: string
  dataDir: string
}

/** How many magazines run at a time: each test worker has one. Two leave a fifth of two cores unused. */
export const MAGAZINES = 3

/** The magazine of a test worker, beside whatever else runs on this machine. */
export function magazineOf(worker: number): Magazine {
  return {
    port: String(4399 - worker),
    // Below the ports that systems give to outgoing connections, which could have it already.
    supabasePort: String(14399 - worker),
    dataDir: `.local/e2e-${worker}`,
  }
}

const { E2E_PORT, E2E_SUPABASE_PORT, E2E_DATA_DIR } = process.env

/** A magazine that runs already, where the environment names one: quicker while a test is being written. */
export const runningMagazine: Magazine | null =
  E2E_PORT === undefined || E2E_SUPABASE_PORT === undefined || E2E_DATA_DIR === undefined
    ? null
    : { port: E2E_PORT, supabasePort: E2E_SUPABASE_PORT, dataDir: E2E_DATA_DIR }

/** The magazine of this test worker. */
export const magazine: Magazine = runningMagazine ?? magazineOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** The origin of its site. */
export const siteUrl = `http://localhost:${magazine.port}`

/** As `npm start` has it: the second start of a script takes less time. */
const COMPILE_CACHE = resolve(root, 'scripts/compile-cache.js')

const QUICK_PICTURES = import.meta.resolve('../../support/publisher/quick-pictures.ts')

/** Runs a script of the project for a magazine, whose configuration it gets. */
export function runScript(script: string, { port, supabasePort, dataDir }: Magazine): ChildProcess {
  return spawn('node', ['--import', COMPILE_CACHE, script], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      SUPABASE_PORT: supabasePort,
      DATA_DIR: dataDir,
      DIST_DIR: `${dataDir}/dist`,
      // Tests name the visitor's address in X-Forwarded-For.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${QUICK_PICTURES}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Starts a magazine. Resolves at its ready line, with what stops it. Rejects when it ends before. */
export async function startMagazine(where: Magazine): Promise<() => Promise<void>> {
  const process = runScript('scripts/start.ts', where)
  const ended = once(process, 'exit')
  const lines: string[] = []
  await new Promise<void>((done, failed) => {
    if (process.stdout !== null)
      createInterface({ input: process.stdout }).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('ready ')) done()
      })
    process.on('exit', () =>
      failed(new Error(`The magazine in ${where.dataDir} has ended\n${lines.join('\n')}`)),
    )
  })
  return async () => {
    process.kill('SIGTERM')
    await ended
  }
}
