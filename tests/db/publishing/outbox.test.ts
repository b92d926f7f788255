import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import {
  type Backend,
  addPerson,
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

const FUTURE = '2099-01-01T00:00:00+00:00'

interface Event {
  entity: string
  entity_id: string
  due_at: string
}

/** The events that something leaves in the outbox, in order. */
async function events(act: () => Promise<unknown>): Promise<Event[]> {
  const [last] = await backend.sql<{ id: number }>(
    'select coalesce(max(id), 0)::int as id from public.publish_outbox',
  )
  await act()
  return backend.sql<Event>(
    `select entity, entity_id, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '+00:00' as due_at
     from public.publish_outbox where id > $1 order by id`,
    [last?.id ?? 0],
  )
}

/** The same, as words: `articles <id>`. */
async function named(act: () => Promise<unknown>): Promise<string[]> {
  return (await events(act)).map(({ entity, entity_id }) => `${entity} ${entity_id}`)
}

const article = (row: object) => insertRow(backend, 'articles', row)

function update(table: string, id: string, patch: object) {
  return async () => {
    const { error } = await backend.service.from(table).update(patch).eq('id', id)
    if (error) throw new Error(`${table}: ${error.message}`)
  }
}

describe('articles', () => {
  test('a change of a published article adds an event', async () => {
    const out = await article(published())
    const event = [`articles ${out.id}`]
    for (const patch of [
      { title: 'Changed' },
      { featured: true },
      { hero: true },
      { category_id: null, read_time: 9 },
      { status: 'draft' },
      { status: 'published' },
      { deleted_at: new Date().toISOString() },
      { deleted_at: null },
    ]) {
      expect(await named(update('articles', out.id, patch)), JSON.stringify(patch)).toEqual(event)
    }
    expect(await named(async () => backend.service.from('articles').delete().eq('id', out.id))).toEqual(event)
  })

  test('the first publication is one event, due at once', async () => {
    const { id } = await article(draft())
    const [event, ...more] = await events(update('articles', id, { status: 'published' }))
    expect(event).toMatchObject({ entity: 'articles', entity_id: id })
    expect(Date.parse(event?.due_at ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
    expect(more).toEqual([])
  })

  test('one that is unpublished in the moment it goes out adds an event', async () => {
    const { id } = await article(published({ published_at: new Date(Date.now() + 300).toISOString() }))
    // The transaction begins before the date, and waits until it is past.
    const unpublish = () =>
      backend.sql(`do $$ begin
        perform pg_sleep(0.6);
        update public.articles set status = 'draft' where id = '${id}';
      end $$`)
    expect(await named(unpublish)).toEqual([`articles ${id}`])
  })

  test('is refused a date without end, for which no publisher can wait', async () => {
    const endless = backend.service.from('articles').insert(published({ published_at: 'infinity' }))
    expect((await endless).error?.code).toBe('23514')
  })

  test('a change of an unpublished article adds none', async () => {
    const hidden = await article(draft())
    expect(await named(update('articles', hidden.id, { title: 'Changed' }))).toEqual([])
    expect(await named(update('articles', hidden.id, { status: 'review' }))).toEqual([])
    const out = await article(published({ title: 'The same' }))
    expect(await named(update('articles', out.id, { title: 'The same' }))).toEqual([])
  })

  test('an auto-save into the working copy adds none', async () => {
    const { id } = await article(published())
    const copy = { article_id: id, data: { title: 'Later' }, base_version: 1 }
    expect(await named(async () => backend.as.editor.from('article_working_copies').upsert(copy))).toEqual([])
    const again = { ...copy, data: { title: 'Later still' } }
    expect(await named(async () => backend.as.editor.from('article_working_copies').upsert(again))).toEqual(
      [],
    )
    const { data } = await backend.as.anon.from('articles').select('title').eq('id', id)
    expect(data).toEqual([{ title: 'A chair by the window' }])
  })

  test('the event of a scheduled article is due at its publish date', async () => {
    const { id } = await article(draft())
    const schedule = update('articles', id, { status: 'published', published_at: FUTURE })
    expect(await events(schedule)).toEqual([{ entity: 'articles', entity_id: id, due_at: FUTURE }])
  })

  test('a published article that is rescheduled adds an event for now and one for its date', async () => {
    const { id } = await article(published())
    const found = await events(update('articles', id, { published_at: FUTURE }))
    expect(found.map(({ entity_id }) => entity_id)).toEqual([id, id])
    expect(found.map(({ due_at }) => due_at === FUTURE)).toEqual([false, true])
  })

  test('a new hero adds an event for the old one, too', async () => {
    const old = await article(published({ hero: true }))
    const next = await article(published())
    expect((await named(update('articles', next.id, { hero: true }))).toSorted()).toEqual(
      [`articles ${old.id}`, `articles ${next.id}`].toSorted(),
    )
  })

  test('a new slug adds an event for the redirect', async () => {
    const { id } = await article(published())
    const found = await named(update('articles', id, { slug: randomUUID() }))
    expect(found.map((event) => event.split(' ')[0]).toSorted()).toEqual(['articles', 'slug_redirects'])
  })

  test('a change of tags adds an event for a published article', async () => {
    const tag = await insertRow(backend, 'tags', { name: randomUUID(), slug: randomUUID() })
    const link = (id: string) => ({ article_id: id, tag_id: tag.id })
    const out = await article(published())
    const hidden = await article(draft())
    expect(await named(() => insertRow(backend, 'article_tags', link(out.id)))).toEqual([
      `articles ${out.id}`,
    ])
    expect(await named(() => insertRow(backend, 'article_tags', link(hidden.id)))).toEqual([])
    expect(
      await named(async () => backend.service.from('article_tags').delete().match(link(out.id))),
    ).toEqual([`articles ${out.id}`])
  })
})

describe('everything else that pages show', () => {
  test.each([
    ['categories', { name: 'Hall Design', slug: 'hall-design' }, { color: '#1d5548' }],
    ['tags', { name: 'coats', slug: 'coats' }, { name: 'coats and hats' }],
    ['author_profiles', { name: 'Odile Marsh', slug: 'odile-marsh' }, { bio: 'Eight seats.' }],
    [
      'media',
      {
        filename: 'a.webp',
        original_filename: 'a.webp',
        mime_type: 'image/webp',
        size_bytes: 1,
        storage_path: 'x/a.webp',
      },
      { alt_text: 'A hall' },
    ],
    ['fonts', { font_name: 'Serif', font_file_path: '/fonts/serif.woff2' }, { font_weight: 'Bold' }],
    ['site_settings', { id: randomUUID() }, { tagline: 'stay where you are.' }],
    ['theme', STANDARD_THEME, { dark: { ...STANDARD_THEME.dark, rule: '#445566' } }],
    ['branding', { id: randomUUID() }, { logo: '<svg viewBox="0 0 4 1"><path d="M0 0h4"/></svg>' }],
  ])(
    '%s: adding, changing and removing each leave one event; saying the same again none',
    async (table, row, patch) => {
      let id = ''
      const added = await named(async () => {
        id = (await insertRow(backend, table, row)).id
      })
      const event = [`${table} ${id}`]
      expect(added).toEqual(event)
      expect(await named(update(table, id, patch))).toEqual(event)
      expect(await named(update(table, id, patch))).toEqual([])
      expect(await named(async () => backend.service.from(table).delete().eq('id', id))).toEqual(event)
    },
  )

  test('a change of the site fonts adds an event', async () => {
    const font = await insertRow(backend, 'fonts', {
      font_name: 'Serif',
      font_file_path: '/fonts/serif.woff2',
    })
    const styles = await insertRow(backend, 'global_styles', { primary_font_id: null })
    const event = `global_styles ${styles.id}`
    expect(await named(update('global_styles', styles.id, { primary_font_id: font.id }))).toEqual([event])
    const removed = await named(async () => backend.service.from('fonts').delete().eq('id', font.id))
    expect(removed.toSorted()).toEqual([`fonts ${font.id}`, event].toSorted())
  })

  test('a changed name adds an event for authors of published articles', async () => {
    const id = await addPerson(backend)
    const rename = (full_name: string) => named(update('profiles', id, { full_name }))
    await article(draft({ author_id: id }))
    expect(await rename('Renamed')).toEqual([])
    await article(published({ author_id: id }))
    expect(await rename('Renamed again')).toEqual([`profiles ${id}`])
    expect(await named(update('profiles', id, { role: 'editor' }))).toEqual([])
  })

  test('an account that is removed adds an event for the author profile that its stories get, and none for them', async () => {
    const id = await addPerson(backend)
    await backend.sql(`update public.profiles set full_name = 'Ada of the Outbox' where id = $1::uuid`, [id])
    await article(published({ author_id: id }))
    const events = await named(() => backend.sql('delete from auth.users where id = $1::uuid', [id]))
    const [author] = await backend.sql<{ id: string }>(
      'select id from public.author_profiles where profile_id = $1::uuid',
      [id],
    )
    expect(events).toEqual([`author_profiles ${author?.id}`])
  })

  test('a page adds events once it is published', async () => {
    const { id } = await insertRow(backend, 'pages', { title: 'Colophon', slug: randomUUID() })
    expect(await named(update('pages', id, { title: 'Colophon, draft' }))).toEqual([])
    expect(await named(update('pages', id, { status: 'published' }))).toEqual([`pages ${id}`])
    expect(await named(update('pages', id, { title: 'Colophon' }))).toEqual([`pages ${id}`])
    // Its address is kept for when it comes back under another one.
    const gone = await named(update('pages', id, { status: 'draft' }))
    expect(gone.filter((event) => !event.startsWith('slug_redirects'))).toEqual([`pages ${id}`])
  })

  test('subscribers, messages and deploy settings add none', async () => {
    const found = await named(async () => {
      await insertRow(backend, 'subscribers', { email: 'a@example.com' })
      await insertRow(backend, 'contact_messages', { name: 'A', email: 'a@example.com', message: 'Hello' })
      await insertRow(backend, 'deploy_settings', { deploy_hook_url: 'https://host.example/hook' })
    })
    expect(found).toEqual([])
  })
})

test('an event is sent as a notification at once', async () => {
  const heard = new Promise<string>((resolve) => {
    void backend.listen('publish', resolve)
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { id } = await article(published())
  const [event] = await backend.sql<{ id: string }>(
    'select id::text from public.publish_outbox where entity_id = $1 order by id limit 1',
    [id],
  )
  expect(await heard).toBe(event?.id)
})

test('the little that an import writes at a time goes after what staff publish, and joins the build that runs', async () => {
  await backend.sql('update public.publish_outbox set processed_at = now() where processed_at is null')
  const add = (isSilent: boolean) =>
    backend.sql(
      `insert into public.publish_outbox (entity, entity_id, is_silent) values ('articles', gen_random_uuid()::text, ${isSilent})`,
    )
  await add(true)
  await add(true)
  await add(false)
  const p_lease = await takeLease(backend, 'a publisher')
  const begin = async (p_running: number[]) => {
    const { data, error } = await backend.service.rpc('begin_build', { p_lease, p_running, p_joins: true })
    if (error) throw new Error(error.message)
    return data as {
      build_id: number
      events: { is_silent: boolean }[]
      is_import: boolean
      is_many: boolean
    }
  }
  const published = await begin([])
  expect(published).toMatchObject({ events: [{ is_silent: false }], is_import: false })
  expect(await begin([published.build_id])).toMatchObject({
    build_id: published.build_id,
    ...{ events: [{ is_silent: true }, { is_silent: true }], is_import: true, is_many: true },
  })
})
