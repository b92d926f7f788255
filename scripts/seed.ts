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

const { values } = parseArgs({ options: { articles: { type: 'string' } } })
const count = Number(values.articles ?? 0)
if (!Number.isInteger(count) || count < 0)
  throw new Error(`--articles takes a number, not "${values.articles}"`)

const started = performance.now()
const report = (line: string): void => {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

const target = await openTarget()
try {
  await fill(target)
} finally {
  await target.close()
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

async function fill({ url, secretKey, isOurs }: Target): Promise<void> {
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
