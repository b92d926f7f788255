import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RenderedBody, renderBody } from '../../../src/domain/body/render.ts'
import { storagePathFromUrl } from '../../../src/domain/media/media-address.ts'
import { isLongRun } from '../../support/long-run.ts'
import {
  type Backend,
  type Caller,
  countFullScans,
  draft,
  insertRow,
  openBackend,
  published,
  takeLease,
} from '../support/backend.ts'
import * as rows from '../support/naming-rows.ts'
import { parseHtml } from '#parse-html'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const CALLERS = ['contributor', 'editor'] as const
type Uploader = (typeof CALLERS)[number]

const BYTES = new Blob(['RIFF\x04\0\0\0WEBPVP8 '], { type: 'image/webp' })
const OTHER_BYTES = new Blob(['RIFF\x06\0\0\0WEBPVP8 xx'], { type: 'image/webp' })

const media = (caller: Uploader | 'anon') => backend.as[caller].storage.from('media')

/** A stored file in the folder of a person, put there by that person. */
async function storedFile(caller: Uploader, name = `${randomUUID()}.webp`): Promise<string> {
  const path = `${backend.id[caller]}/${name}`
  const { error } = await media(caller).upload(path, BYTES, { contentType: BYTES.type })
  if (error) throw error
  return path
}

/** The headers of a request by a person. */
async function headersOf(caller: Uploader): Promise<Record<string, string>> {
  const { data } = await backend.as[caller].auth.getSession()
  return {
    apikey: backend.publishableKey,
    authorization: `Bearer ${data.session?.access_token ?? ''}`,
  }
}

const urlOf = (path: string) => media('anon').getPublicUrl(path).data.publicUrl

const fileRow = (caller: Uploader, path: string) => ({
  filename: path.slice(path.lastIndexOf('/') + 1),
  original_filename: 'Hall.webp',
  mime_type: 'image/webp',
  size_bytes: 1000,
  uploaded_by: backend.id[caller],
  storage_path: path,
})

async function libraryFile(caller: Uploader, name?: string): Promise<{ id: string; path: string }> {
  const path = await storedFile(caller, name)
  const { id } = await insertRow(backend, 'media', fileRow(caller, path))
  return { id, path }
}

/** The bytes that readers get at an address; null when there are none. */
async function bytesOf(path: string): Promise<string | null> {
  const response = await fetch(urlOf(path))
  return response.ok ? response.text() : null
}

const story = (more: object) => insertRow(backend, 'articles', published({ title: 'A hall', ...more }))

/** For files of this test's backend. */
const bound = (ways: typeof rows.NAMED_BY) =>
  Object.fromEntries(
    Object.entries(ways).map(([way, nameIt]) => [
      way,
      (url: string, path: string) => nameIt(backend, url, path),
    ]),
  )
const NAMED_BY = bound(rows.NAMED_BY)
const NOT_NAMED_BY = bound(rows.NOT_NAMED_BY)

interface Change {
  /** Makes a file of the caller's own, names it, and tries to change what readers get of it. Resolves with whether that worked. */
  act: (caller: Uploader, name: (path: string) => Promise<unknown>) => Promise<boolean>
  may: readonly Uploader[]
}

const updates = (columns: object): Change => ({
  act: async (caller, name) => {
    const { id, path } = await libraryFile(caller)
    await name(path)
    const { error } = await backend.as[caller].from('media').update(columns).eq('id', id)
    if (error !== null) {
      expect([error.code, error.message]).toEqual([
        '23514',
        'This file is published. An editor can change its texts and its focus.',
      ])
    }
    const [row] = await backend.sql<object & Record<string, unknown>>(
      'select * from public.media where id = $1::uuid',
      [id],
    )
    return Object.entries(columns).every(([column, value]) => String(row?.[column]) === String(value))
  },
  may: ['editor'],
})

/** A try to replace the bytes of a file that is stored without a row, and of one with one. */
const replaces = (act: (caller: Uploader, path: string) => Promise<unknown>): Change => ({
  act: async (caller, name) => {
    for (const path of [await storedFile(caller), (await libraryFile(caller)).path]) {
      await name(path)
      await act(caller, path)
      if ((await bytesOf(path)) !== (await BYTES.text())) return true
    }
    return false
  },
  may: [],
})

const CHANGES: Readonly<Record<string, Change>> = {
  'its alternative text': updates({ alt_text: 'Another hall' }),
  'its caption': updates({ caption: 'Another hall' }),
  'its focus': updates({ focus: [1, 2] }),
  'its credit': updates({ credit: 'Another photographer' }),
  'its licence': updates({ licence: 'None', licence_url: 'https://elsewhere.example/' }),
  'how it was made': updates({ made_by: 'photograph' }),
  'by ending its right': {
    act: async (caller, name) => {
      const { id, path } = await libraryFile(caller)
      await name(path)
      const { error } = await backend.as[caller]
        .from('media')
        .update({ usable_until: '2026-03-01T12:00:00Z' })
        .eq('id', id)
      return error === null
    },
    may: ['editor'],
  },
  'by replacing it in the library': {
    act: async (caller, name) => {
      const { id, path } = await libraryFile(caller)
      await name(path)
      const { error } = await backend.as[caller].rpc('replace_media', {
        p_media: id,
        p_file: { ...fileRow(caller, await storedFile(caller)), original_filename: 'New.webp' },
      })
      return error === null
    },
    may: ['editor'],
  },
  'by deleting it': {
    act: async (caller, name) => {
      const path = await storedFile(caller)
      await name(path)
      await media(caller).remove([path])
      return (await bytesOf(path)) === null
    },
    may: ['editor'],
  },
  'by adding a row with texts': {
    act: async (caller, name) => {
      const path = await storedFile(caller)
      await name(path)
      const { error } = await backend.as[caller]
        .from('media')
        .insert({ ...fileRow(caller, path), alt_text: 'Another hall' })
      if (error !== null) {
        expect(error.message).toBe('This file is published. An editor can add it to the library.')
      }
      return error === null
    },
    may: ['editor'],
  },
  'by adding a thumbnail': {
    act: async (caller, name) => {
      const { path } = await libraryFile(caller)
      await name(path)
      const thumbnail = path.replace('.webp', '-thumb.webp')
      await media(caller).upload(thumbnail, OTHER_BYTES, { contentType: BYTES.type })
      return (await bytesOf(thumbnail)) !== null
    },
    may: ['editor'],
  },
  'by storing it where a name leads nowhere': {
    act: async (caller, name) => {
      const path = `${backend.id[caller]}/${randomUUID()}.webp`
      await name(path)
      await media(caller).upload(path, OTHER_BYTES, { contentType: BYTES.type })
      return (await bytesOf(path)) !== null
    },
    may: ['editor'],
  },
  'by writing over it': replaces((caller, path) =>
    media(caller).upload(path, OTHER_BYTES, { contentType: BYTES.type, upsert: true }),
  ),
  'by updating it': replaces((caller, path) =>
    media(caller).update(path, OTHER_BYTES, { contentType: BYTES.type }),
  ),
  'by moving it away': replaces((caller, path) =>
    media(caller).move(path, `${backend.id[caller]}/${randomUUID()}.webp`),
  ),
  'by moving another file onto it': replaces(async (caller, path) =>
    media(caller).move(await storedFile(caller), path),
  ),
  'by copying another file onto it': replaces(async (caller, path) => {
    const other = `${backend.id[caller]}/${randomUUID()}.webp`
    await media(caller).upload(other, OTHER_BYTES, { contentType: BYTES.type })
    await media(caller).copy(other, path)
    await fetch(`${backend.url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: { ...(await headersOf(caller)), 'content-type': 'application/json', 'x-upsert': 'true' },
      body: JSON.stringify({ bucketId: 'media', sourceKey: other, destinationKey: path }),
    })
  }),
}

const isPublic = async (path: string) =>
  (await backend.sql<{ is: boolean }>('select private.is_published_file($1) as is', [path]))[0]?.is

describe('a file that readers see: an editor at least changes', () => {
  for (const [at, [change, { act, may }]] of Object.entries(CHANGES).entries()) {
    // Each change with some of the ways, each way with some of the changes: all pairs in the long run.
    const ways = Object.entries(NAMED_BY).filter((_, way) => isLongRun || (way + at) % 6 === 0)
    test.for(ways)(`${change}, when it is named by %s`, async ([, nameIt]) => {
      const did: Uploader[] = []
      for (const caller of CALLERS) {
        if (await act(caller, (path) => nameIt(urlOf(path), path))) did.push(caller)
      }
      expect(did).toEqual(may)
    })
  }
})

describe('a file that readers do not see: its uploader changes its texts and deletes it, when it is named by', () => {
  test.for(Object.entries(NOT_NAMED_BY))('%s', async ([, nameIt]) => {
    for (const change of ['its alternative text', 'by deleting it']) {
      const did: Uploader[] = []
      for (const caller of CALLERS) {
        if (await CHANGES[change]?.act(caller, (path) => nameIt(urlOf(path), path))) did.push(caller)
      }
      expect(did, change).toEqual(CALLERS)
    }
  })
})

describe('the row of a file: visitors and accounts that do not write', () => {
  const files = async (caller: Caller): Promise<unknown[]> => {
    const library =
      caller === 'viewer' ? backend.as.viewer.rpc('published_files') : backend.as[caller].from('media')
    const { data } = await library.select('id')
    return ((data ?? []) as { id: string }[]).map(({ id }) => id)
  }
  const seers = async (id: string) => {
    const seen: string[] = []
    for (const caller of ['anon', 'viewer', 'contributor', 'editor', 'super_admin'] as const) {
      if ((await files(caller)).includes(id)) seen.push(caller)
    }
    return seen
  }
  const STAFF = ['contributor', 'editor', 'super_admin']

  test.for(Object.entries(NAMED_BY))('see it when it is named by %s', async ([, nameIt]) => {
    const { id, path } = await libraryFile('contributor')
    expect(await seers(id)).toEqual(STAFF)
    await nameIt(urlOf(path), path)
    expect(await seers(id)).toEqual(['anon', 'viewer', ...STAFF])
  })

  test.for(Object.entries(NOT_NAMED_BY))('do not see it when it is named by %s', async ([, nameIt]) => {
    const { id, path } = await libraryFile('contributor')
    await nameIt(urlOf(path), path)
    expect(await seers(id)).toEqual(STAFF)
  })

  test('see it from the publish to the unpublish of a story on', async () => {
    const { id, path } = await libraryFile('contributor')
    const article = await insertRow(backend, 'articles', draft({ featured_image: urlOf(path) }))
    const set = (columns: object) => backend.as.editor.from('articles').update(columns).eq('id', article.id)
    const seen: boolean[] = []
    for (const columns of [
      { status: 'published' },
      { status: 'draft' },
      { status: 'published', featured_image: null },
      { featured_image: urlOf(path) },
      { deleted_at: '2026-11-20T00:00:00Z' },
    ]) {
      await (columns.deleted_at === undefined
        ? set(columns)
        : backend.as.super_admin.from('articles').update(columns).eq('id', article.id))
      seen.push((await seers(id)).includes('anon'))
    }
    expect(seen).toEqual([true, false, false, true, false])
  })

  test('are not told of others by a list of them or by a count', async () => {
    const { id } = await libraryFile('editor')
    for (const caller of ['anon', 'viewer'] as const) {
      expect(await files(caller)).not.toContain(id)
      const { count } = await backend.as[caller]
        .from('media')
        .select('id', { count: 'exact', head: true })
        .eq('id', id)
      expect(count).toBe(0)
      expect((await media('anon').list(backend.id.editor)).data ?? []).toEqual([])
    }
  })
})

test('a publisher gets the rows of files with the row that names them', async () => {
  const lease = await takeLease(backend, 'files')
  const rowsOf = async () => {
    const { data } = await backend.service.rpc('begin_build', { p_lease: lease })
    return (data as { rows: { media?: { id: string }[] } }).rows.media?.map(({ id }) => id) ?? []
  }
  for (const nameIt of [NAMED_BY['a picture in a story'], NAMED_BY['a page'], NAMED_BY['an author']]) {
    const { id, path } = await libraryFile('contributor')
    await backend.sql('delete from public.publish_outbox')
    await nameIt?.(urlOf(path), path)
    expect(await rowsOf()).toEqual([id])
  }
})

describe('an address of a stored file', () => {
  test('is never given to another one', async () => {
    for (const caller of CALLERS) {
      const path = await storedFile(caller)
      expect((await media(caller).remove([path])).error).toBeNull()
      const again = await media(caller).upload(path, OTHER_BYTES, { contentType: BYTES.type })
      expect(again.error?.message).toContain('row-level security')
      const over = await media(caller).upload(path, OTHER_BYTES, { contentType: BYTES.type, upsert: true })
      expect(over.error).not.toBeNull()
      const other = await storedFile(caller)
      expect((await media(caller).copy(other, path)).error).not.toBeNull()
      expect(await bytesOf(path)).toBeNull()
    }
  })

  test('is taken by only one of the uploads signed for a person', async () => {
    const path = `${backend.id.contributor}/${randomUUID()}.webp`
    const address = `${backend.url}/storage/v1/object/upload/sign/media/${path}`
    const signed = await fetch(address, {
      method: 'POST',
      headers: { ...(await headersOf('contributor')), 'x-upsert': 'true' },
    })
    const { token } = (await signed.json()) as { token: string }
    const send = async (body: Blob) => (await fetch(`${address}?token=${token}`, { method: 'PUT', body })).ok
    expect(await send(BYTES)).toBe(true)
    await story({ featured_image: urlOf(path) })
    expect(await send(OTHER_BYTES)).toBe(false)
    expect(await bytesOf(path)).toBe(await BYTES.text())

    await media('editor').remove([path])
    expect(await send(OTHER_BYTES)).toBe(false)
    expect(await bytesOf(path)).toBeNull()
  })

  test('may get a file back with the secret key', async () => {
    const path = await storedFile('contributor')
    const files = backend.service.storage.from('media')
    await files.remove([path])
    expect((await files.upload(path, OTHER_BYTES, { contentType: BYTES.type })).error).toBeNull()
    expect((await files.upload(path, BYTES, { contentType: BYTES.type, upsert: true })).error).toBeNull()
    expect(await bytesOf(path)).toBe(await BYTES.text())
  })
})

/** The addresses that a page asks for. */
function addressesOf(body: RenderedBody): string[] {
  const html =
    body.kind === 'html'
      ? [body.html]
      : body.kind === 'mixed-media'
        ? body.sections.flatMap((section) =>
            section.type === 'text' ? [section.html] : section.items.map(({ src }) => `<img src="${src}">`),
          )
        : []
  const found: string[] = []
  const visit = (node: { properties?: Record<string, unknown>; children?: unknown[] }) => {
    for (const value of [node.properties?.['src'], node.properties?.['href']]) {
      if (typeof value === 'string') found.push(value)
    }
    for (const child of node.children ?? []) visit(child as typeof node)
  }
  for (const text of html) visit(parseHtml(text))
  return found
}

/** A sign as it may be written in an address, or in the HTML around it. */
const spellings = (sign: string): string[] => {
  const code = sign.charCodeAt(0)
  return [
    sign,
    sign,
    sign,
    encodeURIComponent(sign),
    `%${code.toString(16).padStart(2, '0')}`,
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#${'0'.repeat(9)}${code};`,
    `${sign}&#10;`,
    `&Tab;${sign}`,
    ...(sign === '/' ? ['&sol;', '\\', '/./', '/x/../'] : []),
    ...(sign === '.' ? ['&period;'] : []),
    ...(sign === '_' ? ['&lowbar;'] : []),
    ...(sign === '&' ? ['&amp;'] : []),
  ]
}

const NAME = /[\w.\-!*'()&$@=;:+, é]/u
const spelled = (text: string) => fc.tuple(...[...text].map((sign) => fc.constantFrom(...spellings(sign))))

test('however an address is spelled: what a page asks for is named by the story', async () => {
  const name = fc
    .array(fc.constantFrom(..."ab1-_.()&',;é +"), { minLength: 1, maxLength: 12 })
    .map((signs) => signs.join('').trim())
    .filter((text) => text !== '' && !/^\.+$/.test(text) && [...text].every((sign) => NAME.test(sign)))
  const cases = fc.sample(
    fc
      .record({ name, form: fc.constantFrom('double', 'single', 'link', 'slide', 'doc') })
      .chain(({ name, form }) =>
        spelled(`/u1/${name}.webp`).map((signs) => ({
          path: `u1/${name}.webp`,
          written: signs.join(''),
          form,
        })),
      ),
    1000,
  )
  const root = 'https://x.example/storage/v1/object/public/media'
  const read = cases.map(({ path, written, form }) => {
    const url = `${root}${written}`
    const quoted = {
      double: `<img src="${url}">`,
      single: `<p><img src='${url}' alt="it's">`,
      link: `<p>See <a href="${url}?a=1#b">this</a>.</p>`,
    }
    const content =
      form === 'slide'
        ? { type: 'mixed-media', sections: [{ type: 'media', items: [{ type: 'image', src: url }] }] }
        : form === 'doc'
          ? JSON.stringify({ html: `<img src="${url}">` })
          : { html: quoted[form] }
    const asked = addressesOf(renderBody(content)).flatMap((address) => {
      try {
        const { pathname } = new URL(address, root)
        return [storagePathFromUrl(pathname, 'media')]
      } catch {
        return []
      }
    })
    return { path, content, isAsked: asked.includes(path) }
  })
  const asked = read.filter(({ isAsked }) => isAsked)
  expect(asked.length).toBeGreaterThan(200)
  const missed = await backend.sql<{ path: string; content: unknown }>(
    `select c ->> 'path' as path, c -> 'content' as content from jsonb_array_elements($1::text::jsonb) c
     where not private.names_file(jsonb_build_object('content', c -> 'content'), c ->> 'path')`,
    [JSON.stringify(asked)],
  )
  expect(missed).toEqual([])
})

test('a file in the middle of a text is named, whatever signs follow', async () => {
  const path = 'u1/17.webp'
  const texts = [
    'at /u1/17.webp.',
    'at /u1/17.webp, or',
    '(/u1/17.webp)',
    '/u1/17.webp?w=1',
    'url(/u1/17.webp)',
    '<img srcset="/u1/17.webp 2x,/a.webp 1x">',
    '<a href=/u1/17.webp>x</a>',
    '{"a":"\\/u1\\/17.webp"}',
    '\\u002fu1\\u002f17.webp',
  ]
  for (const text of texts) {
    const [row] = await backend.sql<{ is: boolean }>(
      'select private.names_file(to_jsonb($1::text), $2) as is',
      [text, path],
    )
    expect(row?.is, text).toBe(true)
  }
})

test('every table that visitors read whole rows of follows which files it names', async () => {
  // Names, and what has a file of its own.
  const nameless = [
    'article_tags',
    'credit_roles',
    'fonts',
    'global_styles',
    'media',
    'menus',
    'profiles',
    'sections',
    'tags',
    'theme',
  ]
  const tables = await backend.sql<{ name: string; follows: boolean }>(
    `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'update_media_references') as follows
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (has_any_column_privilege('anon', c.oid, 'select') or c.relname = 'author_profiles')`,
  )
  expect(
    tables
      .filter(({ follows }) => !follows)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(nameless)
})

test('a visitor who asks for one file does not make the database read all references', async () => {
  const { id, path } = await libraryFile('editor')
  await story({ featured_image: urlOf(path) })
  await backend.sql(`insert into private.media_references (table_name, row_id, address, stem, public_from)
    select 'articles', n, 'https://x/u/' || n || '.webp', n::text, '-infinity' from generate_series(1, 20000) n`)
  const ask = `perform set_config('role', 'anon', true); perform alt_text from public.media where id = '${id}'; perform set_config('role', 'none', true)`
  expect(await countFullScans(backend, 'private.media_references', ask)).toBe(0)
  expect(await isPublic(path)).toBe(true)
  await backend.sql(`delete from private.media_references where address like 'https://x/u/%'`)
})
