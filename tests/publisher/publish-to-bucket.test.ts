import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Bucket } from '../../src/publisher/delivery/bucket.ts'
import { keyOf } from '../../src/publisher/delivery/keys.ts'
import { Publisher } from '../../src/publisher/publisher.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type Target, startTarget } from '../support/delivery/delivery-target.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'
import '../support/publisher/quick-copies.ts'

let stack: Stack
let magazine: SmallMagazine
let folder: string
let site: Parameters<typeof takeBundle>[0]
let target: Target
let publisher: Publisher
/** The public address: a cache before the bucket. */
let edge: Server
/** How often it still answers with an old page. */
let oldAnswers = 0

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
  magazine = await fillSmallMagazine(stack, 4)
  folder = await mkdtemp(join(tmpdir(), 'mantel-bucket-'))
  target = await startTarget(folder)
  const bucket = new Bucket(target.bucket)
  edge = createServer((request, response) => {
    const key = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1)
    void bucket.readText(key).then((page) => {
      if (page === null) response.writeHead(404).end()
      else response.end(oldAnswers-- > 0 ? 'an old page' : page)
    })
  }).listen(0, '127.0.0.1')
  await once(edge, 'listening')
  const address = edge.address()
  site = {
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    siteUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    distDir: join(folder, 'dist'),
  }
  await takeBundle(site)
  publisher = await start()
  await publisher.firstBuild
})

function start(): Promise<Publisher> {
  return Publisher.start({
    root: resolve(import.meta.dirname, '../..'),
    ...site,
    secretKey: stack.secretKey,
    dataDir: join(folder, 'data'),
    copyRequests: null,
    delivery: { bucket: target.delivery.bucket, purge: null, encoding: null },
    report: () => undefined,
  })
}

afterAll(async () => {
  await publisher?.stop()
  edge?.close()
  await target?.close()
  await stack?.stop()
  await removeBundle(site)
  await rm(folder, { recursive: true, force: true })
})

async function published(): Promise<void> {
  publisher.wake()
  await publisher.idle()
}

const inBucket = (key: string) => new Bucket(target.bucket).readText(key)

test('the first build puts the whole site into the bucket', async () => {
  for (const [key, file] of [
    ['index.html', 'index.html'],
    ['article/a-room-with-0-windows', 'article/a-room-with-0-windows.html'],
    ['rss.xml', 'rss.xml'],
  ] as const) {
    expect(await inBucket(key)).toBe(await readFile(join(folder, 'dist', file), 'utf8'))
  }
})

test('a publish sends its files alone, and is live once they are in the bucket', async () => {
  const before = target.events.length
  await must(magazine.service.from('articles').insert(story(magazine, 90)))
  await published()
  expect(await inBucket('article/a-room-with-90-windows')).toContain('A room with 90 windows')
  const sent = target.events.slice(before).map((event) => ('key' in event ? event.key : event.kind))
  expect(sent).toContain('index.html')
  expect(sent).not.toContain('about')
  const [build] = await stack.sql<{ status: string; timings: Record<string, number> }>(
    'select status, timings from builds order by id desc limit 1',
  )
  expect(build).toMatchObject({ status: 'live', timings: { delivery: expect.any(Number) } })
})

test('a publish is live once the public address answers with it; while it has the old page, that is said', async () => {
  oldAnswers = 2
  const { data, error } = await magazine.service
    .from('articles')
    .insert(story(magazine, 92))
    .select('id')
    .single()
  expect(error).toBeNull()
  await published()
  const seen: string[] = []
  const state = async () => {
    const [row] = await stack.sql<{ status: string; readers: string }>(
      `select s.status, b.readers from get_publish_state($1::uuid) s
       join publish_outbox o on o.id = s.event_id join builds b on b.id = o.build_id`,
      [data?.id],
    )
    if (row && seen.at(-1) !== row.readers) seen.push(row.readers)
    return row?.status
  }
  await expect.poll(state, { interval: 20 }).toBe('stale')
  await expect.poll(state, { interval: 20 }).toBe('live')
  expect(seen.slice(-2)).toEqual(['old', 'seen'])
})

test('a publish that the bucket refuses fails with the reason, and is sent when the bucket takes it again', async () => {
  target.setFault({ kind: 'refuse', share: 1 })
  await must(magazine.service.from('articles').insert(story(magazine, 91)))
  await expect(published()).rejects.toThrow()
  expect(await inBucket('article/a-room-with-91-windows')).toBeNull()
  const [failed] = await stack.sql<{ error: string }>(`select error from builds where status = 'failed'`)
  expect(failed?.error).toContain('(S3_ENDPOINT) does not answer')
  target.setFault({ kind: 'none' })
  await published()
  expect(await inBucket('article/a-room-with-91-windows')).toContain('A room with 91 windows')
})

test('a publish that is made while the whole site is uploaded again is live before that', async () => {
  await publisher.stop()
  await stack.sql(`insert into site_settings (social_url) values ('https://social.example/mantel')`)
  const before = target.events.length
  target.setFault({ kind: 'delay', share: 1, ms: 500 })
  publisher = await start()
  const isSent = () => target.events.slice(before).some(({ kind }) => kind === 'put')
  await expect.poll(isSent).toBe(true)
  await must(magazine.service.from('articles').insert({ ...story(magazine, 93), published_at: new Date() }))
  publisher.wake()
  await publisher.firstBuild
  target.setFault({ kind: 'none' })
  await publisher.idle()
  const finished = await stack.sql<{ kind: string; status: string }>(
    'select kind, status from builds order by finished_at desc limit 2',
  )
  expect(finished).toEqual([
    { kind: 'full', status: 'live' },
    { kind: 'publish', status: 'live' },
  ])
  expect(await inBucket('article/a-room-with-93-windows')).toContain('A room with 93 windows')
  for (const file of ['index.html', 'about.html', 'article/a-room-with-0-windows.html']) {
    expect(await inBucket(keyOf(file))).toBe(await readFile(join(site.distDir, file), 'utf8'))
  }
})
