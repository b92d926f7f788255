import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PublicClient, publicClient } from '../../../src/backend/client.ts'
import { DEFAULT_PARAMS } from '../../../src/site/lists/browse-params.ts'
import { type Fact, REMEMBERED, rememberedFacts } from '../../../src/domain/story/fact.ts'
import { findStories, findTitles, searchStories } from '../../../src/site/islands/search/story-search.ts'
import { randomCases } from '../../support/long-run.ts'
import { type Caller, type Backend, addPerson, CALLERS, openBackend, insertRow } from '../support/backend.ts'

const { signal } = new AbortController()

/** Titles and excerpts full of what filters, patterns and addresses give a meaning to. */
const STORIES: readonly (readonly [title: string, excerpt: string | null])[] = [
  ['A plain table', 'Oak, and nothing else.'],
  ['100% wool', null],
  ['100 per cent wool_blend', 'Half of it, (roughly).'],
  ['The "green" room', 'She said: "green", not "Green".'],
  ["A joiner's bench", 'title.ilike."%x%"'],
  ['Back\\slash and forward/slash', 'C:\\rooms\\hall'],
  ['Lamps, lamps, lamps', 'or=(status.eq.draft)'],
  ['(In brackets)', '{a,b} [c] <d> & e=f; g'],
  ['🪑 Six chairs 🪑', 'One is a stool 🛋️'],
  ['Überall Äpfel', 'Ça va, naïve café'],
  ['Dots... and colons: two', 'a+b #c ?d'],
  ['Two  blanks', 'and\ta tab'],
  ['A * or two**', '* an aside'],
  ['underscore_and%percent', '_%_%_'],
]

let backend: Backend
let client: PublicClient
beforeAll(async () => {
  backend = await openBackend()
  client = publicClient(backend.url, backend.publishableKey)
  const rows = STORIES.map(([title, excerpt], index) => ({
    title,
    excerpt,
    slug: `story-${randomUUID()}`,
    status: 'published',
    published_at: `2026-01-0${1 + (index % 3)}T00:00:00Z`,
    read_time: [5, 6, 10, 11][index] ?? null,
  }))
  for (const row of [...rows, { ...rows[0], slug: 'not-out', title: 'A draft table', status: 'draft' }]) {
    await insertRow(backend, 'articles', row)
  }
})
afterAll(() => backend.close())

const contains = (text: string | null, wanted: string) =>
  text !== null && text.toLowerCase().includes(wanted.toLowerCase())

const words = STORIES.flatMap(([title, excerpt]) => (excerpt === null ? [title] : [title, excerpt]))

/** A piece of what is there, or any signs. */
const typed = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...words), fc.nat(), fc.integer({ min: 1, max: 12 }))
      .map(([text, start, length]) => {
        const signs = [...text]
        const from = start % signs.length
        return signs.slice(from, from + length).join('')
      }),
    fc.string({
      unit: fc.constantFrom(...'"\'\\%_*,().:;&=?#+-{}[]<>/ ', '🪑', 'é', 'ä', 'a', 'o', 'l', '\n', '\0'),
      minLength: 1,
      maxLength: 8,
    }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && !text.includes('\0'))

test('any text finds first exactly the articles that contain it', async () => {
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      const expected = STORIES.filter((story) => story.some((words) => contains(words, text)))
      const found = await findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)
      expect(found.total).toBe(expected.length)
      const titles = expected.map(([title]) => title)
      expect(titles).toEqual(expect.arrayContaining(found.stories.map(({ title }) => title)))
      expect(found.stories).toHaveLength(Math.min(12, titles.length))

      const hits = await searchStories(client, text, signal)
      expect(hits.total).toBe(expected.length)
      expect(hits.stories).toHaveLength(Math.min(5, expected.length))

      const suggested = await findTitles(client, text, signal)
      const named = STORIES.filter(([title]) => contains(title, text))
      // After them come titles that have the words in another spelling.
      for (const title of suggested.slice(0, named.length)) expect(contains(title, text)).toBe(true)
      expect(suggested.length).toBeGreaterThanOrEqual(Math.min(5, named.length))
    }),
    { numRuns: randomCases(150) },
  )
})

test.each(['%_"\\,(', '*', '…', '“', '🪑', '—', '「', '€'])(
  'signs alone, such as %s, have no close matches',
  async (text) => {
    expect((await findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)).close).toBeUndefined()
  },
)

test.each(['e', '1', 'é', '京', 'я', 'ª', '½', '¹', 'ﬁ'])('%s is no sign', async (text) => {
  expect((await findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)).close).toBeDefined()
})

test.each([
  ['letters', 'x'.repeat(500)],
  ['backslashes', '\\'.repeat(500)],
  ['quotes', '"'.repeat(500)],
  ['chairs', '🪑'.repeat(500)],
])('500 %s find nothing and raise no error', async (_, text) => {
  expect((await findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)).total).toBe(0)
  expect((await searchStories(client, text, signal)).total).toBe(0)
  expect(await findTitles(client, text, signal)).toEqual([])
})

describe('close matches', () => {
  const CLOSE_STORIES = {
    'Café corners of Zürich': 'Where the résumé was written.',
    'Cafe\u0301 tables': 'Pasted from a Mac.',
    'The architect’s own kitchen': 'He says: I don’t cook.',
    'Well\u2011being at home': 'With a hyphen that does not break.',
    'A bookcase for two': null,
    'Łódź, and Ærø': null,
    日本の家: null,
  }
  const BODY = {
    html: '<p>Under the <em>stairs</em> stands a harmo<b>nium</b> &amp; a stove.</p><p>Nobody plays galleries.</p>',
  }
  const ids: string[] = []
  beforeAll(async () => {
    for (const [title, excerpt] of Object.entries(CLOSE_STORIES)) {
      const row = {
        title,
        excerpt,
        slug: `close-${randomUUID()}`,
        status: 'published',
        published_at: '2025-01-01T00:00:00Z',
      }
      ids.push(
        (await insertRow(backend, 'articles', { ...row, content: title.startsWith('A book') ? BODY : '' }))
          .id,
      )
    }
  })
  afterAll(() => backend.sql('delete from public.articles where id = any($1::uuid[])', [ids]))

  const search = (text: string) => findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)
  const firstTitle = async (text: string) => {
    const { stories, close } = await search(text)
    return [...stories, ...(close?.stories ?? [])][0]?.title
  }

  test.each([
    ['an accent left out', 'cafe corners', 'Café corners of Zürich'],
    ['an accent left out', 'zurich', 'Café corners of Zürich'],
    ['an accent left out', 'resume', 'Café corners of Zürich'],
    ['an accent too many', 'Zürích corners', 'Café corners of Zürich'],
    ['a letter that has no accent', 'lodz aero', 'Łódź, and Ærø'],
    ['a composed letter', 'café tables', 'Cafe\u0301 tables'],
    ['a decomposed letter', 'Cafe\u0301 corners', 'Café corners of Zürich'],
    ['a straight apostrophe', "architect's own", 'The architect’s own kitchen'],
    ['a straight apostrophe', "don't", 'The architect’s own kitchen'],
    ['no apostrophe', 'architects kitchen', 'The architect’s own kitchen'],
    ['a usual hyphen', 'well-being at home', 'Well\u2011being at home'],
    ['no hyphen', 'well being', 'Well\u2011being at home'],
    ['one word for two', 'wellbeing', 'Well\u2011being at home'],
    ['two words for one', 'book case', 'A bookcase for two'],
    ['another order', 'kitchen architect', 'The architect’s own kitchen'],
    ['a plural', 'kitchens', 'The architect’s own kitchen'],
    ['a singular', 'corner cafe', 'Café corners of Zürich'],
    ['the beginning of a word', 'kitchen archi', 'The architect’s own kitchen'],
    ['a letter too few', 'kichen', 'The architect’s own kitchen'],
    ['a letter too many', 'kittchen', 'The architect’s own kitchen'],
    ['a wrong letter', 'kitcken', 'The architect’s own kitchen'],
    ['a wrong first letter', 'litchen', 'The architect’s own kitchen'],
    ['two letters swapped', 'ktichen', 'The architect’s own kitchen'],
    ['a wrong letter in a plural', 'kichens', 'The architect’s own kitchen'],
    ['a wrong letter among others', 'architect kichen', 'The architect’s own kitchen'],
    ['a word too many', 'architect kitchen zeppelins', 'The architect’s own kitchen'],
    ['a word of the body', 'harmonium', 'A bookcase for two'],
    ['words of title and body', 'bookcase stairs', 'A bookcase for two'],
    ['the singular of a word of the body', 'gallery', 'A bookcase for two'],
    ['signs between the words', 'stairs/harmonium & "stove"', 'A bookcase for two'],
  ])('%s: %s', async (_, text, title) => {
    expect(await firstTitle(text)).toBe(title)
  })

  test.each(["architect's own", 'cafe corners', 'corners cafe', 'kitchens'])(
    '%s suggests the title',
    async (text) => {
      const title = /kitchen|architect/.test(text) ? 'The architect’s own kitchen' : 'Café corners of Zürich'
      expect(await findTitles(client, text, signal)).toContain(title)
    },
  )

  test('the shown part of the body has the words', async () => {
    const { close } = await search('harmonium')
    expect(close?.stories.map(({ passage }) => passage)).toEqual([
      'Under the stairs stands a harmonium & a stove. Nobody plays galleries.',
    ])
    expect(close?.words).toContain('harmonium*')
    // The title says it already.
    expect((await search('cafe corners')).close?.stories[0]?.passage).toBeNull()
  })

  test('stories that contain the text come first, and only they are counted', async () => {
    const { total, stories, close } = await search('table')
    expect([total, stories.map(({ title }) => title)]).toEqual([2, ['A plain table', 'Cafe\u0301 tables']])
    expect(close?.stories.map(({ title }) => title)).not.toContain('A plain table')
  })

  test('stories with all words of a text are told from stories with some of them', async () => {
    for (const text of ['cafe corners', "architect's own", 'harmonium', 'kitchens']) {
      expect((await search(text)).close?.hasAllWords, text).toBe(true)
    }
    for (const text of ['kichen', 'architect kitchen zeppelins']) {
      expect((await search(text)).close?.hasAllWords, text).toBe(false)
    }
  })

  test('a short word that no story has finds nothing', async () => {
    for (const text of ['wool', 'cafe']) expect(await firstTitle(text)).toBeDefined()
    for (const text of ['wook', 'cave', 'stox']) {
      expect(await search(text), text).toMatchObject({ total: 0, close: { total: 0, meant: null } })
    }
  })

  test('a word that no story has finds the stories of one correction', async () => {
    const { close } = await search('bookcases kichen')
    expect(close?.meant).toBe('bookcases kitchen')
  })

  test('a question finds first what has its rarest word', async () => {
    expect(await firstTitle('Where do I find a bookcase for my table?')).toBe('A bookcase for two')
    expect(await firstTitle('how to choose a kitchen')).toBe('The architect’s own kitchen')
  })

  test('a story is found by its tags, also by what they are called later', async () => {
    const { id: tag } = await insertRow(backend, 'tags', { name: 'Rented', slug: 'rented' })
    const { id } = await insertRow(backend, 'articles', {
      title: 'A headboard',
      slug: `tagged-${randomUUID()}`,
      status: 'published',
      published_at: '2025-01-01T00:00:00Z',
    })
    expect(await firstTitle('rented')).toBeUndefined()
    await backend.sql('insert into public.article_tags values ($1::uuid, $2::uuid)', [id, tag])
    for (const text of ['rented', 'renting', 'rental', 'headboard rented']) {
      expect(await firstTitle(text), text).toBe('A headboard')
    }
    await backend.sql(`update public.tags set name = 'Leasehold' where id = $1::uuid`, [tag])
    expect(await firstTitle('leaseholds')).toBe('A headboard')
    expect(await firstTitle('rented')).toBeUndefined()
    await backend.sql('delete from public.article_tags where article_id = $1::uuid', [id])
    expect(await firstTitle('leaseholds')).toBeUndefined()
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
  })

  test('a person of published stories is found by name, and nobody else', async () => {
    const person = await insertRow(backend, 'author_profiles', {
      ...{ name: 'Zoë Prates-Lang', slug: 'zoe', role: 'Stylist' },
    })
    await insertRow(backend, 'author_profiles', { name: 'Zoë Prates-Kurz', slug: 'zoe-2' })
    const [role] = await backend.sql<{ id: string }>(
      'select id from public.credit_roles order by position limit 1',
    )
    const { id } = await insertRow(backend, 'articles', {
      title: 'A stool',
      slug: `person-${randomUUID()}`,
      status: 'draft',
      credits: [{ person_id: person.id, role_id: role?.id }],
    })
    expect((await search('prates')).people).toEqual([])
    await backend.sql(
      `update public.articles set status = 'published', published_at = '2025-01-01' where id = $1::uuid`,
      [id],
    )
    for (const text of ['zoe prates', 'Prates-Lang', 'pra', 'LANG zoë']) {
      expect((await search(text)).people, text).toEqual([
        { name: 'Zoë Prates-Lang', slug: 'zoe', role: 'Stylist', stories: 1 },
      ])
    }
    for (const text of ['prates kitchen', 'stool', 'oe', '%', '…']) {
      expect((await search(text)).people, text).toEqual([])
    }
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
  })

  test('a correction is offered in the place of the wrong word', async () => {
    expect((await search('The architect and his kichen')).close?.meant).toBe('the architect and his kitchen')
    expect((await search('kitchen')).close?.meant).toBeNull()
  })

  test('filters hold for close matches', async () => {
    const found = await findStories(
      client,
      { ...DEFAULT_PARAMS, search: 'cafe corners', author: 'Nobody' },
      signal,
    )
    expect(found).toMatchObject({ total: 0, close: { total: 0, stories: [] } })
  })

  test('no word of a story that readers cannot see is suggested or found', async () => {
    const secret = {
      title: 'Quarterstaff',
      content: { html: '<p>The glockenspiel and the quarterstaffs</p>' },
    }
    const states = [
      { status: 'draft' },
      { status: 'review' },
      { status: 'archived' },
      { status: 'published', published_at: new Date(Date.now() + 3_600_000).toISOString() },
      { status: 'published', published_at: '2025-01-01T00:00:00Z', deleted_at: '2025-01-02T00:00:00Z' },
    ]
    const nothing = async () => {
      for (const text of [
        'quarterstaf',
        'quarterstaffs',
        'glokenspiel',
        'glockenspiel',
        'glockenspielquarterstaff',
      ]) {
        const { data } = await backend.as.anon.rpc('find_stories', { p_text: text })
        expect(JSON.stringify(data)).not.toMatch(/glockenspiel|quarterstaff/i)
        expect(await findTitles(client, text, signal)).toEqual([])
      }
    }
    for (const state of states) {
      const { id } = await insertRow(backend, 'articles', {
        ...secret,
        ...state,
        slug: `secret-${randomUUID()}`,
      })
      await nothing()
      await backend.sql(
        `update public.articles set status = 'published', published_at = '2025-01-01', deleted_at = null where id = $1::uuid`,
        [id],
      )
      expect((await search('glokenspiel')).close).toMatchObject({ total: 1, meant: 'glockenspiel' })
      await backend.sql(`update public.articles set status = 'draft' where id = $1::uuid`, [id])
      await nothing()
      await backend.sql('delete from public.articles where id = $1::uuid', [id])
    }
  })

  test('the words that a story had before a change are not found', async () => {
    const { id } = await insertRow(backend, 'articles', {
      title: 'Before',
      slug: `change-${randomUUID()}`,
      status: 'published',
      published_at: '2025-01-01T00:00:00Z',
      content: { html: 'zinnias' },
    })
    expect(await firstTitle('zinnia')).toBe('Before')
    await backend.sql(
      `update public.articles set title = 'After', content = '{"html": "dahlias"}' where id = $1::uuid`,
      [id],
    )
    expect(await firstTitle('zinnia')).toBeUndefined()
    expect(await firstTitle('dahlia')).toBe('After')
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
  })

  test('a story is found by the name of its category, a new one too', async () => {
    const { id: category_id } = await insertRow(backend, 'categories', {
      name: 'Orangeries',
      slug: 'orangeries',
    })
    const { id } = await insertRow(backend, 'articles', {
      title: 'Under glass',
      slug: `glass-${randomUUID()}`,
      status: 'published',
      published_at: '2025-01-01T00:00:00Z',
      category_id,
    })
    expect(await firstTitle('orangery glass')).toBe('Under glass')
    await backend.sql(`update public.categories set name = 'Conservatories' where id = $1::uuid`, [
      category_id,
    ])
    expect(await firstTitle('conservatory glass')).toBe('Under glass')
    expect(await firstTitle('orangery')).toBeUndefined()
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
  })

  test.each([{}, [], '', '{}', '[]', 'Plain', 1, true, { slides: [] }, { html: null }, [{ type: 'image' }]])(
    'a story whose body is %j is saved and found',
    async (content) => {
      const { id } = await insertRow(backend, 'articles', {
        title: 'Zirbelstube',
        slug: `bare-${randomUUID()}`,
        status: 'published',
        published_at: '2025-01-01T00:00:00Z',
        content,
      })
      expect(await firstTitle('zirbelstubes')).toBe('Zirbelstube')
      await backend.sql('delete from public.articles where id = $1::uuid', [id])
    },
  )

  test('a body of a million characters is saved and found', async () => {
    const words = Array.from({ length: 120_000 }, (_, at) => `w${at.toString(36)}`).join(' ')
    const { id } = await insertRow(backend, 'articles', {
      title: 'Long',
      slug: `long-${randomUUID()}`,
      status: 'published',
      published_at: '2025-01-01T00:00:00Z',
      content: { html: `<p>${words}</p>` },
    })
    expect(await firstTitle('w1zz')).toBe('Long')
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
  })
})

test('no filter finds unpublished articles', async () => {
  const search = async (text: string) =>
    (await findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)).stories.map(({ title }) => title)
  expect(await search('table')).toEqual(['A plain table'])
  expect(await search('","status.eq.draft')).toEqual([])
})

test('an article without a read time counts as p_usual minutes', async () => {
  const total = async (readTime: 'short' | 'medium' | 'long') =>
    (await findStories(client, { ...DEFAULT_PARAMS, readTime }, signal)).total
  expect([await total('short'), await total('medium'), await total('long')]).toEqual([
    STORIES.length - 3,
    2,
    1,
  ])
})

test('beyond the last page there are no articles, but the total is right', async () => {
  const found = await findStories(client, { ...DEFAULT_PARAMS, page: 40 }, signal)
  expect(found).toEqual({ stories: [], total: STORIES.length, people: [] })
})

describe('what readers may not see', () => {
  const HIDDEN = {
    draft: { status: 'draft' },
    review: { status: 'review' },
    archived: { status: 'archived' },
    scheduled: { status: 'published', published_at: new Date(Date.now() + 3_600_000).toISOString() },
    deleted: {
      status: 'published',
      published_at: '2026-01-01T00:00:00Z',
      deleted_at: '2026-01-02T00:00:00Z',
    },
  }
  const secret = { title: 'A secret zeppelin', excerpt: 'Nobody has seen the zeppelin.', read_time: 40 }
  const everyFilter = {
    p_text: 'zeppelin',
    p_category: 'Hangars',
    p_author: 'Ada Gondola',
    p_least: 30,
    p_most: 50,
  }
  const found = async (caller: Caller, params: object) => {
    const { data, error } = await backend.as[caller].rpc('find_stories', { ...params, p_take: 100 })
    expect(error).toBeNull()
    return data as { total: number; stories: { title: string }[] }
  }
  const slugs: string[] = []
  beforeAll(async () => {
    const author_id = await addPerson(backend)
    await backend.sql(`update public.profiles set full_name = 'Ada Gondola' where id = $1::uuid`, [author_id])
    const { id: category_id } = await insertRow(backend, 'categories', { name: 'Hangars', slug: 'hangars' })
    for (const state of Object.values(HIDDEN)) {
      const slug = `zeppelin-${randomUUID()}`
      slugs.push(slug)
      await insertRow(backend, 'articles', { ...secret, ...state, slug, author_id, category_id })
    }
  })

  test.each(CALLERS)('no search by %s finds it', async (caller) => {
    for (const [filter, value] of Object.entries(everyFilter)) {
      const { stories, total } = await found(caller, filter === 'p_most' ? everyFilter : { [filter]: value })
      expect({ stories, total }).toEqual({ stories: [], total: 0 })
    }
    for (const p_sort of ['latest', 'oldest', 'title', 'read-time']) {
      const { stories, total } = await found(caller, { p_sort })
      expect(total).toBe(STORIES.length)
      expect(stories.map(({ title }) => title)).not.toContain(secret.title)
    }
    const { data } = await backend.as[caller].rpc('find_titles', { p_text: 'zeppelin' })
    expect(data).toEqual([])
  })

  test('it is found once it is published', async () => {
    await backend.sql(
      `update public.articles set status = 'published', published_at = now(), deleted_at = null
       where slug = any($1::text[])`,
      [slugs],
    )
    expect((await found('anon', everyFilter)).total).toBe(slugs.length)
    await backend.sql('delete from public.articles where slug = any($1::text[])', [slugs])
  })
})

test.each([
  ['latest', 'published_at', false],
  ['oldest', 'published_at', true],
  ['title', 'title', true],
  ['read-time', 'published_at', false],
] as const)('%s: the pages together list every article once, in order', async (sort, column, ascending) => {
  const { data } = await backend.as.anon
    .from('articles')
    .select('title, read_time')
    .order(column, { ascending })
    .order('id')
  const expected = data as { title: string; read_time: number | null }[]
  // Readers see a story without a read time as one of 5 minutes.
  if (sort === 'read-time') expected.sort((a, b) => (a.read_time ?? 5) - (b.read_time ?? 5))
  const titles = await Promise.all(
    [1, 2].map(async (page) =>
      (await findStories(client, { ...DEFAULT_PARAMS, sort, page }, signal)).stories.map(
        ({ title }) => title,
      ),
    ),
  )
  expect(titles.flat()).toEqual(expected.map(({ title }) => title))
})

test('a story found has the facts for its card that a built card has', async () => {
  const facts: Fact[] = ['Year', ...Object.values(REMEMBERED).flat()].flatMap((label) =>
    [label, label.toUpperCase()].map((name) => ({ label: name, value: `${name}: 1971` })),
  )
  const lists = [
    ...facts.map((fact) => [fact]),
    facts,
    facts.toReversed(),
    facts.map((fact, index) => ({ ...fact, value: index < 3 ? '' : fact.value })),
    [],
  ]
  const [slug, title] = [`story-${randomUUID()}`, 'A veranda with two doors']
  await insertRow(backend, 'articles', {
    slug,
    title,
    status: 'published',
    published_at: '2026-01-01T00:00:00Z',
  })
  for (const stored of lists) {
    await backend.sql('update public.articles set facts = $1::jsonb where slug = $2', [
      JSON.stringify(stored),
      slug,
    ])
    const { stories } = await findStories(client, { ...DEFAULT_PARAMS, search: title }, signal)
    expect(stories.map(({ remembered }) => remembered)).toEqual([rememberedFacts(stored)])
  }
  await backend.sql('delete from public.articles where slug = $1', [slug])
})

test('invalid arguments find nothing', async () => {
  const ask = (params: object) => backend.as.anon.rpc('find_stories', params)
  const everything = { total: STORIES.length, stories: [] as unknown }
  expect((await ask({ p_take: -1, p_skip: -1 })).data).toEqual(everything)
  expect((await ask({ p_sort: 'id; drop table public.articles', p_take: 0 })).data).toEqual(everything)
})
