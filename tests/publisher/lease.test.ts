import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFolderOf } from '../../src/publisher/open-site.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type Target, startTarget } from '../support/delivery-target.ts'
import { readBucket } from '../support/s3-server.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/small-magazine.ts'

const root = resolve(import.meta.dirname, '../..')
const LONG = { timeout: 60_000, interval: 100 }
let stack: Stack
let magazine: SmallMagazine
let folder: string
let target: Target
const publishers: PublisherProcess[] = []

interface PublisherProcess {
  child: ChildProcess
  distDir: string
  output(): string
}

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: 'http://localhost:4321' })
  magazine = await fillSmallMagazine(stack, 2)
  folder = await mkdtemp(join(tmpdir(), 'mantel-lease-'))
  target = await startTarget(folder, () => 0)
})

afterAll(async () => {
  for (const { child } of publishers) child.kill('SIGKILL')
  await target?.close()
  await stack?.stop()
  for (const { distDir } of publishers)
    await rm(bundleFolderOf({ root, distDir }), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts `npm run publisher` with folders of its own, which delivers to the one bucket. */
function startPublisher(name: string): PublisherProcess {
  const distDir = join(folder, name, 'dist')
  const { bucket } = target.delivery
  const child = spawn(process.execPath, [join(root, 'scripts/publisher.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SUPABASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
      SITE_URL: 'http://localhost:4321',
      PORT: '0',
      PUBLISH_POLL_SECONDS: '1',
      DATA_DIR: join(folder, name, 'data'),
      DIST_DIR: distDir,
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  const publisher = { child, distDir, output: () => output }
  publishers.push(publisher)
  return publisher
}

const waits = (publisher: PublisherProcess) =>
  expect.poll(publisher.output, LONG).toContain('this one waits for its end')
const isReady = (publisher: PublisherProcess) => expect.poll(publisher.output, LONG).toMatch(/^ready /m)

const write = (index: number) => must(magazine.service.from('articles').insert(story(magazine, index)))
const isInFolder = ({ distDir }: PublisherProcess, index: number) =>
  existsSync(join(distDir, `article/a-room-with-${index}-windows.html`))
const isInBucket = async (index: number) =>
  (await readBucket(target.bucket)).has(`article/a-room-with-${index}-windows`)
const isPublished = (index: number) =>
  expect
    .poll(async () => {
      const waiting = await stack.sql('select id from publish_outbox where processed_at is null')
      return waiting.length === 0 && (await isInBucket(index))
    }, LONG)
    .toBe(true)

/** Publishes a story to a bucket that does not answer: resolves with the build that is sending it. */
async function beginDelivery(index: number): Promise<number> {
  const hits = target.hits()
  target.setFault({ kind: 'hang', share: 1 })
  await write(index)
  await expect.poll(target.hits, LONG).toBeGreaterThan(hits)
  const [build] = await stack.sql<{ id: number }>('select id from builds order by id desc limit 1')
  return build?.id ?? 0
}

const statusOf = async (build: number) =>
  (await stack.sql<{ status: string }>('select status from builds where id = $1', [build]))[0]?.status

test('of two publishers one works: when it is killed, the other carries out what it left; when it is paused, it writes nothing more', async () => {
  const first = startPublisher('first')
  await isReady(first)
  await cp(
    bundleFolderOf({ root, distDir: first.distDir }),
    bundleFolderOf({ root, distDir: join(folder, 'second/dist') }),
    { recursive: true },
  )
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
  expect(await statusOf(cutShort)).toBe('running')

  const sent = target.events.length
  second.child.kill('SIGCONT')
  await expect.poll(second.output, LONG).toContain('Another publisher has taken over')
  await waits(second)
  expect(target.events.length).toBe(sent)
  expect(await statusOf(cutShort)).toBe('running')
  await write(93)
  await isPublished(93)
  expect([isInFolder(third, 93), isInFolder(second, 92), isInFolder(second, 93)]).toEqual([
    true,
    false,
    false,
  ])

  third.child.kill('SIGTERM')
  await expect.poll(second.output, LONG).toContain('the other publisher has ended: this one takes over')
  await expect.poll(() => isInFolder(second, 93), LONG).toBe(true)
})
