/**
 * One table of requests and their answers, for every way the site is served: the own server, nginx with the shipped
 * nginx.conf (where it is installed), the Worker before R2, the function before CloudFront, and S3 website hosting.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import worker from '../../.github/hosting/r2-worker.ts'
import { headerRules, headersOf } from '../../src/domain/site/response-headers.ts'
import { writeFileAtomic } from '../../src/node/write-file-atomic.ts'
import { Mirror } from '../../src/publisher/delivery/mirror.ts'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { createWebhook } from '../../src/publisher/server/webhook.ts'
import { SITE_URL, writeSite } from '../support/delivery/delivered-site.ts'
import { type Target, startTarget } from '../support/delivery/delivery-target.ts'
import { freePort } from '../support/free-port.ts'
import { nginxProgram, startNginx } from '../support/delivery/nginx.ts'
import { r2Bucket } from '../support/delivery/r2-bucket.ts'
import { type StoredObject, readBucket } from '../support/delivery/s3-server.ts'

const FUNCTION = join(import.meta.dirname, '..', '..', '.github', 'hosting', 'cloudfront-function.js')
/** Files of this site beside the files of any site. */
const FILES = {
  'article/old.html': '<title>leads on</title>',
  'article/story-0.md': '# Story 0',
  'rss.json': '{}',
  'site.webmanifest': '{}',
}
const TOKEN = '5b0f3c1e9a7d4e2f8c6b1a0d9e8f7c6b5a4d3e2f1c0b9a8d7e6f5c4b3a2d1e0f'

let directory: string
let target: Target
let objects: Map<string, StoredObject>
let script: string
let own: Awaited<ReturnType<typeof startStaticServer>>
let nginx: Awaited<ReturnType<typeof startNginx>> | null = null

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mantel-hosting-'))
  const folder = join(directory, 'dist')
  await writeSite(folder, 3)
  for (const [file, text] of Object.entries(FILES)) await writeFileAtomic(join(folder, file), text)
  target = await startTarget(directory)
  const recordFile = join(directory, 'delivery.sqlite')
  const mirror = new Mirror({ ...target.delivery, folder, recordFile, report: () => undefined })
  await mirror.syncAll()
  await mirror.close()
  objects = await readBucket(target.bucket)
  script = await readFile(FUNCTION, 'utf8')
  // What only a folder has: a page kept compressed for nginx, and a file that is being written.
  await writeFileAtomic(join(folder, 'about.html.br'), 'compressed')
  await writeFileAtomic(join(folder, 'a0b1.tmp'), 'half')
  own = await startStaticServer(folder, 0, null, {
    siteUrl: SITE_URL,
    handler: createWebhook('a secret', () => undefined),
  })
  if (nginxProgram !== null)
    nginx = await startNginx(nginxProgram, folder, own.port, join(directory, 'nginx'))
})
afterAll(async () => {
  await nginx?.close()
  await own?.close()
  await target?.close()
  await rm(directory, { recursive: true })
})

interface Asked {
  method: string
  path: string
  headers: Record<string, string>
}
interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** A request as it is written; fetch would change its path. */
async function send(port: number, { method, path, headers }: Asked): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

async function askWorker({ method, path, headers }: Asked): Promise<Answer> {
  const response = await worker.fetch(new Request(SITE_URL + path, { method, headers }), {
    SITE: r2Bucket(objects),
  })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

/** CloudFront, whose function leads on, or changes the key; the bucket answers 404.html with status 404 for other keys. */
function askCloudFront({ path }: Asked): Answer {
  const [uri = '', query = ''] = path.split(/\?(.*)/s)
  const querystring = Object.fromEntries(
    query.split('&').flatMap((part) => {
      const [name = '', value = ''] = part.split('=')
      return name === '' ? [] : [[name, { value }]]
    }),
  )
  const event = { request: { method: 'GET', uri, querystring } }
  const result = runInNewContext(`${script}; handler(event)`, { event }) as
    { uri: string } | { statusCode: number; headers: Record<string, { value: string }> }
  if ('statusCode' in result) {
    const headers = Object.entries(result.headers).map(([name, { value }]) => [name, value])
    return { status: result.statusCode, headers: Object.fromEntries(headers), body: Buffer.alloc(0) }
  }
  const found = objects.get(keyOf(result.uri))
  const { bytes, headers } = found ?? objects.get('404.html') ?? { bytes: Buffer.alloc(0), headers: {} }
  return { status: found ? 200 : 404, headers, body: bytes }
}

function keyOf(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(1))
  } catch {
    return ''
  }
}

/** S3 website hosting, with index.html as index document and 404.html as error document. */
async function askWebsite({ path }: Asked): Promise<Answer> {
  const { endpoint, bucket } = target.bucket
  const headers = { host: `${bucket}.s3-website-us-east-1.amazonaws.com` }
  const { port } = new URL(endpoint)
  return send(Number(port), { method: 'GET', path, headers })
}

const HOSTS = {
  own: (asked: Asked) => send(own.port, asked),
  nginx: (asked: Asked) => send(nginx?.port ?? 0, asked),
  worker: askWorker,
  cloudfront: askCloudFront,
  website: askWebsite,
} as const
type Host = keyof typeof HOSTS

/** Hosts that run code or rules of ours. */
const RULED = ['own', 'nginx', 'worker', 'cloudfront'] as const
/** Hosts that answer everything by themselves: the others have a CDN in front, with headers and methods of its own. */
const WHOLE = ['own', 'nginx', 'worker'] as const
/** Hosts that have a publisher. */
const SERVERS = ['own', 'nginx'] as const

const PAGE = 'text/html; charset=utf-8'
const REVALIDATED = 'public, max-age=0, must-revalidate'
const FOR_EVER = 'public, max-age=31536000, immutable'

interface Expected {
  status: number
  location?: string
  /** Headers; undefined: not sent. */
  headers?: Record<string, string | undefined | RegExp>
  /** What the body holds. */
  body?: string
}
type Row = [hosts: readonly Host[], asked: string, expected: Expected, headers?: Record<string, string>]

const moved = (hosts: readonly Host[], path: string, location: string): Row => [
  hosts,
  path,
  { status: 308, location, headers: { 'cache-control': REVALIDATED } },
]
const missing = (hosts: readonly Host[], path: string): Row => [
  hosts,
  path,
  {
    status: 404,
    body: '<title>not found</title>',
    headers: { location: undefined, 'cache-control': REVALIDATED },
  },
]
const page = (path: string, title: string): Row => [
  RULED,
  path,
  {
    status: 200,
    body: `<title>${title}</title>`,
    headers: { 'content-type': PAGE, 'cache-control': REVALIDATED },
  },
]
const typed = (path: string, type: string, cache = REVALIDATED): Row => [
  [...RULED, 'website'],
  path,
  { status: 200, headers: { 'content-type': type, 'cache-control': cache } },
]

const TABLE: readonly Row[] = [
  // Pages at their one address.
  page('/', 'home'),
  page('/?p=12', 'home'),
  page('/about', 'about'),
  page('/article/story-1', 'story 1'),
  page('/admin', 'admin'),
  page('/admin/articles/7/edit?tab=seo', 'admin'),
  [['website'], '/', { status: 200, body: '<title>home</title>', headers: { 'content-type': PAGE } }],
  [['website'], '/article/story-1', { status: 200, body: '<title>story 1</title>' }],
  // The 404 page leads there.
  [['website'], '/admin/articles/7', { status: 404, body: '<title>not found</title>' }],
  // Every other spelling of it.
  ...[
    ['/about/', '/about'],
    ['/about//', '/about'],
    ['//about', '/about'],
    ['/about/?a=1&b=%2F', '/about?a=1&b=%2F'],
    ['/about.html', '/about'],
    ['/about.html?a=1', '/about?a=1'],
    ['/about.html/', '/about'],
    ['/article//story-1', '/article/story-1'],
    ['//article/story-1', '/article/story-1'],
    ['///article///story-1///', '/article/story-1'],
    ['/article/story-1.html', '/article/story-1'],
    ['/article%2Fstory-1', '/article/story-1'],
    ['/%61bout', '/about'],
    ['/admin.html', '/admin'],
    ['/admin/', '/admin'],
    ['/admin/articles/', '/admin/articles'],
    ['//admin/articles', '/admin/articles'],
    ['/%61dmin/articles', '/admin/articles'],
    ['/index', '/'],
    ['/index.html', '/'],
    ['/index.html?a=1', '/?a=1'],
    ['/index/', '/'],
    ['//', '/'],
    ['//?a=1', '/?a=1'],
    ['/nowhere.html', '/nowhere'],
  ].map(([path = '', location = '']) => moved(RULED, path, location)),
  ...[
    ['/article/../about', '/about'],
    ['/article/%2e%2e/about', '/about'],
    ['/./about', '/about'],
  ].map(([path = '', location = '']) => moved(SERVERS, path, location)),
  // Addresses of other hosts, in all spellings.
  ...[
    ['//evil.example', '/evil.example'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example/a/', '/evil.example/a'],
    ['/%2f%2fevil.example/', '/evil.example'],
    ['/%2Fevil.example', '/evil.example'],
    ['//%2fevil.example/.html', '/evil.example/.html'],
    ['//evil.example/index', '/evil.example/index'],
  ].map(([path = '', location = '']) => moved(RULED, path, location)),
  ...[
    '/%5cevil.example/',
    '/%5Cevil.example',
    '/%5C%5Cevil.example/',
    '/%2f%5cevil.example/',
    '/%5c/evil.example/',
    '/a%5c..%5c..%5cevil.example/',
    '/%09/evil.example/',
    '/%09%2fevil.example/',
    '/%0d%0aLocation:%20https://evil.example/',
    '/about%0d%0aX-Injected:1/',
    '/about%0a/',
    '/%7f/',
    '//evil.example%5c/',
    '/https://evil.example%40/%5c/',
  ].map((path) => missing(RULED, path)),
  ...['/%00/', '/about%00.html', '/%zz'].map((path) => missing(['own', 'worker', 'cloudfront'], path)),
  [['nginx'], '/%00/', { status: 400 }],
  // No page of the site, and no file for readers.
  ...['/nowhere', '/article/nowhere', '/article', '/administration', '/404', '/404.html', '/404/'].map(
    (path) => missing(RULED, path),
  ),
  ...[
    '/_headers',
    '/_redirects',
    '/_delivery.json',
    '/_other/x',
    '/%5fheaders',
    '/_headers.html',
    '//_headers/',
  ].map((path) => missing(RULED, path)),
  ...['/about.html.br', '/a0b1.tmp', '/ABOUT', '/_astro/none.css', '/caf%C3%A9'].map((path) =>
    missing(RULED, path),
  ),
  // Types and caches.
  typed('/_astro/page.1a2b.css', 'text/css; charset=utf-8', FOR_EVER),
  typed('/_astro/serif.1a2b.woff2', 'font/woff2', FOR_EVER),
  typed('/_images/aa-480.avif', 'image/avif', FOR_EVER),
  typed('/rss.xml', 'application/xml; charset=utf-8'),
  typed('/rss.json', 'application/json; charset=utf-8'),
  typed('/robots.txt', 'text/plain; charset=utf-8'),
  typed('/favicon.svg', 'image/svg+xml'),
  typed('/site.webmanifest', 'application/manifest+json'),
  typed('/article/story-0.md', 'text/markdown; charset=utf-8'),
  [
    WHOLE,
    '/article/story-0.md',
    { status: 200, headers: { link: `<${SITE_URL}/article/story-0>; rel="canonical"` } },
  ],
  [WHOLE, '/article/none.md', { status: 404, headers: { link: undefined } }],
  [WHOLE, '/article/story-0', { status: 200, headers: { link: undefined } }],
  // Old addresses: by the rules of _redirects, or from the page that leads on.
  [['own', 'worker'], '/article/old?from=mail', { status: 301, location: '/article/story-0?from=mail' }],
  [['own', 'worker'], '//article//old/', { status: 301, location: '/article/story-0' }],
  [['nginx', 'cloudfront', 'website'], '/article/old', { status: 200, body: '<title>leads on</title>' }],
  // Methods.
  ...['/', '/about', '/nowhere', '/_astro/page.1a2b.css'].map((path): Row => [
    WHOLE,
    `HEAD ${path}`,
    { status: path === '/nowhere' ? 404 : 200, body: '' },
  ]),
  [WHOLE, 'HEAD /about/', { status: 308, location: '/about', body: '' }],
  ...['POST /', 'POST /about', 'PUT /about', 'DELETE /about', 'OPTIONS /about', 'PATCH /admin/x'].map(
    (asked): Row => [WHOLE, asked, { status: 405, headers: { allow: 'GET, HEAD' } }],
  ),
  // The publisher answers: it refuses what is not signed, and asks for what there is no handler of here.
  [SERVERS, 'POST /publish', { status: 401, body: '{"result":"unsigned"}' }],
  [SERVERS, 'POST /publish/predict', { status: 405 }],
  [SERVERS, 'POST /publish/preview', { status: 405 }],
  [SERVERS, 'POST /publish/preview-card', { status: 405 }],
  [SERVERS, 'POST /publish/preview-page', { status: 405 }],
  [SERVERS, 'POST /publish/anything/new', { status: 405 }],
  // Ranges.
  ...(
    [
      ['bytes=0-3', 206, 'bytes 0-3/9', 'a pi'],
      ['bytes=2-', 206, 'bytes 2-8/9', 'picture'],
      ['bytes=-4', 206, 'bytes 5-8/9', 'ture'],
      ['bytes=0-999', 206, 'bytes 0-8/9', 'a picture'],
      ['bytes=-999', 206, 'bytes 0-8/9', 'a picture'],
      ['bytes=9-', 416, 'bytes */9', undefined],
    ] as const
  ).map(([range, status, part, body]): Row => [
    WHOLE,
    '/_images/aa-480.avif',
    { status, headers: { 'content-range': part }, ...(body === undefined ? {} : { body }) },
    { range },
  ]),
  ...['', 'bytes=', 'bytes=-', 'bytes=a-b', 'items=0-3', 'bytes 0-3'].map((range): Row => [
    ['own', 'worker'],
    '/_images/aa-480.avif',
    { status: 200, body: 'a picture' },
    { range },
  ]),
  [WHOLE, '/_images/aa-480.avif', { status: 200, headers: { 'accept-ranges': 'bytes', etag: /^"[^"]+"$/ } }],
  [
    WHOLE,
    '/_images/aa-480.avif',
    { status: 200, body: 'a picture' },
    { range: 'bytes=0-3', 'if-range': '"another"' },
  ],
  // Compression, by servers; before the others a CDN compresses.
  [
    SERVERS,
    '/about',
    { status: 200, headers: { 'content-encoding': 'gzip', vary: /^accept-encoding$/i } },
    { 'accept-encoding': 'gzip' },
  ],
  [
    SERVERS,
    '/about',
    { status: 200, headers: { 'content-encoding': undefined } },
    { 'accept-encoding': 'gzip;q=0' },
  ],
  [
    SERVERS,
    '/robots.txt',
    { status: 200, headers: { 'content-encoding': undefined } },
    { 'accept-encoding': 'gzip' },
  ],
  // What the reader has.
  [WHOLE, '/about', { status: 304, body: '' }, { 'if-none-match': '*' }],
  [WHOLE, '/nowhere', { status: 404 }, { 'if-none-match': '*' }],
  [WHOLE, '/about', { status: 200 }, { 'if-none-match': '"another", W/"one"' }],
]

describe.each(Object.keys(HOSTS) as Host[])('%s', (host) => {
  const ask = HOSTS[host]
  const rows = TABLE.filter(([hosts]) => hosts.includes(host))

  test.skipIf(host === 'nginx' && nginxProgram === null)(
    'answers each request as the table says' +
      (host === 'nginx' ? ' (skipped where nginx is not installed)' : ''),
    async () => {
      const wrong: unknown[] = []
      for (const [, asked, expected, headers = {}] of rows) {
        const [method = '', path = ''] = asked.startsWith('/') ? ['GET', asked] : asked.split(' ')
        const answer = await ask({ method, path, headers })
        try {
          check(answer, expected)
        } catch (error) {
          wrong.push([asked, headers, error instanceof Error ? error.message.split('\n')[0] : error])
        }
      }
      expect(wrong).toEqual([])
    },
  )
})

function check({ status, headers, body }: Answer, expected: Expected): void {
  expect({ status, location: headers.location }).toEqual({
    status: expected.status,
    location: expected.location,
  })
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (value instanceof RegExp) expect(headers[name]).toMatch(value)
    else expect({ [name]: headers[name] }).toEqual({ [name]: value })
  }
  if (expected.body === undefined) return
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
  if (expected.body === '') expect(text).toBe('')
  else expect(text).toContain(expected.body)
}

/** The servers that can be asked here, except S3 website hosting, which runs no rules of ours. */
const ruled = RULED.filter((host) => host !== 'nginx' || nginxProgram !== null)
const whole = WHOLE.filter((host) => host !== 'nginx' || nginxProgram !== null)

test.each(ruled)('%s leads no request to another host', async (host) => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '%5c',
      '%5C%5C',
      '%2f',
      '%2F%2f',
      '.',
      '..',
      '%2e%2e',
      '@',
      ':',
      'https:',
      'evil.example',
    ],
    ...[
      '%09',
      '%0d%0a',
      '%00',
      '%',
      '%zz',
      '%c3',
      '%e2%80%a8',
      '.html',
      'index',
      'about',
      'admin',
      'article',
      'old',
    ],
    ...[
      '?',
      '?to=//evil.example',
      '#',
      ';',
      '&',
      '%3f',
      '%23',
      '%25',
      '%255c',
      '*',
      '~',
      '_astro',
      'preview',
      '404',
    ],
  )
  const paths = fc.array(piece, { maxLength: 9 }).map((pieces) => `/${pieces.join('')}`)
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const { status, headers } = await HOSTS[host]({ method: 'GET', path, headers: {} })
      expect(status).toBeLessThan(500)
      expect(status >= 300 && status < 400).toBe(headers.location !== undefined)
      if (headers.location === undefined) return
      const location = headers.location as string
      expect(location).toMatch(/^\/(?![/\\])[!-~]*$/)
      expect(new URL(location, `${SITE_URL}${path}`).origin).toBe(SITE_URL)
    }),
    { numRuns: 600 },
  )
})

test.each(whole)('%s sends the headers of the file _headers with every answer', async (host) => {
  for (const path of [
    '/',
    '/about',
    '/admin',
    '/admin/articles/1',
    '/_astro/page.1a2b.css',
    '/about/',
    '/nowhere',
  ]) {
    const { headers } = await HOSTS[host]({ method: 'GET', path, headers: {} })
    expect([path, headers]).toMatchObject([path, headersOf(headerRules(SITE_URL), path)])
  }
})

test.each(whole)('%s sends no file that the reader has', async (host) => {
  for (const [path, encoding] of [
    ['/about', 'gzip'],
    ['/about', 'identity'],
    ['/_images/aa-480.avif', 'gzip'],
  ] as const) {
    const ask = (headers: Record<string, string>) =>
      HOSTS[host]({ method: 'GET', path, headers: { ...headers, 'accept-encoding': encoding } })
    const etag = String((await ask({})).headers.etag)
    const weak = etag.startsWith('W/') ? etag : `W/${etag}`
    for (const known of [etag, weak, `"another", ${weak}`])
      expect([path, known, (await ask({ 'if-none-match': known })).status]).toEqual([path, known, 304])
    const { status, body } = await ask({ 'if-range': etag, range: 'bytes=0-0' })
    if (etag.startsWith('W/')) expect(status).toBe(200)
    else expect([status, body.length]).toEqual([206, 1])
  }
})

test.each(['own', 'worker'] as const)(
  '%s knows an ETag that a proxy has marked as compressed',
  async (host) => {
    const ask = (headers: Record<string, string>) => HOSTS[host]({ method: 'GET', path: '/about', headers })
    const etag = String((await ask({})).headers.etag).replace(/^W\//, '')
    for (const suffix of ['-gzip', '-br', ';gzip'])
      expect((await ask({ 'if-none-match': etag.replace(/"$/, `${suffix}"`) })).status).toBe(304)
  },
)

describe.skipIf(nginxProgram === null)('nginx (where it is installed)', () => {
  test('logs no address of a preview', async () => {
    const paths = [`/preview/${TOKEN}`, `/preview/${TOKEN}/`, `/preview/${TOKEN}/home`, `//preview/${TOKEN}`]
    for (const path of paths) await HOSTS.nginx({ method: 'GET', path, headers: {} })
    await HOSTS.nginx({ method: 'GET', path: '/about?logged', headers: {} })
    await expect.poll(() => nginx?.log()).toContain('/about?logged')
    expect(await nginx?.log()).not.toContain(TOKEN)
  })

  test('without a publisher shows previews by the 404 page', async () => {
    const alone = await startNginx(
      nginxProgram ?? '',
      join(directory, 'dist'),
      await freePort(),
      join(directory, 'alone'),
    )
    const ask = (asked: string) => {
      const [method = '', path = ''] = asked.split(' ')
      return send(alone.port, { method, path, headers: {} })
    }
    try {
      for (const asked of [`GET /preview/${TOKEN}`, 'GET /_images/none.avif'])
        check(await ask(asked), missing([], '')[2])
      check(await ask('POST /publish'), { status: 502 })
      expect(await alone.log()).not.toContain(TOKEN)
    } finally {
      await alone.close()
    }
  })
})
