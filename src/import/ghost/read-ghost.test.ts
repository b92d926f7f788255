import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ImportError, type Item, type ReadOptions } from '../description.ts'
import { readGhost } from './read-ghost.ts'

const OPTIONS: ReadOptions = { now: new Date('2026-11-30T12:00:00Z'), zone: 'Europe/Berlin', language: 'en' }
const EXPORTS = 'tests/fixtures/exports'
const folder = mkdtempSync(join(tmpdir(), 'ghost-'))

const itemsOf = (path: string): Promise<Item[]> => Array.fromAsync(readGhost(path, OPTIONS))

async function itemsOfData(data: object): Promise<Item[]> {
  const path = join(folder, 'export.json')
  writeFileSync(path, JSON.stringify({ data }))
  return itemsOf(path)
}

function of<Kind extends Item['kind']>(items: readonly Item[], kind: Kind) {
  return items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind)
}

const post = (columns: object) => ({
  ...{ id: 'a', title: 'Clay', slug: 'clay', status: 'published', visibility: 'public', html: '<p>Clay</p>' },
  ...{ published_at: '2024-03-01T09:00:00.000Z', ...columns },
})
const textOfData = async (columns: object, data: object = {}) => {
  const [text] = (await itemsOfData({ posts: [post(columns)], ...data })).filter(
    ({ kind }) => kind === 'story' || kind === 'page',
  )
  return text
}
const noteTexts = (item: Item | undefined) => item?.notes.map(({ text }) => text)

describe('a whole export of Ghost 2', async () => {
  const items = await itemsOf(`${EXPORTS}/ghost-2.1-mobiledoc-theme-unit-test.json`)

  test('every row becomes an item', () => {
    const counts = Object.entries(Object.groupBy(items, ({ kind }) => kind)).map(([kind, { length }]) => [
      kind,
      length,
    ])
    expect(Object.fromEntries(counts)).toEqual({
      ...{ magazine: 1, menu: 1, story: 17, page: 2, person: 1, category: 4, tag: 44, redirect: 2 },
    })
    expect(of(items, 'left out')).toEqual([])
  })

  test('the tag that comes first is the category of a story', () => {
    const story = of(items, 'story').find(({ slug }) => slug === 'many-tags')
    const slugOf = (key: string) =>
      items.flatMap((item) => (item.kind === 'category' && item.key === key ? [item.slug] : []))
    expect(story?.categories.flatMap(slugOf)).toEqual(['edge-case'])
    expect(story?.tags).toHaveLength(23)
  })

  test('a tag that is both is found at one address', () => {
    const categories = new Set(of(items, 'category').map(({ key }) => key))
    const both = of(items, 'tag').filter(({ key }) => categories.has(key))
    expect(both.length).toBe(2)
    expect(both.flatMap(({ addresses }) => addresses)).toEqual([])
  })

  test('stories are published at their dates, in UTC, and found at their addresses', () => {
    expect(of(items, 'story')[0]).toMatchObject({
      publication: { state: 'published', at: '2015-03-01T21:08:20.000Z' },
      modifiedAt: '2015-03-01T21:39:20.000Z',
      addresses: ['/this-is-a-featured-post/', '/this-is-a-featured-post/amp/'],
      featured: true,
    })
  })
})

test('an export of Ghost before version 1 is read', async () => {
  const items = await itemsOf(`${EXPORTS}/ghost/version-0.5.json`)
  expect(items).toMatchObject([
    { kind: 'magazine', name: 'The Kiln', language: 'en-US', address: null },
    {
      kind: 'menu',
      at: 'header',
      links: [
        { label: 'Home', to: { kind: 'address', address: '/' } },
        { label: 'About', to: { kind: 'address', address: '/about/' } },
      ],
    },
    {
      kind: 'story',
      ...{ key: '1', slug: 'clay-and-fire', people: ['1'], categories: ['2'], tags: ['1'], featured: true },
      html: '<h1>First</h1>\n<p>One line<br>\nand another</p>\n<figure><img src="/content/images/2014/01/bowl.jpg" alt="A bowl"></figure>',
      picture: { address: '/content/images/2014/01/kiln.jpg', alt: '', caption: '' },
      metaDescription: 'On clay',
      publication: { state: 'published', at: '2014-01-17T23:10:00.000Z' },
      // The day where the magazine is.
      addresses: ['/2014/01/18/clay-and-fire/'],
    },
    {
      kind: 'page',
      key: '2',
      html: '<p>About us</p>',
      addresses: ['/about/'],
      notes: [{ text: 'The tags of a page' }],
    },
    {
      kind: 'person',
      name: 'Ada',
      picture: '/content/images/2014/01/ada.jpg',
      links: ['http://ada.example'],
    },
    { kind: 'tag', slug: 'clay', addresses: ['/tag/clay/', '/tag/clay/rss/'] },
    { kind: 'category', slug: 'fire', description: 'Hot', addresses: ['/tag/fire/', '/tag/fire/rss/'] },
    { kind: 'tag', slug: 'unused' },
    { kind: 'redirect', from: '/rss/' },
    { kind: 'redirect', from: '/feed/' },
  ])
})

describe('nothing private is public', async () => {
  const items = await itemsOf(`${EXPORTS}/ghost/private-kinds.json`)

  test('only what is published for everybody is', () => {
    const states = [...of(items, 'story'), ...of(items, 'page')].map(({ slug, publication }) => [
      slug,
      publication.state,
    ])
    expect(states.filter(([, state]) => state === 'published')).toEqual([['open', 'published']])
    expect(states.filter(([, state]) => state === 'scheduled').map(([slug]) => slug)).toEqual([
      'ahead',
      'ahead-but-published',
    ])
    expect(states).toHaveLength(21)
  })

  test('each of the others says why, unless it is a draft', () => {
    const drafts = [...of(items, 'story'), ...of(items, 'page')].flatMap(({ slug, publication }) =>
      publication.state === 'draft' && publication.why === null ? [slug] : [],
    )
    expect(drafts).toEqual(['draft'])
  })

  test('no word of a private text is anywhere but in its own text', () => {
    const texts = [...of(items, 'story'), ...of(items, 'page')].map((text) => ({ ...text, html: '' }))
    const rest = items.filter(({ kind }) => kind !== 'story' && kind !== 'page')
    expect(JSON.stringify([...texts, ...rest]).match(/canary\w*/g)).toEqual(['canarystaff'])
  })

  test('a redirect of a private story is left out', () => {
    expect(of(items, 'redirect').map(({ from, to }) => [from, to])).toContainEqual([
      '/old/',
      { kind: 'address', address: '/open/' },
    ])
    expect(of(items, 'left out').map(({ what, title, why }) => [what, title, why])).toEqual([
      ['Internal tag', 'hash-canarystaff', 'Only staff saw it'],
      ['Redirect', '', 'It is of a story that is not public'],
      ['Comments', '', 'The file has 1, and the magazine takes none of them'],
      [
        'Members',
        '',
        'The file has 1, and the magazine takes none of them. Import the list of members that Ghost exports as CSV',
      ],
    ])
  })
})

test('a site behind a password has no public story', async () => {
  const settings = [{ key: 'is_private', value: 'true' }]
  expect(await textOfData({}, { settings })).toMatchObject({
    publication: { state: 'draft', why: 'A password stood before the whole site' },
  })
})

test('the settings may be an object, and the address of the magazine makes those of the file whole', async () => {
  const data = {
    settings: { title: 'The Kiln', description: 'On clay', url: 'https://kiln.example/blog/', lang: 'de' },
    posts: [
      post({
        html: '<img src="__GHOST_URL__/content/images/a.jpg">',
        feature_image: '/blog/content/images/size/w600/b.jpg',
      }),
    ],
  }
  const [magazine, story] = await itemsOfData(data)
  expect(magazine).toMatchObject({
    name: 'The Kiln',
    tagline: 'On clay',
    language: 'de',
    address: 'https://kiln.example/blog',
  })
  expect(story).toMatchObject({
    html: '<figure><img src="https://kiln.example/blog/content/images/a.jpg"></figure>',
    picture: { address: 'https://kiln.example/blog/content/images/b.jpg' },
  })
})

test('what is dropped of the settings is named, and no secret of them is', async () => {
  const settings = [
    { key: 'logo', value: '__GHOST_URL__/logo.png' },
    { key: 'codeinjection_head', value: '<script>canary</script>' },
    { key: 'stripe_secret_key', value: 'canary' },
    { key: '__proto__', value: 'canary' },
  ]
  const items = await itemsOfData({ posts: [], settings })
  expect(noteTexts(items[0])).toEqual(['The logo', 'Code for all pages'])
  expect(JSON.stringify(items)).not.toContain('canary')
})

test.each<[what: string, links: string[], expected: string[]]>([
  ['of one folder place all stories in it', ['/blog/fire/'], ['/clay/', '/blog/clay/']],
  ['to a story itself count', ['/2024/clay', '/2023/fire/'], ['/clay/', '/2024/clay/']],
  ['without a folder change nothing', ['/fire/', '/blog/about/'], ['/clay/']],
  ['to tags and files change nothing', ['/tag/clay/', '/content/files/clay'], ['/clay/']],
])('where the magazine made its addresses otherwise, links %s', async (_, links, expected) => {
  const html = links.map((path) => `<a href="__GHOST_URL__${path}">a</a>`).join('')
  const posts = [
    post({}),
    post({ id: 'b', slug: 'fire', html }),
    post({ id: 'c', slug: 'about', type: 'page' }),
  ]
  const [story] = of(await itemsOfData({ posts }), 'story')
  expect(story?.addresses).toEqual(expected)
})

test('menus come with their places, without links to windows of Ghost', async () => {
  const settings = [
    { key: 'navigation', value: JSON.stringify([{ label: 'About', url: '__GHOST_URL__/about/' }]) },
    {
      key: 'secondary_navigation',
      value: JSON.stringify([
        { label: 'Sign up', url: '#/portal/' },
        { label: 'X', url: 'javascript:x()' },
        { label: 'Mail', url: 'mailto:a@example.com' },
      ]),
    },
  ]
  expect(of(await itemsOfData({ posts: [], settings }), 'menu')).toMatchObject([
    { at: 'header', links: [{ label: 'About', to: { address: '/about/' }, links: [] }], notes: [] },
    { at: 'footer', links: [{ label: 'Mail' }], notes: [{ kind: 'dropped' }, { kind: 'dropped' }] },
  ])
})

test('authors and tags come in their order, each once', async () => {
  const link = (name: string, key: string, sort_order: number) => ({ post_id: 'a', [name]: key, sort_order })
  const data = {
    posts_authors: [link('author_id', 'u2', 1), link('author_id', 'u1', 0), link('author_id', 'u2', 2)],
    posts_tags: [
      link('tag_id', 't2', 2),
      link('tag_id', 't1', 1),
      link('tag_id', 't0', 0),
      link('tag_id', 'gone', 3),
    ],
    tags: [
      { id: 't0', name: '#staff', slug: 'hash-staff' },
      { id: 't1', name: 'One', slug: 'one' },
      { id: 't2', name: 'Two', slug: 'two' },
    ],
  }
  expect(await textOfData({ author_id: 'u9' }, data)).toMatchObject({
    people: ['u1', 'u2'],
    categories: ['t1'],
    tags: ['t2'],
  })
})

test('people have their accounts; who wrote nothing is left out', async () => {
  const users = [
    {
      id: 'u1',
      name: 'Ada',
      slug: 'ada',
      twitter: '@ada',
      facebook: 'ada',
      bluesky: 'ada.example',
      mastodon: 'm.example/@ada',
      website: 'x',
      password: 'canary',
    },
    { id: 'u2', name: 'Bo', slug: 'bo', email: 'bo@example.com' },
  ]
  const items = await itemsOfData({ posts: [post({ author_id: 'u1' })], users })
  expect(of(items, 'person')).toMatchObject([
    {
      name: 'Ada',
      links: [
        'https://www.facebook.com/ada',
        'https://x.com/ada',
        'https://bsky.app/profile/ada.example',
        'https://m.example/@ada',
      ],
      addresses: ['/author/ada/', '/author/ada/rss/'],
    },
  ])
  expect(of(items, 'left out')).toMatchObject([{ what: 'Person', title: 'bo' }])
  expect(JSON.stringify(items)).not.toMatch(/canary|bo@example/)
})

test('what a table of its own says of a story counts, and what networks alone have fills what is missing', async () => {
  const posts_meta = [
    {
      post_id: 'a',
      meta_title: 'On clay',
      og_description: 'For networks',
      twitter_title: 'Other',
      feature_image_alt: 'A bowl',
      feature_image_caption: 'By <a href="https://a.example">Ada</a>',
    },
  ]
  const story = await textOfData(
    {
      feature_image: '/a.jpg',
      og_image: '/og.jpg',
      canonical_url: 'https://b.example',
      codeinjection_foot: '<script>canary</script>',
    },
    { posts_meta },
  )
  expect(story).toMatchObject({
    metaTitle: 'On clay',
    metaDescription: 'For networks',
    picture: { address: '/a.jpg', alt: 'A bowl', caption: 'By Ada' },
  })
  expect(noteTexts(story)).toEqual([
    'Another address that search engines were led to (canonical URL)',
    'Code for its page',
    'Another title for social networks',
    'Another picture for social networks',
    'A link in the caption of the opening picture is plain text',
  ])
  expect(JSON.stringify(story)).not.toContain('canary')
})

test('the opening picture of a page is in its text', async () => {
  expect(await textOfData({ type: 'page', feature_image: '/a.jpg', feature_image_alt: 'A' })).toMatchObject({
    kind: 'page',
    html: '<figure><img src="/a.jpg" alt="A"></figure><p>Clay</p>',
  })
})

test('broken rows are left out, and the others come', async () => {
  const items = await itemsOfData({
    posts: [
      7,
      post({ id: null, slug: null }),
      post({}),
      post({}),
      post({ id: 'b', type: 'product', slug: 'b' }),
    ],
    users: ['x'],
    tags: null,
  })
  expect(of(items, 'story')).toHaveLength(1)
  expect(of(items, 'left out').map(({ place, why }) => [place, why])).toEqual([
    ['data.users[0]', 'It cannot be read'],
    ['data.posts[0]', 'It cannot be read'],
    ['data.posts[1]', 'It has neither an id nor an address'],
    ['data.posts[3]', 'The file has it twice'],
    ['data.posts[4]', 'It is neither a story nor a page'],
  ])
})

test('HTML that is nested by the thousand is one story that is left out', async () => {
  const deep = `${'<div>'.repeat(30_000)}a${'</div>'.repeat(30_000)}`
  const items = await itemsOfData({ posts: [post({ html: deep }), post({ id: 'b' })] })
  expect(items.filter(({ place }) => place.startsWith('data.posts')).map(({ kind }) => kind)).toEqual([
    'left out',
    'story',
  ])
})

test('JSON of something else is refused', async () => {
  const path = join(folder, 'other.json')
  writeFileSync(path, '{"data":{"rows":[]}}')
  await expect(itemsOf(path)).rejects.toThrow(ImportError)
})
