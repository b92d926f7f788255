import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceClient } from '../../supabase/seed/service.ts'
import { freePort } from '../support/free-port.ts'

/** The process promises to end 8 seconds after a signal; its own end, on a busy machine, takes some time. */
const MAX_END_MS = 12_000
const root = resolve(import.meta.dirname, '../..')
let folder: string
let settings: Record<string, string>
let child: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-stop-'))
  settings = {
    PORT: String(await freePort()),
    SUPABASE_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
  }
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts the magazine of the data folder. */
function start() {
  const started = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, ...settings },
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

// One data folder: each start goes on where the one before was stopped.
test.each([
  ['migrations are applied', /migration/i],
  ['the pictures of the demo content are drawn', /Demo content: \d+ pictures/],
  ['the content is read', /reading the content/],
  ['the pages are rendered', /rendering pages \d+/],
  ['copies of pictures are made', /^ready /m],
])('SIGTERM ends a start while %s, and the next goes on', async (_, moment) => {
  const magazine = start()
  await magazine.prints(moment)
  await expectToStop(magazine)
})

test('SIGTERM ends a build that takes long, and the next start carries it out', async () => {
  const magazine = start()
  await magazine.prints(/^ready /m)
  const keys = (await import(join(settings.DATA_DIR ?? '', 'keys.json'), { with: { type: 'json' } })) as {
    default: { secretKey: string }
  }
  const service = serviceClient(`http://127.0.0.1:${settings.SUPABASE_PORT}`, keys.default.secretKey)
  const stories = Array.from({ length: 400 }, (_, n) => ({
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
  const last = () => fetch(`http://127.0.0.1:${settings.PORT}/article/imported-399`)
  await expect.poll(async () => (await last()).status).toBe(200)
  await expectToStop(next)
})
