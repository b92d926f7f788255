import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILE_ADDRESSES, MEDIA, PROJECT } from '../../fixtures/file-addresses.ts'
import { magazineRecord } from '../../../src/backend/magazine-record.ts'
import { type Backend, draft, insertRow, openBackend } from '../support/backend.ts'

const STORED = `${PROJECT}/storage/v1/object/public/`
const OWN = `${MEDIA}u/1.webp`
const ELSEWHERE = 'https://tracker.example/a.png'
const IN_TEXT = 'Pictures from elsewhere are uploaded first: add them with the image button.'
const BESIDE_TEXT = 'Readers do not get pictures of other hosts: choose one from the media library.'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
  const addresses = [STORED, 'https://magazine.example/']
  const { error } = await backend.service.rpc('register_magazine', {
    p_magazine: { ...magazineRecord(), addresses },
  })
  expect(error).toBeNull()
})
afterAll(() => backend.close())

const row = (values: object) => ({ ...draft(), ...values })
const refusal = async (values: object) =>
  (await backend.as.editor.from('articles').insert(row(values))).error?.message ?? null
const img = (src: string) => ({ html: `<p>a</p><img src="${src}" alt="b">` })

test.each([
  OWN,
  'https://magazine.example/uploads/a.webp',
  '/uploads/a b.webp',
  '/uploads/café.webp?a=1&amp;b=2',
])('%s is a picture of this magazine', async (src) => {
  expect(await refusal({ content: img(src), featured_image: src, gallery: [src] })).toBeNull()
})

test.each(FILE_ADDRESSES)('%j names the file %j in the bucket', async (address, path) => {
  const [found] = await backend.sql<object>(
    'select private.stored_file_path($1, $2) as path, private.is_own_picture($1) as own',
    [address, MEDIA],
  )
  const isOfSite = /^\/(?!\/)/.test(address)
  expect(found).toEqual({ path, own: path !== null || isOfSite })
})

test.each([
  ELSEWHERE,
  `${MEDIA}../../../../../rest/v1/articles?select=id#.png`,
  `${MEDIA}%2e%2e/%2e%2e/rest/v1/x.png`,
  '/uploads/../../rest/v1/x.png',
  '/uploads/%2E./x.png',
  'https://magazine.example/uploads/..%2fx.png',
  '//tracker.example/a.png',
  '/\\tracker.example/a.png',
  '/\t/tracker.example/a.png',
  `${STORED.slice(0, 23)}@tracker.example/storage/v1/object/public/a.png`,
  'https://magazine.example.tracker.example/a.png',
  'https://tracker.example/storage/v1/object/public/media/u/1.webp',
  '&#104;ttps://tracker.example/a.png',
  '/&#47;tracker.example/a.png',
  'data:image/png;base64,AA',
])('%j is refused in a text and beside it', async (src) => {
  expect(await refusal({ content: img(src) })).toBe(IN_TEXT)
  expect(await refusal({ featured_image: src })).toBe(BESIDE_TEXT)
  expect(await refusal({ gallery: [OWN, src] })).toBe(BESIDE_TEXT)
})

test.each([
  { html: `<figure><IMG\n alt="a > b" class='x' SRC = '${ELSEWHERE}'></figure>` },
  { html: `<img/src=${ELSEWHERE}>` },
  { html: `<image src="${ELSEWHERE}">` },
  `<p>a</p><img alt="" src="${ELSEWHERE}">`,
  { blocks: [{ type: 'image', data: { file: { url: ELSEWHERE } } }] },
  { blocks: [{ type: 'paragraph', data: { text: `<img src="${ELSEWHERE}">` } }] },
  { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'image', attrs: { src: ELSEWHERE } }] }] },
  { root: { children: [{ type: 'image', src: ELSEWHERE, children: [] }] } },
  { type: 'interactive', choices: [{ id: '1', title: 'a', image: ELSEWHERE }] },
  { type: 'mixed-media', sections: [{ type: 'media', items: [{ type: 'image', src: ELSEWHERE }] }] },
  JSON.stringify({ type: 'interactive', choices: [{ id: '1', title: 'a', image: ELSEWHERE }] }),
])('a picture of another host is found in %j', async (content) => {
  expect(await refusal({ content })).toBe(IN_TEXT)
})

test.each([
  { html: `<p>See <a href="${ELSEWHERE}">this picture</a>, ${ELSEWHERE}</p>` },
  { type: 'mixed-media', sections: [{ type: 'media', items: [{ type: 'video', src: ELSEWHERE }] }] },
  '{ a plain text',
])('links, films and words are no pictures: %j', async (content) => {
  expect(await refusal({ content })).toBeNull()
})

test('pages and templates take none, either', async () => {
  const page = { title: 'Care', slug: randomUUID(), content: img(ELSEWHERE) }
  expect((await backend.as.editor.from('pages').insert(page)).error?.message).toBe(IN_TEXT)
  const template = { name: 'House tour', content: img(ELSEWHERE) }
  expect((await backend.as.editor.from('article_templates').insert(template)).error?.message).toBe(IN_TEXT)
})

const hero = (image: string | null) => ({
  blocks: [{ id: 'hero', kind: 'hero', by_rule: true, items: [{ article_id: randomUUID(), image }] }],
})

test('fronts, people and waiting changes take none, either', async () => {
  const { editor } = backend.as
  const front = (image: string) =>
    editor.from('front_versions').insert({ page: `/${randomUUID()}`, ...hero(image) })
  const person = (image_url: string) =>
    editor.from('author_profiles').insert({ name: `Wren ${randomUUID().slice(0, 8)}`, image_url })
  const changes = async (patch: object) => {
    const { id } = await insertRow(backend, 'articles', draft({ status: 'published' }))
    return editor.from('article_working_copies').insert({ article_id: id, base_version: 1, data: { patch } })
  }
  const beside = [front, person, (src: string) => changes({ featured_image: src, gallery: null })]
  for (const add of beside) {
    expect((await add(ELSEWHERE)).error?.message).toBe(BESIDE_TEXT)
    expect((await add(OWN)).error).toBeNull()
  }
  expect((await changes({ content: img(ELSEWHERE) })).error?.message).toBe(IN_TEXT)
  expect((await changes({ content: img(OWN) })).error).toBeNull()
})

test('every table whose rows name files takes no picture of another host, or shows none', async () => {
  const tables = await backend.sql<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'update_media_references' and not exists (
       select from pg_trigger p where p.tgrelid = t.tgrelid and p.tgname = 'check_pictures')
     order by 1`,
  )
  // Their texts are no HTML, and pages show no picture of them; the branding has a check of its own.
  expect(tables.map(({ name }) => name)).toEqual([
    'branding',
    'categories',
    // They show pictures of the library only.
    'letters',
    'site_settings',
    'slug_redirects',
  ])
})

test('a picture that was there before stays: the text is saved, duplicated and put right', async () => {
  const old = 'https://old.example/a.png'
  const { id } = await insertRow(backend, 'articles', draft({ content: img(old), featured_image: old }))
  const save = async (values: object) =>
    (await backend.as.editor.from('articles').update(values).eq('id', id)).error?.message ?? null
  expect(await save({ title: 'Another title', content: { html: `<p>c</p><img src="${old}">` } })).toBeNull()
  expect(await refusal({ content: img(old), featured_image: old })).toBeNull()
  expect(await save({ content: { html: `<img src="${old}"><img src="${ELSEWHERE}">` } })).toBe(IN_TEXT)
  expect(await save({ content: img(OWN), featured_image: null })).toBeNull()
})
