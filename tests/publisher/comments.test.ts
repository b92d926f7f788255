import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Place, placeColumns } from '../../src/domain/newsroom/comment.ts'
import { listFiles } from '../../src/node/files.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { type SitePublisher, startSitePublisher } from '../support/publisher/site-publisher.ts'
import { fillSmallMagazine, must, story } from '../support/publisher/small-magazine.ts'

const siteUrl = 'http://localhost:4321'
/** In each comment and in what it is about; nothing else has this word. */
const WORD = 'kerfuffle'
let stack: Stack
let site: SitePublisher

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  const magazine = await fillSmallMagazine(stack, 3)
  const { service } = magazine
  const article_id = randomUUID()
  const content = { html: '<p>Through the hall one comes to the kitchen.</p>' }
  await must(service.from('articles').insert({ ...story(magazine, 99), id: article_id, content }))
  const passage = { quote: `the ${WORD}`, prefix: WORD, suffix: WORD, is_repeated: false }
  const places: Place[] = [
    { kind: 'passage', passage },
    { kind: 'picture', url: `/uploads/${WORD}.webp` },
    { kind: 'field', field: WORD },
    { kind: 'story' },
    { kind: 'sent-back' },
  ]
  for (const place of places) {
    const id = randomUUID()
    const thread: object = { id, article_id, ...placeColumns(place) }
    const comment = { author_id: magazine.authors[0]?.id, body: `What a ${WORD}` }
    await must(service.from('comment_threads').insert(thread))
    await must(service.from('comments').insert({ thread_id: id, ...comment }))
  }
  site = await startSitePublisher(stack, siteUrl, { copyRequests: null })
  await site.publisher.idle()
})
afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

test('no file of the site has a word of a comment', async () => {
  const files = await listFiles(site.dist)
  expect(files).toContain('article/a-room-with-99-windows.html')
  for (const file of files) {
    const text = await readFile(join(site.dist, file), 'latin1')
    expect(text.includes(WORD), file).toBe(false)
  }
})

test('no answer to a visitor has a word of a comment, whatever table is asked for', async () => {
  const tables = await stack.sql<{ name: string }>(
    `select table_name::text as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toContain('comments')
  const ask = async (path: string) => {
    const answer = await fetch(`${stack.url}/rest/v1/${path}`, { headers: { apikey: stack.publishableKey } })
    return answer.text()
  }
  for (const { name } of tables) {
    expect(await ask(`${name}?select=*`), name).not.toContain(WORD)
    expect(await ask(`${name}?select=*,comment_threads(*,comments(*))`), name).not.toContain(WORD)
    expect(await ask(`${name}?select=*,comments(*)`), name).not.toContain(WORD)
  }
})

test('a comment changes no page: nothing is queued for it', async () => {
  const queued = async () =>
    (await stack.sql<{ count: number }>('select count(*)::integer as count from public.publish_outbox'))[0]
      ?.count
  const before = await queued()
  await stack.sql(`update public.comments set body = body || ' again'`)
  await stack.sql('update public.comment_threads set resolved_at = now()')
  expect(await queued()).toBe(before)
})
