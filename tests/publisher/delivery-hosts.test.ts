import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import worker from '../../.github/hosting/r2-worker.ts'
import { Mirror } from '../../src/publisher/delivery/mirror.ts'
import { writeSite } from '../support/delivered-site.ts'
import { type Target, startTarget } from '../support/delivery-target.ts'
import { type StoredObject, readBucket } from '../support/s3-server.ts'

const HOSTING = join(import.meta.dirname, '..', '..', '.github', 'hosting')
let directory: string
let target: Target
let objects: Map<string, StoredObject>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mantel-hosts-'))
  const folder = join(directory, 'dist')
  await writeSite(folder, 3)
  target = await startTarget(directory)
  const recordFile = join(directory, 'delivery.sqlite')
  const mirror = new Mirror({ ...target.delivery, folder, recordFile, report: () => undefined })
  await mirror.syncAll()
  await mirror.close()
  objects = await readBucket(target.bucket)
})
afterAll(async () => {
  await target.close()
  await rm(directory, { recursive: true })
})

interface Answer {
  status: number
  title: string | undefined
  headers: Record<string, unknown>
}

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1]

/** The bucket as a Worker sees it. */
const SITE = {
  async get(key: string, options?: { onlyIf: Headers }) {
    const object = objects.get(key)
    if (!object) return null
    const httpEtag = `"${object.bytes.length}"`
    const isKnown = options?.onlyIf.get('if-none-match') === httpEtag
    return {
      httpEtag,
      ...(isKnown ? {} : { body: new Blob([new Uint8Array(object.bytes)]).stream() }),
      writeHttpMetadata: (headers: Headers) => {
        for (const [name, value] of Object.entries(object.headers)) headers.set(name, value)
      },
    }
  },
}

async function askWorker(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await worker.fetch(new Request(`https://magazine.example${path}`, { headers }), { SITE })
  const title = titleOf(await response.text())
  return { status: response.status, title, headers: Object.fromEntries(response.headers) }
}

/** S3's static website hosting, with index.html as index document and 404.html as error document. */
async function askWebsite(path: string): Promise<Answer> {
  const { endpoint, bucket } = target.bucket
  const sent = request(endpoint + path, {
    headers: { host: `${bucket}.s3-website-us-east-1.amazonaws.com` },
  }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, title: titleOf(await text(answer)), headers: answer.headers }
}

/** CloudFront before the bucket, which answers 404.html with status 404 for what is not there. */
async function askCloudFront(path: string): Promise<Answer> {
  const script = await readFile(join(HOSTING, 'cloudfront-function.js'), 'utf8')
  const event = { request: { uri: path } }
  const { uri } = runInNewContext(`${script}; handler(event)`, { event }) as { uri: string }
  const found = objects.get(decodeURIComponent(uri.slice(1)))
  const { bytes, headers } = found ?? objects.get('404.html') ?? { bytes: '', headers: {} }
  return { status: found ? 200 : 404, title: titleOf(bytes.toString()), headers }
}

const HOSTS = [
  ['a Worker before R2', askWorker],
  ['S3 website hosting', askWebsite],
  ['CloudFront before S3', askCloudFront],
] as const

test.each(HOSTS)('%s answers each address with its page', async (_, ask) => {
  const page = 'text/html; charset=utf-8'
  for (const [path, status, title] of [
    ['/', 200, 'home'],
    ['/about', 200, 'about'],
    ['/article/story-1', 200, 'story 1'],
    ['/admin', 200, 'admin'],
    ['/nowhere', 404, 'not found'],
  ] as const) {
    const answer = await ask(path)
    expect([path, answer.status, answer.title]).toEqual([path, status, title])
    expect(answer.headers['content-type']).toBe(page)
  }
  expect((await ask('/_astro/page.1a2b.css')).headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test.each(HOSTS.filter(([name]) => name !== 'S3 website hosting'))(
  '%s opens the admin at each of its addresses',
  async (_, ask) => {
    expect(await ask('/admin/articles/7')).toMatchObject({ status: 200, title: 'admin' })
  },
)

test('S3 website hosting leaves the addresses of the admin to the 404 page, which leads there', async () => {
  expect(await askWebsite('/admin/articles/7')).toMatchObject({ status: 404, title: 'not found' })
})

test('a Worker before R2 follows the rules of _redirects and _headers', async () => {
  expect(await askWorker('/article/old?from=mail')).toMatchObject({
    status: 301,
    headers: { location: '/article/story-0?from=mail' },
  })
  expect(await askWorker('/about/')).toMatchObject({ status: 308, headers: { location: '/about' } })
  expect(await askWorker('//other.example/')).toMatchObject({
    status: 308,
    headers: { location: '/other.example' },
  })
  expect((await askWorker('/admin/users')).headers).toMatchObject({ 'x-frame-options': 'DENY' })
  expect((await askWorker('/nowhere')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
})

test('a Worker before R2 sends no page that the reader has', async () => {
  const { headers } = await askWorker('/about')
  expect(await askWorker('/about', { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304 })
})
