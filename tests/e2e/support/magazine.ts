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

const { E2E_PORT, E2E_SUPABASE_PORT, E2E_DATA_DIR } = process.env

/** A magazine that runs already, where the environment names one: quicker while a test is being written. */
export const runningMagazine: Magazine | null =
  E2E_PORT === undefined || E2E_SUPABASE_PORT === undefined || E2E_DATA_DIR === undefined
    ? null
    : { port: E2E_PORT, supabasePort: E2E_SUPABASE_PORT, dataDir: E2E_DATA_DIR }

/** The magazine of this test worker. */
export const magazine: Magazine =
  runningMagazine ?? magazineOf(Number(process.env.TEST_PARALLEL_INDEX ?? '0'))

/** The origin of its site. */
export const siteUrl = `http://localhost:${magazine.port}`
