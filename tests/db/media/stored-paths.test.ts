import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { magazineRecord } from '../../../src/backend/magazine-record.ts'
import { readFormerMigrations } from '../../../supabase/upgrades/former-migrations.ts'
import { MEDIA, PROJECT } from '../../fixtures/file-addresses.ts'
import { type Backend, draft, insertRow, openBackend, published } from '../support/backend.ts'

const FOLDER = '/storage/v1/object/public/media/'
const KNOWN = 'u/known.webp'
const EARLIER = 'https://earlier.example:8443'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
  const addresses = [`${PROJECT}/storage/v1/object/public/`, 'https://magazine.example/']
  const { error } = await backend.service.rpc('register_magazine', {
    p_magazine: { ...magazineRecord(), addresses },
  })
  expect(error).toBeNull()
  await insertRow(backend, 'media', {
    filename: 'known.webp',
    original_filename: 'known.webp',
    mime_type: 'image/webp',
    size_bytes: 1,
    storage_path: KNOWN,
    thumbnail_path: 'u/known-thumb.webp',
  })
  await backend.sql(
    `insert into private.used_storage_paths (bucket_id, name) values ('fonts', '1_Oak.woff2'), ('media', 'u/a (1).webp')`,
  )
})
afterAll(() => backend.close())

const stored = async (value: unknown): Promise<unknown> => {
  const [row] = await backend.sql<{ value: unknown }>(
    'select private.with_stored_paths($1::text::jsonb) as value',
    [JSON.stringify(value)],
  )
  return row?.value
}

describe('the path of a file is stored', () => {
  test.each([
    [`${MEDIA}u/none.webp`, `${FOLDER}u/none.webp`],
    [`${MEDIA}u/1.webp?width=480#x`, `${FOLDER}u/1.webp?width=480#x`],
    [`HTTPS://Project.Example${FOLDER}u/1.webp`, `${FOLDER}u/1.webp`],
    [`${EARLIER}${FOLDER}${KNOWN}`, FOLDER + KNOWN],
    [`${EARLIER}${FOLDER}u/known-thumb.webp`, `${FOLDER}u/known-thumb.webp`],
    [`${EARLIER}${FOLDER}u/kn%6Fwn.webp`, `${FOLDER}u/kn%6Fwn.webp`],
    [`${EARLIER}${FOLDER}u/a%20%281%29.webp`, `${FOLDER}u/a%20%281%29.webp`],
    [`https://old.supabase.co${FOLDER}${KNOWN}`, FOLDER + KNOWN],
    [`https://host.example/supabase${FOLDER}${KNOWN}`, FOLDER + KNOWN],
    [`${EARLIER}/storage/v1/object/public/fonts/1_Oak.woff2`, '/storage/v1/object/public/fonts/1_Oak.woff2'],
  ])('of %s', async (address, path) => {
    const forms = (file: string) => [
      file,
      { [file]: 'In May' },
      { html: `<p>See <img src="${file}" alt=""><a href='${file}'>x</a> ${file}, and (${file}).</p>` },
      `![A hall](${file})\n${file}`,
      JSON.stringify({ type: 'doc', src: file }),
      JSON.stringify({ html: `<img src="${file}">` }),
    ]
    expect(await stored(forms(address))).toEqual(forms(path))
    const escaped = (file: string) => JSON.stringify({ src: file }).replaceAll('/', '\\/')
    expect(await stored(escaped(address))).toEqual(escaped(path))
  })

  test.each([
    `https://tracker.example${FOLDER}u/none.webp`,
    `https://tracker.example${FOLDER}u/known.webp.exe`,
    `https://tracker.example${FOLDER}u/known.webp/x`,
    `https://tracker.example${FOLDER}x/u/known.webp`,
    `https://tracker.example/storage/v1/object/public/fonts/${KNOWN}`,
    `https://tracker.example/storage/v1/object/public/other/${KNOWN}`,
    `https://project.example.tracker.example${FOLDER}u/none.webp`,
    `https://tracker.example/a.png`,
    `${FOLDER}${KNOWN}`,
    '/uploads/a.webp',
  ])('but %s stays: it names no file that this magazine has', async (address) => {
    const text = { html: `<img src="${address}"> ${address}`, [address]: address }
    expect(await stored(text)).toEqual(text)
  })

  test('beside a longer address of another host, which stays', async () => {
    const [own, other] = [`${EARLIER}${FOLDER}${KNOWN}`, `${EARLIER}${FOLDER}${KNOWN}x`]
    expect(await stored(`${own} ${other} ${own}`)).toBe(`${FOLDER}${KNOWN} ${other} ${FOLDER}${KNOWN}`)
  })
})

test('each of a thousand addresses on as many hosts is judged by itself', async () => {
  const addresses = (host: (at: number) => string, file: string) =>
    Array.from({ length: 1000 }, (_, at) => `${host(at)}${FOLDER}${file}`).join(' ')
  const text = addresses((at) => `https://host-${at}.example`, KNOWN)
  expect(await stored(text)).toBe(addresses(() => '', KNOWN))
  const elsewhere = addresses((at) => `https://host-${at}.example`, 'u/none.webp')
  expect(await stored(elsewhere)).toBe(elsewhere)
})

/** The columns of each table that are known to name files, and the rest of a row. */
const ROWS: Readonly<Record<string, { columns: string; row: () => Promise<object> }>> = {
  articles: {
    columns:
      'captions content excerpt facts featured_image gallery meta_description meta_keywords meta_title standfirst title title_emphasis',
    row: async () => draft({ content: {} }),
  },
  article_templates: {
    columns: 'content description excerpt facts standfirst title_pattern',
    row: async () => ({ name: randomUUID() }),
  },
  article_working_copies: {
    columns: 'data',
    row: async () => ({
      ...{ article_id: (await insertRow(backend, 'articles', published())).id, base_version: 1 },
    }),
  },
  author_profiles: {
    columns: 'bio image_url role social_links',
    row: async () => ({ name: randomUUID(), slug: randomUUID() }),
  },
  categories: {
    columns: 'description',
    row: async () => ({ name: randomUUID(), slug: randomUUID() }),
  },
  comment_threads: {
    columns: 'subject',
    row: async () => ({ article_id: (await insertRow(backend, 'articles', draft())).id, kind: 'picture' }),
  },
  fonts: { columns: 'font_file_path', row: async () => ({ font_name: 'Oak' }) },
  front_versions: { columns: 'blocks note', row: async () => ({ page: `/${randomUUID()}` }) },
  letters: { columns: 'blocks preview_text subject', row: async () => ({}) },
  pages: {
    columns: 'content excerpt meta_description meta_title title',
    row: async () => ({ title: 'Care', slug: randomUUID(), content: {} }),
  },
  slug_redirects: { columns: 'target', row: async () => ({ old_slug: randomUUID() }) },
}

test('every table whose rows name files, by the triggers that know them, stores paths', async () => {
  const tables = await backend.sql<{ name: string; has_paths: boolean }>(
    `select c.relname as name, bool_or(t.tgname = 'addresses_as_paths') as has_paths
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname in ('update_media_references', 'addresses_as_paths') group by 1 order by 1`,
  )
  expect(tables.filter(({ has_paths }) => !has_paths)).toEqual([])
  // Of these there is one row: branding.test.ts; that of the settings has no address of a file.
  expect(tables.map(({ name }) => name).filter((name) => !(name in ROWS))).toEqual([
    'branding',
    'site_settings',
  ])
})

test.each(Object.keys(ROWS))(
  'every column of %s that takes the address of a file stores its path',
  async (table) => {
    const { columns: known = '', row } = ROWS[table] ?? {}
    const file = `${EARLIER}${FOLDER}${KNOWN}`
    const item = { article_id: randomUUID(), image: file }
    const values: Readonly<Record<string, unknown[]>> = {
      text: [file, `See ${file}.`],
      ARRAY: [[file]],
      jsonb: [
        ...[{ [file]: 'In May' }, { html: `<img src="${file}">` }],
        ...[[{ label: 'Plan', value: file }], [{ id: 'hero', kind: 'hero', by_rule: true, items: [item] }]],
      ],
    }
    const columns = await backend.sql<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by 1`,
      [table],
    )
    const taken = new Set<string>()
    for (const { name, type } of columns) {
      for (const value of values[type] ?? []) {
        // Checks of the table refuse an address in other columns.
        const stored = await insertRow(backend, table, { ...(await row?.()), [name]: value }).catch(
          () => null,
        )
        if (stored === null) continue
        taken.add(name)
        const found = JSON.stringify((stored as Record<string, unknown>)[name])
        expect(found, name).toContain(`${FOLDER}${KNOWN}`)
        expect(found, name).not.toContain(EARLIER)
      }
    }
    expect(known.split(' ').filter((name) => !taken.has(name))).toEqual([])
  },
)

test('an update with the present address of what is stored changes nothing', async () => {
  const { id } = await insertRow(backend, 'articles', draft({ featured_image: `${MEDIA}u/1.webp` }))
  const save = (featured_image: string) =>
    backend.as.editor.from('articles').update({ featured_image }).eq('id', id).select('featured_image')
  expect((await save(`${MEDIA}u/1.webp`)).data).toEqual([{ featured_image: `${FOLDER}u/1.webp` }])
  expect((await save(`https://tracker.example${FOLDER}u/1.webp`)).error?.message).toContain(
    'Readers do not get pictures of other hosts',
  )
})

test('what was stored by an earlier version becomes a path, and nothing else of its row changes', async () => {
  const file = (await readFormerMigrations()).find(({ name }) => name.endsWith('_stored_paths.sql'))
  const [, conversion = ''] = /^(do \$\$[^]*\$\$;)$/m.exec(file?.text ?? '') ?? []
  const address = EARLIER + FOLDER + KNOWN
  const { id } = await insertRow(backend, 'articles', published())
  const font = await insertRow(backend, 'fonts', { font_name: 'Oak', font_file_path: 'x' })
  await backend.sql(`do $set$ begin
    alter table public.articles disable trigger user; alter table public.fonts disable trigger user;
    update public.articles set featured_image = '${address}', captions = '{"${address}": "In May"}',
      gallery = array['${address}', 'https://tracker.example/a.png'] where id = '${id}';
    update public.fonts set font_file_path = '${EARLIER}/storage/v1/object/public/fonts/1_Oak.woff2'
    where id = '${font.id}';
    alter table public.articles enable trigger user; alter table public.fonts enable trigger user;
    delete from public.publish_outbox;
  end $set$`)
  const readRow = async () => {
    const [found] = await backend.sql<{ row: Record<string, unknown> }>(
      'select to_jsonb(a) as row from public.articles a where a.id = $1::uuid',
      [id],
    )
    return found?.row
  }
  const before = await readRow()
  expect(before?.featured_image).toBe(address)
  await backend.sql(conversion)
  expect(await readRow()).toEqual({
    ...before,
    featured_image: FOLDER + KNOWN,
    gallery: [FOLDER + KNOWN, 'https://tracker.example/a.png'],
    captions: { [FOLDER + KNOWN]: 'In May' },
  })
  const fonts = await backend.sql('select font_file_path from public.fonts where id = $1::uuid', [font.id])
  expect(fonts).toEqual([{ font_file_path: '/storage/v1/object/public/fonts/1_Oak.woff2' }])
  expect(await backend.sql('select from public.publish_outbox')).toEqual([])
})
