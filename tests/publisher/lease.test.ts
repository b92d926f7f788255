import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Bucket } from '../../src/publisher/delivery/bucket.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type Target, startTarget } from '../support/delivery/delivery-target.ts'
import { type PublisherProcess, spawnPublisher } from '../support/publisher/publisher-process.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'
import { SITE_URL } from '../support/database/test-stack.ts'

const NAMES = ['first', 'second']
let stack: Stack
let magazine: SmallMagazine
let folder: string
let target: Target
const publishers: PublisherProcess[] = []

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: SITE_URL })
  magazine = await fillSmallMagazine(stack, 2)
  folder = await mkdtemp(join(tmpdir(), 'mantel-lease-'))
  target = await startTarget(folder, () => 0)
  for (const name of NAMES) await takeBundle(siteOf(name))
})

afterAll(async () => {
  for (const { child } of publishers) child.kill('SIGKILL')
  await target?.close()
  await stack?.stop()
  for (const name of NAMES) await removeBundle(siteOf(name))
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const siteOf = (name: string) => ({
  supabaseUrl: stack.url,
  publishableKey: stack.publishableKey,
  siteUrl: SITE_URL,
  distDir: join(folder, name, 'dist'),
})

/** Starts a publisher with folders of its own, which delivers to the one bucket. */
function startPublisher(name: string): PublisherProcess {
  const { bucket } = target.delivery
  const publisher = spawnPublisher(stack, join(folder, name), {
    PUBLISH_POLL_SECONDS: '1',
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  })
  publishers.push(publisher)
  return publisher
}

/** Waits until a publisher has written the line so often. */
const says = (publisher: PublisherProcess, line: string, times = 1) =>
  expect.poll(() => publisher.output().split(line).length - 1).toBeGreaterThanOrEqual(times)
const waits = (publisher: PublisherProcess, times = 1) => says(publisher, 'this one waits for its end', times)
const isReady = (publisher: PublisherProcess) => expect.poll(publisher.output).toMatch(/^ready /m)

const write = (index: number) => must(magazine.service.from('articles').insert(story(magazine, index)))
const isInFolder = ({ distDir }: PublisherProcess, index: number) =>
  existsSync(join(distDir, `article/a-room-with-${index}-windows.html`))
const isInBucket = async (index: number) =>
  (await new Bucket(target.bucket).readText(`article/a-room-with-${index}-windows`)) !== null
const isPublished = (index: number) =>
  expect
    .poll(async () => {
      const waiting = await stack.sql('select id from publish_outbox where processed_at is null')
      return waiting.length === 0 && (await isInBucket(index))
    })
    .toBe(true)

/** Publishes a story to a bucket that does not answer: resolves with the build that is sending it. */
async function beginDelivery(index: number): Promise<number> {
  const hits = target.hits()
  target.setFault({ kind: 'hang', share: 1 })
  await write(index)
  await expect.poll(target.hits).toBeGreaterThan(hits)
  const [build] = await stack.sql<{ id: number }>('select id from builds order by id desc limit 1')
  return build?.id ?? 0
}

const statusOf = async (build: number) =>
  (await stack.sql<{ status: string }>('select status from builds where id = $1', [build]))[0]?.status

test('of two publishers one works: when it is killed, the other carries out what it left; when it is paused, it writes nothing more', async () => {
  const first = startPublisher('first')
  await isReady(first)
  const second = startPublisher('second')
  await waits(second)
  expect(existsSync(second.distDir)).toBe(false)

  await beginDelivery(90)
  first.child.kill('SIGKILL')
  target.setFault({ kind: 'none' })
  await isPublished(90)
  await isReady(second)

  const third = startPublisher('first')
  await waits(third)
  const cutShort = await beginDelivery(91)
  second.child.kill('SIGSTOP')
  target.setFault({ kind: 'none' })
  await isPublished(91)
  await write(92)
  await isPublished(92)
  // The publish may have gone before the rest of the third one's first build.
  const running = () => stack.sql(`select id from builds where status = 'running'`)
  await expect.poll(running).toEqual([])
  expect(await statusOf(cutShort)).toBe('cut short')

  const sent = target.events.length
  second.child.kill('SIGCONT')
  await expect.poll(second.output).toContain('Another publisher has taken over')
  await waits(second, 2)
  expect(target.events.length).toBe(sent)
  expect(await statusOf(cutShort)).toBe('cut short')
  await write(93)
  await isPublished(93)
  expect([isInFolder(third, 93), isInFolder(second, 92), isInFolder(second, 93)]).toEqual([
    true,
    false,
    false,
  ])

  third.child.kill('SIGTERM')
  await says(second, 'the other publisher has ended: this one takes over', 2)
  await expect.poll(() => isInFolder(second, 93)).toBe(true)
})

test('one that is stopped during its first build leaves its lease at once', async () => {
  for (const { child } of publishers) child.kill('SIGKILL')
  target.setFault({ kind: 'hang', share: 1 })
  const hits = target.hits()
  const { child, output } = startPublisher('first')
  // Requests of killed processes may still arrive.
  await expect.poll(output).toContain('reading the content')
  await expect.poll(target.hits).toBeGreaterThan(hits)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await stack.sql('select 1 from private.publisher_lease where expires_at > now()')).toEqual([])
})
