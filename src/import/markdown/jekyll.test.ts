import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderOf, itemsOf, ofKind } from '../../../tests/support/import/source-folder.ts'
import type { Item } from '../description.ts'
import { readMarkdown } from './read-markdown.ts'

const FOLDER = join(import.meta.dirname, '../../../tests/fixtures/exports/jekyll')

describe('a site of Jekyll', () => {
  let items: Item[]
  beforeAll(async () => {
    items = await itemsOf(readMarkdown, FOLDER, { zone: 'America/New_York' })
  })
  const story = (path: string) => ofKind(items, 'story').find(({ key }) => key === path)

  test('says what the magazine is', () => {
    expect(ofKind(items, 'magazine')).toMatchObject([
      { name: 'River notes', tagline: 'On clay', address: 'https://river.example/notes' },
    ])
    expect(ofKind(items, 'menu')).toMatchObject([{ name: 'main', at: 'header', links: [{ label: 'About' }] }])
  })

  test.each([
    ['_posts/2024-05-01-river-clay.md', { state: 'published', at: '2024-04-30T22:00:00.000Z' }],
    ['_posts/2024-06-01-fire.md', { state: 'published', at: '2024-06-01T10:00:00.000Z' }],
    ['_drafts/draft.md', { state: 'draft', why: null }],
    ['_posts/2024-08-01-off.md', { state: 'draft', why: null }],
    ['_posts/locked/2024-08-02-locked.md', { state: 'draft', why: null }],
    ['_posts/2027-08-01-ahead.md', { state: 'scheduled', at: '2027-07-31T22:00:00.000Z' }],
    [
      '_posts/2024-08-03-bare.md',
      { state: 'draft', why: 'It has no front matter, so Jekyll did not show it' },
    ],
    ['_recipes/soup.md', { state: 'published', at: '2023-12-31T23:00:00.000Z' }],
    ['_notes/note.md', { state: 'draft', why: 'Its collection had no addresses of its own' }],
  ])('%s is private unless everything says otherwise', (path, publication) => {
    expect(story(path)?.publication).toEqual(publication)
  })

  test('has no words of a private text outside of that text', () => {
    expect(
      JSON.stringify(items.map((item) => ('html' in item ? { ...item, html: '' } : item))),
    ).not.toContain('canary')
    expect(JSON.stringify(items)).not.toContain('canary-comment')
    expect(JSON.stringify(items)).not.toContain('canary-excluded')
  })

  test('keeps addresses, terms and people', () => {
    expect(story('_posts/2024-05-01-river-clay.md')).toMatchObject({
      title: 'No',
      slug: 'river-clay',
      people: ['marit'],
      tags: ['clay', 'fire'],
      categories: ['notes'],
      addresses: ['/notes/2024/05/01/river-clay.html', '/notes/2024/05/01/river-clay', '/old/clay/'],
      picture: { address: '/assets/img/pot.jpg', alt: '', caption: '' },
    })
    expect(story('_posts/2024-06-01-fire.md')?.addresses[0]).toBe('/craft/heat/2024/06/01/fire.html')
    expect(story('pottery/_posts/2024-07-01-river.md')).toMatchObject({
      categories: ['pottery'],
      slug: 'river',
    })
    expect(story('_recipes/soup.md')).toMatchObject({
      addresses: ['/recipes/soup/'],
      categories: ['recipes'],
    })
    // A collection and a category of one name are one category, at both addresses.
    expect(ofKind(items, 'category').filter(({ key }) => key === 'notes')).toMatchObject([
      { addresses: ['/notes/'] },
    ])
    expect(ofKind(items, 'person')).toMatchObject([
      {
        key: 'marit',
        name: 'Marit Aas',
        bio: 'Potter',
        picture: '/assets/img/marit.jpg',
        links: ['https://marit.example'],
      },
    ])
    expect(ofKind(items, 'page')).toMatchObject([
      { title: 'About', html: '<p>Us.</p>', addresses: ['/about/'] },
    ])
    expect(ofKind(items, 'redirect')).toMatchObject([
      { from: '/kind/notes/', to: { kind: 'category', key: 'notes' } },
      { from: '/moved/', to: { kind: 'address', address: 'https://example.org/' } },
    ])
  })

  test('names what it leaves out', () => {
    expect(ofKind(items, 'left out').map(({ place, what }) => [place, what])).toEqual([
      ['README.md', 'File'],
      ['archive.html', 'Template'],
    ])
  })

  test('keeps the text with what Liquid means; what nobody knows is text', () => {
    expect(story('_posts/2024-05-01-river-clay.md')?.html.replace(/\n+/g, '\n')).toBe(
      [
        '<figure><img src="/assets/img/pot.jpg" alt="Pot"><figcaption>A pot</figcaption></figure>',
        '<p>See <a href="https://river.example/notes/craft/heat/2024/06/01/fire.html">fire</a> and <a href="https://river.example/notes/about/">about</a> or <a href="https://river.example/notes/about/#us">here</a>.</p>',
        '<figure><img src="/assets/img/pot.jpg" alt="Pot"><figcaption>By <em>Marit</em></figcaption></figure>',
        '<figure data-block="embed"><a href="https://vimeo.com/76979871">vimeo.com/76979871</a></figure>',
        '<pre><code>puts "_clay_"</code></pre>',
        '<p>{{ shown }}</p>',
        '<p>{% include newsletter.html %} and {{ page.unknown }}.</p>',
      ].join('\n'),
    )
    expect(story('_posts/2024-05-01-river-clay.md')?.notes.map(({ text }) => text)).toEqual([
      'The Liquid tag include newsletter.html stays as text',
      'An output of Liquid stays as text',
    ])
  })
})

test.each([
  ['pretty', '/a/2024/01/02/clay/'],
  ['date', '/a/2024/01/02/clay.html'],
  ['none', '/a/clay.html'],
  ['/blog/:short_year/:i_month/:slug', '/blog/24/1/clay'],
  ['/:unknown/:title', '/clay.html'],
])('the pattern %s leads to the address', async (permalink, address) => {
  const files = {
    '_config.yml': `permalink: "${permalink}"`,
    '_posts/2024-01-02-clay.md': '---\ncategories: [A]\n---\nx',
  }
  expect(ofKind(await itemsOf(readMarkdown, folderOf(files)), 'story')[0]?.addresses[0]).toBe(address)
})

test('posts of Hexo are read, with the date that they name', async () => {
  const files = {
    '_config.yml': 'permalink: :year/:title/',
    'source/_posts/clay.md': '---\ntitle: Clay\ndate: 2024-01-02\ntags:\n- a\n---\nx',
  }
  const [story] = ofKind(await itemsOf(readMarkdown, folderOf(files)), 'story')
  expect(story).toMatchObject({
    publication: { state: 'published' },
    addresses: ['/2024/clay/'],
    tags: ['a'],
  })
})
