import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isUsable } from '../../../src/domain/media/media-rights.ts'
import { namesFile } from '../../../src/domain/media/media-address.ts'
import { type Backend, draft, insertRow, openBackend, published, takeLease } from '../support/backend.ts'
import { NAMED_BY, NOT_NAMED_BY } from '../support/naming-rows.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

const ENDED = { usable_until: '2026-03-01T12:00:00Z' }
const NOT_BEGUN = { usable_from: '2099-03-01T12:00:00Z' }
/** What a picture may be used for, and whether it may be shown now. */
const RIGHTS: Readonly<Record<string, { columns: object; mayBeShown: boolean; reason?: string }>> = {
  'without dates': { columns: {}, mayBeShown: true },
  'in its time': { columns: { usable_from: inHours(-2), usable_until: inHours(2) }, mayBeShown: true },
  'before its time': {
    columns: NOT_BEGUN,
    mayBeShown: false,
    reason: '“Hall.webp” may be shown only from 2099-03-01 12:00',
  },
  'after its time': {
    columns: ENDED,
    mayBeShown: false,
    reason: '“Hall.webp” may be shown only until 2026-03-01 12:00',
  },
  'before its time, with a reason': {
    columns: { ...NOT_BEGUN, rights_override: 'Agreed' },
    mayBeShown: true,
  },
  'after its time, with a reason': { columns: { ...ENDED, rights_override: 'Agreed' }, mayBeShown: true },
  'after its time, with a reason from before the end': {
    columns: { ...ENDED, rights_override: 'Agreed', rights_override_at: '2026-02-01T12:00:00Z' },
    mayBeShown: false,
    reason: '“Hall.webp” may be shown only until 2026-03-01 12:00',
  },
}

interface File {
  id: string
  path: string
  url: string
}

async function file(columns: object = {}): Promise<File> {
  const path = `${backend.id.editor}/${randomUUID()}.webp`
  const { id } = await insertRow(backend, 'media', {
    filename: path.slice(path.indexOf('/') + 1),
    original_filename: 'Hall.webp',
    mime_type: 'image/webp',
    size_bytes: 1000,
    storage_path: path,
    thumbnail_path: path.replace('.webp', '-thumb.webp'),
    release_on_file: false,
    ...columns,
  })
  return { id, path, url: backend.service.storage.from('media').getPublicUrl(path).data.publicUrl }
}

async function setRights(id: string, columns: object): Promise<void> {
  const { error } = await backend.as.editor.from('media').update(columns).eq('id', id)
  if (error !== null) throw new Error(error.message)
}

const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

test.for(Object.entries(RIGHTS))(
  'the admin says the same of a file %s',
  async ([, { columns, mayBeShown }]) => {
    const { id } = await file(columns)
    const [row] = await backend.sql<{ row: Parameters<typeof isUsable>[0] }>(
      'select to_jsonb(m) as row from public.media m where id = $1::uuid',
      [id],
    )
    expect(row && isUsable(row.row, Date.now())).toBe(mayBeShown)
  },
)

describe('what readers see names a file only while it may be shown', () => {
  for (const [when, { columns, mayBeShown, reason = '' }] of Object.entries(RIGHTS)) {
    test.for(Object.entries(NAMED_BY))(`a file ${when}, named by %s`, async ([, nameIt]) => {
      const { url, path } = await file(columns)
      const message = await messageOf(nameIt(backend, url, path))
      expect(message === null).toBe(mayBeShown)
      expect(message ?? '').toContain(reason)
    })
  }

  test.for(Object.entries(NOT_NAMED_BY))(
    'a file after its time may be named by %s',
    async ([way, nameIt]) => {
      const { url, path } = await file(ENDED)
      const message = await messageOf(nameIt(backend, url, path))
      // Of a scheduled story the time of its publication counts.
      expect(message === null).toBe(way !== 'a scheduled story')
    },
  )
})

describe('a story with a file that may not be shown is not published', () => {
  /** Each way in which an editor publishes what was not. */
  const WAYS: Readonly<
    Record<string, (id: string) => PromiseLike<{ error: { message: string; details: string } | null }>>
  > = {
    'by its status': (id) => backend.as.editor.from('articles').update({ status: 'published' }).eq('id', id),
    'by a save': (id) =>
      backend.as.editor.rpc('save_article', { p_id: id, p_version: 1, p_article: { status: 'published' } }),
    'by a plan': (id) =>
      backend.as.editor
        .from('articles')
        .update({ status: 'published', published_at: inHours(1) })
        .eq('id', id),
  }
  test.for(Object.entries(WAYS))('%s', async ([, publish]) => {
    const { id: media, url } = await file(ENDED)
    const { id } = await insertRow(backend, 'articles', draft({ featured_image: url }))
    const { error } = await publish(id)
    expect(error?.message).toMatch(/^Not published: “Hall\.webp” may be shown only until /)
    expect(error?.details).toBe(media)
    await setRights(media, { rights_override: 'The photographer agreed by mail.' })
    expect((await publish(id)).error).toBeNull()
  })

  test('when it comes back from the trash', async () => {
    const { id: media, url } = await file()
    const { id } = await insertRow(backend, 'articles', published({ gallery: [url] }))
    const articles = () => backend.as.super_admin.from('articles')
    await articles().update({ deleted_at: new Date().toISOString() }).eq('id', id)
    await setRights(media, ENDED)
    expect((await articles().update({ deleted_at: null }).eq('id', id)).error?.message).toContain('Hall.webp')
  })

  test('when it is planned for a time after the end, or before the begin', async () => {
    for (const [columns, hours] of [
      [{ usable_until: inHours(2) }, 3],
      [{ usable_from: inHours(2) }, 1],
    ] as const) {
      const { url } = await file(columns)
      const plan = (at: number) =>
        messageOf(
          insertRow(backend, 'articles', published({ featured_image: url, published_at: inHours(at) })),
        )
      expect(await plan(hours)).toContain('Hall.webp')
      expect(await plan(hours === 3 ? 1 : 3)).toBeNull()
    }
  })

  test('but one that is out is still saved when the right has ended, without further such files', async () => {
    const [first, second] = [await file(), await file(ENDED)]
    const { id } = await insertRow(backend, 'articles', published({ featured_image: first.url }))
    await setRights(first.id, ENDED)
    const set = (columns: object) => backend.as.editor.from('articles').update(columns).eq('id', id)
    expect((await set({ title: 'Another title' })).error).toBeNull()
    expect((await set({ gallery: [second.url] })).error?.message).toContain('Hall.webp')
  })
})

describe('a reason to show a file outside of its time', () => {
  test('is given by editors, while the file may not be used, and stays in the row and the audit log', async () => {
    const { id } = await file({ ...ENDED, uploaded_by: backend.id.contributor })
    const override = { rights_override: ' The archive agreed. ' }
    const refused = await backend.as.contributor.from('media').update(override).eq('id', id)
    expect(refused.error?.code).toBe('42501')
    await setRights(id, override)
    const [row] = await backend.sql<{ rights_override: string; at: boolean }>(
      `select rights_override, rights_override_at > now() - interval '1 minute' as at from public.media where id = $1::uuid`,
      [id],
    )
    expect(row).toEqual({ rights_override: 'The archive agreed.', at: true })
    const { data } = await backend.as.super_admin
      .from('audit_log')
      .select('kind, subject, note')
      .eq('entity_id', id)
    expect(data).toEqual([
      {
        kind: 'rights',
        subject: 'Hall.webp',
        note: 'Shown outside of the time of its right: The archive agreed.',
      },
    ])
    const usable = await file()
    expect(await messageOf(setRights(usable.id, override))).toBe(
      'This file may be used now: no reason is needed to show it',
    )
  })
})

describe('a file whose right ends', () => {
  /** What a visitor is told of a story. */
  async function story(id: string) {
    const { data } = await backend.as.anon.from('articles').select('withdrawn_files').eq('id', id).single()
    return data?.withdrawn_files
  }

  test('is left out of the stories and pages that name it, and its row is not read any more', async () => {
    const { id: media, path, url } = await file()
    const { id } = await insertRow(
      backend,
      'articles',
      published({ content: { html: `<img src="${url}">` } }),
    )
    const page = await insertRow(backend, 'pages', {
      title: 'Care',
      slug: randomUUID(),
      status: 'published',
      content: { html: `<img src="${url}">` },
    })
    const rowsOf = async (table: string, key: string) =>
      (await backend.as.anon.from(table).select('*').eq('id', key)).data?.length
    expect([
      await story(id),
      (await backend.as.anon.from('media').select('id').eq('id', media)).data?.length,
    ]).toEqual([[], 1])
    await setRights(media, ENDED)
    expect([
      await story(id),
      (await backend.as.anon.from('media').select('id').eq('id', media)).data?.length,
    ]).toEqual([[path], 0])
    const { data } = await backend.as.anon.from('pages').select('withdrawn_files').eq('id', page.id)
    expect([data, await rowsOf('articles', id)]).toEqual([[{ withdrawn_files: [path] }], 1])
    await setRights(media, { usable_until: null })
    expect(await story(id)).toEqual([])
  })

  test('is left out of search and of the authors', async () => {
    const { id: media, url } = await file()
    const title = `Hall ${randomUUID()}`
    await insertRow(backend, 'articles', published({ title, featured_image: url }))
    const author = await insertRow(backend, 'author_profiles', {
      name: randomUUID(),
      slug: randomUUID(),
      image_url: url,
    })
    const shown = async () => {
      const { data: found } = await backend.as.anon.rpc('find_stories', { p_text: title.toLowerCase() })
      const { data: authors } = await backend.as.anon.rpc('get_public_author_profiles')
      return [
        (found as { stories: { featured_image: string | null }[] }).stories.map(
          ({ featured_image }) => featured_image,
        ),
        (authors as { id: string; image_url: string | null }[]).find(({ id }) => id === author.id)?.image_url,
      ]
    }
    const { pathname } = new URL(url)
    expect(await shown()).toEqual([[pathname], pathname])
    await setRights(media, ENDED)
    expect(await shown()).toEqual([[null], null])
  })

  test('gives a publisher the rows that name it at that moment', async () => {
    const { id: media, path, url } = await file()
    const { id } = await insertRow(backend, 'articles', published({ featured_image: url }))
    const lease = await takeLease(backend, 'rights')
    const begin = async () => {
      const { data } = await backend.service.rpc('begin_build', { p_lease: lease })
      return data as {
        events: { entity: string; entity_id: string }[]
        rows: { articles?: { id: string; withdrawn_files: string[] }[] }
        next_due_ms: number
      }
    }
    await backend.sql('delete from public.publish_outbox')
    await setRights(media, { usable_until: inHours(1) })
    await backend.sql('update public.publish_outbox set processed_at = now() where due_at <= now()')
    const { events, next_due_ms } = await begin()
    expect(events).toEqual([])
    expect(next_due_ms).toBeGreaterThan(HOUR - 60_000)
    expect(next_due_ms).toBeLessThanOrEqual(HOUR)
    // The hour is over.
    await backend.sql(
      `update public.media set usable_until = now() - interval '1 second' where id = '${media}'`,
    )
    await backend.sql('update public.publish_outbox set due_at = now() where processed_at is null')
    const due = await begin()
    expect(due.events).toContainEqual(expect.objectContaining({ entity: 'articles', entity_id: id }))
    expect(due.rows.articles).toMatchObject([{ id, withdrawn_files: [path] }])
  })
})

test('a file that was deleted although it is used is left out, too', async () => {
  const { id: media, path, url } = await file()
  const { id } = await insertRow(backend, 'articles', published({ featured_image: url }))
  await backend.as.editor.rpc('delete_media', { p_media: media, p_even_if_used: true })
  const { data } = await backend.as.anon.from('articles').select('withdrawn_files').eq('id', id)
  expect(data).toEqual([{ withdrawn_files: [path] }])
})

test('the site and the database agree which address names a file', async () => {
  const path = 'u1/a-b.webp'
  const base = 'https://x.example/storage/v1/object/public/media/'
  const addresses = fc.sample(
    fc
      .tuple(
        fc.constantFrom(base, `${base}x/../`, `${base}./`, '/', '/x', `${base}x`),
        fc.constantFrom('u1/a-b', 'u1%2Fa-b', 'u1\\a%2Db', 'u2/a-b', 'u1/a-b-', '%75%31/a-b'),
        fc.constantFrom('.webp', '-thumb.webp', '.jpg', '.%77ebp', ''),
        fc.constantFrom('', '?w=1', '#x', ' '),
      )
      .map((parts) => parts.join('')),
    300,
  )
  const found = await backend.sql<{ address: string; named: boolean }>(
    `select a as address, private.is_address_of(private.plain_address(a), $2) as named
     from jsonb_array_elements_text($1::text::jsonb) a`,
    [JSON.stringify(addresses), path],
  )
  expect(found.filter(({ named }) => named).length).toBeGreaterThan(20)
  expect(found.filter(({ address, named }) => named !== namesFile(address, path))).toEqual([])
})

/** Columns without addresses of files that anything shows; '*' for all columns of a table. */
const NAMES_NO_FILE: Readonly<Record<string, readonly string[]>> = {
  ...{ article_revisions: ['kind'], comment_threads: ['kind', 'quote', 'prefix', 'suffix'] },
  // What people wrote to each other, and what was recorded, is not rewritten.
  ...{ comments: ['*'], audit_log: ['*'], contact_messages: ['*'], plans: ['*'], plan_tasks: ['*'] },
  // The library itself, which gets the columns of the new file, and files of another bucket.
  ...{ media: ['*'], fonts: ['*'] },
  // Names, states and tokens.
  ...{ builds: ['*'], consent_wordings: ['*'], credit_roles: ['*'], deploy_settings: ['*'] },
  ...{ backup_runs: ['*'], demo_settings: ['*'], imports: ['*'] },
  ...{
    name_requests: ['*'],
    profiles: ['*'],
    proposed_people: ['*'],
    publish_outbox: ['*'],
    publish_problems: ['*'],
  },
  ...{ letter_recipients: ['*'], letter_sender: ['*'], suppressions: ['*'] },
  ...{ publisher_lease: ['*'], menus: ['*'], sections: ['*'], subscribers: ['*'], tags: ['*'] },
  ...{ theme: ['*'] },
}

describe('replace_media', () => {
  /** A file that an editor has stored, as the admin tells it. */
  async function stored(ending = 'webp', type = 'image/webp') {
    const storage_path = `${backend.id.editor}/${randomUUID()}.${ending}`
    const bucket = backend.as.editor.storage.from('media')
    const bytes = new Blob(['RIFF\x04\0\0\0WEBPVP8 '], { type })
    const { error } = await bucket.upload(storage_path, bytes, { contentType: type })
    if (error) throw error
    return {
      storage_path,
      thumbnail_path: type.startsWith('image/') ? storage_path.replace(/\.\w+$/, '-thumb.webp') : null,
      filename: storage_path.slice(storage_path.indexOf('/') + 1),
      original_filename: 'New hall.webp',
      mime_type: type,
      size_bytes: 16,
      width: 40,
      height: 30,
    }
  }
  const replace = (p_media: string, p_file: object) =>
    backend.as.editor.rpc('replace_media', { p_media, p_file })

  test.for([...Object.entries(NAMED_BY), ...Object.entries(NOT_NAMED_BY)])(
    'takes its place, where it is named by %s',
    async ([, nameIt]) => {
      const { id, path, url } = await file({ alt_text: 'A hall', focus: [10, 20], credit: 'Ines Abril' })
      await nameIt(backend, url, path)
      const uses = async () => {
        const { data } = await backend.as.editor.rpc('media_usage', { p_media: id })
        return (data as { id: string; places: string[] }[]).map((use) => [use.id, use.places])
      }
      const before = await uses()
      const next = await stored()
      const { data, error } = await replace(id, next)
      expect(error).toBeNull()
      expect(data).toEqual([path, path.replace('.webp', '-thumb.webp')])
      expect(await uses()).toEqual(before)
      const [row] = await backend.sql<object>(
        'select storage_path, thumbnail_path, original_filename, alt_text, focus, credit, width from public.media where id = $1::uuid',
        [id],
      )
      const { storage_path, thumbnail_path, original_filename, width } = next
      expect(row).toEqual({
        ...{ storage_path, thumbnail_path, original_filename, width },
        ...{ alt_text: 'A hall', focus: [10, 20], credit: 'Ines Abril' },
      })
      const [{ left } = { left: NaN }] = await backend.sql<{ left: number }>(
        'select count(*)::int as left from private.media_references where private.is_address_of(address, $1)',
        [path],
      )
      expect(left).toBe(0)
    },
  )

  test('keeps the comments on the picture, by whatever spelling of its address', async () => {
    const { id, url, path } = await file()
    const { id: article_id } = await insertRow(backend, 'articles', draft({ featured_image: url }))
    const subjects = [url, `/storage/v1/object/public/media/${path}`, url.replace('webp', '%77ebp')]
    const threads: { id: string }[] = []
    for (const subject of subjects)
      threads.push(await insertRow(backend, 'comment_threads', { article_id, kind: 'picture', subject }))
    const next = await stored()
    expect((await replace(id, next)).error).toBeNull()
    const rows = await backend.sql<{ subject: string; featured_image: string }>(
      `select t.subject, a.featured_image from unnest($1::uuid[]) with ordinality as made (id, place)
       join public.comment_threads t using (id) join public.articles a on a.id = t.article_id order by place`,
      [threads.map((thread) => thread.id)],
    )
    expect(rows.map(({ subject }) => namesFile(subject, next.storage_path))).toEqual([true, true, true])
    expect(rows[0]?.subject).toBe(rows[0]?.featured_image)
  })

  test('finds all that can name a file: a column elsewhere is replaced as well, or holds no address of one', async () => {
    const columns = await backend.sql<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]') and not exists (
           select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'update_media_references')`,
    )
    const unknown = columns.filter(({ name }) => {
      const [table = '', column = ''] = name.split('.')
      return !(NAMES_NO_FILE[table] ?? []).some((known) => known === column || known === '*')
    })
    expect(unknown.map(({ name }) => name).toSorted()).toEqual([
      // replace_media writes these.
      'article_revisions.data',
      'comment_threads.subject',
    ])
  })

  test('follows in unpublished changes, which still belong to the story, and in its former versions', async () => {
    const { id, url } = await file()
    const article = await insertRow(backend, 'articles', published({ featured_image: url }))
    await insertRow(backend, 'article_working_copies', {
      article_id: article.id,
      base_version: 1,
      data: { patch: { gallery: [url] } },
    })
    const next = await stored()
    expect((await replace(id, next)).error).toBeNull()
    const [found] = await backend.sql<object>(
      `select a.version = w.base_version as is_current, strpos(w.data::text, $2) > 0 as in_copy,
         (select bool_and(strpos(r.data::text, $2) > 0) from public.article_revisions r where r.article_id = a.id) as in_history
       from public.articles a join public.article_working_copies w on w.article_id = a.id where a.id = $1::uuid`,
      [article.id, next.storage_path],
    )
    expect(found).toEqual({ is_current: true, in_copy: true, in_history: true })
  })

  test('is refused as a whole where a text spells the address in another way, by a file of another kind, and for a file that is not stored', async () => {
    const { id, path, url } = await file()
    const plain = await insertRow(backend, 'articles', published({ featured_image: url }))
    await insertRow(
      backend,
      'articles',
      draft({ title: 'Spelled', content: { html: `<img src="${url.replaceAll('-', '&#45;')}">` } }),
    )
    expect((await replace(id, await stored())).error?.message).toContain('“Spelled” names this file')
    const [row] = await backend.sql<object>(
      'select a.featured_image, m.storage_path from public.articles a, public.media m where a.id = $1::uuid and m.id = $2::uuid',
      [plain.id, id],
    )
    expect(row).toEqual({ featured_image: new URL(url).pathname, storage_path: path })
    const pdf = await replace(id, await stored('pdf', 'application/pdf'))
    expect(pdf.error?.message).toBe('A file is replaced by one of its kind: a picture by a picture')
    const absent = await replace(id, { ...(await stored()), storage_path: `${backend.id.editor}/none.webp` })
    expect(absent.error?.message).toBe('The new file has to be uploaded first')
  })

  test('a file whose right has ended is replaced where it is named, and stays out of sight', async () => {
    const { id, url } = await file()
    const article = await insertRow(backend, 'articles', published({ featured_image: url }))
    await setRights(id, ENDED)
    const next = await stored()
    expect((await replace(id, next)).error).toBeNull()
    const { data } = await backend.as.anon.from('articles').select('withdrawn_files').eq('id', article.id)
    expect(data).toEqual([{ withdrawn_files: [next.storage_path] }])
  })
})
