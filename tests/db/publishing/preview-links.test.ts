import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleType } from '../../../src/domain/story/article.ts'
import { mergeLists } from '../../../src/domain/rows/field.ts'
import {
  type Backend,
  type Caller,
  addPerson,
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

const DAY = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

async function share(caller: Caller, article: string, until = inDays(14)) {
  const { data, error } = await backend.as[caller].rpc('create_preview_link', {
    p_article: article,
    p_until: until,
  })
  return { token: String(data), code: error?.code ?? null }
}

interface Opened {
  until: string
  shows: string
  story: {
    id: string
    slug: string
    title: string
    sections: string[]
    moment: string
    refused: string | null
    rows: Record<string, Record<string, unknown>[]>
    events: { entity: string; entity_id: string }[]
  }
}

async function open(token: string, counts = true): Promise<Opened | null> {
  const { data, error } = await backend.service.rpc('open_preview', { p_token: token, p_counts: counts })
  if (error) throw new Error(error.message)
  return data as Opened | null
}

const linksOf = (article: string) =>
  backend.sql<{ id: string; openings: number; opened_at: string | null; token_hash: string }>(
    `select id, openings, opened_at, encode(token_hash, 'hex') as token_hash from public.preview_links
     where article_id = $1::uuid order by created_at`,
    [article],
  )

const newDraft = (more: object = {}) => insertRow(backend, 'articles', draft(more))

describe('who makes and revokes links', () => {
  const stories = {
    'an own draft': () => draft({ author_id: backend.id.contributor }),
    "someone's draft": () => draft({ author_id: backend.otherId }),
    'a published story': () => published({ author_id: backend.id.contributor }),
    'a story in the trash': () => draft({ deleted_at: '2026-02-01T00:00:00Z' }),
  }
  const WRITERS = ['editor', 'super_admin']
  const ALLOWED: Record<keyof typeof stories, string[]> = {
    'an own draft': ['contributor', ...WRITERS],
    "someone's draft": WRITERS,
    'a published story': WRITERS,
    'a story in the trash': [],
  }
  const cases = (Object.keys(stories) as (keyof typeof stories)[]).flatMap((story) =>
    (['anon', 'viewer', 'contributor', 'editor', 'super_admin'] as const).map(
      (caller) => [caller, story] as const,
    ),
  )

  test.each(cases)('%s and %s', async (caller, name) => {
    const isAllowed = ALLOWED[name].includes(caller)
    const { id } = await insertRow(backend, 'articles', stories[name]())
    expect((await share(caller, id)).code).toBe(isAllowed ? null : '42501')
    const { id: link } = await insertRow(backend, 'preview_links', {
      article_id: id,
      token_hash: `\\x${randomUUID().replaceAll('-', '')}`,
      until: inDays(3),
    })
    const { error } = await backend.as[caller].rpc('revoke_preview_link', { p_link: link })
    // Editors may revoke links to a story in the trash.
    const mayRevoke = isAllowed || (name === 'a story in the trash' && WRITERS.includes(caller))
    expect(error?.code ?? null).toBe(mayRevoke ? null : '42501')
  })
})

test.each([
  [-1, '22023'],
  [0, '22023'],
  [1, null],
  [90, null],
  [92, '22023'],
])('a link ends within 90 days: one of %s days is answered %s', async (days, code) => {
  expect((await share('editor', (await newDraft()).id, inDays(days))).code).toBe(code)
})

test('a person makes 30 links in ten minutes, and others are not held up', async () => {
  const { id } = await newDraft({ author_id: backend.id.contributor })
  for (let made = 0; made < 30; made += 1) {
    if ((await share('contributor', id)).code !== null) break
  }
  expect((await share('contributor', id)).code).toBe('PT429')
  expect((await share('editor', id)).code).toBeNull()
})

test('only the hash of a token is kept, and nobody reads that', async () => {
  const { id } = await newDraft()
  const { token } = await share('editor', id)
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const kept = await backend.sql<{ row: string }>(
    'select l::text as row from public.preview_links l where article_id = $1::uuid',
    [id],
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.row).not.toContain(token)
  const { error } = await backend.as.super_admin.from('preview_links').select('token_hash')
  expect(error?.code).toBe('42501')
})

test('each link, and each revoking of one, is in the audit log', async () => {
  const { id } = await newDraft({ title: 'A hall in Ghent' })
  await share('editor', id)
  const [link] = await linksOf(id)
  for (let times = 0; times < 2; times += 1)
    await backend.as.editor.rpc('revoke_preview_link', { p_link: link?.id })
  const entries = await backend.sql<{ note: string }>(
    `select note, subject, actor_id::text as actor_id from public.audit_log
     where kind = 'preview' and entity = 'articles' and entity_id = $1 order by id`,
    [id],
  )
  const of = { subject: 'A hall in Ghent', actor_id: backend.id.editor }
  expect(entries).toEqual([
    { note: expect.stringMatching(/^Shared until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/), ...of },
    { note: 'Revoked', ...of },
  ])
})

test('a link that has ended by its date is not revoked any more', async () => {
  const { id } = await newDraft()
  await share('editor', id)
  const [link] = await backend.sql<{ id: string }>(
    `update public.preview_links set until = now() - interval '1 second' where article_id = $1::uuid returning id`,
    [id],
  )
  const { error } = await backend.as.editor.rpc('revoke_preview_link', { p_link: link?.id })
  expect(error).toBeNull()
  const { data } = await backend.as.editor.from('preview_links').select('revoked_at').eq('article_id', id)
  expect(data).toEqual([{ revoked_at: null }])
  const entries = await backend.sql(
    `select 1 from public.audit_log where kind = 'preview' and entity_id = $1 and note = 'Revoked'`,
    [id],
  )
  expect(entries).toEqual([])
})

describe('a token opens nothing', () => {
  test('that was guessed', async () => {
    const { token } = await share('editor', (await newDraft()).id)
    const wrong = ['', 'x', '0'.repeat(64), token.slice(1), token.toUpperCase(), ` ${token}`, `${token}0`]
    for (const one of wrong) expect(await open(one), one).toBeNull()
    expect(await open(token)).not.toBeNull()
  })

  test('that was revoked, whose other links still open the story', async () => {
    const { id } = await newDraft()
    const [first, second] = [await share('editor', id), await share('editor', id)]
    const [link] = await linksOf(id)
    await backend.as.editor.rpc('revoke_preview_link', { p_link: link?.id })
    expect(await open(first.token)).toBeNull()
    expect(await open(second.token)).not.toBeNull()
  })

  test('that has ended', async () => {
    const { id } = await newDraft()
    const { token } = await share('editor', id)
    await backend.sql(
      `update public.preview_links set until = now() - interval '1 second' where article_id = $1::uuid`,
      [id],
    )
    expect(await open(token)).toBeNull()
  })

  test.each([
    ['lost the role', `update public.profiles set role = 'viewer' where id = $1::uuid`],
    ['lost the account', 'delete from auth.users where id = $1::uuid'],
  ])('whose maker %s, which the list of the story and the audit log say', async (_, cause) => {
    const maker = await addPerson(backend)
    const { id } = await newDraft({ author_id: backend.id.contributor })
    const { token } = await share('editor', id)
    const other = await share('editor', id)
    const [link] = await linksOf(id)
    await backend.sql('update public.preview_links set created_by = $1::uuid where id = $2::uuid', [
      maker,
      link?.id,
    ])
    await backend.sql(cause, [maker])
    expect(await open(token)).toBeNull()
    expect(await open(other.token)).not.toBeNull()
    // Whoever gets the role back makes a new link.
    await backend.sql(`update public.profiles set role = 'editor' where id = $1::uuid`, [maker])
    expect(await open(token)).toBeNull()
    const { data } = await backend.as.editor
      .from('preview_links')
      .select('ended_with_maker, revoked_at')
      .eq('article_id', id)
      .order('created_at')
    expect(data).toEqual([
      { ended_with_maker: true, revoked_at: expect.any(String) as string },
      { ended_with_maker: false, revoked_at: null },
    ])
    const [entry] = await backend.sql<{ note: string }>(
      `select note from public.audit_log where kind = 'preview' and entity_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(entry?.note).toContain('does not write any more')
  })

  test('of a story in the trash, or a deleted one', async () => {
    const { id } = await newDraft()
    const { token } = await share('editor', id)
    await backend.sql('update public.articles set deleted_at = now() where id = $1::uuid', [id])
    expect(await open(token)).toBeNull()
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
    expect(await open(token)).toBeNull()
  })

  test.each(['anon', 'viewer', 'contributor', 'editor', 'super_admin'] as const)(
    'for %s: only the publisher asks',
    async (caller) => {
      const { id } = await newDraft()
      const { token } = await share('editor', id)
      const client = backend.as[caller]
      for (const { error } of [
        await client.rpc('open_preview', { p_token: token }),
        await client.rpc('preview_story', { p_article: id, p_patch: {} }),
      ])
        expect(error?.code).toBe('42501')
      expect((await linksOf(id))[0]?.openings).toBe(0)
    },
  )
})

test('openings are counted, and not the pages that one goes on to', async () => {
  const { id } = await newDraft()
  const { token } = await share('editor', id)
  await open(token)
  await open(token)
  await open(token, false)
  const [link] = await linksOf(id)
  expect(link).toMatchObject({ openings: 2, opened_at: expect.anything() })
})

describe('what a link shows', () => {
  /** All rows of the schema public, except how often links were opened. */
  async function everything(): Promise<unknown> {
    const tables = await backend.sql<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'preview_links'`,
    )
    const sums = tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) from public.${name} t`,
    )
    return backend.sql(sums.join(' union all '))
  }

  /** Opens a new link to a story; nothing is stored and nobody told. */
  async function opened(article: string): Promise<Opened> {
    const { token } = await share('editor', article)
    const heard: string[] = []
    const stop = await backend.listen('publish', (event) => heard.push(event))
    const before = await everything()
    const found = await open(token)
    expect(await everything()).toEqual(before)
    await stop()
    expect(heard).toEqual([])
    if (found === null) throw new Error('The link opens nothing')
    return found
  }

  const rowOf = ({ story }: Opened) => story.rows.articles?.find(({ id }) => id === story.id)

  test('a draft as it would be published now, with the first section of its category', async () => {
    const slugs = [randomUUID(), randomUUID()]
    for (const slug of slugs) await insertRow(backend, 'sections', { slug, title: `Section ${slug}` })
    const { id: category_id } = await insertRow(backend, 'categories', {
      name: randomUUID(),
      slug: randomUUID(),
      sections: slugs.toReversed(),
    })
    const { id } = await newDraft({ category_id })
    const found = await opened(id)
    expect(found).toMatchObject({
      shows: 'draft',
      story: { id, section: { slug: slugs[0], title: `Section ${slugs[0]}` } },
    })
    expect(rowOf(found)).toMatchObject({ id, status: 'published', category_id })
  })

  test('a story in review and an archived one, too', async () => {
    for (const status of ['review', 'archived']) {
      const { id } = await newDraft({ status })
      expect(rowOf(await opened(id)), status).toMatchObject({ id })
    }
  })

  test.each([
    ['a draft with a date', () => draft({ publish_at: '2099-03-01T10:00:00Z' })],
    ['a scheduled story', () => published({ published_at: '2099-03-01T10:00:00Z' })],
  ])('%s as on its day', async (_, story) => {
    const { id } = await insertRow(backend, 'articles', story())
    const row = rowOf(await opened(id))
    expect(Date.parse(String(row?.published_at))).toBe(Date.parse('2099-03-01T10:00:00Z'))
  })

  test('a published story with the changes that wait, their tags included', async () => {
    const tag = await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })
    const { id } = await insertRow(backend, 'articles', published({ title: 'As it is' }))
    const patch = { title: 'As it will be', tag_ids: [tag.id] }
    await insertRow(backend, 'article_working_copies', { article_id: id, data: { patch }, base_version: 1 })
    const found = await opened(id)
    expect(found).toMatchObject({ shows: 'changes', story: { title: 'As it will be' } })
    expect(rowOf(found)).toMatchObject({ title: 'As it will be', article_tags: [{ tag_id: tag.id }] })
  })

  test('of a published story without its changes, once the maker of the link may not read these', async () => {
    const { id, slug } = await newDraft({ author_id: backend.id.contributor })
    await backend.sql(`delete from private.rate_limits where action = 'preview link'`)
    const [own, editors] = [await share('contributor', id), await share('editor', id)]
    await backend.sql(`update public.articles set status = 'published' where id = $1::uuid`, [id])
    const patch = { title: 'As it will be' }
    await insertRow(backend, 'article_working_copies', { article_id: id, data: { patch }, base_version: 1 })
    expect(await open(own.token)).toMatchObject({ shows: 'published', story: { slug } })
    expect(await open(editors.token)).toMatchObject({ shows: 'changes' })
  })

  test('of a published story without changes where readers have it', async () => {
    const { id, slug } = await insertRow(backend, 'articles', published())
    expect(await opened(id)).toMatchObject({ shows: 'published', story: { slug } })
  })

  test('a new hero takes the place of the published one', async () => {
    const { id: former } = await insertRow(backend, 'articles', published({ hero: true }))
    const { id } = await insertRow(
      backend,
      'articles',
      published({ hero: true, published_at: '2099-01-01T00:00:00Z' }),
    )
    const { story } = await opened(id)
    const heroes = story.rows.articles?.filter(({ hero }) => hero).map((row) => row.id)
    expect(story.events.map(({ entity_id }) => entity_id)).toEqual(expect.arrayContaining([id, former]))
    expect(heroes).toEqual([id])
  })
})

describe('a text that is not saved', () => {
  test.each([
    ['anon', null],
    ['viewer', false],
    ['contributor', true],
    ['editor', true],
    ['super_admin', true],
  ] as const)('%s may have a draft drawn: %s', async (caller, expected) => {
    const { id } = await newDraft({ author_id: backend.otherId })
    const { data } = await backend.as[caller].rpc('may_preview', { p_article: id })
    expect(data).toBe(expected)
    const { data: ofNew } = await backend.as[caller].rpc('may_preview', { p_article: null })
    expect(ofNew).toBe(expected)
    const { data: ofNone } = await backend.as[caller].rpc('may_preview', { p_article: randomUUID() })
    expect(ofNone).toBe(expected === null ? null : false)
  })

  test('is shown in place of what is saved, also of a story that is not saved at all', async () => {
    const { id } = await newDraft()
    const patch = { title: 'On the screen', content: { html: '<p>Typed.</p>' } }
    const shown = async (p_article: string | null, p_patch: object) => {
      const { data, error } = await backend.service.rpc('preview_story', { p_article, p_patch, p_tags: [] })
      if (error) throw new Error(error.message)
      return (data as Opened['story']).rows.articles?.[0]
    }
    expect(await shown(id, patch)).toMatchObject({ id, ...patch })
    expect(await shown(null, { ...patch, slug: 'on-the-screen' })).toMatchObject(patch)
    const stored = await backend.sql(`select id from public.articles where title = 'On the screen'`)
    expect(stored).toEqual([])
  })
})

test('unpublished changes are shown with what was changed in the article since, as Update publishes them', async () => {
  const ids = async (table: string) =>
    (await insertRow(backend, table, { name: randomUUID(), slug: `of-${randomUUID()}` })).id
  const [old, mine, theirs] = [await ids('tags'), await ids('tags'), await ids('tags')]
  const people = [await ids('author_profiles'), await ids('author_profiles'), await ids('author_profiles')]
  const [role] = await backend.sql<{ id: string }>(
    `select id from public.credit_roles where name = 'Photographs'`,
  )
  const credit = (person: number) => ({ person_id: people[person], role_id: role?.id })
  const story = await insertRow(backend, 'articles', published({ credits: [credit(0)] }))
  await backend.service.from('article_tags').insert({ article_id: story.id, tag_id: old })
  const base = { tag_ids: [old], credits: [credit(0)] }
  const changed = { tag_ids: [old, mine], credits: [credit(0), credit(1)] }
  await insertRow(backend, 'article_working_copies', {
    article_id: story.id,
    base_version: 1,
    data: { base, form: changed, patch: { title: 'A hall', ...changed } },
  })
  const category_id = await ids('categories')
  for (const [act, given] of [
    ['category', { category_id }],
    ['tags', { add: [theirs], remove: [old] }],
    ['credit', credit(2)],
  ] as const) {
    const { error } = await backend.as.editor.rpc('bulk_change', {
      ...{ p_table: 'articles', p_rows: [{ id: story.id }], p_act: act, p_with: given },
    })
    expect(error).toBeNull()
  }
  const { token } = await share('editor', story.id)
  const opened = await open(token)
  const shown = opened?.story.rows.articles?.find(({ id }) => id === story.id)
  expect(shown).toMatchObject({ title: 'A hall', category_id, credits: [credit(0), credit(1), credit(2)] })
  const tags = (shown?.article_tags as { tag_id: string }[]).map(({ tag_id }) => tag_id)
  expect(tags.toSorted()).toEqual([mine, theirs].toSorted())
})

test('lists are merged as the editor merges them', async () => {
  const items = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
  await fc.assert(
    fc.asyncProperty(items, items, items, async (base, theirs, mine) => {
      const merged = mergeLists<string>(Object.is)(base, theirs, mine)
      fc.pre(merged !== null)
      const [row] = await backend.sql<{ list: string[] }>(
        'select private.merged_list($1::jsonb, $2::jsonb, $3::jsonb) as list',
        [base, theirs, mine].map((list) => JSON.stringify(list)),
      )
      expect(row?.list).toEqual(merged)
    }),
  )
})

test('every list of a story that is merged in the editor and has a column is merged in the database', async () => {
  const [row] = await backend.sql<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'patch_of_copy'`,
  )
  const lists = articleType.names.filter((name) => articleType.fields[name].merge !== undefined)
  // Nothing but the editor changes these, and a replaced file in both.
  const byEditor = ['meta_keywords', 'captions']
  const missing = lists.filter((name) => !byEditor.includes(name) && !row?.source.includes(`'${name}'`))
  expect(missing).toEqual([])
})

describe('a preview is as of the moment at which the story comes out', () => {
  const RIGHTS = {
    'without limits': {},
    'that may be shown from tomorrow': { usable_from: inDays(1) },
    'that may be shown from the day after the date': { usable_from: inDays(4) },
    'that may be shown until tomorrow': { usable_until: inDays(1) },
    'whose right has ended': { usable_until: inDays(-1) },
  }
  /** Each kind of story, and the days until it comes out. */
  const STORIES = {
    'an undated draft': { row: draft(), days: 0 },
    'a dated draft': { row: draft({ publish_at: inDays(3) }), days: 3 },
    'a scheduled story': { row: published({ published_at: inDays(3) }), days: 3 },
    'unpublished changes': { row: published(), days: 0 },
  }
  type Right = keyof typeof RIGHTS
  type Story = keyof typeof STORIES
  /** The days from now as of which it is drawn, whether with the picture, and whether the writer is told of it. */
  const EXPECTED: Record<
    Right,
    Record<'now' | 'dated', [days: number, isShown: boolean, isRefused: boolean]>
  > = {
    'without limits': { now: [0, true, false], dated: [3, true, false] },
    'that may be shown from tomorrow': { now: [1, true, true], dated: [3, true, false] },
    'that may be shown from the day after the date': { now: [4, true, true], dated: [3, false, true] },
    'that may be shown until tomorrow': { now: [0, true, false], dated: [3, false, true] },
    'whose right has ended': { now: [0, false, true], dated: [3, false, true] },
  }

  async function picture(rights: object) {
    const storage_path = `${backend.id.editor}/${randomUUID()}.webp`
    const row = { filename: '1.webp', original_filename: 'Hall.webp', mime_type: 'image/webp', size_bytes: 1 }
    const { id } = await insertRow(backend, 'media', {
      ...row,
      storage_path,
      release_on_file: false,
      ...rights,
    })
    const { data } = backend.service.storage.from('media').getPublicUrl(storage_path)
    return { id, storage_path, url: data.publicUrl }
  }

  const cases = (Object.keys(RIGHTS) as Right[]).flatMap((right) =>
    (Object.keys(STORIES) as Story[]).map((story) => [story, right] as const),
  )
  test.each(cases)('%s with a picture %s', async (name, right) => {
    const file = await picture({})
    const { row, days } = STORIES[name]
    const own = { ...row, slug: `a-hall-${randomUUID()}` }
    const isCopy = name === 'unpublished changes'
    const story = await insertRow(backend, 'articles', isCopy ? own : { ...own, featured_image: file.url })
    if (isCopy)
      await insertRow(backend, 'article_working_copies', {
        article_id: story.id,
        base_version: 1,
        data: { patch: { featured_image: file.url } },
      })
    const columns = Object.entries(RIGHTS[right])
    for (const [column, value] of columns)
      await backend.sql(`update public.media set ${column} = $1::timestamptz where id = $2::uuid`, [
        value,
        file.id,
      ])
    const { token } = await share('editor', story.id)
    const shown = (await open(token))?.story
    const patch = isCopy ? { featured_image: file.url } : {}
    const beside = await backend.service.rpc('preview_story', { p_article: story.id, p_patch: patch })
    const [ahead, isShown, isRefused] = EXPECTED[right][days === 0 ? 'now' : 'dated']
    for (const drawn of [shown, beside.data as Opened['story']]) {
      expect(Math.abs(Date.parse(drawn?.moment ?? '') - Date.parse(inDays(ahead)))).toBeLessThan(DAY / 2)
      const article = drawn?.rows.articles?.find(({ id }) => id === story.id)
      expect(article?.withdrawn_files).toEqual(isShown ? [] : [file.storage_path])
      expect(drawn?.rows.media?.some(({ id }) => id === file.id) ?? false).toBe(isShown)
      expect(drawn?.refused ?? null).toEqual(isRefused ? expect.stringContaining('“Hall.webp”') : null)
    }
  })

  test('the pages around it have the stories that come out before it, the front of its day, and no picture whose right has ended', async () => {
    const before = await insertRow(backend, 'articles', published({ published_at: inDays(2) }))
    const after = await insertRow(backend, 'articles', published({ published_at: inDays(4) }))
    const ending = await picture({ usable_until: inDays(1) })
    const other = await insertRow(backend, 'articles', published({ featured_image: ending.url }))
    const front = (live_from: string) =>
      insertRow(backend, 'front_versions', {
        ...{ page: '/', live_from },
        blocks: [{ id: 'hero', kind: 'hero', by_rule: true, items: [] }],
      })
    const [now, then, later] = [await front(inDays(-1)), await front(inDays(2)), await front(inDays(5))]
    const story = await insertRow(backend, 'articles', published({ published_at: inDays(3) }))
    const { token } = await share('editor', story.id)
    const rows = (await open(token))?.story.rows ?? {}
    const ids = (table: string) => (rows[table] ?? []).map(({ id }) => id)
    expect(ids('articles')).toEqual(expect.arrayContaining([before.id, story.id, other.id]))
    expect(ids('articles')).not.toContain(after.id)
    const date = (id: string) => rows.articles?.find((row) => row.id === id)?.published_at
    expect(Date.parse(String(date(before.id)))).toBeLessThan(Date.parse(String(date(story.id))))
    expect(rows.articles?.find(({ id }) => id === other.id)?.withdrawn_files).toEqual([ending.storage_path])
    expect(ids('front_versions')).toContain(then.id)
    expect(ids('front_versions')).not.toContain(now.id)
    expect(ids('front_versions')).not.toContain(later.id)
    for (const { id } of [now, then, later])
      await backend.sql('delete from public.front_versions where id = $1::uuid', [id])
  })

  test('the front of a day is drawn with the pictures of that day', async () => {
    const file = await picture({ usable_from: inDays(2) })
    const story = await insertRow(
      backend,
      'articles',
      published({ published_at: inDays(3), featured_image: file.url }),
    )
    const changes = [{ table: 'articles', id: story.id, row: { published_at: inDays(0) } }]
    const predict = (p_at: string | null) =>
      backend.as.editor.rpc('predict_change', { p_changes: changes, p_at })
    const { data, error } = await predict(inDays(3))
    expect(error).toBeNull()
    const { rows } = data as Opened['story']
    expect(rows.media?.map(({ id }) => id)).toContain(file.id)
    const tomorrow = (await predict(inDays(1))).data as Opened['story']
    expect(tomorrow.rows.articles).toContainEqual(
      expect.objectContaining({ id: story.id, withdrawn_files: [file.storage_path] }),
    )
    expect((await predict(null)).error?.message).toMatch(
      /^Not published: “Hall\.webp” may be shown only from/,
    )
  })
})

test('a preview names people whom nobody has confirmed yet, and confirms nobody', async () => {
  const { id } = await insertRow(backend, 'proposed_people', { name: 'Ana Ferro' })
  const [role] = await backend.sql<{ id: string }>(
    `select id from public.credit_roles where name = 'Photographs'`,
  )
  const credits = [{ person_id: id, role_id: role?.id }]
  const story = await insertRow(backend, 'articles', draft({ author_id: backend.id.contributor, credits }))
  const { token } = await share('contributor', story.id)
  const shown = await open(token)
  expect(shown?.story.rows['articles']).toMatchObject([{ id: story.id, credits }])
  expect(shown?.story.rows['author_profiles']).toContainEqual(
    expect.objectContaining({ id, name: 'Ana Ferro' }),
  )
  const beside = await backend.service.rpc('preview_story', {
    p_article: null,
    p_patch: { ...draft(), credits },
  })
  expect(beside.error).toBeNull()
  expect(await backend.sql('select 1 from public.proposed_people where id = $1::uuid', [id])).toHaveLength(1)
  expect(await backend.sql('select 1 from public.author_profiles where id = $1::uuid', [id])).toEqual([])
})
