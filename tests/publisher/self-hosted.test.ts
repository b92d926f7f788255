import { once } from 'node:events'
import { mkdtemp, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signWebhook } from '../../src/publisher/server/webhook.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type PublisherProcess, spawnPublisher } from '../support/publisher/publisher-process.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'
import { SITE_URL } from '../support/database/test-stack.ts'

const secret = 'a secret that the database and the publisher share'
let stack: Stack
let magazine: SmallMagazine
let folder: string
/** The publisher that was started last. */
let publisher: PublisherProcess | undefined

/** Starts the API at a port of its own, and puts a bundle for it where the publisher looks for one. */
async function startApi(): Promise<Stack> {
  const started = await startStack({ port: 0, dataDir: join(folder, 'database'), siteUrl: SITE_URL })
  const { url: supabaseUrl, publishableKey } = started
  await takeBundle({ supabaseUrl, publishableKey, siteUrl: SITE_URL, distDir: join(folder, 'dist') })
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-self-hosted-'))
  stack = await startApi()
  magazine = await fillSmallMagazine(stack, 4)
})

afterEach(async () => {
  if (publisher?.child.exitCode !== null) return
  const ended = once(publisher.child, 'exit')
  publisher.child.kill('SIGTERM')
  await ended
})

afterAll(async () => {
  await stack?.stop()
  await removeBundle({ distDir: join(folder, 'dist') })
})

/** Starts a publisher; resolves with the address in the first output that `pattern` matches. */
function startPublisher(settings: Record<string, string>, pattern = /^ready (http:\S+)/m): Promise<string> {
  const started = spawnPublisher(stack, folder, settings)
  publisher = started
  return new Promise((resolveReady, reject) => {
    const readAddress = () => {
      const [, address] = pattern.exec(started.output()) ?? []
      if (address !== undefined) resolveReady(address)
    }
    started.child.stdout?.on('data', readAddress)
    started.child.stderr?.on('data', readAddress)
    started.child.once('exit', () => reject(new Error(`the publisher ended: ${started.output()}`)))
  })
}

test('publishes on a signed webhook call, and refuses an unsigned or repeated one', async () => {
  const site = await startPublisher({ PUBLISH_WEBHOOK_SECRET: secret, PUBLISH_POLL_SECONDS: '3600' })
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
  await expect.poll(async () => (await fetch(page)).status).toBe(200)
  expect(await (await fetch(page)).text()).toContain('A room with 90 windows')

  expect((await call(signWebhook(secret, at, body))).status).toBe(409)
})

test('starts again without bundling, with a page that a power cut emptied, and polls the outbox without a webhook', async () => {
  const emptied = 'article/a-room-with-1-windows'
  await truncate(join(folder, 'dist', `${emptied}.html`))
  const site = await startPublisher({ PUBLISH_POLL_SECONDS: '1' })
  expect(publisher?.output()).not.toContain('bundling the site')
  expect(await (await fetch(`${site}/${emptied}`)).text()).toContain('A room with 1 windows')
  await must(magazine.service.from('articles').insert(story(magazine, 91)))
  const page = `${site}/article/a-room-with-91-windows`
  await expect.poll(async () => (await fetch(page)).status).toBe(200)
  expect((await fetch(`${site}/publish`, { method: 'POST' })).status).toBe(405)

  const first = publisher
  await expect(startPublisher({})).rejects.toThrow('is in use by process')
  publisher = first
})

test('is ready after its first build, also while a story changes all the time', async () => {
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
})

test('serves the last build while the backend is away', async () => {
  const away = { SUPABASE_URL: 'http://127.0.0.1:9' }
  const site = await startPublisher(away, /listening at (http:\S+)[^]+tried again in/)
  expect(await (await fetch(`${site}/article/a-room-with-91-windows`)).text()).toContain('A room with 91')
})

test('ends with the reason when its key is refused', async () => {
  const wrong = startPublisher({ SUPABASE_SECRET_KEY: 'sb_secret_of_another_project_altogether' })
  await expect(wrong).rejects.toThrow(/the publisher cannot take its lease/)
})

test('keeps every picture when the API is at another port', async () => {
  const before = stack.url
  const [first = '', second = ''] = magazine.pictures
  const content = { html: `<p>x</p><img src="${first}" alt="A field"><p>${second}</p>` }
  const pictures = { featured_image: second, gallery: [first, second], captions: { [first]: 'In May' } }
  await must(magazine.service.from('articles').insert({ ...story(magazine, 92), content, ...pictures }))
  await stack.stop()
  stack = await startApi()
  expect(stack.url).not.toBe(before)

  const site = await startPublisher({})
  const port = String(new URL(before).port)
  for (const path of ['/', '/article/a-room-with-92-windows', '/author/ines-abril']) {
    const html = await (await fetch(site + path)).text()
    expect(html, path).not.toContain(`:${port}/`)
    const drawn = html.match(/<img [^>]*src="[^"]*"/g) ?? []
    expect(drawn.length, path).toBeGreaterThan(0)
    expect(
      drawn.filter((image) => !image.includes('src="/_images/')),
      path,
    ).toEqual([])
  }
  const page = await (await fetch(`${site}/article/a-room-with-92-windows`)).text()
  expect(page).toContain('In May')
  expect(page).toContain(`${stack.url}/storage/v1/object/public/media/demo/`)
  expect(publisher?.output()).not.toContain('its original is linked instead')
})
