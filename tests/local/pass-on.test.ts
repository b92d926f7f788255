import { type IncomingMessage, type Server, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { passOnTo } from '../../supabase/local/http/pass-on.ts'

let api: Server
let site: Server
let siteUrl: string
let received: { request: IncomingMessage; body: string }[]

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listening = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

async function startSite(trustedProxies: string[] = []): Promise<void> {
  const passOn = passOnTo(urlOf(api), trustedProxies)
  site = createServer((request, response) => {
    void passOn(request, response).then((isDone) => isDone || response.end('a page'))
  })
  await listening(site)
  siteUrl = urlOf(site)
}

beforeEach(async () => {
  received = []
  api = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ request, body })
      response.writeHead(201, { 'content-type': 'application/json', 'content-range': '0-1/2' }).end('[1,2]')
    })
  })
  await listening(api)
})
afterEach(() => {
  for (const server of [api, site]) {
    server.closeAllConnections()
    server.close()
  }
})

test.each([
  '/rest/v1/articles?id=eq.1',
  '/auth/v1/token',
  '/storage/v1/object/media/a.png',
  '/functions/v1/x',
])('other machines ask Supabase at the address of the site: %s', async (path) => {
  await startSite()
  const headers = { apikey: 'public', 'x-forwarded-for': '203.0.113.9' }
  const response = await fetch(siteUrl + path, { method: 'POST', body: '{"a":1}', headers })
  expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
    201,
    '0-1/2',
    '[1,2]',
  ])
  const [{ request, body } = { request: null, body: '' }] = received
  expect([request?.method, request?.url, body]).toEqual(['POST', path, '{"a":1}'])
  // What a client says of its address is not believed.
  expect(request?.headers).toMatchObject({ apikey: 'public', 'x-forwarded-for': '127.0.0.1' })
})

test('a proxy that is trusted tells the address of the client', async () => {
  await startSite(['127.0.0.1'])
  await fetch(`${siteUrl}/rest/v1/articles`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(received[0]?.request.headers['x-forwarded-for']).toBe('203.0.113.9')
})

test.each([
  '/',
  '/article/rest/v1/a',
  '/_local/mail',
  '/rest/v1/../../_local/mail',
  '/storage/v1/%2e%2e/.%2E/_local/mail',
  '/rest/v1\\..\\..\\_local/mail',
  '/rest/v2/articles',
  '//rest/v1/articles',
])('nothing else is passed on: %s', async (path) => {
  await startSite()
  // Not by fetch, which resolves it.
  const answer = Promise.withResolvers<IncomingMessage>()
  get(siteUrl, { path }, answer.resolve).once('error', answer.reject)
  const text = (await (await answer.promise).toArray()).join('')
  expect([text, received]).toEqual(['a page', []])
})

test('an API that does not answer is a bad gateway', async () => {
  await startSite()
  api.closeAllConnections()
  await new Promise((resolve) => api.close(resolve))
  expect((await fetch(`${siteUrl}/rest/v1/articles`)).status).toBe(502)
})
