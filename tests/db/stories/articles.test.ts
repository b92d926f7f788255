import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Caller,
  type Row,
  type Backend,
  addPerson,
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

interface Article extends Row {
  slug: string
  status: string
  hero: boolean
  published_at: string | null
  publish_at: string | null
  updated_at: string
  modified_at: string
  created_at: string
}

/** Changes an article as the editor does; gives the row it becomes. */
async function change(id: string, patch: object): Promise<Article> {
  const { data, error } = await backend.as.editor
    .from('articles')
    .update(patch)
    .eq('id', id)
    .select()
    .single<Article>()
  if (error) throw new Error(`${error.code} ${error.message}`)
  return data
}

async function add(row: object): Promise<Article> {
  const { data, error } = await backend.as.editor.from('articles').insert(row).select().single<Article>()
  if (error) throw new Error(`${error.code} ${error.message}`)
  return data
}

async function heroes(): Promise<string[]> {
  return (await backend.sql<{ id: string }>('select id from public.articles where hero')).map(({ id }) => id)
}

describe('the hero', () => {
  test('there is at most one: the article chosen last', async () => {
    const first = await add(published({ hero: true }))
    expect(await heroes()).toEqual([first.id])
    const second = await add(published())
    await change(second.id, { hero: true })
    expect(await heroes()).toEqual([second.id])
    await change(second.id, { hero: false })
    expect(await heroes()).toEqual([])
  })

  test('a scheduled one leaves the hero its place until it is out itself', async () => {
    const today = await add(published({ hero: true }))
    const saturday = await add(published({ published_at: '2099-01-03' }))
    await change(saturday.id, { hero: true })
    expect(await heroes()).toEqual(expect.arrayContaining([today.id, saturday.id]))
    const readers = backend.as.anon.from('articles').select('id').eq('hero', true)
    expect((await readers).data).toEqual([{ id: today.id }])
    // Another hero of today leaves Saturday's as it is.
    const noon = await add(published({ hero: true }))
    expect((await heroes()).toSorted()).toEqual([noon.id, saturday.id].toSorted())
    // Its date comes without a write; the build that publishes it ends the one before.
    await backend.sql('alter table public.articles disable trigger user')
    await backend.sql('update public.articles set published_at = now() where id = $1::uuid', [saturday.id])
    await backend.sql('alter table public.articles enable trigger user')
    await insertRow(backend, 'builds', { kind: 'publish' })
    expect(await heroes()).toEqual([saturday.id])
  })

  test('a scheduled one that is published at once takes the place', async () => {
    await add(published({ hero: true }))
    const next = await add(published({ hero: true, published_at: '2099-01-03' }))
    await change(next.id, { published_at: null })
    expect(await heroes()).toEqual([next.id])
  })

  test('two simultaneous choices leave one hero', async () => {
    const candidates = await Promise.all([add(published()), add(published()), add(published())])
    await Promise.all(candidates.map(({ id }) => change(id, { hero: true })))
    expect(await heroes()).toHaveLength(1)
  })

  test('an unpublished article is never the hero', async () => {
    expect((await add(draft({ hero: true }))).hero).toBe(false)
    const { id } = await add(published({ hero: true }))
    expect((await change(id, { status: 'draft' })).hero).toBe(false)
    expect((await change(id, { status: 'published' })).hero).toBe(false)
  })
})

describe('versions and dates', () => {
  test('every change raises version and updated_at, whatever the client sends', async () => {
    const first = await add(draft())
    expect(first.version).toBe(1)
    const second = await change(first.id, {
      title: 'Changed',
      version: 99,
      updated_at: '2001-01-01',
      created_at: '2001-01-01',
    })
    expect(second.version).toBe(2)
    expect(Date.parse(second.updated_at)).toBeGreaterThan(Date.parse(first.updated_at))
    expect(second.created_at).toBe(first.created_at)
  })

  test('a write that changes nothing keeps version and updated_at', async () => {
    const first = await add(draft())
    expect(await change(first.id, { title: 'A chair by the window' })).toEqual(first)
  })

  test('staff cannot set created_at; the secret key can', async () => {
    const old = { created_at: '2020-05-01T00:00:00+00:00', updated_at: '2020-06-01T00:00:00+00:00' }
    expect(Date.parse((await add(draft(old))).created_at)).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(await insertRow(backend, 'articles', draft(old))).toMatchObject(old)
  })

  test('published_at is now or the chosen date, and null unless published', async () => {
    const before = Date.now() - 5000
    expect((await add(draft({ published_at: '2026-03-01' }))).published_at).toBeNull()
    const { id, published_at } = await add(draft({ status: 'published' }))
    expect(Date.parse(published_at ?? '')).toBeGreaterThan(before)
    const chosen = await change(id, { published_at: '2026-03-01T08:00:00Z' })
    expect(Date.parse(chosen.published_at ?? '')).toBe(Date.parse('2026-03-01T08:00:00Z'))
    const later = await change(id, { title: 'The date stays' })
    expect(later.published_at).toBe(chosen.published_at)
    for (const status of ['draft', 'review', 'archived']) {
      expect((await change(id, { status })).published_at).toBeNull()
    }
  })

  test('the date chosen before publication is kept, and is the publish date unless another is given', async () => {
    for (const status of ['draft', 'review', 'archived']) {
      const { id } = await add(draft({ status, publish_at: '2099-01-03T07:00:00Z' }))
      expect(await change(id, { title: 'Later', status: 'review' })).toMatchObject({
        published_at: null,
        publish_at: '2099-01-03T07:00:00+00:00',
      })
      const date = (chosen: object) => change(id, { status: 'published', ...chosen })
      expect(await date({})).toMatchObject({ published_at: '2099-01-03T07:00:00+00:00', publish_at: null })
    }
    const { id } = await add(draft({ publish_at: '2099-01-03' }))
    const other = { status: 'published', published_at: '2098-01-03T00:00:00+00:00' }
    expect(await change(id, other)).toMatchObject({ ...other, publish_at: null })
  })

  test('an article taken off the site forgets its date, one that was only scheduled may keep it', async () => {
    const { id, published_at } = await add(published())
    expect(await change(id, { status: 'draft', publish_at: published_at })).toMatchObject({
      publish_at: null,
    })
    const scheduled = await add(published({ published_at: '2099-01-03T00:00:00+00:00' }))
    const taken = { status: 'draft', publish_at: '2099-01-03T00:00:00+00:00' }
    expect(await change(scheduled.id, taken)).toMatchObject({ ...taken, published_at: null })
  })

  test('only a super admin deletes and restores', async () => {
    const { id } = await add(published({ hero: true }))
    const bin = (caller: 'editor' | 'super_admin', deleted_at: string | null) =>
      backend.as[caller].from('articles').update({ deleted_at }).eq('id', id).select('hero')
    expect((await bin('editor', '2026-03-01')).error?.code).toBe('42501')
    expect((await bin('super_admin', '2026-03-01')).data).toEqual([{ hero: false }])
    expect((await backend.as.anon.from('articles').select('id').eq('id', id)).data).toEqual([])
    expect((await bin('editor', null)).error?.code).toBe('42501')
    expect((await bin('super_admin', null)).data).toHaveLength(1)
  })
})

describe('revisions', () => {
  interface Revision {
    version: number
    created_by: string | null
    data: { title: string; status: string }
  }
  const revisions = (id: string) =>
    backend.sql<Revision>(
      'select version, created_by, data from public.article_revisions where article_id = $1::uuid order by id',
      [id],
    )

  test('every change of the text creates one, with its author', async () => {
    const { id } = await add(draft({ title: 'First' }))
    await change(id, { title: 'Second' })
    await backend.as.super_admin.from('articles').update({ status: 'published' }).eq('id', id)
    expect(await revisions(id)).toMatchObject([
      { version: 1, created_by: backend.id.editor, data: { title: 'First', status: 'draft' } },
      { version: 2, created_by: backend.id.editor, data: { title: 'Second', status: 'draft' } },
      { version: 3, created_by: backend.id.super_admin, data: { title: 'Second', status: 'published' } },
    ])
  })

  test('a change of flags or dates creates none', async () => {
    const { id } = await add(published())
    await change(id, { featured: true })
    await change(id, { hero: true })
    await change(id, { title: 'A chair by the window' })
    expect(await revisions(id)).toHaveLength(1)
  })
})

describe('redirects of articles', () => {
  const redirects = async (id: string) =>
    (
      await backend.sql<{ old_slug: string }>(
        'select old_slug from public.slug_redirects where article_id = $1::uuid order by old_slug',
        [id],
      )
    ).map(({ old_slug }) => old_slug)

  test('a slug that was public redirects through every rename', async () => {
    const { id } = await add(published({ slug: 'one' }))
    await change(id, { slug: 'two' })
    await change(id, { slug: 'three' })
    expect(await redirects(id)).toEqual(['one', 'two'])
  })

  test('an address in use is never a redirect; the address of a draft is not in use', async () => {
    const { id } = await add(published({ slug: 'back' }))
    await change(id, { slug: 'forth' })
    await change(id, { slug: 'back' })
    expect(await redirects(id)).toEqual(['forth'])
    const taken = await add(draft({ slug: 'forth' }))
    expect(await redirects(id)).toEqual(['forth'])
    await change(taken.id, { status: 'published' })
    expect(await redirects(id)).toEqual([])
  })

  test('a slug that was never public creates none', async () => {
    const { id } = await add(draft({ slug: 'unseen' }))
    await change(id, { slug: 'unseen-too' })
    const scheduled = await add(published({ slug: 'not-yet', published_at: '2099-01-01' }))
    await change(scheduled.id, { slug: 'not-yet-either' })
    expect([...(await redirects(id)), ...(await redirects(scheduled.id))]).toEqual([])
  })
})

describe('invalid articles', () => {
  test.each([
    ['without a title', { title: '  ' }, '23514'],
    ['with an address in capitals', { slug: 'The-Chair' }, '23514'],
    ['with an address of hyphens', { slug: 'the--chair' }, '23514'],
    ['with an unknown status', { status: 'live' }, '23514'],
    ['with a long SEO title', { meta_title: 'x'.repeat(61) }, '23514'],
    ['with a long description', { meta_description: 'x'.repeat(161) }, '23514'],
    ['read in no time', { read_time: 0 }, '23514'],
  ])('%s', async (_, wrong, code) => {
    const { error } = await backend.as.editor.from('articles').insert(draft(wrong))
    expect(error?.code).toBe(code)
  })

  test('a slug that another article has', async () => {
    await add(draft({ slug: 'taken' }))
    const { error } = await backend.as.editor.from('articles').insert(draft({ slug: 'taken' }))
    expect(error?.code).toBe('23505')
  })
})

test('slug_taken answers writers, also for articles in the trash, and nobody else', async () => {
  const { id, slug } = await insertRow(
    backend,
    'articles',
    draft({ slug: 'taken-in-the-trash', deleted_at: new Date().toISOString() }),
  )
  const ask = async (caller: Caller, p_slug: string, p_article: string | null = null): Promise<unknown> => {
    const { data, error } = await backend.as[caller].rpc('slug_taken', { p_slug, p_article })
    return error === null ? data : error.code
  }
  for (const caller of ['super_admin', 'editor', 'contributor'] as const) {
    expect([caller, await ask(caller, slug), await ask(caller, slug, id), await ask(caller, 'free')]).toEqual(
      [caller, true, false, false],
    )
  }
  expect(await ask('viewer', slug)).toBe(false)
  expect(await ask('anon', slug)).toBe('42501')
})

test('a JSON string as content stays a string', async () => {
  const content = 'The chair came **first**.'
  const { id } = await add(draft({ content }))
  const { data } = await backend.as.editor
    .from('articles')
    .select('content')
    .eq('id', id)
    .single<{ content: unknown }>()
  expect(data?.content).toBe(content)
  expect(await change(id, { content: '{"html": "no"}' })).toMatchObject({ content: '{"html": "no"}' })
})

describe('when the words of an article were changed last', () => {
  const TEXT = {
    title: 'Another title',
    title_emphasis: 'title',
    standfirst: 'Another line',
    content: { html: '<p>Other words.</p>' },
    excerpt: 'Another excerpt',
    featured_image: 'https://mantel.example/picture.jpg',
    gallery: ['https://mantel.example/picture.jpg'],
    meta_title: 'A title',
    meta_description: 'A description',
    captions: { 'https://mantel.example/picture.jpg': 'In May' },
    opening: 'behind',
    facts: [{ label: 'Year', value: '1971' }],
  }
  let credit: object
  beforeAll(async () => {
    const { id: person_id } = await insertRow(backend, 'author_profiles', {
      name: 'Nuno Reis',
      slug: 'nuno-of-modified',
    })
    const [role] = await backend.sql<{ id: string }>('select id from public.credit_roles limit 1')
    credit = { person_id, role_id: role?.id }
  })
  /** Every other column that somebody can write. */
  const OTHER: Readonly<Record<string, () => unknown>> = {
    slug: () => `story-${Math.random()}`.replace('0.', ''),
    status: () => 'archived',
    featured: () => true,
    hero: () => true,
    read_time: () => 12,
    colour: () => '#408080',
    category_id: () => null,
    author_id: () => backend.id.contributor,
    credits: () => [credit],
    meta_keywords: () => ['oak'],
    published_at: () => '2026-01-01T00:00:00Z',
    publish_at: () => '2099-01-01T00:00:00Z',
  }

  test('is a time of the database, which nobody chooses', async () => {
    const article = await add({ ...published(), modified_at: '2001-01-01T00:00:00Z' })
    expect(article.modified_at).toBe(article.updated_at)
    expect((await change(article.id, { modified_at: '2001-01-01T00:00:00Z' })).modified_at).toBe(
      article.modified_at,
    )
  })

  test('every column belongs to the words or to the rest', async () => {
    const columns = await backend.sql<{ column_name: string }>(
      `select column_name from private.saved_columns where table_name = 'public.articles'`,
    )
    expect([...Object.keys(TEXT), ...Object.keys(OTHER)].sort()).toEqual(
      ['hero', ...columns.map(({ column_name }) => column_name)].sort(),
    )
  })

  test.each(Object.entries(TEXT))('follows a change of %s', async (column, value) => {
    const { id, modified_at } = await add(published())
    const changed = await change(id, { [column]: value })
    expect(changed.modified_at).toBe(changed.updated_at)
    expect(changed.modified_at > modified_at).toBe(true)
  })

  test.each(Object.keys(OTHER))('stays at a change of %s', async (column) => {
    const category = await insertRow(backend, 'categories', {
      name: `Rooms ${column}`,
      slug: `rooms-${column.replace('_', '-')}`,
    })
    const { id, modified_at, updated_at } = await add(published({ category_id: category.id }))
    const changed = await change(id, { [column]: OTHER[column]?.() })
    expect(changed.modified_at).toBe(modified_at)
    if (column !== 'publish_at') expect(changed.updated_at > updated_at).toBe(true)
  })

  test('stays when another hero, the end of an account or other tags change the article', async () => {
    const author = await addPerson(backend)
    const { id, modified_at } = await add(published({ hero: true, author_id: author }))
    await add(published({ hero: true }))
    await backend.sql('delete from auth.users where id = $1::uuid', [author])
    const tag = await insertRow(backend, 'tags', { name: 'Oak', slug: 'oak-of-modified' })
    const { data: version } = await backend.as.editor.from('articles').select('version').eq('id', id).single()
    const { error } = await backend.as.editor.rpc('save_article', {
      p_id: id,
      p_version: version?.version ?? 0,
      p_article: {},
      p_tags: [tag.id],
    })
    expect(error).toBeNull()
    const [row] = await backend.sql<{ hero: boolean; is_same: boolean; has_author: boolean }>(
      `select hero, modified_at = $2::timestamptz as is_same, author_id is not null as has_author
       from public.articles where id = $1::uuid`,
      [id, modified_at],
    )
    expect(row).toEqual({ hero: false, is_same: true, has_author: true })
  })
})
