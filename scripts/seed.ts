/**
 * `npm run seed`: demo content for the data folder (DATA_DIR, SUPABASE_PORT, DATABASE_URL), or for the project of
 * SUPABASE_URL and SUPABASE_SECRET_KEY when set. `-- --articles 10000` adds that many synthetic stories.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { errorMessage } from '../src/backend/error-message.ts'
import { readSecretKey } from '../src/backend/env/env.ts'
import type { StackInThread } from '../supabase/local/stack-in-thread.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../supabase/seed/people.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'
import { seedSynthetic } from '../supabase/seed/seed-synthetic.ts'
import { createReport, startLocalStack } from './local-content.ts'

interface Target {
  url: string
  secretKey: string
  /** The local stack that this process has started, which nothing else uses; null for another project. */
  stack: StackInThread | null
}

const report = createReport()

try {
  const count = readCount()
  const target = await openTarget()
  try {
    await fill(target, count)
  } finally {
    await target.stack?.stop()
  }
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}

/** The number of synthetic stories to add. */
function readCount(): number {
  const { articles = '0' } = parseArgs({ options: { articles: { type: 'string' } } }).values
  if (!/^\d+$/.test(articles)) throw new Error(`--articles takes a number, not "${articles}"`)
  return Number(articles)
}

async function openTarget(): Promise<Target> {
  if (process.env.SUPABASE_URL) {
    return { url: process.env.SUPABASE_URL, secretKey: readSecretKey(), stack: null }
  }
  const stack = await startLocalStack(report)
  return { url: stack.url, secretKey: stack.secretKey, stack }
}

async function fill({ url, secretKey, stack }: Target, count: number): Promise<void> {
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
  // The usual password is in the README: a project that others can reach gets a random one.
  const demoPassword = isLocal ? DEMO_PASSWORD : randomBytes(12).toString('base64url')
  if (await seedDemo({ supabaseUrl: url, secretKey, demoPassword, onProgress: report })) {
    report(`Demo accounts: ${DEMO_ACCOUNTS.map(({ email }) => email).join(', ')}; password ${demoPassword}`)
  } else {
    report('This database is in use already; its content stays as it is')
  }
  if (count > 0) {
    await seedSynthetic({
      supabaseUrl: url,
      secretKey,
      count,
      emptyOutbox: stack !== null,
      onProgress: report,
    })
  }
  report('Done')
}
