import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesIn, folderOf, itemsOf, ofKind } from '../../../tests/support/import/source-folder.ts'
import type { Item } from '../description.ts'
import { readMarkdown } from './read-markdown.ts'

const FOLDER = join(import.meta.dirname, '../../../tests/fixtures/exports/astro')

/** The JavaScript of the site, which is read by line. */
const CODE = {
  'astro.config.mjs':
    "throw new Error('run')\nexport default defineConfig({ site: 'https://stars.example', base: '/mag' })",
  'src/consts.ts': "export const SITE_TITLE = 'Stars'\nexport const SITE_DESCRIPTION = 'Above us'\n",
  'src/pages/blog/[...slug].astro': "---\nconst posts = await getCollection('blog')\n---\n",
}

describe('a site of Astro', () => {
  let items: Item[]
  beforeAll(async () => {
    items = await itemsOf(readMarkdown, folderOf({ ...filesIn(FOLDER), ...CODE }))
  })
  const story = (name: string) => ofKind(items, 'story').find(({ key }) => key === `src/content/blog/${name}`)

  test('says what the magazine is, without its settings being run', () => {
    expect(ofKind(items, 'magazine')).toMatchObject([
      { name: 'Stars', tagline: 'Above us', address: 'https://stars.example/mag' },
    ])
  })

  test.each([
    ['clay.mdx', { state: 'published', at: '2024-07-07T22:00:00.000Z' }],
    ['fire.md', { state: 'published', at: '2024-07-31T22:00:00.000Z' }],
    ['draft.md', { state: 'draft', why: null }],
    ['ahead.md', { state: 'scheduled', at: '2027-07-31T22:00:00.000Z' }],
    ['_under.md', { state: 'draft', why: 'Its name begins with _, so Astro did not show it' }],
  ])('%s is private unless everything says otherwise', (name, publication) => {
    expect(story(name)?.publication).toEqual(publication)
  })

  test('keeps its fields', () => {
    expect(story('clay.mdx')).toMatchObject({
      title: 'Clay',
      excerpt: 'What the river brings',
      people: ['marit'],
      tags: ['clay'],
      categories: ['blog'],
      picture: { address: '/src/assets/pot.jpg', alt: 'A pot' },
      modifiedAt: '2024-07-08T22:00:00.000Z',
      addresses: ['/blog/clay/'],
    })
    expect(story('fire.md')?.picture).toEqual({ address: '/hero.jpg', alt: '', caption: '' })
    expect(ofKind(items, 'picture').map(({ address, addresses }) => [address, addresses[0]])).toEqual([
      ['/src/assets/pot.jpg', 'folder:src/assets/pot.jpg'],
      ['/hero.jpg', 'folder:public/hero.jpg'],
    ])
    expect(ofKind(items, 'person')).toMatchObject([{ key: 'marit', name: 'Marit Aas', bio: 'A potter.' }])
    expect(ofKind(items, 'page')).toMatchObject([
      { title: 'About', addresses: ['/about/'], publication: { state: 'published' } },
    ])
  })

  test('keeps the text of MDX, of which nothing runs', () => {
    expect(story('clay.mdx')?.html.replace(/\n\s*/g, '')).toBe(
      '<figure><img src="/src/assets/pot.jpg" alt="A pot"></figure>' +
        '<p>Words with <code>&#x3C;Chart /></code> in code, and {price.now} euros.</p>' +
        '<aside data-block="note"><p><strong>Mind</strong></p><p>It is <strong>hot</strong>.</p></aside>' +
        '<p>Kept <strong>words</strong>.</p>' +
        '<p><strong>Bold</strong> in a box.</p>' +
        '<figure data-block="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>' +
        '<p>See <a href="https://stars.example/mag/blog/fire/#kiln">fire</a> and <img src="/hero.jpg" alt="hero">.</p>',
    )
    expect(story('clay.mdx')?.notes.map(({ kind, text }) => [kind, text])).toEqual([
      ['dropped', 'JavaScript that a text exported'],
      ['dropped', 'The component Chart, which is not run'],
      ['changed', 'The content of the component Fancy stands without it'],
      ['changed', 'An expression of MDX stays as text'],
    ])
    expect(story('fire.md')?.html).toContain('<aside data-block="note"><p>Hot.</p></aside>')
    expect(JSON.stringify(items)).not.toContain('canary-comment')
  })
})

describe('a folder that no generator made a site of', () => {
  const FILES = {
    'README.md': '# Of the folder',
    'pottery/2024-05-01-clay.md':
      '# Clay\n\nSee [fire](../heat/fire.md). ![Pot](img/pot.jpg)\n\n> [!TIP]\n> Wait.',
    'pottery/img/pot.jpg': 'jpg',
    'heat/fire.md': '---\ntitle: Fire\ndate: 2024-06-01\ncategory: Warmth\n---\nFire. [[unknown]]',
    'heat/undated.md': '# Undated\n\ncanary-undated',
    'drafts/x.md': '---\ndate: 2024-06-01\n---\ncanary-draft',
    'pages/about.md': '# About\n\nUs.',
    'old.rst': 'Old',
  }

  test('is read by its folders, names and headings', async () => {
    const items = await itemsOf(readMarkdown, folderOf(FILES))
    const stories = ofKind(items, 'story').map(({ key, title, categories, publication }) => [
      key,
      title,
      categories,
      publication,
    ])
    expect(stories).toEqual([
      ['drafts/x.md', 'X', [], { state: 'draft', why: null }],
      ['heat/fire.md', 'Fire', ['warmth'], { state: 'published', at: '2024-05-31T22:00:00.000Z' }],
      ['heat/undated.md', 'Undated', ['heat'], { state: 'draft', why: 'It has no date' }],
      [
        'pottery/2024-05-01-clay.md',
        'Clay',
        ['pottery'],
        { state: 'published', at: '2024-04-30T22:00:00.000Z' },
      ],
    ])
    const clay = ofKind(items, 'story').at(-1)
    expect(clay?.html.replaceAll('\n', '')).toBe(
      '<p>See <a href="/heat/fire">fire</a>. <img src="/pottery/img/pot.jpg" alt="Pot"></p><aside data-block="note"><p>Wait.</p></aside>',
    )
    expect(clay).toMatchObject({
      slug: 'clay',
      addresses: ['/pottery/2024-05-01-clay', '/pottery/2024-05-01-clay.md'],
    })
    expect(ofKind(items, 'picture')).toMatchObject([
      { address: '/pottery/img/pot.jpg', addresses: ['folder:pottery/img/pot.jpg'] },
    ])
    expect(ofKind(items, 'page')).toMatchObject([{ title: 'About', html: '<p>Us.</p>' }])
    expect(ofKind(items, 'left out').map(({ place }) => place)).toEqual(['README.md', 'old.rst'])
  })

  test('may be a wiki', async () => {
    const items = await itemsOf(
      readMarkdown,
      folderOf({
        'notes/a.md':
          '---\ndate: 2024-01-01\n---\n![[pot.jpg|A pot]]\n\n[[Fire#Kiln|the fire]], [[#Here]], `[[code]]`, [[gone]]\n\n# Here',
        'deep/fire.md': '---\ndate: 2024-01-01\n---\nFire',
        'files/pot.jpg': 'jpg',
      }),
    )
    const story = ofKind(items, 'story').find(({ key }) => key === 'notes/a.md')
    expect(story?.html.replaceAll('\n', '')).toBe(
      '<figure><img src="/files/pot.jpg" alt="A pot"></figure><p><a href="/deep/fire#kiln">the fire</a>, <a href="#s-here">Here</a>, <code>[[code]]</code>, [[gone]]</p><h1 id="s-here">Here</h1>',
    )
    expect(story?.notes).toEqual([{ kind: 'changed', text: 'A link that leads nowhere stays as text' }])
  })

  test('without Markdown is refused', async () => {
    await expect(itemsOf(readMarkdown, folderOf({ 'a.txt': 'x' }))).rejects.toThrow(
      'There is no Markdown in it',
    )
  })

  test('one text that cannot be read is left out', async () => {
    const items = await itemsOf(
      readMarkdown,
      folderOf({ 'a.md': '---js\nprocess.exit(1)\n---\nx', 'b.md': '<div>'.repeat(100_000) }),
    )
    expect(ofKind(items, 'left out').map(({ place, why }) => [place, why])).toEqual([
      ['a.md', 'Its front matter is in a language that is not read'],
      ['b.md', 'Its text cannot be read'],
    ])
  })
})
