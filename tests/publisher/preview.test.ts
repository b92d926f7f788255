import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '../../src/node/files.ts'
import type { TriedChange } from '../../src/publisher/rendering/render-process.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SitePublisher, startSitePublisher } from '../support/site-publisher.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/small-magazine.ts'
import { signedIn } from '../support/test-stack.ts'

const siteUrl = 'http://localhost:4321'
let stack: Stack
let magazine: SmallMagazine
let site: SitePublisher
let editor: Awaited<ReturnType<typeof signedIn>>['client']

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, 16)
  site = await startSitePublisher(stack, siteUrl, { pollMs: 60 * 60_000 })
  ;({ client: editor } = await signedIn(stack, 'editor'))
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

const articles = () => magazine.service.from('articles')

async function preview(change: TriedChange, pathname: string): Promise<string | null> {
  const { bytes, skipped } = await site.publisher.preview(change, pathname, AbortSignal.timeout(60_000))
  expect(skipped).toEqual([])
  return bytes && Buffer.from(bytes).toString('utf8')
}

async function tryChange(changes: object[]): Promise<TriedChange> {
  const { data, error } = await editor.rpc('predict_change', { p_changes: changes })
  if (error) throw error
  return data as TriedChange
}

async function publish(): Promise<void> {
  site.publisher.wake()
  await site.publisher.idle()
}

const written = (file: string) => readFile(join(site.dist, file), 'utf8')

test('a page that is previewed has the bytes of the page that is published then, and nothing is written before', async () => {
  const row = {
    ...story(magazine, 99),
    status: 'draft',
    published_at: null,
    publish_at: '2026-01-10T08:00:00Z',
  }
  const { data } = await articles().insert(row).select('id').single()
  const files = await listFiles(site.dist)
  const change = await tryChange([
    { table: 'articles', id: data?.id as string, row: { status: 'published' } },
  ])
  const pages = {
    '/article/a-room-with-99-windows': 'article/a-room-with-99-windows.html',
    '/': 'index.html',
  }
  const previews = new Map<string, string | null>()
  for (const pathname of Object.keys(pages)) previews.set(pathname, await preview(change, pathname))
  expect(await preview(change, '/article/nowhere')).toBeNull()
  expect(await listFiles(site.dist)).toEqual(files)

  await must(articles().update({ status: 'published' }).eq('id', data?.id))
  await publish()
  for (const [pathname, file] of Object.entries(pages))
    expect(previews.get(pathname), pathname).toBe(await written(file))
})
