import { randomUUID } from 'node:crypto'
import { getPattern, isbot } from 'isbot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Backend,
  addPerson,
  CALLERS,
  draft,
  insertRow,
  openBackend,
  published,
} from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const TABLES = [
  'rate_limits',
  'story_readings',
  'page_readings',
  'reading_sources',
  'reading_letters',
  'reading_bots',
  'missed_searches',
  'missing_paths',
]
afterEach(async () => {
  for (const table of TABLES) await backend.sql(`delete from private.${table}`)
  for (const table of ['slug_redirects', 'letters', 'articles', 'tags', 'categories', 'author_profiles'])
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

interface Reading {
  reached?: number | string
  before?: number | string
  source?: string
  letter?: string
  search?: string
}

/** Sends a reading as a page does, from an address of its own unless the headers name one. */
async function read(path: string, reading: Reading = {}, headers: Record<string, string> = {}) {
  const { reached = 1, before = 0, source = '-', letter = '', search = '' } = reading
  return send([path, reached, before, source, letter, search].join('\n'), headers)
}

let sender = 0
async function send(reading: string, headers: Record<string, string> = {}): Promise<number> {
  sender += 1
  const address = `10.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`
  const response = await fetch(`${backend.url}/rest/v1/rpc/count_reading?apikey=${backend.publishableKey}`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER, 'x-forwarded-for': address, ...headers },
    body: new URLSearchParams({ p_reading: reading }),
  })
  const text = await response.text()
  if (response.status >= 400 && response.status !== 413) throw new Error(text)
  return response.status
}

const story = async (more: object = {}) => {
  const { id, slug } = await insertRow(backend, 'articles', published(more))
  return { id, path: `/article/${slug}` }
}

const rows = (table: string, columns: string) =>
  backend.sql<Record<string, unknown>>(`select ${columns} from private.${table} order by ${columns}`)

/** A letter that went out, with this slug. */
async function letterAt(slug: string): Promise<void> {
  await backend.sql(
    `insert into public.letters (subject, slug, status, frozen_at, ended_at, content, html, plain_text, candidates, from_name, from_address)
     values ('The letter of May', $1, 'sent', now(), now(), '{}', '', '', 0, '', 'a@example.org')`,
    [slug],
  )
}

/** What all stories have together. */
async function counted() {
  const [row] = await backend.sql<{ opened: number; begun: number; read: number }>(
    `select coalesce(sum(opened), 0)::int as opened, coalesce(sum(begun), 0)::int as begun,
       coalesce(sum(read), 0)::int as read from private.story_readings`,
  )
  return [row?.opened, row?.begun, row?.read]
}

/** A generator of numbers from 0 to 1 that are the same each time. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

describe('a reading', () => {
  test('counts in all that it has reached, once, however often its page is hidden', async () => {
    const random = seeded(7)
    const stories = [await story(), await story(), await story()]
    const expected = stories.map(() => [0, 0, 0])
    for (let at = 0; at < 1000; at += 1) {
      const which = Math.floor(random() * 3)
      const reached = 1 + Math.floor(random() * 3)
      // Some leave the page on the way, and come back.
      const steps = [1, 2, 3].filter((step) => step === reached || (step < reached && random() < 0.4))
      let before = 0
      for (const step of steps) {
        expect(await read(stories[which]?.path ?? '', { reached: step, before })).toBe(204)
        before = step
      }
      expected[which] = (expected[which] ?? []).map((sum, step) => (step < reached ? sum + 1 : sum))
    }
    const found = await backend.sql<{ article_id: string; opened: number; begun: number; read: number }>(
      'select article_id, opened, begun, read from private.story_readings',
    )
    const numbers = stories.map(({ id }) => {
      const row = found.find(({ article_id }) => article_id === id)
      return [row?.opened, row?.begun, row?.read]
    })
    expect(numbers).toEqual(expected)
  }, 120_000)

  test('leaves nothing in the database that names a reader', async () => {
    const { path } = await story()
    for (let at = 0; at < 50; at += 1)
      await read(
        at % 2 ? path : `/gone-${at}`,
        { reached: 2, source: 'mail.google.com', letter: 'may', search: `someone${at}@reader.example` },
        { 'x-forwarded-for': `203.0.113.${at}`, 'user-agent': `${BROWSER} Reader/${at}` },
      )
    const tables = await backend.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
    )
    for (const { name } of tables) {
      const dump = JSON.stringify(await backend.sql(`select * from ${name}`))
      for (const secret of ['203.0.113', 'Firefox/150', 'reader.example', 'mail.google.com'])
        expect(dump, `${name} has ${secret}`).not.toContain(secret)
    }
    // Of the addresses there are hashes, without any page, which go after twenty minutes.
    const limits = await backend.sql<{ caller: string }>('select caller from private.rate_limits')
    for (const { caller } of limits) expect(caller).toMatch(/^[0-9a-f]{32}$/)
    await backend.sql(`update private.rate_limits set window_start = now() - interval '21 minutes'`)
    await read(path)
    expect(await rows('rate_limits', 'caller')).toHaveLength(2)
  })

  test('counts for each kind of page, and for none that there is not', async () => {
    const tag = await insertRow(backend, 'tags', { name: 'Chairs', slug: 'chairs' })
    const author = await insertRow(backend, 'author_profiles', { name: 'Ines Abril', slug: 'ines-abril' })
    const section = await insertRow(backend, 'sections', { title: 'Rooms', slug: `rooms-${randomUUID()}` })
    const page = await insertRow(backend, 'pages', { title: 'Us', slug: 'us', status: 'published' })
    const hidden = [
      draft(),
      published({ published_at: '2099-01-01T00:00:00Z' }),
      published({ deleted_at: '2026-02-01T00:00:00Z' }),
    ]
    await letterAt('may')
    for (const row of hidden) await read(`/article/${(await insertRow(backend, 'articles', row)).slug}`)
    const { path } = await story()
    for (const one of [
      path,
      '/',
      '/tag/chairs',
      '/author/ines-abril',
      `/${section.slug}/`,
      '/us',
      '/browse',
      '/letters/may',
    ])
      await read(one)
    for (const forged of [
      '/tag/none',
      '/author/none',
      '/letters/june',
      '/us/us',
      'us',
      '',
      '//',
      '/article/',
      '/tag/chairs/more',
    ])
      await read(forged)
    await backend.sql('delete from public.pages')
    await backend.sql(`delete from public.sections where id = $1::uuid`, [section.id])
    expect(await rows('page_readings', 'kind, page')).toEqual(
      [
        { kind: 'author', page: author.id },
        { kind: 'home', page: '' },
        { kind: 'letter', page: 'may' },
        { kind: 'page', page: '/browse' },
        { kind: 'page', page: page.id },
        { kind: 'section', page: section.id },
        { kind: 'story', page: '' },
        { kind: 'tag', page: tag.id },
      ].sort((a, b) => a.kind.localeCompare(b.kind) || (a.page < b.page ? -1 : 1)),
    )
    expect(await counted()).toEqual([1, 0, 0])
  })

  test.each([
    ['nothing', ''],
    ['too few lines', '/\n1\n0'],
    ['too many lines', '/\n1\n0\n-\n\n\n\n'],
    ['more than there is', '/\n4\n0\n-\n\n'],
    ['less than before', '/\n1\n2\n-\n\n'],
    ['no number', '/\none\n0\n-\n\n'],
    ['two numbers', '/\n33\n0\n-\n\n'],
    ['a long text', `/\n1\n0\n-\n\n${'x'.repeat(100_000)}`],
    ['SQL', "/'; drop table private.story_readings; --\n1\n0\n-\n\n"],
  ])('with %s counts for nothing', async (_, reading) => {
    expect(await send(reading)).toBe(204)
    expect(await rows('page_readings', 'kind')).toEqual([])
  })

  test('that is larger than a request may be is refused', async () => {
    expect(await send('x'.repeat(2_000_000))).toBe(413)
  })

  test('knows the site that led to it by one name for many hosts, and no address', async () => {
    const { path } = await story()
    const hosts = {
      '': 'No other site',
      'www.google.de': 'Google',
      'mail.google.com': 'Mail',
      'com.google.android.gm': 'Mail',
      'webmail.provider.example': 'Mail',
      'feedly.com': 'Readers of feeds',
      'lm.facebook.com': 'Facebook',
      't.co': 'X',
      'www.apartment.example': 'apartment.example',
      'netflix.com': 'netflix.com',
      '192.168.0.7': 'other',
      'https://apartment.example/a?q=a+name': 'other',
    }
    for (const source of Object.keys(hosts)) await read(path, { source })
    await read(path, { source: '-' })
    const sources = new Set((await rows('reading_sources', 'source')).map(({ source }) => source))
    expect(sources).toEqual(new Set(Object.values(hosts)))
  })

  test('that a letter led to counts for the letter, and its source is the letter', async () => {
    const { id, path } = await story()
    await letterAt('may')
    await read(path, { reached: 3, letter: 'may', source: 'mail.google.com' })
    await read(path, { letter: 'june' })
    expect(await rows('reading_letters', 'letter, kind, page, opened, begun, read')).toEqual([
      { letter: 'may', kind: 'story', page: id, opened: 1, begun: 1, read: 1 },
    ])
    expect(await rows('reading_sources', 'source')).toEqual([{ source: 'A letter' }])
  })

  test.each([
    ['200 sources', 'reading_sources', (at: number) => ['/', { source: `site${at}.example` }], 201],
    ['200 searches', 'missed_searches', (at: number) => ['/', { search: `sofa ${at}` }], 200],
    ['200 missing paths', 'missing_paths', (at: number) => [`/gone-${at}`, {}], 200],
  ] as const)(
    'adds at most %s a day',
    async (_, table, reading, most) => {
      for (let at = 0; at < 210; at += 1) {
        const [path, more] = reading(at) as [string, Reading]
        await read(path, more)
      }
      expect(await rows(table, 'day')).toHaveLength(most)
    },
    60_000,
  )
})

describe('what is left out', () => {
  test.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('%s: nothing is counted, nor that it was not', async (_, headers) => {
    const { path } = await story()
    await read(path, { search: 'sofas' }, headers)
    await read('/gone', {}, headers)
    for (const table of TABLES) expect([table, await rows(table, '*').catch(() => [])]).toEqual([table, []])
  })

  test('crawlers and what is fetched ahead are counted by their reason, and readers are readers', async () => {
    const { path } = await story()
    for (const userAgent of [...CRAWLERS, ...READERS]) await read(path, {}, { 'user-agent': userAgent })
    await read(path, {}, { 'sec-purpose': 'prefetch;prerender' })
    expect(await counted()).toEqual([READERS.length, 0, 0])
    expect(await rows('reading_bots', 'reason, readings')).toEqual([
      { reason: 'crawler', readings: CRAWLERS.length },
      { reason: 'prefetch', readings: 1 },
    ])
  })

  test('crawlers are known by the list of the library isbot', async () => {
    const [row] = await backend.sql<{ pattern: string }>('select private.crawler_pattern() as pattern')
    // A word's edge is \\y in PostgreSQL, and a range in brackets cannot begin with a class.
    const pattern = getPattern().source.replaceAll('\\b', '\\y').replace('[\\w\\d-.]', '[\\w\\d.-]')
    expect(row?.pattern).toBe(pattern)
    for (const userAgent of [...CRAWLERS, ...READERS]) {
      const [of] = await backend.sql<{ is: boolean }>('select private.is_crawler($1) as is', [userAgent])
      expect([userAgent, of?.is]).toEqual([userAgent, userAgent === '' || isbot(userAgent.slice(0, 400))])
    }
  })

  test('an address counts 120 in ten minutes; others go on', async () => {
    const { path } = await story()
    const from = (address: string) => read(path, {}, { 'x-forwarded-for': address })
    const sent = async (address: string, hits: number) => {
      await from(address)
      await backend.sql('update private.rate_limits set hits = $1 where hits = 1', [hits])
    }
    await sent('203.0.113.9', 120)
    await from('203.0.113.9')
    expect(await counted()).toEqual([1, 0, 0])
    expect(await rows('reading_bots', 'reason, readings')).toEqual([{ reason: 'limit', readings: 1 }])
    // An IPv6 customer has 64 bits of addresses.
    await sent('2001:db8::1', 120)
    await from('2001:db8::2')
    await from('198.51.100.1')
    expect(await counted()).toEqual([3, 0, 0])
  })
})

describe('what readers did not find', () => {
  test('is named without what may name a reader', async () => {
    const searches = [
      '  Blue   SOFA!',
      'blue sofa',
      'a@b.example',
      'call 0170 123 45 67',
      '12345678',
      'x'.repeat(81),
      '?!',
    ]
    for (const search of searches) await read('/browse', { search })
    expect(await rows('missed_searches', 'words, searches')).toEqual([{ words: 'blue sofa', searches: 2 }])

    await insertRow(backend, 'slug_redirects', { old_slug: 'moved', target: '/browse' })
    const paths = [
      '/old/summer-2019/',
      '/old/summer-2019',
      '/moved',
      '/admin/articles',
      '/preview/abcdefghijkl',
      '/u/a@b.example',
      '/u/a%40b.example',
      '/orders/1234567',
      `/reset/${randomUUID()}`,
      '/reset/abcdefghijklmnopqrstuvwxyz',
      '/a/../b',
      '/a b',
      '/<script>',
    ]
    for (const path of paths) await read(path)
    expect(await rows('missing_paths', 'path, readings')).toEqual([{ path: '/old/summer-2019', readings: 2 }])
  })

  test('adds at most 20 in ten minutes from one address', async () => {
    for (let at = 0; at < 25; at += 1) await read(`/gone-${at}`, {}, { 'x-forwarded-for': '203.0.113.9' })
    expect(await rows('missing_paths', 'path')).toHaveLength(20)
  })
})

test('pages that were built before go on to count begun readings', async () => {
  const { id, path } = await story()
  const { error } = await backend.as.anon
    .rpc('count_view', { p_slug: path.split('/').at(-1) })
    .setHeader('user-agent', BROWSER)
  expect(error).toBeNull()
  await backend.as.anon.rpc('count_view', { p_slug: 'none' }).setHeader('user-agent', BROWSER)
  await backend.as.anon.rpc('count_view', { p_slug: 'x'.repeat(100_000) }).setHeader('user-agent', BROWSER)
  expect(await rows('story_readings', 'article_id, opened, begun, read')).toEqual([
    { article_id: id, opened: 0, begun: 1, read: 0 },
  ])
})

test('loses no reading when many arrive at once', async () => {
  const { path } = await story()
  await Promise.all(Array.from({ length: 20 }, () => read(path, { reached: 3 })))
  expect(await counted()).toEqual([20, 20, 20])
})

test('a day is one of the magazine', async () => {
  await insertRow(backend, 'site_settings', { id: randomUUID(), time_zone: 'Pacific/Auckland' })
  try {
    await read('/')
    expect(
      await backend.sql(
        `select day = (now() at time zone 'Pacific/Auckland')::date as is_today from private.page_readings`,
      ),
    ).toEqual([{ is_today: true }])
  } finally {
    await backend.sql('delete from public.site_settings')
  }
})

test.for(CALLERS)('%s: only visitors are counted, and only editors read', async (caller) => {
  const { id, path } = await story()
  const client = backend.as[caller]
  const counting = await client.rpc('count_reading', { p_reading: `${path}\n1\n0\n-\n\n` })
  expect(counting.error?.code ?? null).toBe(caller === 'anon' ? null : '42501')
  const isEditor = caller === 'editor' || caller === 'super_admin'
  const numbers = await client.rpc('get_reading_numbers', RANGES)
  expect(numbers.error?.code ?? null).toBe(isEditor ? null : '42501')
  const line = await client.rpc('get_readings', { p_articles: [id], p_from: '2026-01-01' })
  expect(line.error?.code ?? null).toBe(isEditor ? null : '42501')
})

const RANGES = {
  p_from: '2026-02-01',
  p_until: '2026-02-28',
  p_before_from: '2026-01-01',
  p_before_until: '2026-01-31',
}

test('a period is told beside the one before, by story, section, person, tag and kind', async () => {
  const section = await insertRow(backend, 'sections', { title: 'Rooms', slug: 'rooms' })
  const category = await insertRow(backend, 'categories', {
    name: 'Small',
    slug: 'small',
    sections: ['rooms'],
  })
  const account = await addPerson(backend)
  await backend.sql('delete from public.author_profiles')
  const author = await insertRow(backend, 'author_profiles', {
    name: 'Ines',
    slug: 'ines',
    profile_id: account,
  })
  const tag = await insertRow(backend, 'tags', { name: 'Chairs', slug: 'chairs' })
  const one = await story({ title: 'One', category_id: category.id, author_id: account })
  const two = await story({ title: 'Two' })
  const gone = await story({ title: 'Gone', deleted_at: '2026-02-01T00:00:00Z' })
  await insertRow(backend, 'article_tags', { article_id: one.id, tag_id: tag.id })
  await backend.sql(
    `insert into private.story_readings (article_id, day, opened, begun, read) values
      ($1::uuid, '2026-01-31', 0, 4, 0), ($1::uuid, '2026-02-01', 0, 6, 0), ($1::uuid, '2026-02-28', 10, 8, 2),
      ($1::uuid, '2026-03-01', 99, 99, 99), ($2::uuid, '2026-02-02', 3, 1, 1), ($3::uuid, '2026-02-02', 7, 5, 5)`,
    [one.id, two.id, gone.id],
  )
  await backend.sql(
    `insert into private.page_readings (day, kind, page, opened, begun) values ('2026-02-02', 'home', '', 9, 7), ('2026-01-02', 'home', '', 1, 1)`,
  )
  await backend.sql(
    `insert into private.page_readings (day, kind, page, opened, begun, read)
     select day, 'story', '', sum(opened), sum(begun), sum(read) from private.story_readings group by day`,
  )
  await backend.sql(
    `insert into private.reading_letters (day, letter, kind, page, opened, begun, read) values ('2026-02-02', 'may', 'home', '', 2, 2, 0)`,
  )
  await backend.sql(
    `insert into private.reading_sources (day, source, opened, begun, read) values ('2026-02-02', 'Mail', 2, 2, 0)`,
  )
  await backend.sql(
    `insert into private.reading_bots values ('2026-01-01', 'crawler', 9), ('2026-02-01', 'crawler', 30), ('2026-02-28', 'crawler', 40)`,
  )
  await backend.sql(
    `insert into private.missed_searches values ('2026-02-01', 'sofa', 2), ('2026-02-02', 'sofa', 1), ('2026-02-01', 'lamp', 2)`,
  )
  await backend.sql(
    `insert into private.missing_paths values ('2026-02-01', '/old', 2), ('2026-02-02', '/moved', 1)`,
  )
  await insertRow(backend, 'slug_redirects', { old_slug: 'moved', target: '/browse' })
  await letterAt('may')
  const { data, error } = await backend.as.editor.rpc('get_reading_numbers', RANGES)
  await backend.sql(`delete from public.sections where id = $1::uuid`, [section.id])
  expect(error).toBeNull()
  const ofOne = { opened: 10, begun: 14, read: 2, measured: 8, before: 4 }
  const row = (id: string, name: string, address: string | null, more: object = ofOne) => ({
    id,
    name,
    address,
    ...more,
  })
  const home = { opened: 9, begun: 7, read: 0, measured: 7, before: 1 }
  const letter = { opened: 2, begun: 2, read: 0, measured: 2, before: 0 }
  expect(data).toEqual({
    days: [
      { day: '2026-02-01', opened: 0, begun: 6, read: 0 },
      { day: '2026-02-02', opened: 10, begun: 6, read: 6 },
      { day: '2026-02-28', opened: 10, begun: 8, read: 2 },
    ],
    before: { opened: 0, begun: 4, read: 0 },
    lists: {
      stories: [
        row(one.id, 'One', one.path),
        row(two.id, 'Two', two.path, { opened: 3, begun: 1, read: 1, measured: 1, before: 0 }),
      ],
      sections: [row(section.id, 'Rooms', '/rooms')],
      people: [row(author.id, 'Ines', '/author/ines')],
      tags: [row(tag.id, 'Chairs', '/tag/chairs')],
      kinds: [
        row('story', 'story', null, { opened: 20, begun: 20, read: 8, measured: 14, before: 4 }),
        row('home', 'home', null, home),
      ],
      pages: [row('home ', '', '/', home)],
      letters: [row('may', 'The letter of May', '/letters/may', letter)],
      sources: [row('Mail', 'Mail', null, letter)],
    },
    searches: [{ words: 'sofa', searches: 3 }],
    missing: [{ path: '/old', readings: 2 }],
    left_out: [{ reason: 'crawler', readings: 70 }],
  })
})

describe('old days', () => {
  test('of stories become one sum a month after three months, and searches go after 100 days', async () => {
    const { id } = await story()
    const [days] = await backend.sql<{ month: string; kept: string }>(
      `select ((date_trunc('month', now() at time zone 'utc') - interval '4 months')::date)::text as month,
         ((date_trunc('month', now() at time zone 'utc') - interval '3 months')::date)::text as kept`,
    )
    await backend.sql(
      `insert into private.story_readings (article_id, day, opened, begun, read)
       select $1::uuid, $2::date + at, 3, 2, 1 from generate_series(0, 9) at`,
      [id, days?.month],
    )
    await backend.sql(
      `insert into private.story_readings (article_id, day, begun) values ($1::uuid, $2::date, 7), ($1::uuid, $2::date + 1, 7)`,
      [id, days?.kept],
    )
    await backend.sql(
      `insert into private.missed_searches select (now() at time zone 'utc')::date - at, 'sofa' from unnest(array[99, 101]) at`,
    )
    for (let run = 0; run < 2; run += 1) await backend.sql('select private.roll_up_readings()')
    expect(
      await backend.sql('select day::text, opened, begun, read from private.story_readings order by day'),
    ).toEqual([
      { day: days?.month, opened: 30, begun: 20, read: 10 },
      { day: days?.kept, opened: 0, begun: 7, read: 0 },
      { day: expect.stringMatching(/-02$/), opened: 0, begun: 7, read: 0 },
    ])
    expect(await rows('missed_searches', 'words')).toHaveLength(1)
  })
})
