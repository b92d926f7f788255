import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signWebhook } from '../../src/publisher/webhook.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/small-magazine.ts'

const secret = 'a secret that the database and the publisher share'
let stack: Stack
let magazine: SmallMagazine
let folder: string
let child: ChildProcess | undefined
/** What the publisher that was started last has printed. */
let output: string

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
  magazine = await fillSmallMagazine(stack, 4)
  folder = await mkdtemp(join(tmpdir(), 'mantel-self-hosted-'))
})

afterEach(async () => {
  if (child?.exitCode !== null) return
  const ended = new Promise((done) => child?.once('exit', done))
  child?.kill('SIGTERM')
  await ended
})

afterAll(() => stack?.stop())

/** Starts `npm run publisher`; resolves with the address in the first output that `pattern` matches. */
function startPublisher(settings: Record<string, string>, pattern = /^ready (http:\S+)/m): Promise<string> {
  return new Promise((resolveReady, reject) => {
    const started = spawn(process.execPath, [resolve(import.meta.dirname, '../../scripts/publisher.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SUPABASE_URL: stack.url,
        SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
        SUPABASE_SECRET_KEY: stack.secretKey,
        SITE_URL: 'http://localhost:4321',
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        DIST_DIR: join(folder, 'dist'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    output = ''
    const listen = (part: Buffer): void => {
      output += part.toString()
      const ready = pattern.exec(output)
      if (ready?.[1]) resolveReady(ready[1])
    }
    started.stdout.on('data', listen)
    started.stderr.on('data', listen)
    started.once('exit', () => reject(new Error(`the publisher ended: ${output}`)))
  })
}

test('publishes on a signed webhook call, and refuses an unsigned or repeated one', async () => {
  const site = await startPublisher({ PUBLISH_WEBHOOK_SECRET: secret, PUBLISH_POLL_SECONDS: '3600' })
  expect(output).toContain('bundling the site')
  const page = `${site}/article/a-room-with-90-windows`
  await must(magazine.service.from('articles').insert(story(magazine, 90)))

  const body = JSON.stringify({ event: 1, nonce: 'once' })
  const at = Math.floor(Date.now() / 1000)
  const call = (signature: string) =>
    fetch(`${site}/publish`, {
      method: 'POST',
      headers: { 'x-mantel-timestamp': String(at), 'x-mantel-signature': signature },
      body,
    })
  expect((await call(signWebhook('another secret', at, body))).status).toBe(401)
  expect((await fetch(page)).status).toBe(404)

  expect((await call(signWebhook(secret, at, body))).status).toBe(202)
  await vi.waitFor(async () => expect((await fetch(page)).status).toBe(200), { timeout: 20_000 })
  expect(await (await fetch(page)).text()).toContain('A room with 90 windows')

  expect((await call(signWebhook(secret, at, body))).status).toBe(409)
})

test('starts again without bundling, and polls the outbox without a webhook', async () => {
  const site = await startPublisher({ PUBLISH_POLL_SECONDS: '1' })
  expect(output).not.toContain('bundling the site')
  await must(magazine.service.from('articles').insert(story(magazine, 91)))
  const page = `${site}/article/a-room-with-91-windows`
  await vi.waitFor(async () => expect((await fetch(page)).status).toBe(200), { timeout: 20_000 })
  expect((await fetch(`${site}/publish`, { method: 'POST' })).status).toBe(405)

  const first = child
  await expect(startPublisher({})).rejects.toThrow('is in use by process')
  child = first
})

test(
  'is ready after its first build, also while a story changes all the time',
  { timeout: 60_000 },
  async () => {
    let isWriting = true
    const write = async () => {
      for (let n = 0; isWriting; n++) {
        const story = magazine.service.from('articles').update({ excerpt: `Version ${n}` })
        await must(story.eq('slug', 'a-room-with-1-windows'))
      }
    }
    const writing = write()
    try {
      await startPublisher({})
    } finally {
      isWriting = false
      await writing
    }
  },
)

test('serves the last build while the backend is away', async () => {
  const away = { SUPABASE_URL: 'http://127.0.0.1:9' }
  const site = await startPublisher(away, /listening at (http:\S+)[^]+tried again in/)
  expect(await (await fetch(`${site}/article/a-room-with-91-windows`)).text()).toContain('A room with 91')
})

test('ends with the reason when its key is refused', async () => {
  const wrong = startPublisher({ SUPABASE_SECRET_KEY: 'sb_secret_of_another_project_altogether' })
  await expect(wrong).rejects.toThrow(/the publisher cannot take its lease/)
})
