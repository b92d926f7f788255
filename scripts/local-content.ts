import { readLocalEnv } from '../src/backend/env.ts'
import type { LocalEnv } from '../src/backend/env.ts'
import { startStack } from '../supabase/local/stack.ts'
import type { Stack } from '../supabase/local/stack.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'

export interface LocalContent {
  env: LocalEnv
  stack: Stack
  /** A progress line with the seconds since the start. */
  report(line: string): void
}

/**
 * The local Supabase as the environment says, with the demo content when its database is new, and its address and
 * public key in this process's environment, where astro.config.mjs reads them.
 */
export async function startLocalContent(): Promise<LocalContent> {
  const started = performance.now()
  const env = readLocalEnv()
  const report = (line: string): void => {
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  }
  const databaseUrl = process.env.DATABASE_URL
  const stack = await startStack({
    port: env.supabasePort,
    dataDir: env.dataDir,
    siteUrl: env.siteUrl,
    onProgress: report,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SITE_URL = env.siteUrl
  await seedDemo({ supabaseUrl: stack.url, secretKey: stack.secretKey, onProgress: report })
  return { env, stack, report }
}
