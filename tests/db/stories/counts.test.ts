import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Backend, draft, openBackend, published, insertRow } from '../support/backend.ts'

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
  '%s has every article counted by status, except in the trash',
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

test('a count has the same number on every screen', async () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const added = [
    published({ published_at: at(1) }),
    published({ published_at: at(-1) }),
    published({ published_at: at(2), deleted_at: at(0) }),
    draft({ status: 'archived' }),
    draft({ deleted_at: at(0) }),
  ]
  for (const row of added) await insertRow(backend, 'articles', row)
  for (const status of ['new', 'read'])
    await insertRow(backend, 'contact_messages', {
      name: 'A',
      email: 'a@b.example',
      message: 'Hello',
      status,
    })
  for (const [n, status] of ['active', 'active', 'pending', 'unsubscribed'].entries())
    await insertRow(backend, 'subscribers', { email: `${n}@b.example`, status })

  const ask = async <T>(name: string, values: object = {}) =>
    (await backend.as.editor.rpc(name, values)).data as T
  const chips = await ask<{ status: string; articles: number }[]>('get_article_counts')
  const chip = (status: string) => chips.find((row) => row.status === status)?.articles
  const cards = (await dashboard('editor')).data as { kind: string; total: number }[]
  const card = (kind: string) => cards.find((row) => row.kind === kind)?.total
  const waiting = await ask<{ kind: string; total: number }[]>('get_waiting', { p_today: at(0).slice(0, 10) })
  const waits = (kind: string) => waiting.find((row) => row.kind === kind)?.total
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
  const range = { p_from: '2000-01-01', p_until: '2100-01-01' }
  const stories = await ask<{ days: { stories: number }[] }>('get_story_numbers', range)
  const joined = await ask<{ active_before: number; days: { active: number }[] }>(
    'get_subscriber_numbers',
    range,
  )
  const [overview] = await ask<{ active: number; total: number }[]>('get_subscriber_overview', {
    month_start: at(0),
  })
  const rows = (table: string) => backend.as.editor.from(table).select('id', { count: 'exact', head: true })
  const listed = (status: string) => rows('articles').is('deleted_at', null).eq('status', status)

  const counts = {
    Published: [
      chip('published'),
      card('published'),
      sum(stories.days.map((day) => day.stories)),
      (await listed('published').lte('published_at', 'now')).count,
    ],
    Scheduled: [
      chip('scheduled'),
      waits('scheduled'),
      (await listed('published').gt('published_at', 'now')).count,
    ],
    Drafts: [chip('draft'), card('drafts'), (await listed('draft')).count],
    'Under Review': [chip('review'), waits('review'), (await listed('review')).count],
    Articles: [
      sum(chips.map((one) => one.articles)),
      card('articles'),
      (await rows('articles').is('deleted_at', null)).count,
    ],
    Categories: [card('categories'), (await rows('categories')).count],
    Messages: [waits('messages'), (await rows('contact_messages').eq('status', 'new')).count],
    Subscribers: [
      overview?.active,
      overview?.total,
      joined.active_before + sum(joined.days.map((day) => day.active)),
      (await rows('subscribers').eq('status', 'active')).count,
    ],
  }
  expect(Object.entries(counts).map(([name, numbers]) => [name, ...new Set(numbers)])).toEqual([
    ['Published', 3],
    ['Scheduled', 1],
    ['Drafts', 1],
    ['Under Review', 1],
    ['Articles', 7],
    ['Categories', 1],
    ['Messages', 1],
    ['Subscribers', 2],
  ])
  for (const table of ['contact_messages', 'subscribers']) await backend.sql(`delete from public.${table}`)
  await backend.sql('delete from public.articles where created_at > $1', [at(-1)])
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
