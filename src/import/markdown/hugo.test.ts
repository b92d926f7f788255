import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesIn, folderOf, itemsOf, ofKind, zipOf } from '../../../tests/support/import/source-folder.ts'
import type { Item } from '../description.ts'
import { readMarkdown } from './read-markdown.ts'

const FOLDER = join(import.meta.dirname, '../../../tests/fixtures/exports/hugo')

describe('a site of Hugo', () => {
  let items: Item[]
  beforeAll(async () => {
    items = await itemsOf(readMarkdown, FOLDER)
  })
  const story = (name: string) => ofKind(items, 'story').find(({ key }) => key === `content/${name}`)

  test('is the same as a ZIP', async () => {
    const dated = (all: Item[]) => JSON.stringify(all.filter(({ kind }) => kind !== 'page'))
    const files = filesIn(FOLDER)
    const around = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`kiln-main/${path}`, content]),
    )
    expect(dated(await itemsOf(readMarkdown, zipOf(around)))).toBe(dated(items))
  })

  test('says what the magazine is', () => {
    expect(ofKind(items, 'magazine')).toMatchObject([
      {
        name: 'The Kiln',
        tagline: 'About clay',
        language: 'en-gb',
        address: 'https://kiln.example/magazine',
      },
    ])
    expect(ofKind(items, 'menu')).toMatchObject([
      {
        at: 'header',
        links: [
          { label: 'About', to: { kind: 'address', address: '/about/' } },
          { label: 'Essays', to: { kind: 'address', address: '/essays/' } },
        ],
      },
    ])
  })

  test.each([
    ['posts/clay/index.md', { state: 'published', at: '2024-05-01T09:00:00.000Z' }],
    ['posts/draft.md', { state: 'draft', why: null }],
    ['posts/unclear.md', { state: 'draft', why: 'Its field “draft” cannot be read' }],
    ['posts/ahead.md', { state: 'scheduled', at: '2027-01-01T00:00:00.000Z' }],
    ['posts/expired.md', { state: 'archived', why: 'Its time was over' }],
    ['posts/unrendered.md', { state: 'draft', why: 'It had no address of its own' }],
    ['posts/unlisted.md', { state: 'draft', why: 'It was not listed' }],
    ['posts/headless.md', { state: 'draft', why: 'It had no address of its own' }],
    ['posts/private.md', { state: 'draft', why: 'It was private' }],
    ['posts/locked.md', { state: 'draft', why: 'It had a password' }],
    ['posts/undated.md', { state: 'draft', why: 'It has no date' }],
    [
      'posts/clay/extra.md',
      { state: 'draft', why: 'It belonged to another text, and had no address of its own' },
    ],
    ['secret/cascaded.md', { state: 'draft', why: null }],
  ])('%s is private unless everything says otherwise', (name, publication) => {
    expect(story(name)?.publication).toEqual(publication)
  })

  test('has no words of a private text outside of that text', () => {
    expect(
      JSON.stringify(items.map((item) => ('html' in item ? { ...item, html: '' } : item))),
    ).not.toContain('canary')
  })

  test('names what it leaves out', () => {
    expect(ofKind(items, 'left out').map(({ place, why }) => [place, why])).toEqual([
      ['content/posts/broken.md', 'Its front matter cannot be read, from line 3 on'],
      ['content/posts/old.org', 'It is in a language that is not read'],
    ])
  })

  test('keeps its fields', () => {
    expect(story('posts/clay/index.md')).toMatchObject({
      title: 'Clay',
      slug: 'clay',
      standfirst: 'A river and its gifts',
      excerpt: 'What the river brings',
      people: ['marit', 'Tom Poe'],
      categories: ['craft'],
      tags: ['clay', 'on', '1.1'],
      modifiedAt: '2024-05-01T23:00:00.000Z',
      picture: { address: '/posts/clay/pot.jpg', alt: 'A pot', caption: 'By Marit' },
      addresses: ['/posts/clay/', '/old/clay.html', '/posts/former'],
    })
    expect(story('posts/fire.md')).toMatchObject({ slug: '007', tags: ['no', 'clay'], categories: ['notes'] })
    expect(story('posts/fire.md')?.addresses).toEqual(['/posts/007/'])
    expect(story('posts/fire.de.md')?.addresses).toEqual(['/de/posts/fire/'])
    expect(story('essays/river.md')).toMatchObject({
      title: 'Essay',
      people: ['Ann'],
      addresses: ['/2024/07/essay/'],
    })
    expect(ofKind(items, 'page')).toMatchObject([{ title: 'About us', addresses: ['/about/'] }])
  })

  test('tells of people, categories and tags', () => {
    expect(ofKind(items, 'person')).toMatchObject([
      {
        key: 'marit',
        name: 'Marit Aas',
        bio: 'A potter.',
        links: ['https://marit.example'],
        picture: '/authors/marit/avatar.jpg',
        addresses: ['/authors/marit/', '/authors/marit/index.xml'],
      },
      { key: 'Ann', email: 'ann@kiln.example' },
      { key: 'Tom Poe', slug: 'tom-poe' },
    ])
    expect(
      ofKind(items, 'category').map(({ name, description, addresses }) => [name, description, addresses[0]]),
    ).toEqual([
      ['Essays', '', '/essays/'],
      ['Notes', 'Short texts', '/posts/'],
      ['Handicraft', 'By hand', '/categories/craft/'],
      ['Secret', '', '/secret/'],
    ])
    expect(ofKind(items, 'tag').map(({ key }) => key)).toEqual(['clay', 'on', '1.1', 'no'])
  })

  test('tells where the files of pictures are', () => {
    expect(ofKind(items, 'picture').map(({ address, addresses }) => [address, addresses])).toEqual([
      [
        '/authors/marit/avatar.jpg',
        ['folder:content/authors/marit/avatar.jpg', 'https://kiln.example/magazine/authors/marit/avatar.jpg'],
      ],
      [
        '/posts/clay/pot.jpg',
        ['folder:content/posts/clay/pot.jpg', 'https://kiln.example/magazine/posts/clay/pot.jpg'],
      ],
      ['/img/wheel.png', ['folder:static/img/wheel.png', 'https://kiln.example/magazine/img/wheel.png']],
    ])
  })

  test('keeps the text with what its shortcodes mean; an unknown one is text', () => {
    expect(story('posts/clay/index.md')?.html.replace(/\n+/g, '\n')).toBe(
      [
        '<figure><img src="/posts/clay/pot.jpg" alt="A bowl"><figcaption>A bowl by Marit</figcaption></figure>',
        '<p>As <a href="https://kiln.example/magazine/posts/007/#kiln">we said</a>, and <a href="https://kiln.example/magazine/posts/fire">here</a>.</p>',
        '<figure><img src="/img/wheel.png" alt="A wheel"><figcaption>The <em>wheel</em> <a href="https://tom.example">Tom</a></figcaption></figure>',
        '<figure data-block="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>',
        '<aside data-block="note"><p>It is <strong>hot</strong>.</p></aside>',
        '<p>{{&#x3C; chart "x" >}}</p>',
        '<pre><code>{{&#x3C; figure >}}</code></pre>',
      ].join('\n'),
    )
    expect(story('posts/clay/index.md')?.notes).toEqual([
      { kind: 'changed', text: 'The shortcode chart stays as text' },
    ])
    expect(story('posts/fire.md')?.html).toContain(
      '<a href="https://kiln.example/magazine/posts/clay/">Clay</a>',
    )
    expect(story('posts/fire.md')?.notes).toEqual([
      { kind: 'dropped', text: 'The file static/img/plan.pdf, to which a link leads' },
    ])
  })
})

const POST = (fields: string) => `---\ntitle: A\ndate: 2024-01-01\n${fields}\n---\nText`
test.each([
  [
    'a pattern of the settings',
    { 'hugo.yaml': 'cascade:\n  - _target: {path: "/posts/in/**"}\n    draft: true' },
  ],
  [
    'a list above',
    {
      'hugo.yaml': 'title: x',
      'content/posts/_index.md':
        '---\ncascade:\n- target:\n    path: "{/posts/in/**,/x/*}"\n  build:\n    render: never\n---\n',
    },
  ],
  [
    'a list that cannot be read',
    { 'hugo.yaml': 'title: x', 'content/posts/in/_index.md': '---\ntitle: [\n---\n' },
  ],
])('what is above a text makes it private: %s', async (_, files) => {
  const folder = folderOf({ ...files, 'content/posts/in/a.md': POST(''), 'content/posts/b.md': POST('') })
  const states = ofKind(await itemsOf(readMarkdown, folder), 'story').map(({ key, publication }) => [
    key,
    publication.state,
  ])
  expect(states).toContainEqual(['content/posts/in/a.md', 'draft'])
  expect(states).toContainEqual(['content/posts/b.md', 'published'])
})

test('settings that cannot be read refuse the whole: they may make texts private', async () => {
  const folder = folderOf({ 'hugo.toml': 'cascade = [', 'content/posts/a.md': POST('') })
  await expect(itemsOf(readMarkdown, folder)).rejects.toThrow('hugo.toml cannot be read')
})

test.each([
  ['', '/posts/a/'],
  ['url: /x.html', '/x.html'],
  ['url: x/y/', '/x/y/'],
  ['slug: B b', '/posts/b-b/'],
])('a text with %j is at its own address', async (fields, address) => {
  const folder = folderOf({ 'hugo.toml': '', 'content/posts/a.md': POST(fields) })
  expect(ofKind(await itemsOf(readMarkdown, folder), 'story')[0]?.addresses).toEqual([address])
})
