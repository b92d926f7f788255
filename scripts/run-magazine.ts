import { resolve } from 'node:path'
import { readLocalEnv } from '../src/backend/env.ts'
import { startPublisher } from '../src/publisher/publisher.ts'
import type { Publisher } from '../src/publisher/publisher.ts'
import { startStaticServer } from '../src/publisher/static-server.ts'
import { startStack } from '../supabase/local/stack.ts'
import type { Stack } from '../supabase/local/stack.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'

export interface Magazine {
  siteUrl: string
  stack: Stack
  publisher: Publisher
  stop(): Promise<void>
}

/**
 * Runs the whole magazine in this process as PORT, SUPABASE_PORT, DATA_DIR, DIST_DIR and DATABASE_URL say. Prints its
 * progress and, when readers and staff are served, the ready line. Rejects when a port is taken or a step fails.
 */
export async function runMagazine(): Promise<Magazine> {
  const started = performance.now()
  const env = readLocalEnv()
  const report = (line: string): void => {
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}`)
  }
  const databaseUrl = process.env.DATABASE_URL
  const stack = await startStack({
    port: env.supabasePort,
    dataDir: env.dataDir,
    siteUrl: env.siteUrl,
    onProgress: report,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  // astro.config.mjs reads these when the publisher bundles the site.
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SITE_URL = env.siteUrl

  const [{ count } = { count: 0 }] = await stack.sql<{ count: number }>(
    'select count(*)::int as count from public.profiles',
  )
  if (count === 0) {
    await seedDemo({
      supabaseUrl: stack.url,
      secretKey: stack.secretKey,
      sql: stack.sql,
      siteUrl: env.siteUrl,
      onProgress: report,
    })
  }
  const publisher = await startPublisher({
    root: resolve(import.meta.dirname, '..'),
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    secretKey: stack.secretKey,
    siteUrl: env.siteUrl,
    distDir: env.distDir,
    dataDir: env.dataDir,
    report,
  })
  const unlisten = await stack.listen('publish', () => publisher.wake())
  const server = await startStaticServer(env.distDir, env.port)
  console.log(`ready http://localhost:${server.port} api http://127.0.0.1:${stack.port}`)
  return {
    siteUrl: env.siteUrl,
    stack,
    publisher,
    async stop() {
      await unlisten()
      await server.close()
      await publisher.stop()
      await stack.stop()
    },
  }
}
