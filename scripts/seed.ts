/**
 * `npm run seed`: the demo content, into the data folder (DATA_DIR, SUPABASE_PORT, DATABASE_URL) or, when SUPABASE_URL and
 * SUPABASE_SECRET_KEY are set, into that project. `-- --articles 10000` adds so many synthetic stories.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { readLocalEnv, readSecretKey } from '../src/backend/env.ts'
import { startStack } from '../supabase/local/stack.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../supabase/seed/people.ts'
import { seedDemo } from '../supabase/seed/seed-demo.ts'
import { seedSynthetic } from '../supabase/seed/seed-synthetic.ts'

interface Target {
  url: string
  secretKey: string
  /** Whether nothing else runs on the target. */
  isOurs: boolean
  close(): Promise<void>
}

const started = performance.now()
const report = (line: string): void => {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

try {
  const count = readCount()
  const target = await openTarget()
  await fill(target, count).finally(target.close)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** How many synthetic stories are asked for. */
function readCount(): number {
  const { articles = '0' } = parseArgs({ options: { articles: { type: 'string' } } }).values
  if (!/^\d+$/.test(articles)) throw new Error(`--articles takes a number, not "${articles}"`)
  return Number(articles)
}

async function openTarget(): Promise<Target> {
  if (process.env.SUPABASE_URL) {
    return {
      url: process.env.SUPABASE_URL,
      secretKey: readSecretKey(),
      isOurs: false,
      close: async () => undefined,
    }
  }
  const env = readLocalEnv()
  const databaseUrl = process.env.DATABASE_URL
  const stack = await startStack({
    port: env.supabasePort,
    dataDir: env.dataDir,
    siteUrl: env.siteUrl,
    onProgress: report,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  return { url: stack.url, secretKey: stack.secretKey, isOurs: true, close: stack.stop }
}

async function fill({ url, secretKey, isOurs }: Target, count: number): Promise<void> {
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
  // Anyone can read the usual password in the README: where others can reach the project it opens nothing.
  const demoPassword = isLocal ? DEMO_PASSWORD : randomBytes(12).toString('base64url')
  if (await seedDemo({ supabaseUrl: url, secretKey, demoPassword, onProgress: report })) {
    report(`Demo accounts: ${DEMO_ACCOUNTS.map(({ email }) => email).join(', ')}; password ${demoPassword}`)
  } else {
    report('This database is in use already; its content stays as it is')
  }
  if (count > 0) {
    await seedSynthetic({ supabaseUrl: url, secretKey, count, emptyOutbox: isOurs, onProgress: report })
  }
  report('Done')
}
