import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { shortenTimeouts } from '../../../tests/support/shorten-timeouts.ts'
import type { Readers } from '../database/outbox.ts'
import { ReaderChecks, judgeAnswer, pagesToAsk } from './reader-check.ts'

const page = Buffer.from('<p>new</p>')
const other = Buffer.from('<p>old</p>')

test('readers see a page when the address answers with its bytes', () => {
  expect(judgeAnswer(200, page, page)).toBe('seen')
  expect(judgeAnswer(200, other, page)).toBe('old')
  expect(judgeAnswer(404, other, page)).toBe('old')
})

test('readers see that a page is removed when the address has none, or leads elsewhere', () => {
  expect([404, 410, 301].map((status) => judgeAnswer(status, other, null))).toEqual(['seen', 'seen', 'seen'])
  expect(judgeAnswer(200, page, null)).toBe('old')
})

test('an old address leads on by the page or by the host', () => {
  const redirect = Buffer.from('<meta http-equiv="refresh" content="0;url=/article/new">')
  expect([judgeAnswer(200, redirect, redirect), judgeAnswer(301, other, redirect)]).toEqual(['seen', 'seen'])
})

test('an address that refuses access, is broken or leads elsewhere tells nothing', () => {
  expect([301, 401, 403, 429, 500, 503].map((status) => judgeAnswer(status, other, page))).toEqual(
    Array(6).fill('unreachable'),
  )
  expect(judgeAnswer(503, other, null)).toBe('unreachable')
})

test('few pages of a build are asked for: the first ones, and the home page', () => {
  const stories = Array.from({ length: 9 }, (_, n) => `article/story-${n}.html`)
  expect(pagesToAsk(['_images/a-480.avif', ...stories, 'rss.xml'])).toEqual(stories.slice(0, 4))
  expect(pagesToAsk([...stories, 'index.html'])).toEqual([...stories.slice(0, 3), 'index.html'])
  expect(pagesToAsk(['404.html', 'rss.xml', '_redirects'])).toEqual([])
})

/** Checks a page against a host that first serves the old one several times; resolves with the records, once one is `end`. */
async function check(
  oldAnswers: number,
  end: Readers,
  siteUrl?: string,
  record: (readers: Readers) => Promise<void> = async () => undefined,
) {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-readers-'))
  await writeFile(join(folder, 'index.html'), page)
  let answers = 0
  const server = createServer((_, response) => response.end(++answers > oldAnswers ? page : other))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const purged: string[][] = []
  const recorded: Readers[] = []
  let stored: Readers | null = null
  const checks = new ReaderChecks({
    siteUrl: siteUrl ?? `http://127.0.0.1:${port}`,
    folder,
    purge: async (files) => purged.push([...files]),
    report: () => undefined,
    firstWaitMs: 1,
  })
  checks.begin(['index.html', 'rss.xml'], async (readers) => {
    recorded.push(readers)
    await record(readers)
    stored = readers
  })
  await expect.poll(() => stored).toBe(end)
  await checks.stop()
  server.close()
  return { recorded, purged, answers }
}

test('while the cache gives the old page it is purged and asked again, until it gives the new one', async () => {
  const files = ['index.html', 'rss.xml']
  expect(await check(2, 'seen')).toEqual({
    recorded: ['old', 'old', 'seen'],
    purged: [files, files],
    answers: 3,
  })
  expect(await check(0, 'seen')).toEqual({ recorded: ['seen'], purged: [], answers: 1 })
})

test('an answer that cannot be recorded is recorded later, and the cache purged meanwhile', async () => {
  let failures = 0
  const failTwice = async () => {
    if (++failures <= 2) throw new Error('no connection')
  }
  const { recorded, purged } = await check(1, 'seen', undefined, failTwice)
  expect([recorded, purged.length]).toEqual([['old', 'seen', 'seen'], 1])
})

test('an address that cannot be reached is no failure, and nothing is purged', async () => {
  const { recorded, purged } = await check(0, 'unreachable', 'http://127.0.0.1:9')
  expect([recorded, purged]).toEqual([['unreachable'], []])
})

test('an address that does not answer within five seconds cannot be reached', async () => {
  const asked = shortenTimeouts()
  const server = createServer(() => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { recorded } = await check(0, 'unreachable', `http://127.0.0.1:${port}`)
  expect(recorded).toEqual(['unreachable'])
  expect(asked[0]).toBe(5_000)
})
