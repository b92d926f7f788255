import { describe, expect, test, vi } from 'vitest'
import { changedPaths, viewOf } from '../../tests/support/page-view.ts'
import {
  article,
  author,
  category,
  media,
  page,
  redirect,
  snapshotOf,
} from '../../tests/support/content-rows.ts'
import { articlePage } from './pages/article.ts'
import { authorPage } from './pages/author.ts'
import { browsePage } from './pages/browse.ts'
import { homePage } from './pages/home.ts'
import { redirectPage, redirectRulesPage } from './pages/registry.ts'
import { sectionPage } from './pages/section.ts'
import type { Snapshot } from './snapshot.ts'

/** Stories a, b, c …, each a day older than the one before. */
function stories(...rows: Partial<Parameters<typeof article>[0]>[]) {
  return rows.map((row, index) =>
    article({
      id: String.fromCharCode(97 + index),
      published_at: new Date(Date.UTC(2026, 2, 30 - index)).toISOString(),
      ...row,
    }),
  )
}

const hero = (snapshot: Snapshot) => viewOf(snapshot, homePage, '/')?.hero
/** At most twelve. */
const newest = (snapshot: Snapshot) => viewOf(snapshot, browsePage, '/browse')?.articles ?? []
const section = (snapshot: Snapshot, path: string) => viewOf(snapshot, sectionPage, path)
const targetOf = (snapshot: Snapshot, path: string) => viewOf(snapshot, redirectPage, path)

const ids = (cards: readonly { id: string }[] | undefined) => cards?.map(({ id }) => id).join('')

describe('the hero', () => {
  test('is the story marked as hero', () => {
    expect(hero(snapshotOf({ articles: stories({}, { hero: true }) }))?.id).toBe('b')
  })

  test('is the newest story when none is marked', () => {
    expect(hero(snapshotOf({ articles: stories({}, {}).reverse() }))?.id).toBe('a')
    expect(hero(snapshotOf({}))).toBeNull()
  })
})

test('featured stories stand in the order of their last change', () => {
  const articles = stories(
    { featured: true, updated_at: '2026-04-01T00:00:00.000Z' },
    { featured: false },
    { featured: true, updated_at: '2026-04-03T00:00:00.000Z' },
    { featured: true, updated_at: '2026-04-02T00:00:00.000Z' },
  )
  expect(ids(viewOf(snapshotOf({ articles }), homePage, '/')?.featured)).toBe('cda')
})

test('stories of the same time have one order, whatever the order of the rows', () => {
  const articles = ['x', 'y', 'z'].map((id) => article({ id }))
  expect(ids(newest(snapshotOf({ articles })))).toBe(
    ids(newest(snapshotOf({ articles: articles.toReversed() }))),
  )
})

describe('a section', () => {
  const categories = [
    category('1', 'Party Design'),
    category('2', 'Furniture Guide'),
    category('3', 'Design Journal'),
    category('4', 'Budget Design'),
  ]
  const tags = [{ id: 't', name: 'Wellness Spaces', slug: 'wellness-spaces' }]
  const snapshot = snapshotOf({
    categories,
    tags,
    articles: stories(
      { category_id: '2' },
      { category_id: '1' },
      { category_id: null },
      { category_id: '1' },
      { category_id: '3', tag_ids: ['t'] },
      { category_id: '4' },
      { category_id: '3' },
    ),
  })

  test('lists the stories of its categories, newest first', () => {
    expect(ids(section(snapshot, '/guides-tips')?.articles)).toBe('abdf')
    expect(ids(section(snapshot, '/entertainment-hosting')?.articles)).toBe('bd')
    expect(ids(section(snapshot, '/living-spaces')?.articles)).toBe('')
  })

  test('counts its stories per filter button', () => {
    expect(section(snapshot, '/guides-tips')).toMatchObject({
      total: 4,
      buttons: ['Budget Design', 'Furniture Guide', 'Party Design'],
      counts: { 'Budget Design': 1, 'Furniture Guide': 1, 'Party Design': 2 },
    })
  })

  test('of the Design Journal has its fixed buttons, which count tags', () => {
    expect(section(snapshot, '/design-journal')).toMatchObject({
      total: 2,
      buttons: ['Indoor/Outdoor Living', 'Wellness Spaces', 'Furniture & Objects', 'Cultural Design'],
      counts: { 'Indoor/Outdoor Living': 0, 'Wellness Spaces': 1 },
    })
  })
})

describe('a card', () => {
  test('fills in defaults', () => {
    expect(newest(snapshotOf({ articles: stories({}) }))[0]).toMatchObject({
      category: null,
      author: { name: 'Unknown Author', path: null },
      readTime: 5,
      excerpt: '',
      image: null,
      tags: [],
    })
  })

  test('links its author where there is an author page', () => {
    const profiles = [
      { id: 'p', full_name: 'Priya Rao', name_confirmed: true },
      { id: 'q', full_name: 'Nobody Known', name_confirmed: true },
      { id: 'r', full_name: null, name_confirmed: true },
    ]
    const snapshot = snapshotOf({
      profiles,
      author_profiles: [
        author({ id: '1', name: 'Priya Rao' }),
        author({ id: '2', name: 'Ann Berg', profile_id: 'r' }),
      ],
      articles: stories({ author_id: 'p' }, { author_id: 'q' }, { author_id: 'r' }),
    })
    expect(newest(snapshot).map(({ author: ref }) => ref)).toEqual([
      { name: 'Priya Rao', path: '/author/priya-rao' },
      { name: 'Nobody Known', path: null },
      { name: 'Ann Berg', path: '/author/ann-berg' },
    ])
  })

  test('takes alt text and caption from the media library, and the size from the resized copies', () => {
    const url = 'https://x.supabase.co/storage/v1/object/public/media/u/a%20b.jpg'
    const snapshot = snapshotOf(
      {
        articles: stories({ featured_image: url }),
        media: [
          media({
            id: 'm',
            storage_path: 'u/a b.jpg',
            alt_text: 'A bench',
            caption: 'Oak.',
            width: 10,
            height: 10,
          }),
        ],
      },
      new Map([[url, { key: 'k', width: 1600, height: 900 }]]),
    )
    expect(hero(snapshot)?.image).toEqual({
      url,
      key: 'k',
      width: 1600,
      height: 900,
      alt: 'A bench',
      caption: 'Oak.',
      focus: null,
    })
  })
})

test('a changed focus changes the pages and feeds that show the picture, and no other', () => {
  const url = 'https://x.supabase.co/storage/v1/object/public/media/u/a.jpg'
  const picture = media({ id: 'm', storage_path: 'u/a.jpg' })
  const articles = stories({ gallery: [url], category_id: '1' }, { category_id: '2' })
  const categories = [category('1', 'Small Spaces'), category('2', 'Budget Design')]
  const before = snapshotOf({ articles, categories, media: [picture] })
  const after = before.with({ media: { put: [{ ...picture, focus: [30, 70] }], gone: [] } })
  expect(changedPaths(before, after)).toEqual(['/article/story-a', '/rss.xml', '/rss/small-spaces.xml'])
})

test('the neighbours of a story are those of its category published just before and after it', () => {
  const snapshot = snapshotOf({
    categories: [category('1', 'Small Spaces'), category('2', 'Budget Design')],
    articles: stories(
      { category_id: '1' },
      { category_id: '1' },
      { category_id: '1' },
      { category_id: '2' },
      {},
    ),
  })
  const story = (id: string) => viewOf(snapshot, articlePage, `/article/story-${id}`)
  expect(story('b')).toMatchObject({ previous: { id: 'c' }, next: { id: 'a' } })
  expect(story('a')).toMatchObject({ previous: { id: 'b' }, next: null })
  for (const alone of ['d', 'e']) expect(story(alone)).toMatchObject({ previous: null, next: null })
})

test('an author page has all stories of the author, at each of the addresses', () => {
  const snapshot = snapshotOf({
    profiles: [{ id: 'p', full_name: 'ines abril', name_confirmed: true }],
    author_profiles: [author({ id: '1', name: 'Ines Abril', slug: 'ines', email: 'ines@mantel.example' })],
    articles: stories({ author_id: 'p' }, {}, { author_id: 'p' }),
  })
  for (const key of ['ines-abril', 'ines', '1']) {
    const found = viewOf(snapshot, authorPage, `/author/${key}`)
    expect(ids(found?.articles)).toBe('ac')
    expect(found).toMatchObject({
      author: { path: '/author/ines-abril', role: 'Senior Design Editor', articleCount: 2 },
      email: 'ines@mantel.example',
      joined: null,
    })
  }
  expect(viewOf(snapshot, authorPage, '/author/nobody')).toBeNull()
})

test('the filters offer all categories, and the people who wrote something', () => {
  const snapshot = snapshotOf({
    categories: [category('1', 'Small Spaces'), category('2', 'Budget Design')],
    profiles: [
      { id: 'p', full_name: 'Zoe', name_confirmed: true },
      { id: 'q', full_name: 'Idle', name_confirmed: true },
      { id: 'r', full_name: 'Ann', name_confirmed: true },
    ],
    articles: stories({ author_id: 'p' }, { author_id: 'r' }, {}),
  })
  expect(viewOf(snapshot, browsePage, '/browse')).toMatchObject({
    categories: ['Budget Design', 'Small Spaces'],
    authors: ['Ann', 'Zoe'],
    total: 3,
  })
})

describe('an address that has moved', () => {
  const snapshot = snapshotOf({
    articles: stories({ slug: 'now' }, { slug: 'taken' }),
    slug_redirects: [
      redirect({ old_slug: 'before', article_id: 'a' }),
      redirect({ old_slug: 'taken', article_id: 'a' }),
      redirect({ old_slug: 'lost', article_id: 'gone' }),
    ],
  })

  test('leads to where the story is now', () => {
    expect(targetOf(snapshot, '/article/before')).toBe('/article/now')
  })

  test('does not lead anywhere when another story has it, or its story is not published', () => {
    expect(targetOf(snapshot, '/article/lost')).toBeNull()
    expect(redirectPage.pages(snapshot).map(({ pathname }) => pathname)).toEqual(['/article/before'])
  })

  test('of a page, at whatever depth, leads to where the page is now', () => {
    const snapshot = snapshotOf({
      pages: [page({ id: 'g', slug: 'press' }), page({ id: 'h', slug: 'kit', parent_id: 'g' })],
      slug_redirects: [
        redirect({ old_slug: 'about/kit', page_id: 'h' }),
        redirect({ old_slug: 'newspapers', page_id: 'g' }),
        redirect({ old_slug: 'press/kit', page_id: 'g' }),
        redirect({ old_slug: 'browse', page_id: 'g' }),
        redirect({ old_slug: 'away', page_id: 'unseen' }),
        // Where it was below a page that is not published.
        redirect({ old_slug: 'admin/media', page_id: 'h' }),
      ],
    })
    expect(targetOf(snapshot, '/about/kit')).toBe('/press/kit')
    expect(targetOf(snapshot, '/newspapers')).toBe('/press')
    const paths = redirectPage.pages(snapshot).map(({ pathname }) => pathname)
    expect(paths.sort()).toEqual(['/about/kit', '/newspapers'])
  })
})

test('an address with a redirect added by hand leads to the end of its chain, unless it is in use or in a loop', () => {
  const snapshot = snapshotOf({
    articles: stories({ slug: 'now' }, { slug: 'taken' }),
    slug_redirects: [
      redirect({ id: 'r', old_slug: 'before', article_id: 'a' }),
      redirect({ old_slug: 'news/2019.html', target: '/article/before' }),
      redirect({ old_slug: 'shop', target: 'https://shop.example/' }),
      redirect({ old_slug: 'article/taken', target: '/shop' }),
      redirect({ old_slug: 'left', target: '/right' }),
      redirect({ old_slug: 'right', target: '/left' }),
    ],
  })
  expect(targetOf(snapshot, '/news/2019')).toBe('/article/now')
  expect(targetOf(snapshot, '/shop')).toBe('https://shop.example/')
  for (const path of ['/article/taken', '/left', '/right']) expect(targetOf(snapshot, path)).toBeNull()
})

test('the page of an old address that ends in .html is the file of that name, unless another page is', () => {
  const from = ['news.html', 'both', 'both.html', 'about.html', 'index.html', 'story/.html']
  const snapshot = snapshotOf({
    pages: [page({ id: 'g', slug: 'about' })],
    slug_redirects: from.map((old_slug) => redirect({ old_slug, target: `/browse/${old_slug}` })),
  })
  const pages = redirectPage.pages(snapshot).map(({ pathname }) => [pathname, targetOf(snapshot, pathname)])
  expect(pages).toEqual([
    ['/news', '/browse/news.html'],
    ['/both', '/browse/both'],
    ['/story/.html', '/browse/story/.html'],
  ])
  const rules = viewOf(snapshot, redirectRulesPage, '/_redirects')
  for (const old_slug of from) expect(rules).toContain(`/${old_slug} /browse/${old_slug} 301\n`)
})

describe('the next snapshot', () => {
  const first = snapshotOf({
    categories: [category('1', 'Small Spaces')],
    articles: stories({ category_id: '1' }, {}),
  })
  const second = first.with({
    categories: { put: [category('1', 'Tiny Spaces')], gone: [] },
    articles: { put: [], gone: ['b'] },
  })

  test('shows the changes', () => {
    expect(newest(second)).toMatchObject([{ id: 'a', category: { name: 'Tiny Spaces' } }])
  })

  test('leaves the earlier one unchanged, even when both are read in turn', () => {
    for (const snapshot of [first, second, first]) {
      const before = snapshot === first
      expect(ids(newest(snapshot))).toBe(before ? 'ab' : 'a')
      expect(newest(snapshot)[0]?.category?.name).toBe(before ? 'Small Spaces' : 'Tiny Spaces')
    }
  })

  test('sees a picture that has been resized meanwhile', () => {
    const pictures = new Map<string, { key: string; width: number; height: number }>()
    const before = snapshotOf({ articles: stories({ featured_image: '/uploads/a.jpg' }) }, pictures)
    expect(hero(before)?.image?.key).toBeNull()
    pictures.set('/uploads/a.jpg', { key: 'k', width: 1600, height: 900 })
    expect(hero(before.with({}))?.image?.key).toBe('k')
  })
})

test('the current snapshot is the last one set; there is none before the first', async () => {
  // As in a new process: another test file of this one may have set a snapshot.
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('mantel.snapshot-context'))
  const { currentSnapshot, setCurrentSnapshot } = await import('./snapshot-context.ts')
  expect(() => currentSnapshot()).toThrow('setCurrentSnapshot() has not been called')
  const first = snapshotOf()
  setCurrentSnapshot(first)
  expect(currentSnapshot()).toBe(first)
  setCurrentSnapshot(first.with({}))
  expect(currentSnapshot()).not.toBe(first)
})
