import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Caller,
  type Row,
  type Backend,
  CALLERS,
  countFullScans,
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

interface Stored extends Row {
  storage_path: string
}

/** A picture's row and the address that articles name it with. */
async function picture(more: object = {}): Promise<{ id: string; path: string; url: string }> {
  const path = `${randomUUID()}/17.webp`
  const row = {
    filename: '17.webp',
    original_filename: 'Hall.webp',
    mime_type: 'image/webp',
    size_bytes: 1000,
    storage_path: path,
    thumbnail_path: path.replace('.webp', '-thumb.webp'),
    ...more,
  }
  const { id, storage_path } = await insertRow<object & Partial<Stored>>(backend, 'media', row)
  return {
    id,
    path: storage_path ?? '',
    url: backend.service.storage.from('media').getPublicUrl(storage_path ?? '').data.publicUrl,
  }
}

async function remove(caller: Caller, id: string, evenIfUsed = false) {
  const { data, error } = await backend.as[caller].rpc('delete_media', {
    p_media: id,
    p_even_if_used: evenIfUsed,
  })
  return { paths: data as string[] | null, code: error?.code ?? null }
}

async function usage(caller: Caller, id: string) {
  const { data, error } = await backend.as[caller].rpc('media_usage', { p_media: id })
  if (error !== null) return error.code
  return (data as { kind: string; title: string; status: string | null; places: string[] }[]).map(
    ({ kind, title, status, places }) => ({ kind, title, status, places }),
  )
}

test('a save looks up the files of its own row, however many articles name some', async () => {
  const { id } = await insertRow(backend, 'articles', published({ title: 'A hall' }))
  await backend.sql(`insert into private.media_references (table_name, row_id, address, stem)
    select 'articles', gen_random_uuid(), '/x.webp', 'x' from generate_series(1, 20000)`)
  const save = `update public.articles set title = 'A longer hall' where id = '${id}'`
  expect(await countFullScans(backend, 'private.media_references', save)).toBe(0)
  await backend.sql(`delete from private.media_references where stem = 'x'`)
})

describe('media_usage', () => {
  test('lists every place in articles, pages, authors and working copies', async () => {
    const { id, url } = await picture()
    const hall = await insertRow(
      backend,
      'articles',
      published({
        title: 'A hall',
        featured_image: url,
        gallery: ['https://x.example/1.jpg', url],
        content: { html: `<p>x</p><img src="${url}" alt="">` },
      }),
    )
    await insertRow(backend, 'article_working_copies', {
      article_id: hall.id,
      base_version: 1,
      data: { featured_image: url },
    })
    await insertRow(backend, 'articles', draft({ title: 'Another', content: { html: url } }))
    await insertRow(
      backend,
      'articles',
      draft({ title: 'Not this one', content: { html: '<p>Hall.webp</p>' } }),
    )
    await insertRow(backend, 'pages', { title: 'Care', slug: randomUUID(), content: { html: url } })
    await insertRow(backend, 'author_profiles', { name: 'Ines Abril', slug: randomUUID(), image_url: url })
    await insertRow(backend, 'article_templates', { name: 'House tour', content: { html: url } })
    await insertRow(backend, 'categories', {
      name: 'Halls',
      slug: randomUUID(),
      description: `As in ${url}.`,
    })
    await backend.sql('insert into public.slug_redirects (old_slug, target) values ($1, $2)', [
      'the-hall',
      url.replace('http:', 'https:'),
    ])
    expect(await usage('editor', id)).toEqual([
      {
        kind: 'article',
        title: 'A hall',
        status: 'published',
        places: ['featured image', 'gallery', 'text', 'unpublished changes'],
      },
      { kind: 'article', title: 'Another', status: 'draft', places: ['text'] },
      { kind: 'author', title: 'Ines Abril', status: null, places: ['portrait'] },
      { kind: 'category', title: 'Halls', status: null, places: ['description'] },
      { kind: 'page', title: 'Care', status: 'draft', places: ['text'] },
      { kind: 'redirect', title: '/the-hall', status: null, places: ['target'] },
      { kind: 'template', title: 'House tour', status: null, places: ['text'] },
    ])
    // The error reveals no more than the caller may read.
    expect(await usage('viewer', id)).toEqual([
      {
        kind: 'article',
        title: 'A hall',
        status: 'published',
        places: ['featured image', 'gallery', 'text'],
      },
      { kind: 'category', title: 'Halls', status: null, places: ['description'] },
      { kind: 'redirect', title: '/the-hall', status: null, places: ['target'] },
    ])
    expect(await usage('anon', id)).toBe('42501')
  })

  test('finds a path with blanks in both spellings', async () => {
    const path = `uploads/${randomUUID()} by the door.jpg`
    const { id } = await picture({ storage_path: path, thumbnail_path: null })
    await insertRow(backend, 'articles', draft({ title: 'Raw', featured_image: `/${path}` }))
    await insertRow(backend, 'articles', draft({ title: 'Escaped', featured_image: encodeURI(`/${path}`) }))
    expect(await usage('editor', id)).toMatchObject([{ title: 'Escaped' }, { title: 'Raw' }])
  })
})

describe('the references of a file', () => {
  const referring = async (path: string) =>
    (
      await backend.sql<{ table_name: string }>(
        'select table_name from private.media_references where private.is_address_of(address, $1) order by 1',
        [path],
      )
    ).map(({ table_name }) => table_name)

  test('follow every change of a text', async () => {
    const path = `${randomUUID()}/${randomUUID()}.webp`
    const { id, url } = await picture({ storage_path: path, thumbnail_path: null })
    const article = await insertRow(backend, 'articles', draft({ title: 'A hall' }))
    const change = (columns: object) =>
      backend.as.editor.from('articles').update(columns).eq('id', article.id)
    expect(await referring(path)).toEqual([])
    await change({ content: { html: `<img src="${url}?w=2">` } })
    await insertRow(backend, 'article_working_copies', {
      article_id: article.id,
      base_version: 1,
      data: { patch: { gallery: [url] } },
    })
    expect(await referring(path)).toEqual(['article_working_copies', 'articles'])
    expect(await usage('editor', id)).toMatchObject([{ places: ['text', 'unpublished changes'] }])
    await change({ content: { html: '' } })
    expect(await referring(path)).toEqual(['article_working_copies'])
    expect(await usage('editor', id)).toMatchObject([{ places: ['unpublished changes'] }])
    await backend.service.from('articles').delete().eq('id', article.id)
    expect(await referring(path)).toEqual([])
    expect((await remove('editor', id)).code).toBeNull()
  })

  test('of the same name in another folder are not mixed up', async () => {
    const name = `${randomUUID()}.webp`
    const [one, two] = [
      await picture({ storage_path: `one/${name}`, thumbnail_path: null }),
      await picture({ storage_path: `two/${name}`, thumbnail_path: null }),
    ]
    await insertRow(backend, 'articles', draft({ gallery: [one.url] }))
    expect(await usage('editor', one.id)).toHaveLength(1)
    expect(await usage('editor', two.id)).toEqual([])
  })

  test('are the names at the end of addresses in every body format', async () => {
    const { id, url } = await picture({ storage_path: `u/${randomUUID()}.webp`, thumbnail_path: null })
    const texts = [
      { html: `<p>At ${url}</p>` },
      { html: `<a href='${url}#top'>x</a>` },
      { html: `<img srcset="${url} 2x, ${url}?w=1 1x">` },
      { type: 'mixed-media', sections: [{ items: [{ src: url }] }] },
      { markdown: `![a](${url})` },
    ]
    for (const content of texts) await insertRow(backend, 'articles', draft({ content }))
    expect(await usage('editor', id)).toHaveLength(texts.length)
  })
})

describe('deleting a file', () => {
  test('is for editors, and returns the paths to remove from the bucket', async () => {
    const done: Caller[] = []
    for (const caller of CALLERS) {
      const { id, path } = await picture({ uploaded_by: caller === 'anon' ? null : backend.id[caller] })
      const { paths, code } = await remove(caller, id, true)
      if (code === null) {
        done.push(caller)
        expect(paths).toEqual([path, path.replace('.webp', '-thumb.webp')])
      } else expect(code).toBe('42501')
    }
    expect(done).toEqual(['editor', 'super_admin'])
  })

  test('in use needs p_even_if_used, and is always refused without delete_media', async () => {
    const { id, url } = await picture()
    await insertRow(backend, 'articles', draft({ featured_image: url }))
    expect((await remove('super_admin', id)).code).toBe('PT409')
    const direct = await backend.as.super_admin.from('media').delete().eq('id', id)
    expect(direct.error?.code).toBe('PT409')
    expect((await remove('super_admin', id, true)).code).toBeNull()
    expect((await remove('super_admin', id, true)).code).toBe('PT404')
  })

  test('used only by an article in the trash is refused, too', async () => {
    const { id, url } = await picture()
    await insertRow(backend, 'articles', draft({ featured_image: url, deleted_at: '2026-02-01T00:00:00Z' }))
    expect((await remove('editor', id)).code).toBe('PT409')
    expect(await usage('editor', id)).toMatchObject([{ status: 'trash' }])
  })

  test('p_even_if_used holds for that file only', async () => {
    const [one, two] = [await picture(), await picture()]
    await insertRow(backend, 'articles', draft({ gallery: [one.url, two.url] }))
    expect((await remove('editor', one.id, true)).code).toBeNull()
    expect((await remove('editor', two.id)).code).toBe('PT409')
  })
})

test('a description changes neither the file nor who uploaded it', async () => {
  const { id, path } = await picture({ uploaded_by: backend.id.contributor })
  const change = { alt_text: 'A hall', storage_path: 'elsewhere/1.webp', uploaded_by: backend.id.editor }
  expect((await backend.as.editor.from('media').update(change).eq('id', id)).error).toBeNull()
  expect(
    await backend.sql('select alt_text, storage_path, uploaded_by from public.media where id = $1::uuid', [
      id,
    ]),
  ).toEqual([{ alt_text: 'A hall', storage_path: path, uploaded_by: backend.id.contributor }])
})

describe('the path of a file', () => {
  const add = (caller: 'contributor' | 'editor', storage_path: string) =>
    backend.as[caller].from('media').insert({
      filename: '1.webp',
      original_filename: '1.webp',
      mime_type: 'image/webp',
      size_bytes: 1,
      uploaded_by: backend.id[caller],
      storage_path,
    })

  test.each(['contributor', 'editor'] as const)(
    'is in the folder of the %s who uploads it',
    async (caller) => {
      expect((await add(caller, `${backend.id[caller]}/${randomUUID()}.webp`)).error).toBeNull()
      for (const path of [
        `${backend.otherId}/${randomUUID()}.webp`,
        `team/${randomUUID()}.webp`,
        'team/ines-abril.webp',
        `${backend.id[caller]}`.toUpperCase() + '/1.webp',
      ]) {
        const { error } = await add(caller, path)
        expect([error?.code, error?.message], path).toEqual([
          '23514',
          'Only files that you have uploaded yourself can be added to the library',
        ])
      }
    },
  )

  test('never leads out of the bucket', async () => {
    const own = backend.id.contributor
    for (const path of [
      `${own}/../../../../../functions/v1/submit-form`,
      `${own}/./1.webp`,
      `${own}/..`,
      `${own}//evil.example/1.webp`,
      `${own}/%2e%2e/1.webp`,
      `${own}/..\\1.webp`,
      `${own}/1.webp?download=1`,
      `${own}/1.webp#x`,
      `${own}/1\n.webp`,
      `${own}/`,
    ]) {
      expect((await add('contributor', path)).error?.code, path).toBe('23514')
    }
    for (const path of ['https://evil.example/1.webp', '//evil.example/1.webp', '/etc/passwd']) {
      const { error } = await backend.service.from('media').insert({
        filename: '1.webp',
        original_filename: '1.webp',
        mime_type: 'image/webp',
        size_bytes: 1,
        storage_path: path,
      })
      expect(error?.code, path).toBe('23514')
    }
  })
})

test('an update cannot change the path or type of a file', async () => {
  const { id, path } = await picture({ uploaded_by: backend.id.contributor })
  const { data } = await backend.as.contributor
    .from('media')
    .update({ alt_text: 'A hall', storage_path: 'elsewhere/1.webp', mime_type: 'text/html', size_bytes: 1 })
    .eq('id', id)
    .select('alt_text, storage_path, mime_type, size_bytes')
    .single()
  expect(data).toEqual({ alt_text: 'A hall', storage_path: path, mime_type: 'image/webp', size_bytes: 1000 })
})

describe('the focus of a picture', () => {
  const outboxOf = (id: string) =>
    backend.sql('select id from public.publish_outbox where entity = $1 and entity_id = $2', ['media', id])

  test('is two percentages or none', async () => {
    const { id, url } = await picture({ uploaded_by: backend.id.contributor })
    const set = async (focus: unknown) =>
      (await backend.as.contributor.from('media').update({ focus }).eq('id', id)).error?.code ?? null
    for (const focus of [[0, 100], [30, 70], null]) expect(await set(focus)).toBeNull()
    for (const focus of [[30], [30, 70, 1], [-1, 0], [0, 101], [null, 3], []])
      expect(await set(focus)).toBe('23514')
    await set([30, 70])
    await insertRow(backend, 'articles', published({ featured_image: url }))
    const { data } = await backend.as.anon.from('media').select('focus').eq('id', id).single()
    expect(data).toEqual({ focus: [30, 70] })
  })

  test('publishes the picture when it changes, a proposal does not', async () => {
    const { id } = await picture()
    const before = (await outboxOf(id)).length
    const proposal = await backend.service
      .from('media_focus_proposals')
      .insert({ media_id: id, focus: [1, 2] })
    expect(proposal.error).toBeNull()
    expect(await outboxOf(id)).toHaveLength(before)
    await backend.as.editor
      .from('media')
      .update({ focus: [30, 70] })
      .eq('id', id)
    expect(await outboxOf(id)).toHaveLength(before + 1)
  })

  test('is proposed for pictures that have no proposal, and by the secret key alone', async () => {
    const [one, two] = [await picture(), await picture()]
    const film = await picture({ mime_type: 'video/mp4' })
    await backend.service.from('media_focus_proposals').insert({ media_id: one.id, focus: [1, 2] })
    const { data } = await backend.service.rpc('list_media_without_focus_proposal', { p_take: 1000 })
    const ids = (data as { id: string }[]).map(({ id }) => id)
    expect([one, two, film].map(({ id }) => ids.includes(id))).toEqual([false, true, false])
    const refused = await backend.as.super_admin.rpc('list_media_without_focus_proposal')
    expect(refused.error?.code).toBe('42501')
  })
})

test('thumbnail_path must be derived from storage_path', async () => {
  const { error } = await backend.service.from('media').insert({
    filename: '1.webp',
    original_filename: '1.webp',
    mime_type: 'image/webp',
    size_bytes: 1,
    storage_path: `${randomUUID()}/1.webp`,
    thumbnail_path: 'elsewhere/1-thumb.webp',
  })
  expect(error?.code).toBe('23514')
})

test('media_totals counts the files and bytes that match', async () => {
  const mark = randomUUID()
  await picture({ original_filename: `${mark}.webp`, size_bytes: 1500 })
  await picture({
    original_filename: 'b',
    alt_text: `A ${mark} film`,
    mime_type: 'video/mp4',
    size_bytes: 500,
  })
  await picture({
    original_filename: 'c',
    caption: mark.toUpperCase(),
    mime_type: 'application/pdf',
    size_bytes: 20,
  })
  await picture({ original_filename: `${mark}.mp3`, mime_type: 'audio/mpeg', size_bytes: 3 })
  const totals = async (kind: string) => {
    const { data } = await backend.as.contributor.rpc('media_totals', {
      p_kind: kind,
      p_words: [[`%${mark.toLowerCase()}%`]],
    })
    return (data as object[])[0]
  }
  expect(await totals('all')).toEqual({ files: 4, bytes: 2023 })
  expect(await totals('images')).toEqual({ files: 1, bytes: 1500 })
  expect(await totals('videos')).toEqual({ files: 1, bytes: 500 })
  expect(await totals('documents')).toEqual({ files: 1, bytes: 20 })
})
