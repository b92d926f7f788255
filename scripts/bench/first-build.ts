import { loadKeys } from '../../supabase/local/keys.ts'
import { totalBytes, treeMemory } from './process-tree.ts'
import { type Program, start } from './program.ts'

const SAMPLE_MS = 500

/**
 * Builds the magazine of a running database by the publisher alone, from nothing but the bundle of the site. Resolves with
 * the publisher, which still runs, the seconds that it took, and its peak of memory in bytes.
 */
export async function firstBuild(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  supabaseUrl: string,
): Promise<{ publisher: Program; seconds: number; peak: number }> {
  const { publishableKey, secretKey } = await loadKeys(dataDir)
  const publisher = start('publisher', {
    ...env,
    SUPABASE_URL: supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
  })
  let peak = 0
  const sampling = setInterval(
    () => (peak = Math.max(peak, totalBytes(treeMemory(publisher.pid)))),
    SAMPLE_MS,
  )
  await publisher.printed(/^ready /m)
  clearInterval(sampling)
  return { publisher, seconds: (performance.now() - publisher.started) / 1_000, peak }
}
