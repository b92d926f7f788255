/**
 * `npm run test:slow-machine`: the magazine on a machine whose processors are busy with other work, nine loops for each, so that
 * a tenth of them is left. Starts it, signs in, saves, publishes and searches: all has to arrive, nothing may be refused, and
 * the database may not be opened again. Prints how long each took, and what the log had to complain of. `-- --loops 4`:
 * number of loops in all; 0 for a shell that a cgroup gives a tenth of the processors.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../supabase/seed/people.ts'
import { freePort } from '../support/free-port.ts'
import { contentOf } from './api-editor.ts'
import { ProductProcess } from './product-process.ts'
import { until } from './until.ts'

const LOOPS_PER_PROCESSOR = 9
const MAX_WAIT_MS = 30 * 60_000
/** What a slow machine alone is no reason for. */
const COMPLAINT =
  /timeout|was opened again|failed|refused|cannot|takes more|stood still|is linked instead|ended/i

const { values } = parseArgs({ options: { loops: { type: 'string' } } })
const loops = Number(values.loops ?? LOOPS_PER_PROCESSOR * availableParallelism())
const folder = await mkdtemp(join(tmpdir(), 'mantel-slow-machine-'))
const [port, apiPort] = [await freePort(), await freePort()]
const api = `http://127.0.0.1:${apiPort}`
const site = `http://127.0.0.1:${port}`
const product = new ProductProcess(
  'the magazine',
  'scripts/start.ts',
  /^ready /m,
  {
    PORT: String(port),
    SUPABASE_PORT: String(apiPort),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
  },
  MAX_WAIT_MS,
)
const busy: ChildProcess[] = []
let wrong = 0

async function step(name: string, act: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now()
  const reason = await act().then(
    (isDone) => (isDone ? null : 'did not arrive'),
    (error: unknown) => String(error),
  )
  if (reason !== null) wrong += 1
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${seconds.padStart(7)} s  ${name}${reason === null ? '' : `: ${reason}`}`)
}

async function end(): Promise<void> {
  for (const loop of busy) loop.kill('SIGKILL')
  await product.kill()
  await rm(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)))

try {
  for (let n = 0; n < loops; n++) {
    const loop = spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' })
    await once(loop, 'spawn')
    busy.push(loop)
  }
  console.log(`${loops} busy loops on ${availableParallelism()} processors`)
  const title = 'A kettle for a slow afternoon'
  let client = createClient('http://localhost', 'none')
  await step('start with the demo content', async () => {
    await product.start()
    const keys = JSON.parse(await readFile(join(folder, 'data/keys.json'), 'utf8')) as {
      publishableKey: string
    }
    client = createClient(api, keys.publishableKey)
    return true
  })
  await step('sign in', async () => {
    const email = DEMO_ACCOUNTS.find(({ role }) => role === 'editor')?.email ?? ''
    const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
    if (error) throw error
    return true
  })
  const id = crypto.randomUUID()
  await step('save', async () => {
    const story = { id, title, slug: 'a-kettle', content: contentOf('It boils.'), status: 'draft' }
    const { error } = await client.from('articles').insert(story)
    if (error) throw error
    return true
  })
  await step('publish, until readers have the page', async () => {
    const { error } = await client.rpc('save_article', {
      p_id: id,
      p_version: 1,
      p_article: { status: 'published' },
    })
    if (error) throw error
    return until(async () => (await fetch(`${site}/article/a-kettle`)).ok, MAX_WAIT_MS)
  })
  await step('the list of all stories has it', () =>
    until(async () => (await (await fetch(`${site}/browse`)).text()).includes(title), MAX_WAIT_MS),
  )
  await step('search', async () => {
    const { data, error } = await client.rpc('find_stories', { p_text: 'kettle' })
    if (error) throw error
    return JSON.stringify(data).includes(id)
  })
} finally {
  const complaints = product.output.split('\n').filter((line) => COMPLAINT.test(line))
  for (const line of complaints) console.log(`log: ${line}`)
  wrong += complaints.length
  await end()
}
console.log(wrong === 0 ? 'all arrived' : `${wrong} wrong`)
process.exitCode = wrong === 0 ? 0 : 1
