import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { indexNowKey } from '../../content/pages/index-now.ts'
import { IndexNow } from './index-now.ts'

const SITE_URL = 'https://magazine.example'
const KEY = indexNowKey(SITE_URL)

let server: Server
let endpoint: string
let folder: string
let received: unknown[] = []
let status = 200
let reported: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(JSON.parse(body))
      response.writeHead(status).end('told')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/indexnow`
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-index-now-'))
  await writeFile(join(folder, `${KEY}.txt`), KEY)
  received = []
  reported = []
  status = 200
})
afterAll(() => server.close())

function open(siteUrl = SITE_URL) {
  const report = (line: string) => void reported.push(line)
  return new IndexNow({ siteUrl, folder, report, endpoint, limits: { timeoutMs: 1_000, retryMs: 1 } })
}

test('tells of the pages that were written or removed, and of nothing else', async () => {
  const engines = open()
  engines.tell(['index.html', 'article/salt.html', 'rss.xml', 'article/salt.md', '404.html', 'admin.html'])
  await engines.idle()
  const urlList = [`${SITE_URL}/`, `${SITE_URL}/article/salt`]
  expect(received).toEqual([{ host: 'magazine.example', key: KEY, urlList }])
  engines.tell(['rss.xml', 'lists/browse/newest.html'])
  await engines.idle()
  expect(received).toHaveLength(1)
})

test('tells nothing while the setting is off, or of a site that is not public', async () => {
  const local = 'http://magazine.example'
  await writeFile(join(folder, `${indexNowKey(local)}.txt`), '')
  await rm(join(folder, `${KEY}.txt`))
  for (const engines of [open(local), open()]) {
    engines.tell(['index.html'])
    await engines.idle()
  }
  expect(received).toEqual([])
})

test('reports a refusal, or that nobody answers, and goes on', async () => {
  const engines = open()
  status = 403
  engines.tell(['index.html'])
  await engines.idle()
  expect(reported).toEqual(['search engines could not be told of changes: status 403: told'])
  status = 202
  engines.tell(['about.html'])
  await engines.idle()
  expect(reported).toHaveLength(1)
  expect(received).toHaveLength(2)
})
