import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeys } from '../../supabase/local/keys.ts'
import { serviceClient } from '../../supabase/seed/service.ts'
import { freePort } from '../support/free-port.ts'
import { isLongRun } from '../support/long-run.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'

/** The process promises to end 8 seconds after a signal; its own end, on a busy machine, takes some time. */
const MAX_END_MS = 12_000
/** Their build takes seconds. */
const STORIES = 150
const root = resolve(import.meta.dirname, '../..')
let folder: string
let settings: { PORT: string; SUPABASE_PORT: string; DATA_DIR: string; DIST_DIR: string }
let keys: Awaited<ReturnType<typeof loadKeys>>
let child: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-stop-'))
  settings = {
    PORT: String(await freePort()),
    SUPABASE_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
  }
  keys = await loadKeys(settings.DATA_DIR)
  await takeBundle({
    supabaseUrl: supabaseUrl(),
    publishableKey: keys.publishableKey,
    siteUrl: siteUrl(),
    distDir: settings.DIST_DIR,
  })
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await removeBundle({ distDir: settings.DIST_DIR })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const siteUrl = () => `http://localhost:${settings.PORT}`
const supabaseUrl = () => `http://127.0.0.1:${settings.SUPABASE_PORT}`

/** Starts the magazine of the data folder. Copies of its pictures are made with the least effort. */
function start() {
  const started = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      NODE_OPTIONS: `--import ${join(root, 'tests/support/publisher/quick-pictures.ts')}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  const ended = once(started, 'exit')
  let printed = ''
  const printers = [started.stdout, started.stderr]
  /** Resolves once it has printed this. */
  const prints = async (text: RegExp) => {
    const { promise: found, resolve: find, reject } = Promise.withResolvers<void>()
    const look = () => text.test(printed) && find()
    for (const printer of printers) printer.on('data', look)
    ended.then(() => reject(new Error(`It ended: ${printed}`)), reject)
    look()
    await found
    for (const printer of printers) printer.off('data', look)
  }
  for (const printer of printers) printer.on('data', (part: Buffer) => (printed += part.toString()))
  return { prints, ended, process: started }
}

async function expectToStop(magazine: ReturnType<typeof start>): Promise<void> {
  const signalledAt = performance.now()
  magazine.process.kill('SIGTERM')
  expect(await magazine.ended).toEqual([0, null])
  expect(performance.now() - signalledAt).toBeLessThan(MAX_END_MS)
}

type Moment = [doing: string, printed: RegExp]

/** In npm test not what is between two other moments: each start takes half a minute. */
const inLongRun = (moment: Moment): Moment[] => (isLongRun ? [moment] : [])

/** What a start does, and what it has printed then. */
const MOMENTS: Moment[] = [
  ['migrations are applied', /migration/i],
  ['the pictures of the demo content are drawn', /Demo content: \d+ pictures/],
  ...inLongRun(['the content is read', /reading the content/]),
  ['the pages are rendered', /rendering pages \d+/],
  ...inLongRun(['copies of pictures are made', /^ready /m]),
]

// One data folder: each start goes on where the one before was stopped.
test.each(MOMENTS)('SIGTERM ends a start while %s, and the next goes on', async (_, moment) => {
  const magazine = start()
  await magazine.prints(moment)
  await expectToStop(magazine)
})

test('SIGTERM ends a build that takes long, and the next start carries it out', async () => {
  const magazine = start()
  await magazine.prints(/^ready /m)
  const service = serviceClient(supabaseUrl(), keys.secretKey)
  const stories = Array.from({ length: STORIES }, (_, n) => ({
    title: `Imported ${n}`,
    slug: `imported-${n}`,
    status: 'published',
    published_at: '2020-01-01T00:00:00Z',
    content: { html: `<p>${'Some words of a long story. '.repeat(200)}</p>` },
  }))
  const { error } = await service.from('articles').insert(stories)
  expect(error).toBeNull()
  const begun = async () => {
    const { data } = await service.from('builds').select('id').is('finished_at', null)
    return data?.length ?? 0
  }
  await expect.poll(begun).toBeGreaterThan(0)
  await expectToStop(magazine)

  const next = start()
  await next.prints(/^ready /m)
  const last = () => fetch(`${siteUrl()}/article/imported-${STORIES - 1}`)
  await expect.poll(async () => (await last()).status).toBe(200)
  await expectToStop(next)
})
