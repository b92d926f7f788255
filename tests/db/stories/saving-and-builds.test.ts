import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Caller,
  type Row,
  type Backend,
  addPerson,
  CALLERS,
  countFullScans,
  draft,
  openBackend,
  published,
  insertRow,
  takeLease,
} from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

interface Saved extends Row {
  title: string
  status: string
  excerpt: string | null
  published_at: string | null
}

/** Calls save_article; the error's code and the HTTP status when it is refused. */
async function save(
  caller: Caller,
  id: string | null,
  version: number | null,
  article: object,
  tags: string[] | null = null,
  copyVersion: number | null = null,
) {
  const answer = await backend.as[caller].rpc('save_article', {
    p_id: id,
    p_version: version,
    p_article: article,
    p_tags: tags,
    p_copy_version: copyVersion,
  })
  return {
    saved: answer.data as Saved | null,
    code: answer.error?.code ?? null,
    status: answer.status,
  }
}

async function tag(): Promise<string> {
  return (await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })).id
}

async function tagsOf(article: string): Promise<string[]> {
  const rows = await backend.sql<{ tag_id: string }>(
    'select tag_id from public.article_tags where article_id = $1::uuid order by tag_id',
    [article],
  )
  return rows.map(({ tag_id }) => tag_id)
}

describe('save_article', () => {
  test.each([
    ['anon', '42501'],
    ['viewer', '42501'],
    ['contributor', null],
    ['editor', null],
    ['super_admin', null],
  ] as const)('%s starts a draft of their own: %s', async (caller, code) => {
    const author = caller === 'anon' ? null : backend.id[caller]
    expect((await save(caller, null, null, draft({ author_id: author }))).code).toBe(code)
  })

  test.each([
    ['anon', '42501'],
    ['viewer', '42501'],
    ['contributor', '42501'],
    ['editor', null],
    ['super_admin', null],
  ] as const)('%s publishes: %s', async (caller, code) => {
    const author = caller === 'anon' ? null : backend.id[caller]
    expect((await save(caller, null, null, draft({ author_id: author, status: 'published' }))).code).toBe(
      code,
    )
    const { id } = await insertRow(backend, 'articles', published({ author_id: author }))
    const changed = await save(caller, id, 1, { title: 'Changed' })
    expect(changed.code).toBe(code)
  })

  test('a contributor submits their own draft, and cannot change it once it is published', async () => {
    const { id } = await insertRow(backend, 'articles', draft({ author_id: backend.id.contributor }))
    expect((await save('contributor', id, 1, { status: 'review' })).saved?.status).toBe('review')
    expect((await save('editor', id, 2, { status: 'published' })).saved?.status).toBe('published')
    expect((await save('contributor', id, 3, { title: 'Mine' })).code).toBe('42501')
  })

  test('a save from an old version is refused with PT409 and changes nothing', async () => {
    const { id } = await insertRow(backend, 'articles', draft())
    const first = await save('editor', id, 1, { title: 'First' })
    expect(first.saved?.version).toBe(2)
    const second = await save('super_admin', id, 1, { title: 'Second' }, [await tag()])
    expect(second).toMatchObject({ code: 'PT409', status: 409 })
    const [row] = await backend.sql<Saved>('select title, version from public.articles where id = $1::uuid', [
      id,
    ])
    expect(row).toEqual({ title: 'First', version: 2 })
    expect(await tagsOf(id)).toEqual([])
  })

  test('of two saves at once from the same version exactly one succeeds', async () => {
    const { id } = await insertRow(backend, 'articles', draft())
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => save('editor', id, 1, { title })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['PT409', 'PT409', null])
  })

  test('a deleted article is PT404', async () => {
    expect(await save('editor', randomUUID(), 1, { title: 'Lost' })).toMatchObject({
      code: 'PT404',
      status: 404,
    })
  })

  test('fields that are not sent stay as they are', async () => {
    const { id } = await insertRow(backend, 'articles', published({ excerpt: 'It faces west.' }))
    const { saved } = await save('editor', id, 1, { title: 'Renamed' })
    expect(saved).toMatchObject({ title: 'Renamed', excerpt: 'It faces west.', status: 'published' })
    expect(Date.parse(saved?.published_at ?? '')).toBe(Date.parse('2026-01-05T10:00:00Z'))
    expect((await save('editor', id, 2, { excerpt: null })).saved?.excerpt).toBeNull()
  })

  test('replaces the tags by those sent; null keeps them', async () => {
    const [one, two, three] = [await tag(), await tag(), await tag()]
    const { saved } = await save('editor', null, null, draft(), [one, two])
    const id = saved?.id ?? ''
    expect(await tagsOf(id)).toEqual([one, two].toSorted())
    expect((await save('editor', id, 1, { title: 'Two' }, [two, three])).code).toBeNull()
    expect(await tagsOf(id)).toEqual([two, three].toSorted())
    expect((await save('editor', id, 2, { title: 'Three' })).code).toBeNull()
    expect(await tagsOf(id)).toHaveLength(2)
    expect((await save('editor', id, 3, { title: 'Four' }, [])).code).toBeNull()
    expect(await tagsOf(id)).toEqual([])
  })

  describe('of a published article with a working copy', () => {
    const workingCopy = async (caller: Caller = 'editor') => {
      const { id } = await insertRow(backend, 'articles', published())
      const { error } = await backend.as[caller]
        .from('article_working_copies')
        .insert({ article_id: id, data: { form: { title: 'Later' } }, base_version: 1 })
      expect(error).toBeNull()
      return id
    }
    const copiesOf = (id: string) =>
      backend.sql<{ version: number; data: object }>(
        'select version, data from public.article_working_copies where article_id = $1::uuid',
        [id],
      )

    test('deletes the working copy', async () => {
      const id = await workingCopy()
      expect((await save('editor', id, 1, { title: 'Now' }, null, 1)).code).toBeNull()
      expect(await copiesOf(id)).toEqual([])
    })

    test('does not overwrite a working copy that the same person saved in a second tab', async () => {
      const id = await workingCopy()
      const newer = { form: { title: 'From the second tab' } }
      await backend.as.editor.from('article_working_copies').update({ data: newer }).eq('article_id', id)
      const refused = await save('editor', id, 1, { title: 'From the first tab' }, [await tag()], 1)
      expect(refused).toMatchObject({ code: 'PT409', status: 409 })
      expect(await copiesOf(id)).toEqual([{ version: 2, data: newer }])
      expect(await tagsOf(id)).toEqual([])
      const [row] = await backend.sql('select title, version from public.articles where id = $1::uuid', [id])
      expect(row).toEqual({ title: 'A chair by the window', version: 1 })
      expect((await save('editor', id, 1, { title: 'After a look' }, null, 2)).code).toBeNull()
    })

    test('does not delete a working copy that was begun meanwhile, or expect one that is gone', async () => {
      const id = await workingCopy()
      expect((await save('editor', id, 1, { title: 'Now' })).code).toBe('PT409')
      expect(await copiesOf(id)).toHaveLength(1)
      await backend.as.editor.from('article_working_copies').delete().eq('article_id', id)
      expect((await save('editor', id, 1, { title: 'Now' }, null, 1)).code).toBe('PT409')
      expect((await save('editor', id, 1, { title: 'Now' })).code).toBeNull()
    })
  })

  test('a draft is saved whatever working copy it still has', async () => {
    const { id } = await insertRow(backend, 'articles', draft())
    await insertRow(backend, 'article_working_copies', { article_id: id, data: {}, base_version: 1 })
    expect((await save('editor', id, 1, { title: 'Now' })).code).toBeNull()
  })

  test('columns that a new article leaves out or sends as null get their default', async () => {
    const { saved } = await save('editor', null, null, draft({ gallery: null, content: null }))
    expect(saved).toMatchObject({ status: 'draft', gallery: [], meta_keywords: [], content: { html: '' } })
  })

  test('ignores columns that clients may not write', async () => {
    const { saved } = await save(
      'editor',
      null,
      null,
      draft({ id: randomUUID(), version: 40, hero: true, deleted_at: '2026-01-01' }),
    )
    const [row] = await backend.sql(
      'select version, hero, deleted_at from public.articles where id = $1::uuid',
      [saved?.id],
    )
    expect(row).toEqual({ version: 1, hero: false, deleted_at: null })
  })
})

test('get_public_author_profiles returns every author profile to anyone, without account data', async () => {
  await insertRow(backend, 'author_profiles', {
    name: 'Ines Abril',
    slug: 'ines-abril',
    email: 'ines@mantel.example',
  })
  for (const caller of CALLERS) {
    const { data, error } = await backend.as[caller].rpc('get_public_author_profiles')
    expect(error).toBeNull()
    expect((data as object[]).map((row) => Object.keys(row).toSorted())).toEqual([
      [
        ...['bio', 'created_at', 'email', 'id', 'image_url', 'name', 'profile_id', 'role', 'slug'],
        ...['social_links', 'team_position'],
      ],
    ])
  }
})

test('get_author_names returns published authors to readers, all authors to writers', async () => {
  const [out, hidden, idle] = [await addPerson(backend), await addPerson(backend), await addPerson(backend)]
  await insertRow(backend, 'articles', published({ author_id: out }))
  await insertRow(backend, 'articles', draft({ author_id: hidden }))
  const known = async (caller: Caller) => {
    const { data } = await backend.as[caller].rpc('get_author_names')
    const ids = (data as { id: string }[]).map(({ id }) => id)
    return { out: ids.includes(out), hidden: ids.includes(hidden), idle: ids.includes(idle) }
  }
  for (const caller of ['anon', 'viewer'] as const) {
    expect(await known(caller)).toEqual({ out: true, hidden: false, idle: false })
  }
  for (const caller of ['contributor', 'editor', 'super_admin'] as const) {
    expect(await known(caller)).toEqual({ out: true, hidden: true, idle: false })
  }
})

describe('builds', () => {
  let p_lease: number
  beforeAll(async () => {
    p_lease = (await takeLease(backend, 'a')) ?? 0
  })

  test.each(CALLERS)('%s can neither begin nor finish one', async (caller) => {
    const begun = await backend.as[caller].rpc('begin_build', { p_lease, p_kind: 'full' })
    expect(begun.error?.code).toBe('42501')
    const ending = { p_lease, p_build: 1, p_events: [], p_stats: {} }
    const finished = await backend.as[caller].rpc('finish_build', ending)
    expect(finished.error?.code).toBe('42501')
  })

  test('the publisher takes due events, and get_publish_state follows', async () => {
    await backend.sql('delete from public.publish_outbox')
    const { id } = await insertRow(backend, 'articles', published())
    const state = async (caller: Caller) =>
      (await backend.as[caller].rpc('get_publish_state', { p_article: id })).data
    expect(await state('contributor')).toMatchObject([{ status: 'publishing' }])

    const begin = async (kind: string) => {
      const { data, error } = await backend.service.rpc('begin_build', { p_lease, p_kind: kind })
      expect(error).toBeNull()
      return data as { build_id: number | null; events: { id: number; entity: string; entity_id: string }[] }
    }
    const finish = (build: number | null, events: { id: number }[], error: string | null) =>
      backend.service.rpc('finish_build', {
        p_lease,
        p_build: build,
        p_events: events.map((event) => event.id),
        p_stats: { duration_ms: 12, pages_rendered: 3, pages_removed: 0, timings: { render: 9 } },
        p_error: error,
      })

    const failing = await begin('publish')
    expect(failing.events).toMatchObject([{ entity: 'articles', entity_id: id }])
    const failed = await finish(failing.build_id, failing.events, 'The disk is full')
    expect(failed.data, 'its event is due').toBeLessThanOrEqual(0)
    expect(await state('editor')).toMatchObject([{ status: 'failed', error: 'The disk is full' }])

    const again = await begin('catch-up')
    expect(again.events).toEqual(failing.events)
    expect(await state('editor')).toMatchObject([{ status: 'publishing', error: null }])
    expect((await finish(again.build_id, again.events, null)).data, 'nothing waits').toBeNull()
    expect(await state('editor')).toMatchObject([{ status: 'live', error: null }])

    expect(await begin('publish')).toMatchObject({ build_id: null, events: [] })
    expect((await begin('full')).build_id).not.toBeNull()
    const [build] = await backend.sql(
      'select status, duration_ms, pages_rendered, timings from public.builds where id = $1',
      [again.build_id],
    )
    expect(build).toEqual({ status: 'live', duration_ms: 12, pages_rendered: 3, timings: { render: 9 } })
  })

  test('a publish that goes before the rest of a running build takes only newer events; what never ended was cut short', async () => {
    await backend.sql('delete from public.publish_outbox')
    const begin = async (p_running?: number[]) => {
      const { data, error } = await backend.service.rpc('begin_build', { p_lease, p_running })
      expect(error).toBeNull()
      return data as { build_id: number; events: { entity_id: string }[] }
    }
    const statuses = async () => {
      const rows = await backend.sql<{ status: string }>(
        `select status from public.builds where id = any ($1) order by id`,
        [[long.build_id, urgent.build_id]],
      )
      return rows.map(({ status }) => status)
    }
    const first = await insertRow(backend, 'articles', published())
    const long = await begin()
    const second = await insertRow(backend, 'articles', published())
    const urgent = await begin([long.build_id])
    expect(urgent.events.map(({ entity_id }) => entity_id)).toEqual([second.id])
    expect(await statuses()).toEqual(['running', 'running'])
    expect(await begin([long.build_id, urgent.build_id])).toMatchObject({ build_id: null })

    const next = await begin()
    expect(next.events.map(({ entity_id }) => entity_id)).toEqual([first.id, second.id])
    expect(await statuses()).toEqual(['cut short', 'cut short'])
  })

  describe('an import, which changes more than fifty rows in one transaction', () => {
    interface Begun {
      build_id: number | null
      events: { id: number; entity_id: string }[]
      rows: object | null
      has_more: boolean
      is_many: boolean
      is_import: boolean
      are_together: boolean
    }
    const begin = async (args: object = {}) => {
      const { data, error } = await backend.service.rpc('begin_build', { p_lease, ...args })
      expect(error).toBeNull()
      return data as Begun
    }
    const importRows = async (count: number) => {
      await backend.sql('delete from public.publish_outbox')
      const rows = Array.from({ length: count }, () => published())
      const { error } = await backend.service.from('articles').insert(rows)
      expect(error).toBeNull()
    }

    test('is claimed after what was published by hand, also before it', async () => {
      await importRows(60)
      const story = await insertRow(backend, 'articles', published())
      const first = await begin()
      expect(first.events.map(({ entity_id }) => entity_id)).toEqual([story.id])
      expect(first).toMatchObject({ has_more: true, is_many: false, are_together: false })
      expect(first.rows).not.toBeNull()
      const second = await begin({ p_running: [first.build_id] })
      expect(second).toMatchObject({ build_id: null, events: [], has_more: true })
    })

    test('joins a build that runs, and has its rows read by the publisher', async () => {
      await backend.sql('delete from public.publish_outbox')
      await insertRow(backend, 'articles', published())
      const running = await begin()
      const { error } = await backend.service
        .from('articles')
        .insert(Array.from({ length: 60 }, () => published()))
      expect(error).toBeNull()
      const joined = await begin({ p_running: [running.build_id], p_joins: true })
      expect(joined).toMatchObject({ build_id: running.build_id, is_many: true, is_import: true, rows: null })
      expect(joined.events).toHaveLength(60)
      const [waiting] = await backend.sql<{ builds: string[] }>(
        'select array_agg(distinct build_id) as builds from public.publish_outbox',
      )
      expect(waiting?.builds.map(Number)).toEqual([running.build_id])
    })

    test('waits for a build that goes before another, which single publishes join', async () => {
      await backend.sql('delete from public.publish_outbox')
      await insertRow(backend, 'articles', published())
      const long = await begin()
      await insertRow(backend, 'articles', published())
      const running = [long.build_id]
      const preempting = await begin({ p_running: running })
      running.push(preempting.build_id)
      expect(new Set(running).size).toBe(2)
      const { error } = await backend.service
        .from('articles')
        .insert(Array.from({ length: 60 }, () => published()))
      expect(error).toBeNull()
      const story = await insertRow(backend, 'articles', published())
      const joined = await begin({ p_running: running })
      expect(joined).toMatchObject({ build_id: preempting.build_id, has_more: true, is_many: false })
      expect(joined.events.map(({ entity_id }) => entity_id)).toEqual([story.id])
      expect(joined.rows).not.toBeNull()
      expect(await begin({ p_running: running })).toMatchObject({ build_id: null, events: [] })
    })

    test('of up to fifty rows is a build of its own, whose rows belong together', async () => {
      await importRows(50)
      expect(await begin()).toMatchObject({ has_more: false, is_import: false, are_together: true })
    })
  })

  test('the publisher gets the rows of the events as a visitor may see them, or is to read them', async () => {
    const rowsOfBuild = async (p_kind: string) => {
      const { data, error } = await backend.service.rpc('begin_build', { p_lease, p_kind })
      expect(error).toBeNull()
      return (data as { rows: Record<string, Record<string, unknown>[]> | null }).rows
    }
    await backend.sql('delete from public.publish_outbox')
    const { id } = await insertRow(backend, 'articles', published({ author_id: backend.id.editor }))
    const unpublished = await insertRow(backend, 'articles', published())
    await backend.service.from('articles').update({ status: 'draft' }).eq('id', unpublished.id)
    const { data: readable } = await backend.as.anon
      .from('articles')
      .select('*, withdrawn_files')
      .eq('id', id)
      .single()
    const rows = await rowsOfBuild('publish')
    expect(rows?.['articles']?.map((row) => ({ ...row, article_tags: undefined }))).toEqual([
      { ...readable, article_tags: undefined },
    ])
    expect(rows?.['profiles']).toMatchObject([{ id: backend.id.editor }])
    expect(rows?.['profiles']?.[0]).not.toHaveProperty('email')

    for (const kind of ['full', 'catch-up']) expect(await rowsOfBuild(kind)).toBeNull()
    await backend.sql(`insert into public.publish_outbox (entity, entity_id) values ('articles', 'no id')`)
    expect(await rowsOfBuild('publish')).toBeNull()
    await backend.sql(`insert into public.publish_outbox (entity, entity_id)
      select 'tags', gen_random_uuid()::text from generate_series(1, 100)`)
    await backend.sql(`delete from public.publish_outbox where entity <> 'tags'`)
    expect(await rowsOfBuild('publish')).toBeNull()
  })

  test('a build looks up what is older than 30 days, however much was published since', async () => {
    await backend.sql(`insert into public.publish_outbox (entity, entity_id, processed_at)
      select 'tags', gen_random_uuid()::text, now() from generate_series(1, 20000)`)
    await backend.sql(`insert into public.publish_outbox (entity, entity_id, processed_at)
      values ('tags', 'old', now() - interval '31 days')`)
    const finish = `perform public.finish_build(${p_lease}, 0, '{}', '{}')`
    expect(await countFullScans(backend, 'public.publish_outbox', finish)).toBe(0)
    expect(await backend.sql(`select id from public.publish_outbox where entity_id = 'old'`)).toEqual([])
    await backend.sql('delete from public.publish_outbox')
  })

  test('an article that the publisher left out is not live, and staff see why', async () => {
    await backend.sql('delete from public.publish_outbox')
    const { id } = await insertRow(backend, 'articles', published())
    const { data: begun } = await backend.service.rpc('begin_build', { p_lease, p_kind: 'publish' })
    const { build_id, events } = begun as { build_id: number; events: { id: number }[] }
    await backend.service.rpc('finish_build', {
      p_lease,
      p_build: build_id,
      p_events: events.map((event) => event.id),
      p_stats: {},
    })
    const state = async () => (await backend.as.contributor.rpc('get_publish_state', { p_article: id })).data
    const leaveOut = async (...reasons: string[]) => {
      const p_problems = reasons.map((reason) => ({ entity: 'articles', entity_id: id, reason }))
      expect((await backend.service.rpc('set_publish_problems', { p_lease, p_problems })).error).toBeNull()
    }
    await leaveOut('too deep', 'too long')
    expect(await state()).toMatchObject([{ status: 'failed', error: 'too deep; too long' }])
    await leaveOut()
    expect(await state()).toMatchObject([{ status: 'live', error: null }])
    const byEditor = await backend.as.editor.rpc('set_publish_problems', { p_lease, p_problems: [] })
    expect(byEditor.error?.code).toBe('42501')
  })

  test('an article is live once readers see it, and stale while they get the old page', async () => {
    await backend.sql('delete from public.publish_outbox')
    const { id } = await insertRow(backend, 'articles', published())
    const { data: begun } = await backend.service.rpc('begin_build', { p_lease })
    const { build_id: p_build, events } = begun as { build_id: number; events: { id: number }[] }
    const p_events = events.map((event) => event.id)
    await backend.service.rpc('finish_build', { p_lease, p_build, p_events, p_stats: { is_asked: true } })
    const state = async () => {
      const { data } = await backend.as.contributor.rpc('get_publish_state', { p_article: id })
      return (data as { status: string }[])[0]?.status
    }
    const record = async (p_readers: string) => {
      const { error } = await backend.service.rpc('record_readers', { p_lease, p_build, p_readers })
      expect(error).toBeNull()
      return state()
    }
    expect(await state()).toBe('publishing')
    expect(await record('old')).toBe('stale')
    expect(await record('seen')).toBe('live')
    expect(await record('unreachable')).toBe('delivered')
    // The publisher ended before it had an answer.
    await backend.sql(
      `update public.builds set readers = 'asking', finished_at = now() - interval '2 minutes'`,
    )
    expect(await state()).toBe('delivered')
  })

  test('readers cannot read the publish state', async () => {
    const { id } = await insertRow(backend, 'articles', published())
    const asked = (caller: Caller) => backend.as[caller].rpc('get_publish_state', { p_article: id })
    expect((await asked('anon')).error?.code).toBe('42501')
    expect((await asked('viewer')).data).toEqual([])
  })

  test('a scheduled article waits until it is due', async () => {
    await backend.sql('delete from public.publish_outbox')
    const { id } = await insertRow(
      backend,
      'articles',
      published({ published_at: new Date(Date.now() + 60_000).toISOString() }),
    )
    const { data } = await backend.service.rpc('begin_build', { p_lease, p_kind: 'publish' })
    expect(data).toMatchObject({ build_id: null, events: [] })
    const { next_due_ms } = data as { next_due_ms: number }
    expect(next_due_ms).toBeGreaterThan(50_000)
    expect(next_due_ms).toBeLessThanOrEqual(60_000)
    const ending = { p_lease, p_build: 0, p_events: [], p_stats: {} }
    const finished = await backend.service.rpc('finish_build', ending)
    expect(finished.data).toBeGreaterThan(50_000)
    expect(finished.data).toBeLessThanOrEqual(60_000)
    const state = await backend.as.editor.rpc('get_publish_state', { p_article: id })
    expect(state.data).toMatchObject([{ status: 'scheduled' }])

    await backend.sql('update public.publish_outbox set due_at = now()')
    const due = await backend.service.rpc('begin_build', { p_lease, p_kind: 'publish' })
    expect(due.data).toMatchObject({ events: [{ entity_id: id }] })
  })
})
