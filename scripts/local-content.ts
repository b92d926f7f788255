import { type LocalEnv, readLocalEnv } from '../src/backend/env.ts'
import { type Stack, startStack } from '../supabase/local/stack.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'

type Report = (line: string) => void

/** Prints progress lines with the seconds since it was made. */
export function createReport(): Report {
  const started = performance.now()
  return (line) => {
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  }
}

/** The local Supabase, configured by HOST, SUPABASE_PORT, DATA_DIR, SITE_URL and DATABASE_URL. */
export function startLocalStack(onProgress: Report): Promise<Stack> {
  const { host, trustedProxies, supabasePort, dataDir, siteUrl } = readLocalEnv()
  const databaseUrl = process.env.DATABASE_URL
  return startStack({
    port: supabasePort,
    host,
    trustedProxies,
    dataDir,
    siteUrl,
    onProgress,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
}

export interface LocalContent {
  env: LocalEnv
  stack: Stack
  report: Report
}

/**
 * The local Supabase with the demo content, if its database was empty. Sets SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and
 * SITE_URL of this process, which astro.config.mjs reads. `onStack` is called before the demo content is
 * written.
 */
export async function startLocalContent(
  onStack: (content: LocalContent) => Promise<void> = () => Promise.resolve(),
): Promise<LocalContent> {
  const report = createReport()
  const env = readLocalEnv()
  const stack = await startLocalStack(report)
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SITE_URL = env.siteUrl
  const content = { env, stack, report }
  try {
    await onStack(content)
    await seedDemo({ supabaseUrl: stack.url, secretKey: stack.secretKey, onProgress: report })
  } catch (error) {
    await stack.stop()
    throw error
  }
  return content
}
