import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_BULK_ROWS } from '../../../src/domain/newsroom/bulk.ts'
import { type Backend, type Caller, draft, insertRow, openBackend, published } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

interface Outcome {
  id: string
  name: string | null
  outcome: 'done' | 'nothing' | 'refused'
  code?: string
  message?: string
  before: State | null
  after?: State
}
type State = Record<string, unknown> & { tag_ids: string[] }
interface Chosen {
  id: string
  expected?: unknown
  to?: unknown
}

async function change(
  caller: Caller,
  rows: readonly Chosen[],
  act: string,
  {
    given = {},
    isDryRun = false,
    table = 'articles',
  }: { given?: object; isDryRun?: boolean; table?: string } = {},
) {
  const { data, error } = await backend.as[caller].rpc('bulk_change', {
    p_table: table,
    p_rows: rows,
    p_act: act,
    p_with: given,
    p_dry_run: isDryRun,
  })
  return { outcomes: (data ?? []) as Outcome[], code: error?.code ?? null }
}

const dryRun = async (caller: Caller, id: string, act: string, given: object = {}) =>
  (await change(caller, [{ id }], act, { given, isDryRun: true })).outcomes[0]

const article = (more: object = {}) => insertRow(backend, 'articles', draft(more))
const out = (more: object = {}) => insertRow(backend, 'articles', published(more))
const tag = async () =>
  (await insertRow(backend, 'tags', { name: randomUUID(), slug: `tag-${randomUUID()}` })).id
const category = async () =>
  (await insertRow(backend, 'categories', { name: randomUUID(), slug: `of-${randomUUID()}` })).id

async function stored(id: string) {
  const [row] = await backend.sql<State>(
    `select a.*, array(select tag_id from public.article_tags where article_id = a.id order by 1) as tag_ids,
       (select planned_on::text from public.plans where article_id = a.id) as planned_on
     from public.articles a where id = $1::uuid`,
    [id],
  )
  return row
}

/** Each act with what it needs, on a row that it changes. */
const ACTS: Readonly<
  Record<string, { made: () => Promise<{ id: string }>; given?: () => Promise<object>; became: object }>
> = {
  publish: { made: article, became: { status: 'published' } },
  unpublish: { made: out, became: { status: 'draft' } },
  withdraw: { made: () => article({ status: 'review' }), became: { status: 'draft' } },
  'send back': { made: () => article({ status: 'review' }), became: { status: 'draft' } },
  archive: { made: out, became: { status: 'archived', published_at: null } },
  unarchive: { made: () => article({ status: 'archived' }), became: { status: 'draft' } },
  category: {
    made: article,
    given: async () => ({ category_id: await category() }),
    became: { category_id: expect.any(String) },
  },
  author: {
    made: article,
    given: async () => ({ author_id: backend.id.contributor }),
    became: { author_id: expect.any(String) },
  },
  credit: { made: article, given: credit, became: { credits: [expect.any(Object)] } },
  tags: {
    made: article,
    given: async () => ({ add: [await tag(), await tag()], remove: [] }),
    became: { tag_ids: [expect.any(String), expect.any(String)] },
  },
  plan: {
    made: article,
    given: async () => ({ planned_on: '2027-03-01' }),
    became: { planned_on: '2027-03-01' },
  },
  trash: { made: out, became: { deleted_at: expect.anything() } },
  restore: { made: () => out({ deleted_at: '2026-11-20T00:00:00Z' }), became: { deleted_at: null } },
}

async function credit() {
  const { id } = await insertRow(backend, 'author_profiles', {
    name: `Person ${randomUUID()}`,
    slug: `person-${randomUUID()}`,
  })
  const [role] = await backend.sql<{ id: string }>(
    `select id from public.credit_roles where name = 'Photographs'`,
  )
  return { person_id: id, role_id: role?.id }
}

test('every act of the database is tried here', async () => {
  const [row] = await backend.sql<{ acts: string[] }>(
    `select array(select act[1] from regexp_matches(prosrc, '\n    when ''([a-z ]+)'' then', 'g') act) as acts
     from pg_proc where proname = 'change_article'`,
  )
  expect(row?.acts.toSorted()).toEqual([...Object.keys(ACTS), 'delete for good', 'undo'].toSorted())
})

describe.each(Object.entries(ACTS))('%s', (act, { made, given = async () => ({}), became }) => {
  test('is done to several, and undone', async () => {
    const rows = [await made(), await made()]
    const before = await Promise.all(rows.map(({ id }) => stored(id)))
    const { outcomes, code } = await change('super_admin', rows, act, { given: await given() })
    expect(code).toBeNull()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    for (const { id } of rows) expect(await stored(id)).toMatchObject(became)
    const back = outcomes.map(({ id, before: to, after: expected }) => ({ id, to, expected }))
    expect(await change('super_admin', back, 'undo')).toMatchObject({ code: null })
    const since = {
      version: expect.any(Number),
      updated_at: expect.anything(),
      deleted_at: before[0]?.deleted_at === null ? null : expect.anything(),
    }
    expect(await Promise.all(rows.map(({ id }) => stored(id)))).toEqual(
      before.map((row) => ({ ...row, ...since })),
    )
  })

  test('is looked at without changing anything, and a row that is so already has nothing done to it', async () => {
    const { id } = await made()
    const before = await stored(id)
    const p_with = await given()
    expect(await dryRun('super_admin', id, act, p_with)).toMatchObject({ id, outcome: 'done' })
    expect(await stored(id)).toEqual(before)
    await change('super_admin', [{ id }], act, { given: p_with })
    const again = await dryRun('super_admin', id, act, p_with)
    expect(again?.outcome).toBe(['trash', 'restore'].includes(act) ? 'refused' : 'nothing')
  })

  test.each(['viewer', 'contributor'] as const)(
    'is nothing for a %s and what is not theirs',
    async (caller) => {
      const { id } = await made()
      const before = await stored(id)
      expect((await dryRun(caller, id, act, await given()))?.outcome).toBe('refused')
      expect((await change(caller, [{ id }], act, { given: await given() })).code).toBe('PT409')
      expect(await stored(id)).toEqual(before)
    },
  )
})

test('a note goes back with each of the stories, first among its comments', async () => {
  const rows = [await article({ status: 'review' }), await article({ status: 'review' })]
  const { code } = await change('editor', rows, 'send back', { given: { note: 'Name the street' } })
  expect(code).toBeNull()
  const notes = await backend.sql(
    `select t.article_id as id, t.kind, c.body from public.comments c join public.comment_threads t on t.id = c.thread_id
     where t.article_id = any ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  )
  expect(notes).toHaveLength(2)
  for (const { id } of rows) expect(notes).toContainEqual({ id, kind: 'sent-back', body: 'Name the street' })
})

test('visitors change nothing', async () => {
  const { id } = await article()
  expect((await change('anon', [{ id }], 'publish')).code).toBe('42501')
})

test('only super admins delete and restore, as they do one by one', async () => {
  for (const act of ['trash', 'restore', 'delete for good'] as const) {
    const { id } = await out(act === 'trash' ? {} : { deleted_at: '2026-11-20T00:00:00Z' })
    expect(await dryRun('editor', id, act)).toMatchObject({ outcome: 'refused', code: '42501' })
    expect((await dryRun('super_admin', id, act))?.outcome).toBe('done')
  }
})

test('contributors change their own drafts and do not publish them', async () => {
  const { id } = await article({ author_id: backend.id.contributor })
  const add = [await tag()]
  expect(await change('contributor', [{ id }], 'tags', { given: { add } })).toMatchObject({ code: null })
  expect((await stored(id))?.tag_ids).toEqual(add)
  expect(await dryRun('contributor', id, 'publish')).toMatchObject({ outcome: 'refused', code: '42501' })
  expect(await dryRun('contributor', id, 'author', { author_id: backend.id.editor })).toMatchObject({
    outcome: 'refused',
  })
})

test('the dry run names a row that cannot be changed, and with that row no other is changed', async () => {
  const good = await article({ title: 'A hall' })
  const bad = await article({ title: 'A cellar', deleted_at: '2026-11-20T00:00:00Z' })
  const gone = { id: randomUUID() }
  const found = await change('editor', [good, bad, gone], 'publish', { isDryRun: true })
  const byId = new Map(found.outcomes.map((one) => [one.id, one]))
  expect(byId.get(good.id)).toMatchObject({ name: 'A hall', outcome: 'done' })
  expect(byId.get(bad.id)).toMatchObject({
    name: 'A cellar',
    outcome: 'refused',
    message: 'It is in the trash',
  })
  expect(byId.get(gone.id)).toMatchObject({ name: null, outcome: 'refused', code: 'PT404' })
  expect((await change('editor', [good, bad], 'publish')).code).toBe('PT409')
  expect((await stored(good.id))?.status).toBe('draft')
})

test('a row that somebody else has changed since the dry run is refused', async () => {
  const rows = [await out(), await out()]
  const { outcomes } = await change('editor', rows, 'archive', { isDryRun: true })
  const chosen = outcomes.map(({ id, before }) => ({ id, expected: before }))
  await backend.sql(`update public.articles set status = 'draft' where id = $1::uuid`, [rows[0]?.id ?? ''])
  expect((await change('editor', chosen, 'archive')).code).toBe('PT409')
  // New words are no reason: the act leaves them alone.
  await backend.sql(`update public.articles set title = 'Renamed' where id = $1::uuid`, [rows[1]?.id ?? ''])
  const second = chosen.filter(({ id }) => id === rows[1]?.id)
  expect((await change('editor', second, 'archive')).code).toBeNull()
})

test('an undo leaves alone what somebody has changed since the act', async () => {
  const rows = [await out(), await out()]
  const { outcomes } = await change('editor', rows, 'archive')
  await backend.sql(`update public.articles set status = 'draft' where id = $1::uuid`, [rows[0]?.id ?? ''])
  const back = outcomes.map(({ id, before: to, after: expected }) => ({ id, to, expected }))
  const found = await change('editor', back, 'undo', { isDryRun: true })
  expect(Object.fromEntries(found.outcomes.map(({ id, outcome }) => [id, outcome]))).toEqual({
    [rows[0]?.id ?? '']: 'refused',
    [rows[1]?.id ?? '']: 'done',
  })
})

test('an archived hero is the hero again when the archiving is undone, unless another story has become the hero', async () => {
  const first = await out({ hero: true })
  const back = (outcomes: Outcome[]) =>
    change(
      'editor',
      outcomes.map(({ id, before: to, after: expected }) => ({ id, to, expected })),
      'undo',
    )
  await back((await change('editor', [first], 'archive')).outcomes)
  expect(await stored(first.id)).toMatchObject({ status: 'published', hero: true })
  const { outcomes } = await change('editor', [first], 'archive')
  const second = await out({ hero: true })
  await back(outcomes)
  expect([(await stored(first.id))?.hero, (await stored(second.id))?.hero]).toEqual([false, true])
})

test('unpublished changes stay in the history of an article that leaves the site, and are not published unseen', async () => {
  const { id } = await out()
  const copy = { article_id: id, base_version: 1, data: { patch: { title: 'Newer' } } }
  await insertRow(backend, 'article_working_copies', copy)
  expect(await dryRun('editor', id, 'publish')).toMatchObject({ outcome: 'refused', code: '23514' })
  expect((await change('editor', [{ id }], 'archive')).outcomes[0]?.before?.has_copy).toBe(true)
  const kept = await backend.sql(
    `select data ->> 'title' as title from public.article_revisions where article_id = $1::uuid and kind = 'working-copy'`,
    [id],
  )
  expect(kept).toEqual([{ title: 'Newer' }])
})

test('a credit is added after the writer whom a story without credits has', async () => {
  const [words] = await backend.sql<{ id: string }>('select id from public.credit_roles where is_words')
  const owner = await insertRow(backend, 'author_profiles', {
    name: `Owner ${randomUUID()}`,
    slug: `owner-${randomUUID()}`,
    profile_id: backend.id.editor,
  })
  const given = await credit()
  const { id } = await article({ author_id: backend.id.editor })
  await change('editor', [{ id }], 'credit', { given })
  expect((await stored(id))?.credits).toEqual([{ person_id: owner.id, role_id: words?.id }, given])
})

test('nothing is given to somebody or something that does not exist', async () => {
  const { id } = await article({ category_id: await category(), author_id: backend.id.editor })
  const unknown = randomUUID()
  for (const [act, given] of Object.entries({
    category: { category_id: unknown },
    author: { author_id: unknown },
    credit: { person_id: unknown, role_id: unknown },
  }))
    expect(await dryRun('editor', id, act, given)).toMatchObject({ outcome: 'refused', code: 'PT404' })
  expect((await dryRun('editor', id, 'tags', { add: [unknown] }))?.outcome).toBe('nothing')
})

test('more than MAX_BULK_ROWS, other tables and other acts are refused', async () => {
  const rows = Array.from({ length: MAX_BULK_ROWS }, () => ({ id: randomUUID() }))
  expect((await change('editor', rows, 'archive', { isDryRun: true })).code).toBeNull()
  expect((await change('editor', [...rows, { id: randomUUID() }], 'archive')).code).toBe('54000')
  const { id } = await article()
  expect(await dryRun('editor', id, 'retitle')).toMatchObject({ outcome: 'refused', code: '22023' })
  const { error } = await backend.as.super_admin.rpc('bulk_change', {
    p_table: 'profiles',
    p_rows: [{ id: backend.id.viewer }],
    p_act: 'trash',
  })
  expect(error?.code).toBe('22023')
})

describe('files', () => {
  const file = (more: object = {}) => {
    const name = `${randomUUID()}.webp`
    return insertRow(backend, 'media', {
      filename: name,
      original_filename: name,
      mime_type: 'image/webp',
      size_bytes: 1,
      storage_path: `demo/${name}`,
      ...more,
    })
  }
  const storedFile = async (id: string): Promise<object | undefined> =>
    (await backend.sql<object>('select * from public.media where id = $1::uuid', [id]))[0]
  const files = (caller: Caller, rows: readonly Chosen[], act: string, given = {}, isDryRun = false) =>
    change(caller, rows, act, { table: 'media', given, isDryRun })

  test('get the given rights and keep the others, and the act can be undone', async () => {
    const rows = [await file({ source: 'An archive' }), await file({ credit: 'Nell Carrow' })]
    const before = await Promise.all(rows.map(({ id }) => storedFile(id)))
    const given = { credit: 'Wren Okafor', alt_text: 'Not a right', storage_path: 'elsewhere.webp' }
    const { outcomes, code } = await files('editor', rows, 'rights', given)
    expect(code).toBeNull()
    expect(await Promise.all(rows.map(({ id }) => storedFile(id)))).toEqual(
      before.map((row) => ({ ...row, credit: 'Wren Okafor' })),
    )
    const back = outcomes.map(({ id, before: to, after: expected }) => ({ id, to, expected }))
    expect((await files('editor', back, 'undo')).code).toBeNull()
    expect(await Promise.all(rows.map(({ id }) => storedFile(id)))).toEqual(before)
  })

  test('of others are left alone by contributors, and deleted by editors only', async () => {
    const own = await file({ uploaded_by: backend.id.contributor })
    const other = await file()
    const { outcomes } = await files('contributor', [own, other], 'rights', { credit: 'Me' }, true)
    expect(Object.fromEntries(outcomes.map(({ id, outcome }) => [id, outcome]))).toEqual({
      [own.id]: 'done',
      [other.id]: 'refused',
    })
    expect((await files('contributor', [own], 'delete', {}, true)).outcomes[0]?.code).toBe('42501')
  })

  test('that are in use are named and stay', async () => {
    const used = await file()
    const free = await file()
    await out({ featured_image: `http://x.example/storage/v1/object/public/media/${used.storage_path}` })
    const { outcomes } = await files('editor', [used, free], 'delete', {}, true)
    const refused = outcomes.find(({ id }) => id === used.id)
    expect(refused).toMatchObject({ outcome: 'refused', message: 'This file is in use' })
    expect((await files('editor', [free], 'delete')).code).toBeNull()
    expect([await storedFile(used.id), await storedFile(free.id)]).toEqual([expect.anything(), undefined])
  })
})

test('tags are merged into one, and deleted, but none is merged into itself', async () => {
  const [into, from, other] = [await tag(), await tag(), await tag()]
  const { id } = await article()
  await change('editor', [{ id }], 'tags', { given: { add: [from, other] } })
  const tags = (ids: string[], act: string, given = {}, isDryRun = false) =>
    change(
      'contributor',
      ids.map((one) => ({ id: one })),
      act,
      { table: 'tags', given, isDryRun },
    )
  const found = await tags([into, from, other], 'merge', { into }, true)
  expect(found.outcomes.filter(({ outcome }) => outcome === 'refused').map((one) => one.id)).toEqual([into])
  expect((await tags([from, other], 'merge', { into })).code).toBeNull()
  expect((await stored(id))?.tag_ids).toEqual([into])
  expect((await tags([into], 'delete')).code).toBeNull()
  expect((await stored(id))?.tag_ids).toEqual([])
  const free = await tag()
  const byViewer = await change('viewer', [{ id: free }], 'delete', { table: 'tags', isDryRun: true })
  expect(byViewer.outcomes[0]).toMatchObject({ outcome: 'refused', code: '42501' })
})

test('subscribers are unsubscribed and answered by editors, and deleted with their messages by super admins', async () => {
  const subscriber = (more: object = {}) =>
    insertRow(backend, 'subscribers', { email: `${randomUUID()}@reader.example`, ...more })
  const waiting = await subscriber({ data_requested_at: '2026-11-20T00:00:00Z' })
  const gone = await subscriber({ status: 'unsubscribed' })
  const ids = [waiting.id, gone.id]
  const act = (caller: Caller, name: string, of = ids, isDryRun = false) =>
    change(
      caller,
      of.map((id) => ({ id })),
      name,
      { table: 'subscribers', isDryRun },
    )
  const storedOf = (id: string) =>
    backend.sql(`select status, data_requested_at from public.subscribers where id = $1::uuid`, [id])

  const outcomesOf = async (caller: Caller, name: string) => {
    const { outcomes } = await act(caller, name, ids, true)
    return ids.map((id) => outcomes.find((one) => one.id === id)?.outcome)
  }
  expect(await outcomesOf('editor', 'unsubscribe')).toEqual(['done', 'nothing'])
  expect(await outcomesOf('editor', 'answered')).toEqual(['done', 'nothing'])
  expect(await outcomesOf('editor', 'delete')).toEqual(['refused', 'refused'])
  expect(await outcomesOf('contributor', 'unsubscribe')).toEqual(['refused', 'refused'])

  expect((await act('editor', 'answered', [waiting.id])).code).toBeNull()
  expect((await act('editor', 'unsubscribe', [waiting.id])).code).toBeNull()
  expect(await storedOf(waiting.id)).toEqual([{ status: 'unsubscribed', data_requested_at: null }])

  const [row] = await backend.sql<{ email: string }>(
    'select email from public.subscribers where id = $1::uuid',
    [gone.id],
  )
  await insertRow(backend, 'contact_messages', { name: 'A', email: row?.email, message: 'B' })
  expect((await act('super_admin', 'delete')).code).toBeNull()
  expect([await storedOf(waiting.id), await storedOf(gone.id)]).toEqual([[], []])
  expect(
    await backend.sql('select from public.contact_messages where email = $1::text', [row?.email]),
  ).toEqual([])
})

test('the audit log says of each row that it was part of a bulk change', async () => {
  const rows = [await out(), await out(), await out()]
  await change('editor', rows, 'archive')
  const entries = await backend.sql<{ note: string }>(
    `select note from public.audit_log where kind = 'unpublish' and entity_id = any ($1::text[])`,
    [rows.map(({ id }) => id)],
  )
  expect(entries).toEqual(rows.map(() => ({ note: 'Archived. One of 3 at once' })))
})

test('the effects of a bulk change on the site are predicted, unless the change is incomplete', async () => {
  const rows = [await out(), await out()]
  const predict = (chosen: readonly Chosen[]) =>
    backend.as.editor.rpc('predict_change', {
      p_changes: [
        { call: 'bulk_change', args: { p_table: 'articles', p_rows: chosen, p_act: 'archive', p_with: {} } },
      ],
    })
  const { data } = await predict(rows)
  expect(
    (data as { events: { entity_id: string }[] }).events.map(({ entity_id }) => entity_id).toSorted(),
  ).toEqual(rows.map(({ id }) => id).toSorted())
  expect((await predict([...rows, { id: randomUUID() }])).error?.code).toBe('PT409')
})
