import { expect, test } from 'vitest'
import type { Item, Note, Page, Publication, Story } from '../description.ts'
import { Stage } from '../stage.ts'
import type { Magazine } from './magazine.ts'
import { Plan } from './plan.ts'
import type { PlannedRow } from './planned.ts'

const EMPTY: Magazine = {
  ...{ categories: [], tags: [], author_profiles: [], sections: [], articles: [], pages: [], media: [] },
  ...{ slug_redirects: [], credit_roles: [{ id: 'words', is_words: true }] },
}
const described: { place: string; notes: Note[] } = { place: 'line 1', notes: [] }
const site: Item = {
  ...{ kind: 'magazine', key: '', name: 'Old', tagline: '', language: null, address: 'https://old.example' },
  ...described,
}
const text = {
  ...{
    place: 'line 1',
    html: '<p>Clay.</p>',
    createdAt: null,
    modifiedAt: null,
    metaTitle: '',
    metaDescription: '',
  },
}
const PUBLISHED: Publication = { state: 'published', at: '2019-05-01T10:00:00Z' }
const story = (key: string, more: Partial<Story> = {}): Story => ({
  ...{
    ...text,
    kind: 'story',
    key,
    title: 'Clay',
    slug: 'clay',
    publication: PUBLISHED,
    notes: [],
    addresses: [],
    standfirst: '',
    excerpt: '',
  },
  ...{ people: [], categories: [], tags: [], keywords: [], picture: null, featured: false, ...more },
})
const page = (key: string, more: Partial<Page> = {}): Page => ({
  ...{
    ...text,
    kind: 'page',
    key,
    title: 'Studio',
    slug: 'studio',
    publication: PUBLISHED,
    parent: null,
    notes: [],
    addresses: [],
    ...more,
  },
})
const tag = (key: string, name: string): Item => ({
  ...{
    kind: 'tag',
    key,
    name,
    slug: name.toLowerCase(),
    description: '',
    addresses: [`/tag/${name.toLowerCase()}/`],
  },
  ...described,
})

async function plan(items: Item[], magazine: Partial<Magazine> = {}, pictures: [string, string][] = []) {
  const stage = new Stage()
  await stage.fill(
    (async function* () {
      yield* await Promise.resolve([site, ...items])
    })(),
  )
  const made = new Plan(stage, { ...EMPTY, ...magazine }, 'file')
  const stored = new Map(
    [...made.pictures()].flatMap(({ id, address }) =>
      pictures.filter(([from]) => from === address).map(([, to]) => [id, to]),
    ),
  )
  const rows = [...made.rows(stored)]
  stage.close()
  return { rows, of: (table: PlannedRow['table']) => rows.filter((row) => row.table === table) }
}
const value = (rows: readonly PlannedRow[], column: string) => rows.map(({ values }) => values[column])
const notes = (rows: readonly PlannedRow[]) => rows.flatMap((row) => row.notes.map(({ text: said }) => said))

test('stories of one address get numbers, none of a story that is there', async () => {
  const { of } = await plan([story('1'), story('2'), story('3', { slug: '', title: 'Öl & Lehm' })], {
    articles: [{ id: 'other', slug: 'clay-2' }],
  })
  expect(value(of('articles'), 'slug')).toEqual(['clay', 'clay-3', 'ol-lehm'])
})

const category = (key: string, name: string, parent: string | null = null): Item => ({
  ...{ kind: 'category', key, name, slug: name.toLowerCase(), description: '', parent },
  ...{ ...described, addresses: [`/category/${name.toLowerCase()}/`] },
})
const filed = [
  ...[
    category('a', 'Rooms'),
    category('b', 'Kitchens', 'a'),
    category('c', 'Garden'),
    category('d', 'Uncategorized'),
  ],
  ...['a', 'b', 'b', 'c', 'd', 'd', 'd', 'd'].map((of, at) =>
    story(String(at), { slug: `s${at}`, categories: [of] }),
  ),
]

test('a magazine without sections gets the largest categories as sections, with the ones below them', async () => {
  const { of } = await plan(filed)
  expect(value(of('sections'), 'slug')).toEqual(['rooms', 'garden'])
  expect(of('categories').map(({ values }) => [values.name, values.sections])).toEqual([
    ['Rooms', ['rooms']],
    ['Kitchens', ['rooms']],
    ['Garden', ['garden']],
    ['Uncategorized', []],
  ])
  expect(of('slug_redirects').find(({ key }) => key === 'category/kitchens')?.values.target).toBe(
    '/rooms?category=Kitchens',
  )
})

test('a magazine with sections keeps them, and lists there the category of a section’s name', async () => {
  const { of } = await plan(filed, { sections: [{ id: 's', slug: 'outside', title: 'Garden' }] })
  expect(of('sections')).toEqual([])
  expect(value(of('categories'), 'sections')).toEqual([[], [], ['outside'], []])
})

test('sections that an import has made are the same at the next one, also beside others', async () => {
  const made = (await plan(filed)).of('sections')
  const present = made.map(({ key, values }) => ({
    id: key,
    slug: String(values.slug),
    title: String(values.title),
  }))
  const next = await plan(filed, { sections: [...present, { id: 's', slug: 'kitchens', title: 'Kitchens' }] })
  expect(next.of('sections')).toEqual(made)
  expect(value(next.of('categories'), 'sections')).toEqual([['rooms'], ['rooms'], ['garden'], []])
})

test('a page keeps clear of sections and of the site itself, and comes after its parent', async () => {
  const items = [
    page('1', { slug: 'browse' }),
    page('2', { slug: 'rooms' }),
    page('3', { slug: 'light', parent: '4' }),
    page('4'),
  ]
  const { of } = await plan(items, { sections: [{ id: 's', slug: 'rooms', title: 'Rooms' }] })
  expect(value(of('pages'), 'slug')).toEqual(['browse-2', 'rooms-2', 'studio', 'light'])
  const [, , parent, child] = of('pages')
  expect(child?.values.parent_id).toBe(parent?.key)
})

test('pages that are parents of each other stand on their own', async () => {
  const { of } = await plan([page('1', { parent: '2' }), page('2', { slug: 'light', parent: '1' })])
  expect(of('pages')).toHaveLength(2)
})

test.each([
  [{ state: 'published', at: '2019-05-01T10:00:00Z' }, 'published', '2019-05-01T10:00:00Z', []],
  [{ state: 'scheduled', at: '2099-05-01T10:00:00Z' }, 'published', '2099-05-01T10:00:00Z', []],
  [{ state: 'draft', why: 'it has a password' }, 'draft', null, ['Not public: it has a password']],
  [{ state: 'review', why: null }, 'review', null, []],
  [{ state: 'archived', why: 'it has expired' }, 'archived', null, ['Not public: it has expired']],
] as const)('a story that is %o becomes %s', async (publication, status, at, said) => {
  const { of } = await plan([story('1', { publication })])
  const [row] = of('articles')
  expect([row?.values.status, row?.values.published_at, notes(of('articles'))]).toEqual([status, at, said])
})

test('a page that is ahead stays a draft', async () => {
  const { of } = await plan([page('1', { publication: { state: 'scheduled', at: '2099-05-01T10:00:00Z' } })])
  expect(value(of('pages'), 'status')).toEqual(['draft'])
  expect(notes(of('pages'))).toEqual(['A page cannot be scheduled: it is a draft'])
})

test('old addresses lead to what is public, in one step, and none is taken from the site', async () => {
  const { of } = await plan([
    story('1', { addresses: ['https://old.example/2019/clay/', '/?p=1', 'https://old.example/browse'] }),
    story('2', { addresses: ['/secret/'], slug: 'secret', publication: { state: 'draft', why: null } }),
    page('3', { addresses: ['/studio/'] }),
  ])
  expect(of('slug_redirects').map(({ key, values }) => [key, values.target])).toEqual([
    ['2019/clay', '/article/clay'],
    ['?p=1', '/article/clay'],
  ])
})

test('a tag that has no page is searched for', async () => {
  const tagged = { tags: ['a'] }
  const { of } = await plan([
    ...[tag('a', 'Oak'), tag('b', 'Lime')],
    ...['1', '2', '3'].map((key) => story(key, tagged)),
  ])
  expect(of('slug_redirects').map(({ key, values }) => [key, values.target])).toEqual([
    ['tag/lime', '/browse?search=Lime'],
  ])
})

test('links within the old site lead to the new addresses, others to the old site', async () => {
  const html =
    '<p><a href="https://old.example/2019/clay/#kiln">a</a> <a href="/gone/">b</a> <a href="https://other.example/">c</a> <a href="#note">d</a></p>'
  const { of } = await plan([story('1', { addresses: ['/2019/clay/'] }), story('2', { slug: 'lime', html })])
  expect(value(of('articles'), 'content')[1]).toEqual({
    html: '<p><a href="/article/clay#kiln">a</a> <a href="https://old.example/gone/">b</a> <a href="https://other.example/">c</a> <a href="#note">d</a></p>',
  })
})

const POT = 'https://old.example/pot.jpg'

test('a picture has its new address, whatever copy of it the text names', async () => {
  const picture: Item = {
    ...{ kind: 'picture', key: '9', address: POT, addresses: ['https://old.example/pot-300x200.jpg'] },
    ...{ alt: 'A pot', caption: '', credit: '', ...described },
  }
  const html = '<figure><img src="https://old.example/pot-300x200.jpg" alt="A pot"></figure>'
  const { of } = await plan([picture, story('1', { html, picture: { key: '9' } })], {}, [[POT, '/new.jpg']])
  const [row] = of('articles')
  expect(row?.values.content).toEqual({ html: '<figure><img src="/new.jpg" alt="A pot"></figure>' })
  expect(row?.values.featured_image).toBe('/new.jpg')
})

test('a picture that could not be read is a link with its words, its caption a paragraph, and it is said', async () => {
  const html = `<figure><img src="${POT}" alt="A pot"><figcaption>Fired twice</figcaption></figure>`
  const { of } = await plan([story('1', { html })])
  expect(value(of('articles'), 'content')).toEqual([
    { html: `<p><a href="${POT}">A pot</a></p><p>Fired twice</p>` },
  ])
  expect(notes(of('articles'))).toEqual([`The picture ${POT} could not be read and is a link`])
})

test('a category, tag or person of a name that is there is that one', async () => {
  const { of } = await plan([tag('a', 'Oak'), story('1', { tags: ['a'] })], {
    tags: [{ id: 'ours', name: 'OAK', slug: 'oak-wood' }],
  })
  expect(of('tags')).toEqual([])
  expect(value(of('articles'), 'tag_ids')).toEqual([['ours']])
})

test('what is longer than the database takes is cut, and it is said', async () => {
  const { of } = await plan([story('1', { title: 'x'.repeat(400), metaTitle: 'y'.repeat(80) })])
  expect(String(of('articles')[0]?.values.title)).toHaveLength(300)
  expect(notes(of('articles'))).toEqual(['Title cut to 300 characters', 'SEO title cut to 60 characters'])
})

test('the same file gives the same plan', async () => {
  const items = [tag('a', 'Oak'), page('1'), story('2', { tags: ['a'], addresses: ['/2019/clay/'] })]
  expect((await plan(items)).rows).toEqual((await plan(items)).rows)
})
