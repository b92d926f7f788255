/**
 * `npm run bench:letters`: a letter to 100,000 readers, or as many as are named (`-- 5000`), sent by the running demo magazine to a
 * mail server on this machine for a minute: seconds until it is frozen, mails a second, the most memory of the process that
 * sends, and how long a story published meanwhile takes to be served, beside one published before.
 */
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { loadKeys } from '../../supabase/local/keys.ts'
import { startSmtpSink } from '../../tests/support/letters/smtp-sink.ts'
import { ROOT, seed, start } from './program.ts'
import { shows, untilPublished } from './publishes.ts'
import { median } from './support.ts'

const POLL_MS = 10
const SENT_MS = 60_000
const PUBLISHES = 5
const PUBLISH_PAUSE_MS = 4_000
const ROWS_OF_REQUEST = 5_000

const { PORT = '4396', SUPABASE_PORT = '54396' } = process.env
const siteUrl = `http://localhost:${PORT}`
const readers = Number(process.argv[2] ?? 100_000)

const dataDir = join(ROOT, '.local/bench-letters')
const sink = await startSmtpSink()
const env = {
  ...process.env,
  ...{ PORT, SUPABASE_PORT, DATA_DIR: dataDir, DIST_DIR: join(dataDir, 'dist') },
  ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), MAIL_FROM: 'letters@magazine.example' },
}
await rm(dataDir, { recursive: true, force: true })
seed(env, 0)
const { secretKey } = await loadKeys(dataDir)
const service = createClient(`http://127.0.0.1:${SUPABASE_PORT}`, secretKey, {
  auth: { persistSession: false },
})
const running = start('start', env)
await running.printed(/^ready /m)

await must(service.from('letter_sender').update({ per_minute: null, has_sent_before: true }).eq('id', true))
await must(service.from('subscribers').delete().not('id', 'is', null))
// The first letter of a domain to more than a few waits for the sender's check, which a bench cannot pass.
await must(service.from('subscribers').insert({ email: 'first@example.com' }))
await sendLetter()
sink.taken.length = 0
for (let n = 0; n < readers; n += ROWS_OF_REQUEST) {
  const count = Math.min(ROWS_OF_REQUEST, readers - n)
  const rows = Array.from({ length: count }, (_, at) => ({ email: `reader-${n + at}@example.com` }))
  await must(service.from('subscribers').insert(rows))
}
const quiet: number[] = []
for (let n = 0; n < PUBLISHES; n += 1) {
  quiet.push(await publish(service, `quiet-${n}`))
  await untilPublished(service)
}

const scheduled = performance.now()
const letter = await sendLetter()
const begun = performance.now()
const { data: frozen } = await service
  .from('letters')
  .select('html')
  .eq('id', letter)
  .single<{ html: string }>()

let memory = 0
const between: number[] = []
while (performance.now() - begun < SENT_MS && sink.taken.length < readers) {
  await sleep(PUBLISH_PAUSE_MS)
  memory = Math.max(memory, memoryOfSender())
  between.push(await publish(service, `between-${between.length}`))
}
const seconds = (performance.now() - begun) / 1_000
const mails = sink.taken.length
await running.stop()
await sink.stop()
console.table({
  readers,
  'HTML, bytes': frozen?.html.length,
  'until the first mail, s': Number(((begun - scheduled) / 1_000).toFixed(1)),
  'mails a second': Math.round(mails / seconds),
  'memory of the sender, MB': memory,
  'publish before, ms': median(quiet),
  'publish between, ms': median(between),
  'slowest, ms': Math.round(Math.max(...between)),
})

/** Writes a letter and sends it to all. Resolves with its id, once its first mail has come. */
async function sendLetter(): Promise<string> {
  const blocks = [
    { kind: 'text', id: 'text', html: '<p>This week we looked at shelves.</p>' },
    { kind: 'stories', id: 'stories', items: [], by_rule: true, count: 6, section: null, title: 'New' },
  ]
  const { data, error } = await service
    .from('letters')
    .insert({ subject: 'This week', blocks })
    .select('id')
    .single<{ id: string }>()
  if (error !== null) throw new Error(error.message)
  await must(service.rpc('schedule_letter', { p_id: data.id, p_version: 1 }))
  while (sink.taken.length === 0) await sleep(POLL_MS)
  return data.id
}

/** Publishes a new story. Resolves with the ms until its page is served. */
async function publish(client: SupabaseClient, name: string): Promise<number> {
  const started = performance.now()
  const slug = `bench-${name}`
  const row = { slug, title: `A shelf measured ${name}`, content: { html: '<p>It was level.</p>' } }
  const published_at = new Date().toISOString()
  await must(client.from('articles').insert({ ...row, status: 'published', published_at }))
  while (!(await shows(siteUrl, `/article/${slug}`, ''))) await sleep(POLL_MS)
  return performance.now() - started
}

/** In MB; 0 while there is none. */
function memoryOfSender(): number {
  const lines = execFileSync('ps', ['-eo', 'rss,args'], { encoding: 'utf8' }).split('\n')
  const own = lines.find((line) => line.includes(join(ROOT, 'src/publisher/letters/letter-process.ts')))
  return Math.round(Number.parseInt(own ?? '0', 10) / 1024)
}

async function must(request: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error: refused } = await request
  if (refused !== null) throw new Error(refused.message)
}
