import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stack } from '../../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../../support/database/test-stack.ts'

const IMPORT = '00000000-0000-8000-8000-000000000001'
const NEXT = '00000000-0000-8000-8000-000000000002'
const STORY = '00000000-0000-8000-8000-00000000000a'
const TAGS = ['00000000-0000-8000-8000-00000000000b', '00000000-0000-8000-8000-00000000000c']

let stack: Stack
let service: SupabaseClient
let editor: SupabaseClient

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  editor = (await signedIn(stack, 'editor')).client
})
afterAll(() => stack.stop())

beforeEach(async () => {
  await stack.sql('delete from public.imports')
  await stack.sql('delete from public.articles')
  await stack.sql('delete from public.tags')
  await stack.sql('delete from public.slug_redirects')
  for (const id of [IMPORT, NEXT])
    await service
      .from('imports')
      .insert({ id, source: 'https://old.example', format: 'Ghost', file_name: 'x.json' })
})

const story = (values: object = {}) => ({
  ...{ table: 'articles', key: STORY },
  values: {
    ...{ title: 'Clay', slug: 'clay', content: { html: '<p>Clay.</p>' }, status: 'published' },
    ...{
      published_at: '2019-05-01T10:00:00Z',
      created_at: '2019-04-01T10:00:00Z',
      updated_at: '2019-06-01T10:00:00Z',
    },
    ...{ tag_ids: [], ...values },
  },
})
const tag = (key: string, name: string) => ({
  table: 'tags',
  key,
  values: { name, slug: name.toLowerCase() },
})
const redirect = (old_slug: string, target: string) => ({
  ...{ table: 'slug_redirects', key: old_slug, values: { kind: 'custom', old_slug, target } },
})

async function write(rows: object[], id = IMPORT): Promise<string[]> {
  const { data, error } = await service.rpc('write_imported_rows', { p_import: id, p_rows: rows })
  if (error !== null) throw error
  return data as string[]
}

async function titles(): Promise<unknown[]> {
  return (await stack.sql<{ title: string }>('select title from public.articles order by title')).map(
    ({ title }) => title,
  )
}

async function undo(id = IMPORT): Promise<unknown> {
  const { data, error } = await service.rpc('undo_import', { p_import: id })
  if (error !== null) throw error
  return data
}

test('a story comes with the times of the file and its tags', async () => {
  const [one = '', two = ''] = TAGS
  expect(await write([tag(one, 'Oak'), tag(two, 'Lime'), story({ tag_ids: TAGS })])).toEqual([
    'made',
    'made',
    'made',
  ])
  const { data } = await service
    .from('articles')
    .select('created_at, updated_at, modified_at, article_tags(tag_id)')
    .single()
  expect(data).toMatchObject({
    ...{ created_at: '2019-04-01T10:00:00+00:00', updated_at: '2019-06-01T10:00:00+00:00' },
    modified_at: '2019-06-01T10:00:00+00:00',
  })
  expect(data?.article_tags).toHaveLength(2)
})

test('the same file again changes nothing, not even a version', async () => {
  const rows = [story(), redirect('2019/05/clay', '/article/clay')]
  await write(rows)
  const [before] = await stack.sql('select * from public.articles')
  expect(await write(rows)).toEqual(['same', 'same'])
  expect(await write(rows, NEXT)).toEqual(['same', 'same'])
  expect(await stack.sql('select * from public.articles')).toEqual([before])
})

test('a file that has changed changes the row, also its tags', async () => {
  const [one = '', two = ''] = TAGS
  await write([tag(one, 'Oak'), tag(two, 'Lime'), story({ tag_ids: [one] })])
  expect(await write([story({ title: 'Clay, again', tag_ids: [two] })], NEXT)).toEqual(['changed'])
  expect(await titles()).toEqual(['Clay, again'])
  expect(await stack.sql('select tag_id from public.article_tags')).toEqual([{ tag_id: two }])
})

test('what somebody has changed or deleted here since is left alone', async () => {
  await write([story()])
  await editor.from('articles').update({ title: 'Ours' }).eq('id', STORY)
  expect(await write([story({ title: 'Theirs' })], NEXT)).toEqual(['kept'])
  expect(await titles()).toEqual(['Ours'])
  await stack.sql('delete from public.articles')
  expect(await write([story({ title: 'Theirs' })], NEXT)).toEqual(['kept'])
  expect(await titles()).toEqual([])
})

test('a row that the database refuses is named with its reason, and the others are written', async () => {
  const long = { ...story({ title: 'x'.repeat(400) }), key: NEXT }
  const [refused, made] = await write([long, story()])
  expect(refused).toContain('articles_title_check')
  expect(made).toBe('made')
})

test('no table is written that an import has nothing to do with', async () => {
  await expect(
    write([{ table: 'profiles', key: STORY, values: { role: 'super_admin' } }]),
  ).rejects.toMatchObject({
    code: '22023',
  })
})

test('an import tells nobody, and neither does taking it back', async () => {
  await stack.sql('delete from public.publish_outbox')
  const quiet = () =>
    stack.sql<{ entity: string; is_silent: boolean }>(
      'select distinct entity, is_silent from public.publish_outbox order by entity',
    )
  await write([story(), redirect('2019/05/clay', '/article/clay')])
  expect(await quiet()).toContainEqual({ entity: 'articles', is_silent: true })
  await undo()
  const silent = (await quiet()).map(({ is_silent }) => is_silent)
  expect(new Set(silent)).toEqual(new Set([true]))
  expect(await stack.sql('select * from public.notifications')).toEqual([])
  expect(await stack.sql('select * from private.mails')).toEqual([])
})

test('what staff change is announced, and an imported story that is ahead when it is due', async () => {
  await write([story({ published_at: '2099-01-01T10:00:00Z' })])
  await stack.sql('delete from public.publish_outbox where due_at <= now()')
  expect(await stack.sql('select is_silent from public.publish_outbox')).toEqual([{ is_silent: false }])
  await stack.sql('delete from public.publish_outbox')
  await editor.from('articles').update({ published_at: '2020-01-01T10:00:00Z' }).eq('id', STORY)
  const announced = await stack.sql('select distinct is_silent from public.publish_outbox')
  expect(announced).toEqual([{ is_silent: false }])
})

const LINK = {
  ...{ id: '00000000-0000-8000-8000-00000000000d', label: 'Studio' },
  to: { kind: 'address', url: '/studio' },
}
const header = (items: unknown[]) => ({ table: 'menus', key: 'header', values: { items } })
const named = (site_name: string) => ({
  ...{ table: 'site_settings', key: 'magazine', values: { site_name, tagline: 'Rooms', language: 'de' } },
})
const menus = () => stack.sql('select id, items from public.menus')
const settings = () => stack.sql('select site_name, tagline, language from public.site_settings')

test.each([
  ['that nobody has made', null],
  ['of one’s own', [{ ...LINK, label: 'Ours' }]],
])('a menu %s becomes the imported one, and is as it was when that is taken back', async (_, own) => {
  await stack.sql('delete from public.menus')
  if (own !== null) await service.from('menus').insert({ id: 'header', items: own })
  const before = await menus()
  expect(await write([header([LINK])])).toEqual([own === null ? 'made' : 'changed'])
  expect(await menus()).toEqual([{ id: 'header', items: [LINK] }])
  expect(await write([header([LINK])])).toEqual(['same'])
  await undo()
  expect(await menus()).toEqual(before)
})

test('a menu that pages cannot show is refused', async () => {
  const [why] = await write([header([{ ...LINK, to: { kind: 'address', url: 'http://old.example' } }])])
  expect(why).toContain('A link needs what it leads to')
})

test.each(['without settings', 'with settings'])(
  'a magazine %s takes the name of a file, and gives it back',
  async (kind) => {
    await stack.sql('delete from public.site_settings')
    if (kind === 'with settings')
      await service.from('site_settings').insert({ site_name: 'Ours', time_zone: 'Europe/Berlin' })
    expect(await write([named('Old')])).toEqual(['changed'])
    expect(await settings()).toEqual([{ site_name: 'Old', tagline: 'Rooms', language: 'de' }])
    expect(await write([named('Old')])).toEqual(['same'])
    await undo()
    const site_name = kind === 'with settings' ? 'Ours' : 'New Magazine'
    expect(await settings()).toEqual([{ site_name, tagline: '', language: 'en' }])
  },
)

test('a name that somebody has chosen since stays', async () => {
  await write([named('Old')])
  await stack.sql(`update public.site_settings set site_name = 'Ours'`)
  expect(await write([named('Older')], NEXT)).toEqual(['kept'])
  expect(await undo()).toMatchObject({ taken: 0, kept: 1 })
})

const subscriber = (email: string) => ({
  ...{ table: 'subscribers', key: STORY },
  values: { email, status: 'active', consent_source: 'import' },
})

test('who was erased here does not come back by an import, and nothing of the address is kept', async () => {
  expect(await write([subscriber('Ada@old.example')])).toEqual(['made'])
  const admin = (await signedIn(stack, 'super_admin', 'eraser@example.com')).client
  expect((await admin.rpc('erase_subscriber', { p_id: STORY })).error).toBeNull()
  expect(await write([{ ...subscriber('ada@old.example'), key: NEXT }], NEXT)).toEqual(['kept'])
  const kept = await stack.sql('select e::text as row from private.erased_addresses e')
  expect(JSON.stringify(kept)).not.toMatch(/ada|old\.example/i)
})

test('who came by an import that was taken back can come again', async () => {
  await write([subscriber('eve@old.example')])
  await undo()
  expect(await write([subscriber('eve@old.example')])).toEqual(['made'])
  await undo()
})

const PICTURE = '00000000-0000-8000-8000-00000000000e'
const PATH = `imports/${PICTURE}.webp`
const picture = {
  ...{ table: 'media', key: PICTURE },
  values: {
    ...{ filename: 'pot.webp', original_filename: 'pot.webp', mime_type: 'image/webp', size_bytes: 3 },
    ...{ storage_path: PATH, thumbnail_path: `imports/${PICTURE}-thumb.webp`, width: 1, height: 1 },
  },
}

async function importPicture() {
  const bytes = new Blob(['RIFF\x04\0\0\0WEBPVP8 '], { type: 'image/webp' })
  const options = { contentType: 'image/webp', upsert: true }
  expect((await service.storage.from('media').upload(PATH, bytes, options)).error).toBeNull()
  expect(await write([picture])).toEqual(['made'])
}

test('a picture that is taken back remains until its file is gone, also where the caller was killed before', async () => {
  await importPicture()
  expect(await undo()).toEqual({ taken: 1, kept: 0, remaining: 1, files: [] })
  const left = { taken: 0, kept: 0, remaining: 1, files: [PATH] }
  expect([await undo(), await undo()]).toEqual([left, left])
  await service.storage.from('media').remove([PATH])
  expect(await undo()).toEqual({ taken: 0, kept: 0, remaining: 0, files: [] })
})

test('a picture that is being taken back can be imported again', async () => {
  await importPicture()
  await undo()
  expect(await write([picture])).toEqual(['made'])
  expect(await undo()).toMatchObject({ taken: 1, kept: 0 })
})

test('a picture that something else shows stays, with its file', async () => {
  await importPicture()
  const address = service.storage.from('media').getPublicUrl(PATH).data.publicUrl
  const own = { title: 'Ours', slug: 'ours', content: { html: `<img src="${address}" alt="">` } }
  await service.from('articles').insert(own)
  expect(await undo()).toEqual({ taken: 0, kept: 1, remaining: 0, files: [] })
  expect(await stack.sql('select storage_path from public.media where id = $1', [PICTURE])).toHaveLength(1)
})

test('undoing an import removes what it made and puts back what it changed', async () => {
  const rows = [story(), redirect('2019/05/clay', '/article/clay')]
  expect(await write(rows)).toEqual(['made', 'made'])
  await write([story({ title: 'Clay, again' })], NEXT)
  expect(await undo(NEXT)).toEqual({ taken: 1, kept: 0, remaining: 0, files: [] })
  expect(await titles()).toEqual(['Clay'])
  expect(await undo()).toEqual({ taken: 2, kept: 0, remaining: 0, files: [] })
  expect(await titles()).toEqual([])
  expect(await stack.sql('select * from public.slug_redirects')).toEqual([])
  expect(await stack.sql(`select status from public.imports order by id`)).toEqual([
    { status: 'undone' },
    { status: 'undone' },
  ])
})

test('undoing an import leaves what somebody has changed since, and says so', async () => {
  await write([story()])
  await editor.from('articles').update({ title: 'Ours' }).eq('id', STORY)
  expect(await undo()).toEqual({ taken: 0, kept: 1, remaining: 0, files: [] })
  expect(await titles()).toEqual(['Ours'])
})

test('an import that was undone can be done again', async () => {
  await write([story()])
  await undo()
  expect(await write([story()])).toEqual(['made'])
})

test.each(['viewer', 'contributor', 'editor', 'super_admin'] as const)(
  'a %s writes and undoes no import',
  async (role) => {
    const user = role === 'editor' ? editor : (await signedIn(stack, role)).client
    for (const [name, args] of [
      ['write_imported_rows', { p_import: IMPORT, p_rows: [story()] }],
      ['undo_import', { p_import: IMPORT }],
    ] as const) {
      const { error } = await user.rpc(name, args)
      expect(error?.code).toBe('42501')
    }
  },
)
