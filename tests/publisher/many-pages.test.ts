import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '../../src/node/files.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { coldBuild, compareFolders } from '../support/publisher/cold-build.ts'
import { isLongRun } from '../support/long-run.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { signedIn } from '../support/database/test-stack.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'

/** Enough that their pages are rendered in several processes. */
const STORIES = 130
/** Stories of one import: enough that it is carried out a few pages at a time. */
const IMPORTED = 80

const siteUrl = 'http://localhost:4321'
let stack: Stack
let magazine: SmallMagazine
let site: SitePublisher

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, STORIES)
  // Some of them are dated in the future.
  await stack.sql(`update articles set published_at = published_at - interval '2 years'`)
  site = await startSitePublisher(stack, siteUrl, { ownBundle: true })
})

afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

/** A build of all pages in one process takes half a minute of it: the quick run makes one, the long run one after each change. */
async function expectSameAsColdBuild(): Promise<void> {
  expect(await compareFolders(site.dist, await coldBuild(stack, siteUrl))).toEqual([])
}

test('a story published while several processes render all pages again is live before them, and the pages equal a build in one process', async () => {
  const socialUrl = 'https://social.example/a-new-address'
  const article = (n: number) => join(site.dist, `article/a-room-with-${n}-windows.html`)
  const isRendered = async (n: number) => (await readFile(article(n), 'utf8')).includes(socialUrl)
  await stack.sql(`insert into site_settings (social_url) values ($1)`, [socialUrl])
  site.publisher.wake()
  await expect
    .poll(async () => (await stack.sql(`select from builds where status = 'running'`)).length)
    .toBe(1)
  await must(
    magazine.service.from('articles').insert({ ...story(magazine, STORIES), published_at: new Date() }),
  )
  site.publisher.wake()
  await expect.poll(() => existsSync(article(STORIES)), { interval: 5 }).toBe(true)
  const rendered = await Promise.all(Array.from({ length: STORIES }, (_, n) => isRendered(n)))
  expect(rendered).toContain(false)

  await site.publisher.idle()
  const builds = await stack.sql<{ status: string; pages_rendered: number }>(
    'select status, pages_rendered from builds order by finished_at desc limit 2',
  )
  expect(builds.map(({ status }) => status)).toEqual(['live', 'live'])
  const [all = 0, few = 0] = builds.map(({ pages_rendered }) => pages_rendered)
  expect(few).toBeLessThan(100)
  expect(all).toBeGreaterThan(STORIES)
  const pages = (await listFiles(site.dist)).filter((file) => /^article\/.+\.html$/.test(file))
  for (const file of pages) expect(await readFile(join(site.dist, file), 'utf8'), file).toContain(socialUrl)
  if (isLongRun) await expectSameAsColdBuild()
})

test('a bulk change of stories is published by one build, with all their pages', async () => {
  const { client: editor } = await signedIn(stack, 'editor')
  const tag = { id: randomUUID(), name: 'Retagged', slug: 'retagged' }
  await must(magazine.service.from('tags').insert(tag))
  site.publisher.wake()
  await site.publisher.idle()
  const changeInBulk = async (ids: readonly string[], act: string, given: object) => {
    const [last] = await stack.sql<{ build: number; event: number }>(
      `select (select max(id) from builds)::integer as build, (select max(id) from publish_outbox)::integer as event`,
    )
    await must(
      editor.rpc('bulk_change', {
        p_table: 'articles',
        p_rows: ids.map((id) => ({ id })),
        p_act: act,
        p_with: given,
      }),
    )
    site.publisher.wake()
    await site.publisher.idle()
    const builds = await stack.sql<{ id: number; status: string }>(
      'select id::integer, status from builds where id > $1::bigint',
      [last?.build ?? 0],
    )
    const ofEvents = await stack.sql<{ build_id: number; stories: number }>(
      `select build_id::integer, count(distinct entity_id)::integer as stories
       from publish_outbox where id > $1::bigint group by 1`,
      [last?.event ?? 0],
    )
    expect(builds).toEqual([{ id: expect.any(Number), status: 'live' }])
    expect(ofEvents).toEqual([{ build_id: builds[0]?.id, stories: ids.length }])
  }
  const ids = (await stack.sql<{ id: string }>('select id from articles order by published_at')).map(
    ({ id }) => id,
  )
  await changeInBulk(ids, 'tags', { add: [tag.id] })
  await changeInBulk(ids.slice(0, 50), 'archive', {})
  if (isLongRun) await expectSameAsColdBuild()
})

test('an import joins the build that carries out another one, and a story published by hand goes before the rest of both', async () => {
  const article = (n: number) => join(site.dist, `article/a-room-with-${n}-windows.html`)
  const range = (from: number) => Array.from({ length: IMPORTED }, (_, index) => from + index)
  const [first, second] = [range(1_000), range(2_000)]
  const byHand = 3_000
  /** As of long ago: what is imported is not in front. */
  const imported = (n: number) => ({
    ...story(magazine, n),
    published_at: new Date(Date.UTC(2015, 0, 1, 0, n)),
  })
  const put = (numbers: readonly number[]) =>
    must(magazine.service.from('articles').insert(numbers.map(imported)))
  const shown = (numbers: readonly number[]) => numbers.filter((n) => existsSync(article(n)))
  await put(first)
  site.publisher.wake()
  await expect.poll(() => shown(first).length, { interval: 5 }).toBeGreaterThan(0)
  await put(second)
  await must(
    magazine.service.from('articles').insert({ ...story(magazine, byHand), published_at: new Date() }),
  )
  site.publisher.wake()
  await expect.poll(() => existsSync(article(byHand)), { interval: 5 }).toBe(true)
  expect(shown([...first, ...second]).length).toBeLessThan(2 * IMPORTED)

  await site.publisher.idle()
  expect(shown([...first, ...second])).toHaveLength(2 * IMPORTED)
  const builds = await stack.sql<{ events: number }>(
    `select count(*)::integer as events
     from publish_outbox o join articles a on a.id::text = o.entity_id
     where a.published_at < '2016-01-01' group by o.build_id`,
  )
  expect(builds).toEqual([{ events: 2 * IMPORTED }])
  // Also of the changes before, whose pages are as they were left or written again.
  await expectSameAsColdBuild()
})
