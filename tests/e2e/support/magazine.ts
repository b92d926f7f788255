import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Where a magazine runs: the ports of its site and of its Supabase, and its data folder. */
export interface Magazine {
  port: string
  supabasePort: string
  dataDir: string
}

/** How many magazines the suite starts: each test worker has one of its own. */
export const MAGAZINES = 2

/** A magazine of the suite, with fresh demo content, beside whatever else runs on this machine. */
export function magazineOf(worker: number): Magazine {
  return {
    port: String(4399 - worker),
    // Below the ports that systems give to outgoing connections, which could have it already.
    supabasePort: String(14399 - worker),
    dataDir: `.local/e2e-${worker}`,
  }
}

/** The file that tells that the magazine of a worker is up. */
export const upMarkOf = (worker: number): string =>
  resolve(import.meta.dirname, '../../..', magazineOf(worker).dataDir, 'up')

const { E2E_PORT, E2E_SUPABASE_PORT, E2E_DATA_DIR } = process.env

/** A magazine that runs already, where the environment names one: quicker while a test is being written. */
export const runningMagazine: Magazine | null =
  E2E_PORT === undefined || E2E_SUPABASE_PORT === undefined || E2E_DATA_DIR === undefined
    ? null
    : { port: E2E_PORT, supabasePort: E2E_SUPABASE_PORT, dataDir: E2E_DATA_DIR }

/** The index of this test worker; null in the process that starts the workers. */
const worker = process.env.TEST_PARALLEL_INDEX === undefined ? null : Number(process.env.TEST_PARALLEL_INDEX)

/** The magazine of this test worker. */
export const magazine: Magazine = runningMagazine ?? magazineOf(worker ?? 0)

/** Resolves when the magazine of this test worker is up. Rejects after five minutes. */
export async function magazineIsUp(): Promise<void> {
  if (runningMagazine !== null || worker === null) return
  const giveUpAt = performance.now() + 300_000
  while (!existsSync(upMarkOf(worker))) {
    if (performance.now() > giveUpAt) throw new Error(`Magazine ${worker} is not up`)
    await setTimeout(200)
  }
}

/** The origin of its site. */
export const siteUrl = `http://localhost:${magazine.port}`
