import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleFields } from '../../../src/domain/story/article.ts'
import { MAX_BODY_BYTES, MAX_CONTENT_DEPTH } from '../../../src/domain/body/limits.ts'
import { pageType } from '../../../src/domain/sections/page.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const items = (count: number) => Array.from({ length: count }, (_, at) => `entry ${at}`)
const slug = () => `story-${crypto.randomUUID()}`
const story = (row: object = {}) => ({ title: 'A story', slug: slug(), ...row })

/** The first message of the field for a value it refuses. */
function messageOf(
  field: { form: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } } },
  value: unknown,
) {
  return field.form.safeParse(value).error?.issues[0]?.message
}

test.each(['articles', 'pages'] as const)('%s refuse content nested too deep', async (table) => {
  const { id } = await insertRow(backend, table, story())
  const save = (levels: number) =>
    backend.as.editor
      .from(table)
      .update({ content: { html: '', nested: nested(levels) } })
      .eq('id', id)
  expect((await save(MAX_CONTENT_DEPTH - 1)).error).toBeNull()
  for (const levels of [MAX_CONTENT_DEPTH, 900]) {
    const { error } = await save(levels)
    expect(error).toMatchObject({ code: '23514', message: 'Content must be nested at most 100 levels deep' })
  }
})

test('authors refuse social links nested too deep', async () => {
  const { id } = await insertRow(backend, 'author_profiles', { name: 'Ann Berg' })
  const { error } = await backend.as.editor
    .from('author_profiles')
    .update({ social_links: { instagram: nested(900) } })
    .eq('id', id)
  expect(error).toMatchObject({
    code: '23514',
    message: 'Social links must be nested at most 100 levels deep',
  })
})

test.each([
  ['articles', 'gallery', items(201), 'Gallery must have at most 200 entries'],
  ['articles', 'gallery', ['x'.repeat(200_000)], 'Gallery must be at most 200 kB'],
  ['articles', 'meta_keywords', items(101), 'Meta Keywords must have at most 100 entries'],
  ['articles', 'meta_keywords', ['x'.repeat(20_000)], 'Meta Keywords must be at most 20 kB'],
  [
    'author_profiles',
    'social_links',
    { instagram: 'x'.repeat(10_000) },
    'Social links must be at most 10 kB',
  ],
])('%s have a limit for %s', async (table, column, value, message) => {
  const { id } = await insertRow(backend, table, table === 'articles' ? story() : { name: 'Ann Berg' })
  const save = (changed: unknown) =>
    backend.as.editor
      .from(table)
      .update({ [column]: changed })
      .eq('id', id)
  expect((await save(value)).error).toMatchObject({ code: '23514', message })
  const largest = Array.isArray(value) ? value.slice(1) : { instagram: 'x'.repeat(9_900) }
  expect((await save(largest)).error).toBeNull()
})

test('a body may be as large as its field says, in bytes, and the message is the same', async () => {
  const { id } = await insertRow(backend, 'articles', story())
  const save = (html: string) => backend.as.editor.from('articles').update({ content: { html } }).eq('id', id)
  // Two bytes each, and the wrapper of the text.
  const largest = 'é'.repeat((MAX_BODY_BYTES - 12) / 2)
  expect(messageOf(articleFields.html, largest)).toBeUndefined()
  expect((await save(largest)).error).toBeNull()
  const { error } = await save(`${largest}é`)
  expect(error).toMatchObject({ code: '23514', message: 'Content must be at most 1 MB' })
  expect(messageOf(articleFields.html, `${largest}é`)).toBe(error?.message)
  expect(messageOf(pageType.fields.content, { html: `${largest}é` })).toBe(error?.message)
})

test.each([
  ['articles', articleFields.slug],
  ['pages', pageType.fields.slug],
] as const)(
  'the slugs of %s are as long as their field says, and the message is the same',
  async (table, field) => {
    const longest = 'a'.repeat(field.max)
    expect((await backend.as.editor.from(table).insert(story({ slug: longest }))).error).toBeNull()
    const { error } = await backend.as.editor.from(table).insert(story({ slug: `${longest}a` }))
    expect(error).toMatchObject({ code: '23514', message: messageOf(field, `${longest}a`) })
  },
)

test('a row from before the limits can still be saved, published and unpublished', async () => {
  const { id } = await insertRow(backend, 'articles', story())
  await backend.sql('alter table public.articles disable trigger user')
  await backend.sql(
    'update public.articles set slug = $1, content = $2::jsonb, gallery = $4::text[] where id = $3',
    [
      'a'.repeat(240),
      JSON.stringify({ html: '', nested: nested(500) }),
      id,
      `{${items(300)
        .map((item) => `"${item}"`)
        .join(',')}}`,
    ],
  )
  await backend.sql('alter table public.articles enable trigger user')
  for (const change of [{ title: 'Another title' }, { status: 'published' }, { status: 'draft' }]) {
    expect((await backend.as.editor.from('articles').update(change).eq('id', id)).error).toBeNull()
  }
})
