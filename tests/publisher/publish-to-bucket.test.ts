import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Publisher, startPublisher } from '../../src/publisher/publisher.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type Target, startTarget } from '../support/delivery-target.ts'
import { readBucket } from '../support/s3-server.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/small-magazine.ts'

let stack: Stack
let magazine: SmallMagazine
let folder: string
let target: Target
let publisher: Publisher

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
  magazine = await fillSmallMagazine(stack, 4)
  folder = await mkdtemp(join(tmpdir(), 'mantel-bucket-'))
  target = await startTarget(folder)
  publisher = await startPublisher({
    root: resolve(import.meta.dirname, '../..'),
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    secretKey: stack.secretKey,
    siteUrl: 'http://localhost:4321',
    distDir: join(folder, 'dist'),
    dataDir: join(folder, 'data'),
    copyRequests: null,
    delivery: { bucket: target.delivery.bucket, purge: null, encoding: null },
    report: () => undefined,
  })
})

afterAll(async () => {
  await publisher?.stop()
  await target?.close()
  await stack?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function published(): Promise<void> {
  publisher.wake()
  await publisher.idle()
}

const inBucket = async (key: string) => (await readBucket(target.bucket)).get(key)?.bytes.toString()

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

test('a publish that the bucket refuses fails with the reason, and is sent when the bucket takes it again', async () => {
  target.setFault({ kind: 'refuse', share: 1 })
  await must(magazine.service.from('articles').insert(story(magazine, 91)))
  await expect(published()).rejects.toThrow()
  expect(await inBucket('article/a-room-with-91-windows')).toBeUndefined()
  const [failed] = await stack.sql<{ error: string }>(`select error from builds where status = 'failed'`)
  expect(failed?.error).toContain('(S3_ENDPOINT) does not answer')
  target.setFault({ kind: 'none' })
  await published()
  expect(await inBucket('article/a-room-with-91-windows')).toContain('A room with 91 windows')
})
