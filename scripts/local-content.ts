import { type LocalEnv, readLocalEnv } from '../src/backend/env.ts'
import { type Stack, startStack } from '../supabase/local/stack.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'

export interface LocalContent {
  env: LocalEnv
  stack: Stack
  /** Prints a progress line with the seconds since the start. */
  report(line: string): void
}

/** The local Supabase, configured by SUPABASE_PORT, DATA_DIR, SITE_URL and DATABASE_URL. */
export function startLocalStack(onProgress: (line: string) => void): Promise<Stack> {
  const { supabasePort, dataDir, siteUrl } = readLocalEnv()
  const databaseUrl = process.env.DATABASE_URL
  return startStack({
    port: supabasePort,
    dataDir,
    siteUrl,
    onProgress,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
}

/**
 * The local Supabase with the demo content, if its database was empty. Sets SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and
 * SITE_URL of this process, which astro.config.mjs reads.
 */
export async function startLocalContent(): Promise<LocalContent> {
  const started = performance.now()
  const env = readLocalEnv()
  const report = (line: string): void => {
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  }
  const stack = await startLocalStack(report)
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SITE_URL = env.siteUrl
  await seedDemo({ supabaseUrl: stack.url, secretKey: stack.secretKey, onProgress: report })
  return { env, stack, report }
}
