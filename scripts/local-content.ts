import { once } from 'node:events'
import { join } from 'node:path'
import { type LocalEnv, readLocalEnv } from '../src/backend/env/env.ts'
import { forkShortLived } from '../src/node/fork-short-lived.ts'
import type { Report } from '../src/node/report.ts'
import { type StackInThread, startStackInThread } from '../supabase/local/stack-in-thread.ts'
import { runScheduled } from '../supabase/local/database/scheduled.ts'
import { beginEmpty } from '../supabase/seed/begin-empty.ts'
import { needsDemoContent } from '../supabase/seed/needs-demo.ts'
import { serviceClient } from '../supabase/seed/service.ts'
import type { SeedMessage } from './seed-process.ts'

/** Prints progress lines with the seconds since it was made. */
export function createReport(): Report {
  const started = performance.now()
  return (line) => {
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  }
}

interface LocalContentOptions extends LocalStackOptions {
  /** Begins without demo content. */
  isEmpty?: boolean
  /** Called when the API is up. */
  onStack?: (content: LocalContent) => Promise<void>
  /** Called before the demo content is written. */
  onSeed?: (content: LocalContent) => void
}

interface LocalStackOptions {
  /** Where readers reach the API; null: at its own address. */
  publicUrl?: string | null
  /** Called for requests of people who are signed in. */
  onSignedIn?: () => void
}

/** The local Supabase, configured by HOST, SUPABASE_PORT, DATA_DIR, SITE_URL and DATABASE_URL, which does what is scheduled. */
export async function startLocalStack(
  onProgress: Report,
  { publicUrl = null, onSignedIn }: LocalStackOptions = {},
): Promise<StackInThread> {
  const { host, trustedProxies, supabasePort, dataDir, siteUrl } = readLocalEnv()
  const databaseUrl = process.env.DATABASE_URL
  const stack = await startStackInThread({
    port: supabasePort,
    host,
    // The site's server passes requests of other machines on (pass-on.ts), with their addresses.
    trustedProxies: host === null ? trustedProxies : [...trustedProxies, '127.0.0.1'],
    dataDir,
    siteUrl,
    publicUrl,
    onProgress,
    ...(onSignedIn ? { onSignedIn } : {}),
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  const stopScheduled = runScheduled(stack)
  return {
    ...stack,
    stop: async () => {
      stopScheduled()
      await stack.stop()
    },
  }
}

export interface LocalContent {
  env: LocalEnv
  stack: StackInThread
  report: Report
}

/**
 * The local Supabase with the demo content, if its database was empty, or with `isEmpty` without any: then it rejects when
 * there is content. Sets SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SITE_URL of this process, which astro.config.mjs reads.
 */
export async function startLocalContent({
  isEmpty = false,
  onStack,
  onSeed,
  ...options
}: LocalContentOptions = {}): Promise<LocalContent> {
  const report = createReport()
  const env = readLocalEnv()
  const stack = await startLocalStack(report, options)
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SITE_URL = env.siteUrl
  const content = { env, stack, report }
  try {
    await onStack?.(content)
    const service = serviceClient(stack.url, stack.secretKey)
    if (isEmpty) {
      if (!(await beginEmpty(service))) throw new HasContent(env.dataDir)
    } else if (await needsDemoContent(service)) {
      onSeed?.(content)
      await seedDemoContent(stack, report)
    }
  } catch (error) {
    await stack.stop()
    throw error
  }
  return content
}

class HasContent extends Error {
  constructor(dataDir: string) {
    super(`${dataDir} has a magazine already. Start it without --empty, or name another folder in DATA_DIR.`)
  }
}

/** The address that makes the first super admin; null where there is one. The former address ends. */
export async function firstAccountAddress({ env, stack }: LocalContent): Promise<string | null> {
  const [row] = await stack.sql<{ token: string | null }>('select public.offer_first_account() as token')
  return row?.token == null ? null : `${env.siteUrl}/auth#begin=${row.token}`
}

/** In a process of its own: the memory that drawing the pictures takes is given back when it ends. */
async function seedDemoContent({ url, secretKey }: StackInThread, report: Report): Promise<void> {
  const child = forkShortLived(join(import.meta.dirname, 'seed-process.ts'), [url], {
    env: { ...process.env, SUPABASE_SECRET_KEY: secretKey },
  })
  let failure = 'its process ended'
  child.on('message', (message: SeedMessage) => {
    if ('line' in message) report(message.line)
    else ({ failure } = message)
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`The demo content cannot be written: ${failure}`)
}
