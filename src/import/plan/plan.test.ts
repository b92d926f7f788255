import { expect, test } from 'vitest'
import { EMPTY_MAGAZINE } from '../../../tests/support/import/magazine.ts'
import { category, page, person, stageOf, story, tag } from '../../../tests/support/import/items.ts'
import type { PartialChoices } from '../../domain/newsroom/import-report.ts'
import { defaultChoices, ownChoices } from '../choices.ts'
import type { Item } from '../description.ts'
import type { Magazine } from './magazine.ts'
import { Plan } from './plan.ts'
import type { PlannedRow } from './planned.ts'

interface Given {
  magazine?: Partial<Magazine>
  /** The addresses of pictures that were read, with where each is now. */
  pictures?: [string, string][]
  choices?: PartialChoices
}

async function plan(items: Item[], { magazine: own = {}, pictures = [], choices = {} }: Given = {}) {
  const stage = await stageOf(...items)
  const magazine = { ...EMPTY_MAGAZINE, ...own }
  const chosen = ownChoices(choices, defaultChoices(stage, magazine, 'file'), magazine)
  const made = new Plan(stage, magazine, 'file', chosen)
  const stored = new Map(
    [...made.pictures()].flatMap(({ id, address }) =>
      pictures.filter(([from]) => from === address).map(([, to]) => [id, to]),
    ),
  )
  const rows = [...made.rows(stored)]
  stage.close()
  return {
    rows,
    merged: made.merged,
    of: (table: PlannedRow['table']) => rows.filter((row) => row.table === table),
  }
}
const value = (rows: readonly PlannedRow[], column: string) => rows.map(({ values }) => values[column])
const notes = (rows: readonly PlannedRow[]) => rows.flatMap((row) => row.notes.map(({ text: said }) => said))

test('stories of one address get numbers, none of a story that is there', async () => {
  const { of } = await plan([story('1'), story('2'), story('3', { slug: '', title: 'Öl & Lehm' })], {
    magazine: { articles: [{ id: 'other', slug: 'clay-2' }] },
  })
  expect(value(of('articles'), 'slug')).toEqual(['clay', 'clay-3', 'ol-lehm'])
})

const SECTION = { id: 's', slug: 'rooms', title: 'Rooms', position: 1 }
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
  const { of } = await plan(filed, {
    magazine: { sections: [{ ...SECTION, slug: 'outside', title: 'Garden' }] },
  })
  expect(of('sections')).toEqual([])
  expect(value(of('categories'), 'sections')).toEqual([[], [], ['outside'], []])
})

test('sections that an import has made are the same at the next one, also beside others', async () => {
  const made = (await plan(filed)).of('sections')
  const present = made.map(({ key, values }) => ({
    id: key,
    slug: String(values.slug),
    title: String(values.title),
    position: Number(values.position),
  }))
  const next = await plan(filed, {
    magazine: { sections: [...present, { ...SECTION, slug: 'kitchens', title: 'Kitchens' }] },
  })
  expect(next.of('sections')).toEqual(made)
  expect(value(next.of('categories'), 'sections')).toEqual([['rooms'], ['rooms'], ['garden'], []])
})

test('a category is listed in the section that was chosen for it, or in none', async () => {
  const { of } = await plan(filed, {
    magazine: { sections: [SECTION] },
    choices: { sections: { a: 'none', b: 's', c: 'new', d: 's' } },
  })
  expect(value(of('sections'), 'title')).toEqual(['Garden'])
  expect(value(of('categories'), 'sections')).toEqual([[], ['rooms'], ['garden'], ['rooms']])
})

const writers = [
  ...[person('1', 'Ada Berg'), person('2', 'Ada Berg'), person('3', 'A. Berg')],
  story('1', { people: ['1', '2', '3'] }),
]
const OURS = { id: 'ours', name: 'Ada Berg', slug: 'ada-berg' }
const credited = (rows: readonly PlannedRow[]) =>
  (rows[0]?.values.credits as { person_id: string }[]).map(({ person_id }) => person_id)

test('people of one name are one, and one who is an author here is that author', async () => {
  const alone = await plan(writers)
  expect(value(alone.of('author_profiles'), 'name')).toEqual(['Ada Berg', 'A. Berg'])
  expect(alone.merged).toMatchObject([{ key: '2', into: 'Ada Berg', isHere: false }])
  const known = await plan(writers, { magazine: { author_profiles: [OURS] } })
  expect(value(known.of('author_profiles'), 'name')).toEqual(['A. Berg'])
  expect(credited(known.of('articles'))[0]).toBe('ours')
})

test('people are who was chosen, also through another one, and nobody is lost who is each other', async () => {
  const { of } = await plan(writers, {
    magazine: { author_profiles: [OURS] },
    choices: { people: { '1': 'new', '2': '3', '3': '1' } },
  })
  expect(value(of('author_profiles'), 'name')).toEqual(['Ada Berg'])
  expect(credited(of('articles'))).toEqual([of('author_profiles')[0]?.key])
  const circle = await plan(writers, { choices: { people: { '1': '2', '2': '1', '3': 'new' } } })
  expect(value(circle.of('author_profiles'), 'name')).toEqual(['Ada Berg', 'A. Berg'])
})

test('a page keeps clear of sections and of the site itself, and comes after its parent', async () => {
  const items = [
    page('1', { slug: 'browse' }),
    page('2', { slug: 'rooms' }),
    page('3', { slug: 'light', parent: '4' }),
    page('4'),
  ]
  const { of } = await plan(items, { magazine: { sections: [SECTION] } })
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
  [{ state: 'draft', why: 'it has a password' }, 'draft', null, ['it has a password']],
  [{ state: 'review', why: null }, 'review', null, []],
  [{ state: 'archived', why: 'it has expired' }, 'archived', null, ['it has expired']],
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

test('no redirect leads to what readers cannot see, or tells of it', async () => {
  const redirect = (from: string, key: string): Item => ({
    ...{ kind: 'redirect', key: from, from, to: { kind: 'story', key } },
    ...{ place: 'line 1', notes: [] },
  })
  const { of } = await plan([
    story('1', { slug: 'secret', publication: { state: 'draft', why: 'It stands behind a password' } }),
    story('2', {
      slug: 'ahead',
      publication: { state: 'scheduled', at: '2199-01-01T00:00:00Z' },
      addresses: ['/soon'],
    }),
    ...[redirect('/?attachment_id=1', '1'), redirect('/?attachment_id=2', '2')],
  ])
  expect(of('slug_redirects')).toEqual([])
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
    ...{ alt: 'A pot', caption: '', credit: '', place: 'line 1', notes: [] },
  }
  const html = '<figure><img src="https://old.example/pot-300x200.jpg" alt="A pot"></figure>'
  const { of } = await plan([picture, story('1', { html, picture: { key: '9' } })], {
    pictures: [[POT, '/new.jpg']],
  })
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
  const { of, merged } = await plan([tag('a', 'Oak'), story('1', { tags: ['a'] })], {
    magazine: { tags: [{ id: 'ours', name: 'OAK', slug: 'oak-wood' }] },
  })
  expect(of('tags')).toEqual([])
  expect(value(of('articles'), 'tag_ids')).toEqual([['ours']])
  expect(merged).toMatchObject([{ kind: 'tag', title: 'Oak', into: 'OAK', isHere: true }])
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
