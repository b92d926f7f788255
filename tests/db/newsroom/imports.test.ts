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

test('an import tells nobody', async () => {
  await write([story()])
  expect(await stack.sql('select * from public.notifications')).toEqual([])
  expect(await stack.sql('select * from private.mails')).toEqual([])
})

test('undoing an import removes what it made and puts back what it changed', async () => {
  const rows = [story(), redirect('2019/05/clay', '/article/clay')]
  expect(await write(rows)).toEqual(['made', 'made'])
  await write([story({ title: 'Clay, again' })], NEXT)
  expect(await undo(NEXT)).toEqual({ taken: 1, kept: 0, done: true })
  expect(await titles()).toEqual(['Clay'])
  expect(await undo()).toEqual({ taken: 2, kept: 0, done: true })
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
  expect(await undo()).toEqual({ taken: 0, kept: 1, done: true })
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
