import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PurgeSettings } from '../../backend/env/delivery-env.ts'
import { openPurge } from './purge.ts'

interface Received {
  request: string
  headers: Record<string, unknown>
  body: string
}

let server: Server
let apiUrl: string
let received: Received[] = []
/** The next answers; then 200. */
let answers: [status: number, body: string][] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { authorization, accesskey, 'fastly-key': fastly, 'content-type': type } = request.headers
      received.push({
        request: `${request.method} ${request.url}`,
        headers: JSON.parse(
          JSON.stringify({ authorization, accesskey, fastly, type }),
        ) as Received['headers'],
        body,
      })
      const [status, answer] = answers.shift() ?? [200, '{"success": true}']
      response.writeHead(status).end(answer)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  apiUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  received = []
  answers = []
})
afterAll(() => server.close())

const CLOUDFLARE: PurgeSettings = { service: 'cloudflare', zoneId: 'z1', apiToken: 'secret' }
const FASTLY: PurgeSettings = { service: 'fastly', serviceId: 's1', apiToken: 'secret' }
const BUNNY: PurgeSettings = { service: 'bunny', pullZoneId: '77', apiKey: 'secret' }
const open = (settings: PurgeSettings) =>
  openPurge(settings, { apiUrl, limits: { timeoutMs: 1_000, retryMs: 1 } })
const HOME = 'https://magazine.example/'
const STORY = 'https://magazine.example/article/a%20b'

describe('a purge asks', () => {
  test('Cloudflare for 30 addresses at a time', async () => {
    const purge = open(CLOUDFLARE)
    expect(purge.batchSize).toBe(30)
    await purge.purge([HOME, STORY])
    await purge.purgeAll()
    const headers = { authorization: 'Bearer secret', type: 'application/json' }
    const request = 'POST /zones/z1/purge_cache'
    expect(received).toEqual([
      { request, headers, body: JSON.stringify({ files: [HOME, STORY] }) },
      { request, headers, body: '{"purge_everything":true}' },
    ])
  })

  test('Fastly for one address at a time', async () => {
    const purge = open(FASTLY)
    expect(purge.batchSize).toBe(1)
    await purge.purge([STORY])
    await purge.purgeAll()
    const headers = { fastly: 'secret' }
    expect(received).toEqual([
      { request: 'POST /purge/magazine.example/article/a%20b', headers, body: '' },
      { request: 'POST /service/s1/purge_all', headers, body: '' },
    ])
  })

  test('bunny.net for one address at a time, and for the home page alone', async () => {
    const purge = open(BUNNY)
    expect(purge.batchSize).toBe(1)
    await purge.purge([HOME])
    await purge.purgeAll()
    const headers = { accesskey: 'secret' }
    expect(received).toEqual([
      { request: `POST /purge?url=${encodeURIComponent(HOME)}&exactPath=true`, headers, body: '' },
      { request: 'POST /pullzone/77/purgeCache', headers, body: '' },
    ])
  })
})

test('a purge is tried again while the service is busy', async () => {
  answers = [
    [429, ''],
    [503, ''],
  ]
  await open(CLOUDFLARE).purge([HOME])
  expect(received).toHaveLength(3)
})

test.each([
  [CLOUDFLARE, 403, '{"success": false}', 'check CLOUDFLARE_ZONE_ID and CLOUDFLARE_API_TOKEN'],
  [CLOUDFLARE, 200, '{"success": false, "errors": [{"code": 1}]}', 'Cloudflare did not purge its cache'],
  [FASTLY, 401, '', 'check FASTLY_SERVICE_ID and FASTLY_API_TOKEN'],
  [BUNNY, 401, '', 'check BUNNY_PULL_ZONE_ID and BUNNY_API_KEY'],
])('a refused purge says what to look at: %j, %i', async (settings, status, body, message) => {
  answers = [[status, body]]
  await expect(open(settings).purge([HOME])).rejects.toThrow(message)
})
