import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaticServer } from './static-server.ts'
import { createWebhook } from './webhook.ts'

let server: Awaited<ReturnType<typeof startStaticServer>>
let base: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-static-'))
  await mkdir(join(folder, 'dist/article'), { recursive: true })
  await mkdir(join(folder, 'dist/_astro'))
  await writeFile(join(folder, 'secret.html'), 'secret')
  await writeFile(join(folder, 'dist/index.html'), 'home '.repeat(400))
  await writeFile(join(folder, 'dist/article/x.html'), 'story')
  await writeFile(join(folder, 'dist/admin.html'), 'admin')
  await writeFile(join(folder, 'dist/publish.html'), 'a page')
  await mkdir(join(folder, 'dist/.well-known'))
  await writeFile(join(folder, 'dist/.well-known/security.txt'), 'contact')
  await writeFile(join(folder, 'dist/404.html'), 'not here')
  await writeFile(join(folder, 'dist/_astro/a.123.css'), 'a{}')
  await writeFile(
    join(folder, 'dist/_redirects'),
    '/article/old /article/x 301\n/2019.html /article/x 301\n/shop https://shop.example/ 301\n/admin/* /admin 200\n',
  )
  server = await startStaticServer(
    join(folder, 'dist'),
    0,
    createWebhook('a secret', () => undefined),
  )
  base = `http://localhost:${server.port}`
})
afterAll(() => server.close())

/** Requests a path as it is; fetch would normalise it. */
function raw(path: string): Promise<{ status: number; location: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request({ port: server.port, path }, (response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
      )
    })
      .on('error', reject)
      .end()
  })
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

  test('refuses other methods than GET and HEAD', async () => {
    expect((await fetch(base, { method: 'POST' })).status).toBe(405)
  })
})
