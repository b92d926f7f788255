import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type Caller, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

interface Predicted {
  events: { entity: string; entity_id: string }[]
  rows: Record<string, Record<string, unknown>[]>
}

async function predict(caller: Caller, ...changes: object[]) {
  const { data, error } = await backend.as[caller].rpc('predict_change', { p_changes: changes })
  return { predicted: data as Predicted, code: error?.code ?? null }
}

/** All that the tables of the schema public hold. */
async function everything(): Promise<unknown> {
  const tables = await backend.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) from public.${name} t`,
  )
  return backend.sql(sums.join(' union all '))
}

test.each([
  ['anon', '42501'],
  ['viewer', '42501'],
  ['contributor', '42501'],
  ['editor', null],
  ['super_admin', null],
] as const)('%s has a publish predicted: %s', async (caller, code) => {
  const { id } = await insertRow(backend, 'articles', draft())
  const args = { p_id: id, p_version: 1, p_article: { status: 'published' }, p_tags: [] }
  expect((await predict(caller, { call: 'save_article', args })).code).toBe(code)
})

test('returns the rows as readers would get them, and writes and announces nothing', async () => {
  const tag = await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })
  const { id, slug } = await insertRow(backend, 'articles', published({ author_id: backend.id.contributor }))
  const category = await insertRow(backend, 'categories', { name: randomUUID(), slug: randomUUID() })
  const heard: string[] = []
  const stop = await backend.listen('publish', (event) => heard.push(event))
  const before = await everything()
  const { predicted } = await predict(
    'editor',
    {
      call: 'save_article',
      args: {
        p_id: id,
        p_version: 1,
        p_article: { slug: `${slug}-new`, title: 'Renamed', content: { html: '<p>New.</p>' } },
        p_tags: [tag.id],
        p_copy_version: null,
      },
    },
    { table: 'categories', id: category.id, row: { name: 'Nooks', color: '#123456' } },
    { table: 'tags', id: null, row: { name: 'Brand new', slug: 'brand-new' } },
  )
  expect(predicted.events).toEqual(
    expect.arrayContaining([
      { entity: 'articles', entity_id: id },
      { entity: 'categories', entity_id: category.id },
    ]),
  )
  const { articles, profiles, slug_redirects, categories, tags } = predicted.rows
  expect(articles).toMatchObject([
    {
      id,
      title: 'Renamed',
      slug: `${slug}-new`,
      content: { html: '<p>New.</p>' },
      article_tags: [{ tag_id: tag.id }],
    },
  ])
  expect(profiles?.map(Object.keys)).toEqual([['id', 'full_name', 'name_confirmed']])
  expect(slug_redirects).toMatchObject([{ old_slug: slug, article_id: id }])
  expect(categories).toMatchObject([{ id: category.id, name: 'Nooks' }])
  expect(tags).toMatchObject([{ slug: 'brand-new' }])
  expect(await everything()).toEqual(before)
  // What comes after a real change would be heard after it.
  await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })
  await expect.poll(() => heard.length).toBe(1)
  await stop()
})

test('a story that leaves the site, or is not due yet, is in no row', async () => {
  const { id } = await insertRow(backend, 'articles', published())
  const gone = await predict('editor', { table: 'articles', id, row: { status: 'draft' } })
  expect(gone.predicted).toMatchObject({
    events: [{ entity: 'articles', entity_id: id }],
    rows: { articles: [] },
  })
  const waiting = await insertRow(backend, 'articles', draft())
  const row = { status: 'published', published_at: '2100-01-01T00:00:00Z' }
  expect((await predict('editor', { table: 'articles', id: waiting.id, row })).predicted).toEqual({
    events: [],
    rows: {},
  })
})

test('more than a thousand writes are refused before they are made, also as predictions of predictions', async () => {
  const tags = Array.from({ length: 1001 }, () => ({
    table: 'tags',
    id: randomUUID(),
    row: { name: 'Same' },
  }))
  expect((await predict('editor', ...tags)).code).toBe('54000')
  const nested = { call: 'predict_change', args: { p_changes: tags.slice(0, 1) } }
  expect((await predict('editor', nested)).code).toBe('54000')
})

test('is refused as the writes are', async () => {
  const { id } = await insertRow(backend, 'articles', published())
  const args = { p_id: id, p_version: 9, p_article: { title: 'Late' }, p_tags: [] }
  expect((await predict('editor', { call: 'save_article', args })).code).toBe('PT409')
  // Only super admins delete articles for good.
  expect((await predict('editor', { table: 'articles', id, row: null })).code).toBe('42501')
  expect((await predict('super_admin', { table: 'articles', id, row: null })).code).toBeNull()
  const builds = await predict('editor', { call: 'begin_build', args: { p_lease: 1, p_kind: 'full' } })
  expect(builds.code).toBe('42501')
})
