import { randomUUID } from 'node:crypto'
import { getPattern, isbot } from 'isbot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Backend,
  addPerson,
  CALLERS,
  draft,
  openBackend,
  published,
  insertRow,
} from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())
afterEach(async () => {
  for (const table of ['rate_limits', 'crawler_views']) await backend.sql(`delete from private.${table}`)
  for (const table of ['articles', 'subscribers', 'publish_outbox', 'builds'])
    await backend.sql(`delete from public.${table}`)
})

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'

const CRAWLERS = [
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/149.0 Mobile Safari/537.36 (compatible; GoogleOther)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23.20.0',
  'curl/8.5.0',
  'python-requests/2.31.0',
  'Go-http-client/2.0',
  'Chrome Privacy Preserving Prefetch Proxy',
  'Feedly/1.0',
  `Mozilla/5.0 ${'bot '.repeat(1_000)}`,
]
const READERS = [
  BROWSER,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
]

/** Counts a reading as the script of a story page does. */
async function count(slug: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${backend.url}/rest/v1/rpc/count_view`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      'user-agent': BROWSER,
      ...headers,
    },
    body: JSON.stringify({ p_slug: slug }),
  })
  expect(await response.text()).toMatch(/^(null)?$/)
  return response.status
}

async function counted(table: 'page_views' | 'crawler_views' = 'page_views'): Promise<number> {
  const [row] = await backend.sql<{ views: number }>(
    `select coalesce(sum(views), 0)::int as views from private.${table}`,
  )
  return row?.views ?? 0
}

describe('count_view', () => {
  test('adds one view to the article and day, and stores nothing else', async () => {
    const { id, slug } = await insertRow(backend, 'articles', published())
    await count(slug, { 'x-forwarded-for': '203.0.113.7' })
    await count(slug, { 'x-forwarded-for': '203.0.113.8' })
    expect(
      await backend.sql(
        `select article_id, day = (now() at time zone 'utc')::date as today, views from private.page_views`,
      ),
    ).toEqual([{ article_id: id, today: true, views: 2 }])
    const limits = JSON.stringify(await backend.sql('select * from private.rate_limits'))
    expect(limits).not.toContain('203.0.113')
    expect(limits).not.toContain(slug)
  })

  test.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('does not count %s', async (_, headers) => {
    const { slug } = await insertRow(backend, 'articles', published())
    await count(slug, headers)
    expect([await counted(), await counted('crawler_views')]).toEqual([0, 0])
  })

  test('counts readers, and crawlers apart from them', async () => {
    const { slug } = await insertRow(backend, 'articles', published())
    for (const userAgent of [...CRAWLERS, ...READERS]) await count(slug, { 'user-agent': userAgent })
    expect([await counted(), await counted('crawler_views')]).toEqual([READERS.length, CRAWLERS.length])
  })

  test('knows crawlers by the list of the library isbot', async () => {
    const [row] = await backend.sql<{ pattern: string }>('select private.crawler_pattern() as pattern')
    // A word's edge is \y in PostgreSQL, and a range in brackets cannot begin with a class.
    const pattern = getPattern().source.replaceAll('\\b', '\\y').replace('[\\w\\d-.]', '[\\w\\d.-]')
    expect(row?.pattern).toBe(pattern)
    for (const userAgent of [...CRAWLERS, ...READERS]) {
      const [of] = await backend.sql<{ is: boolean }>('select private.is_crawler($1) as is', [userAgent])
      expect([userAgent, of?.is]).toEqual([userAgent, userAgent === '' || isbot(userAgent.slice(0, 400))])
    }
  })

  test('counts only published articles', async () => {
    const hidden = [
      draft(),
      published({ published_at: '2099-01-01T00:00:00Z' }),
      published({ deleted_at: '2026-02-01T00:00:00Z' }),
    ]
    for (const row of hidden) await count((await insertRow(backend, 'articles', row)).slug)
    await count('no-such-story')
    await count('x'.repeat(100_000))
    expect(await counted()).toBe(0)
  })

  test('stops counting an address after 60 in ten minutes, others go on', async () => {
    const { slug } = await insertRow(backend, 'articles', published())
    const sent = async (address: string, hits: number) => {
      await count(slug, { 'x-forwarded-for': address })
      await backend.sql('update private.rate_limits set hits = $1 where hits = 1', [hits])
    }
    await sent('203.0.113.9', 60)
    await count(slug, { 'x-forwarded-for': '203.0.113.9' })
    expect(await counted()).toBe(1)
    await sent('203.0.113.10', 59)
    await count(slug, { 'x-forwarded-for': '203.0.113.10' })
    expect(await counted()).toBe(3)
    // An IPv6 customer has 64 bits of addresses.
    await sent('2001:db8::1', 60)
    await count(slug, { 'x-forwarded-for': '2001:db8::2' })
    expect(await counted()).toBe(4)
  })

  test('loses no view when many arrive at once', async () => {
    const { slug } = await insertRow(backend, 'articles', published())
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => count(slug, { 'x-forwarded-for': `203.0.113.${at}` })),
    )
    expect(await counted()).toBe(20)
  })

  test.for(CALLERS)('%s: only visitors are counted', async (caller) => {
    const { slug } = await insertRow(backend, 'articles', published())
    const { error } = await backend.as[caller].rpc('count_view', { p_slug: slug })
    expect(error?.code ?? null).toBe(caller === 'anon' ? null : '42501')
  })
})

const NUMBERS = ['get_story_numbers', 'get_subscriber_numbers', 'get_publish_numbers', 'get_view_numbers']
const RANGE = { p_from: '2026-01-01', p_until: '2026-01-31' }

async function numbers<T>(name: string, range: object = RANGE): Promise<T> {
  const { data, error } = await backend.as.editor.rpc(name, range)
  expect(error).toBeNull()
  return data as T
}

test.for(CALLERS)('%s: only editors read the analytics', async (caller) => {
  for (const name of NUMBERS) {
    const { error } = await backend.as[caller].rpc(name, RANGE)
    expect(error?.code ?? null).toBe(caller === 'editor' || caller === 'super_admin' ? null : '42501')
  }
})

test('days are in the time zone of the magazine', async () => {
  await insertRow(backend, 'site_settings', { id: randomUUID(), time_zone: 'Pacific/Auckland' })
  try {
    const range = { p_from: '2025-06-02', p_until: '2025-06-02' }
    // 00:30 on the 2nd, 23:30 on the 2nd, 00:30 on the 3rd.
    for (const published_at of ['2025-06-01T12:30:00Z', '2025-06-02T11:30:00Z', '2025-06-02T12:30:00Z'])
      await insertRow(backend, 'articles', published({ published_at }))
    const found = await numbers<{ days: unknown }>('get_story_numbers', range)
    expect(found.days).toEqual([{ day: '2025-06-02', stories: 2 }])
    const { slug } = await insertRow(backend, 'articles', published())
    await count(slug, { 'x-forwarded-for': '203.0.113.77' })
    expect(
      await backend.sql(
        `select day = (now() at time zone 'Pacific/Auckland')::date as is_today from private.page_views`,
      ),
    ).toContainEqual({ is_today: true })
  } finally {
    await backend.sql('delete from public.site_settings')
  }
})

test('counts published articles by their day in UTC, category and author', async () => {
  const author = await addPerson(backend)
  await backend.sql(`update public.profiles set full_name = 'Ines Abril' where id = $1::uuid`, [author])
  const category = await insertRow(backend, 'categories', { name: 'Rooms', slug: 'rooms', color: '#112233' })
  const out = (published_at: string, more: object = {}) =>
    insertRow(backend, 'articles', published({ published_at, ...more }))
  await out('2026-01-01T00:00:00Z', { author_id: author, category_id: category.id })
  await out('2026-01-31T23:59:59Z', { author_id: author })
  await out('2026-01-31T12:00:00Z')
  await out('2025-12-31T23:59:59Z')
  await out('2026-02-01T00:00:00Z')
  await out('2026-01-15T00:00:00Z', { deleted_at: '2026-02-01T00:00:00Z' })
  await insertRow(backend, 'articles', draft())

  expect(await numbers('get_story_numbers')).toEqual({
    days: [
      { day: '2026-01-01', stories: 1 },
      { day: '2026-01-31', stories: 2 },
    ],
    categories: [
      { name: null, color: null, stories: 2 },
      { name: 'Rooms', color: '#112233', stories: 1 },
    ],
    authors: [
      { name: 'Ines Abril', stories: 2 },
      { name: null, stories: 1 },
    ],
  })
})

test('counts the subscribers of a period who are subscribed today, by day and source', async () => {
  const rows = [
    ['2025-12-01T08:00:00Z', 'active', '/'],
    ['2026-01-02T08:00:00Z', 'active', '/'],
    ['2026-01-02T09:00:00Z', 'unsubscribed', '/contact'],
    ['2026-01-02T10:00:00Z', 'pending', '/contact'],
    ['2026-01-09T09:00:00Z', 'active', null],
  ] as const
  for (const [subscribed_at, status, source_page] of rows) {
    await insertRow(backend, 'subscribers', {
      email: `reader-${Date.parse(subscribed_at)}@example.com`,
      subscribed_at,
      status,
      source_page,
    })
  }
  expect(await numbers('get_subscriber_numbers')).toEqual({
    active_before: 1,
    days: [
      { day: '2026-01-02', joined: 1, active: 1 },
      { day: '2026-01-09', joined: 1, active: 1 },
    ],
    sources: [
      { source: '', joined: 1 },
      { source: '/', joined: 1 },
    ],
  })
})

test('publish times run from the save (or due date) to live, and leave out full builds', async () => {
  await backend.sql('delete from public.publish_outbox')
  const build = async (
    kind: string,
    status: string,
    events: [created: string, due: string, done: string][],
  ) => {
    const [made] = await backend.sql<{ id: number }>(
      `insert into public.builds (kind, status, started_at) values ($1, $2, '2026-01-05T10:00:00Z') returning id`,
      [kind, status],
    )
    for (const [created, due, done] of events) {
      await backend.sql(
        `insert into public.publish_outbox (entity, entity_id, build_id, created_at, due_at, processed_at)
         values ('articles', 'x', $1, $2::timestamptz, $3::timestamptz, $4::timestamptz)`,
        [made?.id, created, due, done],
      )
    }
  }
  const at = (seconds: string) => `2026-01-05T10:00:${seconds}Z`
  // Saved in two steps, live a second after the first; scheduled long ago, live 3 s after it was due; made by a start.
  await build('publish', 'live', [
    [at('00'), at('00'), at('01')],
    [at('00.4'), at('00.4'), at('01')],
  ])
  await build('publish', 'live', [['2026-01-01T00:00:00Z', at('00'), at('03')]])
  await build('full', 'live', [['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', at('40')]])
  await build('publish', 'failed', [])
  expect(await numbers('get_publish_numbers')).toEqual({
    publishes: 2,
    failed: 1,
    median_ms: 2000,
    p95_ms: 2900,
    days: [{ day: '2026-01-05', publishes: 2, median_ms: 2000, p95_ms: 2900 }],
  })
})

test('counts views by day, and lists the most viewed articles', async () => {
  const [one, two] = [
    await insertRow(backend, 'articles', published({ title: 'One' })),
    await insertRow(backend, 'articles', published({ title: 'Two' })),
  ]
  const gone = await insertRow(backend, 'articles', published({ deleted_at: '2026-02-01T00:00:00Z' }))
  await backend.sql(
    `insert into private.page_views (article_id, day, views) values
      ($1::uuid, '2026-01-03', 5), ($1::uuid, '2026-01-04', 1), ($2::uuid, '2026-01-03', 9), ($2::uuid, '2025-12-31', 50),
      ($3::uuid, '2026-01-03', 100)`,
    [one.id, two.id, gone.id],
  )
  await backend.sql(
    `insert into private.crawler_views values ('2025-12-31', 1), ('2026-01-01', 30), ('2026-01-31', 40), ('2026-02-01', 1)`,
  )
  expect(await numbers('get_view_numbers')).toEqual({
    days: [
      { day: '2026-01-03', views: 114 },
      { day: '2026-01-04', views: 1 },
    ],
    crawlers: 70,
    stories: [
      { id: two.id, title: 'Two', slug: two.slug, views: 9 },
      { id: one.id, title: 'One', slug: one.slug, views: 6 },
    ],
  })
})
