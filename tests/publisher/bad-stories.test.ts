import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Publisher } from '../../src/publisher/publisher.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { removeBundle, takeBundle } from '../support/publisher/site-bundle.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'
import { SITE_URL } from '../support/database/test-stack.ts'
import '../support/publisher/quick-copies.ts'

const ID = 'slug = $1'
let stack: Stack
let magazine: SmallMagazine
let folder: string
let site: Parameters<typeof takeBundle>[0]
let publisher: Publisher | undefined
let reports: string[]

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl: SITE_URL })
  magazine = await fillSmallMagazine(stack, 6)
  folder = await mkdtemp(join(tmpdir(), 'mantel-bad-stories-'))
  site = {
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    siteUrl: SITE_URL,
    distDir: join(folder, 'dist'),
  }
  await takeBundle(site)
})

afterAll(async () => {
  await publisher?.stop()
  await stack?.stop()
  await removeBundle(site)
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  reports = []
  publisher = await Publisher.start({
    root: resolve(import.meta.dirname, '../..'),
    ...site,
    secretKey: stack.secretKey,
    dataDir: join(folder, 'data'),
    copyRequests: null,
    delivery: null,
    report: (line) => reports.push(line),
  })
  await publisher.firstBuild
}

const page = (path: string) => readFile(join(folder, 'dist', path), 'utf8').catch(() => null)
const pathOf = (index: number) => `article/a-room-with-${index}-windows.html`
const slugOf = (index: number) => `a-room-with-${index}-windows`

/** Writes what the database refuses today, as rows from before its limits. */
async function writeOldRow(table: string, set: string, values: unknown[]): Promise<void> {
  await stack.sql(`alter table public.${table} disable trigger check_content_limits`)
  await stack.sql(`update public.${table} set ${set}`, values)
  await stack.sql(`alter table public.${table} enable trigger check_content_limits`)
}

const nested = (levels: number) => `{"html": "", "nested": ${'['.repeat(levels)}${']'.repeat(levels)}}`

test('a start and a publish leave out stories that cannot be read, with their reasons, and publish the others', async () => {
  await writeOldRow('articles', `content = $2::jsonb where ${ID}`, [slugOf(1), nested(400)])
  // So deep that the local API cannot send it.
  await writeOldRow('articles', `content = $2::jsonb where ${ID}`, [slugOf(2), nested(3_000)])
  // As a file from before the bucket took pictures only.
  await stack.sql(`update storage.buckets set allowed_mime_types = null where id = 'media'`)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const files = magazine.service.storage.from('media')
  await must(files.upload('demo/drawing.png', svg, { contentType: 'image/svg+xml' }))
  const drawing = `${stack.url}/storage/v1/object/public/media/demo/drawing.png`
  await must(magazine.service.from('articles').update({ featured_image: drawing }).eq('slug', slugOf(3)))
  await start()

  expect([await page(pathOf(1)), await page(pathOf(2))]).toEqual([null, null])
  expect(await page(pathOf(0))).toContain('A room with 0 windows')
  expect(await page(pathOf(3))).toContain(drawing)
  expect(await page('index.html')).not.toContain(slugOf(1))

  await must(magazine.service.from('articles').insert(story(magazine, 90)))
  publisher?.wake()
  await publisher?.idle()
  expect(await page(pathOf(90))).toContain('A room with 90 windows')

  const reasons = await stack.sql<{ entity: string; reason: string }>(
    'select entity, reason from publish_problems order by reason',
  )
  expect(reasons).toEqual([
    { entity: 'picture', reason: 'is no JPEG, PNG, WebP, AVIF, GIF or TIFF picture' },
    { entity: 'articles', reason: 'nested more than 100 levels deep' },
    { entity: 'articles', reason: 'the database does not send it' },
  ])
  expect(reports.filter((line) => line.startsWith('not published: '))).toHaveLength(3)
  expect(await stack.sql(`select 1 from builds where status = 'failed'`)).toEqual([])
})

test('a story is published once its error is corrected', async () => {
  for (const index of [1, 2]) {
    await must(
      magazine.service
        .from('articles')
        .update({ content: { html: '<p>Mended.</p>' } })
        .eq('slug', slugOf(index)),
    )
  }
  publisher?.wake()
  await publisher?.idle()
  for (const index of [1, 2]) expect(await page(pathOf(index))).toContain('Mended.')
  expect(await stack.sql(`select entity from publish_problems`)).toEqual([{ entity: 'picture' }])
})
