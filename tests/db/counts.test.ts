import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Backend, draft, openBackend, published, insertRow } from './support/backend.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
  await insertRow(backend, 'articles', published({ published_at: daysAgo(30), created_at: daysAgo(45) }))
  await insertRow(backend, 'articles', published({ published_at: daysAgo(31), created_at: daysAgo(61) }))
  await insertRow(backend, 'articles', published({ deleted_at: daysAgo(1), created_at: daysAgo(10) }))
  await insertRow(backend, 'articles', draft({ created_at: daysAgo(5) }))
  await insertRow(backend, 'articles', draft({ status: 'review', created_at: daysAgo(0) }))
  await insertRow(backend, 'categories', { name: 'Halls', slug: 'halls', created_at: daysAgo(60) })
})
afterAll(() => backend.close())

const articles = (caller: Caller) => backend.as[caller].rpc('get_article_counts').order('status')
const dashboard = (caller: Caller) =>
  backend.as[caller]
    .rpc('get_dashboard_counts', { p_previous: daysAgo(60), p_current: daysAgo(30), p_until: daysAgo(0) })
    .order('kind')

test.each(['contributor', 'editor', 'super_admin'] as const)(
  '%s has every article counted but those of the trash, by status',
  async (caller) => {
    expect((await articles(caller)).data).toEqual([
      { status: 'draft', articles: 1 },
      { status: 'published', articles: 2 },
      { status: 'review', articles: 1 },
    ])
  },
)

test('a published article whose date is ahead is counted as scheduled', async () => {
  const ahead = published({ published_at: new Date(Date.now() + 86_400_000).toISOString() })
  const { id } = await insertRow(backend, 'articles', ahead)
  expect((await articles('editor')).data).toContainEqual({ status: 'scheduled', articles: 1 })
  expect((await articles('editor')).data).toContainEqual({ status: 'published', articles: 2 })
  await backend.sql('delete from public.articles where id = $1', [id])
})

test('a period includes its start and excludes its end', async () => {
  expect((await dashboard('editor')).data).toEqual([
    { kind: 'articles', total: 4, current: 1, previous: 1 },
    { kind: 'categories', total: 1, current: 0, previous: 1 },
    { kind: 'drafts', total: 1, current: 1, previous: 0 },
    { kind: 'published', total: 2, current: 1, previous: 1 },
  ])
})

test('a viewer counts only published articles, a visitor nothing', async () => {
  expect((await articles('viewer')).data).toEqual([{ status: 'published', articles: 2 }])
  expect((await dashboard('viewer')).data).toMatchObject([
    { kind: 'articles', total: 2 },
    { kind: 'categories', total: 1 },
    { kind: 'published', total: 2 },
  ])
  expect((await articles('anon')).error?.code).toBe('42501')
  expect((await dashboard('anon')).error?.code).toBe('42501')
})

test('the articles of categories and tags are counted without the trash', async () => {
  const category = await insertRow(backend, 'categories', { name: 'Porches', slug: 'porches' })
  const tag = await insertRow(backend, 'tags', { name: 'Oak', slug: 'oak' })
  const unused = await insertRow(backend, 'tags', { name: 'Elm', slug: 'elm' })
  for (const article of [published(), draft(), published({ deleted_at: daysAgo(1) })]) {
    const { id } = await insertRow(backend, 'articles', { ...article, category_id: category.id })
    await insertRow(backend, 'article_tags', { article_id: id, tag_id: tag.id })
  }
  for (const [caller, count] of [
    ['editor', 2],
    ['contributor', 2],
    ['viewer', 1],
  ] as const) {
    const { data } = await backend.as[caller].rpc('count_articles', {
      p_groups: [category.id, tag.id, unused.id],
    })
    expect(
      new Map((data as { id: string; articles: number }[]).map((row) => [row.id, row.articles])),
    ).toEqual(
      new Map([
        [category.id, count],
        [tag.id, count],
      ]),
    )
  }
})
