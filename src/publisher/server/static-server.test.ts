import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatHeaderRules, headerRules, headersOf } from '../../domain/site/response-headers.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import { startStaticServer } from './static-server.ts'
import { createWebhook } from './webhook.ts'

let server: Awaited<ReturnType<typeof startStaticServer>>
let base: string
let folder: string

const FILES = {
  'secret.html': 'secret',
  'dist/index.html': 'home '.repeat(400),
  'dist/article/x.html': 'story',
  'dist/admin.html': 'admin',
  'dist/auth.html': 'sign in',
  'dist/publish.html': 'a page',
  'dist/.well-known/security.txt': 'contact',
  'dist/404.html': 'not here',
  'dist/_astro/a.123.css': 'a{}',
  'dist/_headers': formatHeaderRules(headerRules('https://magazine.example')),
  'dist/_redirects':
    '/article/old /article/x 301\n/2019.html /article/x 301\n/shop https://shop.example/ 301\n/admin/* /admin 200\n',
}

/** The copies that were asked for. */
const asked: string[] = []

/**
 * A copy 480 wide can be made, in place of one 1000 wide there is another for now, one 800 wide cannot be made, and for
 * all others there is no disk space.
 */
async function copyOnRequest(file: string): Promise<string | null> {
  asked.push(file)
  if (file.includes('-800.')) return null
  const copy = file.replace('-1000.avif', '-480.webp')
  if (!copy.includes('-480.')) throw new Error('The disk is full')
  await writeFileAtomic(join(folder, 'dist/_images', copy), 'a copy')
  return copy
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-static-'))
  for (const [file, content] of Object.entries(FILES)) await writeFileAtomic(join(folder, file), content)
  server = await startStaticServer(join(folder, 'dist'), 0, null, {
    siteUrl: 'https://magazine.example',
    handler: createWebhook('a secret', () => undefined),
    copyOnRequest,
  })
  base = `http://localhost:${server.port}`
})
afterAll(() => server.close())

/** Requests a path as it is; fetch would normalise it. */
async function raw(path: string) {
  const [response] = (await once(request({ port: server.port, path }).end(), 'response')) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

describe('the static server', () => {
  test('serves an address from its file, and redirects one with a trailing slash', async () => {
    expect(await (await fetch(`${base}/article/x`)).text()).toBe('story')
    expect(await (await fetch(`${base}/.well-known/security.txt`)).text()).toBe('contact')
    expect(await raw('/article/x/?a=1')).toMatchObject({ status: 308, location: '/article/x?a=1' })
    expect((await raw('//evil.example/')).location).toBe('/evil.example')
  })

  test('answers an old address with a permanent redirect that browsers ask for again', async () => {
    expect(await raw('/article/old?a=1')).toMatchObject({ status: 301, location: '/article/x?a=1' })
    expect(await raw('/article/old/')).toMatchObject({ status: 301, location: '/article/x' })
    expect(await raw('/2019.html')).toMatchObject({ status: 301, location: '/article/x' })
    expect(await raw('/shop')).toMatchObject({ status: 301, location: 'https://shop.example/' })
    const { headers } = await fetch(`${base}/shop`, { redirect: 'manual' })
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect((await raw('/article/older')).status).toBe(404)
  })

  test('follows a change of its redirects', async () => {
    await writeFile(join(folder, 'dist/_redirects'), '/article/older /article/x 301\n')
    expect((await raw('/article/older')).status).toBe(301)
    expect((await raw('/article/old')).status).toBe(404)
  })

  test('serves GET /publish as a page beside the webhook', async () => {
    expect(await raw('/publish')).toMatchObject({ status: 200, body: 'a page' })
    expect((await raw('//')).status).toBeLessThan(500)
  })

  test('refuses bodies that are too large or for no form, and closes the connection', async () => {
    const body = Buffer.alloc(10_000_000, 'x')
    for (const [path, status] of [
      ['/publish', 413],
      ['/article/x', 405],
    ] as const) {
      const response = await fetch(base + path, { method: 'POST', body })
      expect([path, response.status, response.headers.get('connection')]).toEqual([path, status, 'close'])
      expect((await fetch(`${base}/article/x`)).status).toBe(200)
    }
  })

  test.each([
    '/',
    '/publish',
    '/publish/predict',
    '/article/x',
    '/%zz',
    '//',
    '/_images/%zz',
    '/a?%zz',
    '/%00',
    '/_headers',
  ])('has no error of its own for malformed requests to %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const body of method === 'GET' || method === 'HEAD'
        ? [null]
        : ['', '{', 'null', 'a=%zz', '\xff\0']) {
        const headers = { 'content-type': 'application/json', 'x-mantel-timestamp': 'x', range: 'bytes=x' }
        const response = await fetch(base + path, { method, body, headers, redirect: 'manual' })
        expect(response.status, `${method} with ${JSON.stringify(body)}`).toBeLessThan(500)
      }
  })

  test('sends the headers of the file _headers', async () => {
    for (const path of [
      '/',
      '/article/x',
      '/admin',
      '/admin/articles/1',
      '/auth',
      '/_astro/a.123.css',
      '/no',
      '/article/old',
    ]) {
      const { headers } = await fetch(base + path, { redirect: 'manual' })
      const rules = headersOf(headerRules('https://magazine.example'), path)
      expect(Object.fromEntries(headers), path).toMatchObject(rules)
    }
    for (const path of ['/admin', '/admin/articles/1', '/%61dmin', '/admin.html', '/auth', '/auth.html']) {
      const { headers } = await fetch(base + path)
      expect(headers.get('content-security-policy'), path).toBe("frame-ancestors 'none'")
    }
  })

  test('serves the admin page for every address of the admin', async () => {
    expect(await (await fetch(`${base}/admin/articles/1/edit`)).text()).toBe('admin')
  })

  test('answers an unknown address with status 404 and the 404 page', async () => {
    const response = await fetch(`${base}/administration`)
    expect([response.status, await response.text()]).toEqual([404, 'not here'])
  })

  test('serves no file outside its folder', async () => {
    for (const path of [
      '/../secret',
      '/..%2fsecret',
      '../secret',
      '/./..%2f..%2fsecret',
      '/%2e%2e/secret',
      '/article/..%5c..%5c..%5csecret',
      '/%00',
      '/%zz',
    ]) {
      expect((await raw(path)).body, path).not.toContain('secret')
    }
  })

  test('compresses, caches hashed assets for a year and revalidates pages', async () => {
    const home = await fetch(base, { headers: { 'accept-encoding': 'br' } })
    expect(home.headers.get('content-encoding')).toBe('br')
    expect(home.headers.get('cache-control')).toContain('must-revalidate')
    const etag = home.headers.get('etag') ?? ''
    // Weak, as all encodings of the page share it.
    expect(etag).toMatch(/^W\/"/)
    expect((await fetch(base, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(`${base}/_astro/a.123.css`)).headers.get('cache-control')).toContain('immutable')
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['gzip;q=0', null],
    ['br;q=0.0, gzip;q=0.000', null],
    ['br; q=0, *', 'gzip'],
    ['br;q=0.1, gzip;q=1', 'gzip'],
    ['gzip;q=0.4, br;q=0.5, identity;q=0.6', null],
    ['identity', null],
    ['*;q=0', null],
    ['xgzip, br2', null],
    ['', null],
  ])('to accept-encoding %j sends %j', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted }
    const response = await new Promise<IncomingMessage>((resolve) =>
      request(base, { headers }, resolve).end(),
    )
    response.resume()
    expect([response.statusCode, response.headers['content-encoding'] ?? null]).toEqual([200, encoding])
  })

  test('waits for a copy of a picture that is not there yet, and serves it', async () => {
    const copy = '/_images/0123456789abcdef-480.avif'
    for (let request = 0; request < 2; request++) {
      const response = await fetch(base + copy)
      expect([response.status, await response.text()]).toEqual([200, 'a copy'])
      expect(response.headers.get('content-type')).toBe('image/avif')
    }
    expect((await fetch(base + copy.replace('480', '800'))).status).toBe(404)
    expect((await fetch(base + copy.replace('480', '1200'))).status).toBe(503)
    for (const path of ['/_images/other.avif', '/0123456789abcdef-480.avif', '/_images/..%2fx']) {
      expect((await fetch(base + path)).status, path).toBe(404)
    }
    expect(asked).toEqual([480, 800, 1200].map((width) => `0123456789abcdef-${width}.avif`))
  })

  test('lets nobody cache the copy that is served in place of one still being made', async () => {
    const address = `${base}/_images/fedcba9876543210-1000.avif`
    const response = await fetch(address)
    expect([response.status, await response.text()]).toEqual([200, 'a copy'])
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    await writeFileAtomic(join(folder, 'dist/_images/fedcba9876543210-1000.avif'), 'the copy itself')
    const etag = response.headers.get('etag') ?? ''
    const later = await fetch(address, { headers: { 'if-none-match': etag } })
    expect([later.status, await later.text()]).toEqual([200, 'the copy itself'])
    expect(later.headers.get('content-type')).toBe('image/avif')
    expect(later.headers.get('cache-control')).toContain('immutable')
  })

  test('refuses other methods than GET and HEAD', async () => {
    expect((await fetch(base, { method: 'POST' })).status).toBe(405)
  })
})
