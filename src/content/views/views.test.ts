import { describe, expect, test } from 'vitest'
import { createSnapshot } from '../snapshot.ts'
import { article, category, emptyRows, page } from '../test-rows.ts'
import { articleView } from './article.ts'
import { authorsView } from './author.ts'
import { browseView } from './browse.ts'
import { feedView } from './feed.ts'
import { homeView } from './home.ts'
import { pageView } from './page.ts'
import { sectionView } from './section.ts'
import { siteView } from './site.ts'
import { sitemapIndexView, sitemapPartView } from './sitemap.ts'

const SITE = 'https://mantel.example'
const articles = Array.from({ length: 40 }, (_, index) =>
  article({
    id: `a${index}`,
    slug: `a${index}`,
    title: 'Rooms',
    featured: index < 8,
    category_id: index % 2 ? 'c' : 'd',
    published_at: new Date(Date.UTC(2026, 0, 60 - index)).toISOString(),
  }),
)
const snapshot = createSnapshot(
  {
    ...emptyRows(),
    articles,
    categories: [category('c', 'Small Spaces'), category('d', 'Design Journal')],
    pages: [
      page({ id: 'g', slug: 'about', title: 'About us' }),
      page({ id: 'h', slug: 'press', parent_id: 'g' }),
    ],
  },
  new Map(),
  SITE,
)

test('the home page: hero, six featured, four sections of three', () => {
  const view = homeView(snapshot)
  expect(view.hero?.id).toBe('a0')
  expect(view.featured).toHaveLength(6)
  expect(view.sections.map(({ title, articles: { length } }) => [title, length])).toEqual([
    ['Living Spaces', 3],
    ['Wellness & Lifestyle', 0],
    ['Design Journal', 3],
    ['Entertainment & Hosting', 0],
  ])
})

test('a section of the home page shows what does not stand above already, as long as there is such a story', () => {
  const view = homeView(snapshot)
  const above = new Set([view.hero, ...view.featured].map((card) => card?.id))
  const shown = view.sections.flatMap(({ articles: cards }) => cards.map(({ id }) => id))
  expect(shown.filter((id) => above.has(id))).toEqual([])

  const few = createSnapshot(
    { ...emptyRows(), articles: articles.slice(0, 4), categories: [category('c', 'Small Spaces')] },
    new Map(),
    SITE,
  )
  const [living] = homeView(few).sections
  expect(living?.articles.map(({ id }) => id)).toEqual(['a1', 'a3'])
})

test('the list of all stories: three latest, the first page of twelve, and how many there are', () => {
  const view = browseView(snapshot)
  expect([view.latest.length, view.articles.length, view.total]).toEqual([3, 12, 40])
  expect(view.categories).toEqual(['Design Journal', 'Small Spaces'])
})

test('a category page: the first 24, counted in full', () => {
  const fewer = sectionView(snapshot, '/living-spaces')
  expect(fewer).toMatchObject({ title: 'Living Spaces', total: 20, counts: { 'Small Spaces': 20 } })
  expect(sectionView(snapshot, '/nowhere')).toBeNull()
})

describe('a story', () => {
  test('stands between its neighbours, with three related stories', () => {
    const view = articleView(snapshot, 'a5')
    expect(view).toMatchObject({
      card: { id: 'a5' },
      previous: { id: 'a7' },
      next: { id: 'a3' },
      section: { path: '/living-spaces', title: 'Living Spaces' },
    })
    expect(view?.related.map(({ category: kind }) => kind?.name)).toEqual(Array(3).fill('Small Spaces'))
    expect(view?.body).toMatchObject({ kind: 'html', html: '<p>Text.</p>' })
  })

  test('that is not published has no page', () => {
    expect(articleView(snapshot, 'draft')).toBeNull()
  })
})

describe('pages of the database', () => {
  test('have text, and know the page above them', () => {
    expect(pageView(snapshot, '/about')).toMatchObject({
      title: 'About us',
      parent: null,
      body: { kind: 'html' },
    })
    expect(pageView(snapshot, '/about/press')?.parent).toEqual({ path: '/about', title: 'About us' })
    expect(pageView(snapshot, '/press')).toBeNull()
  })
})

describe('feeds', () => {
  test('have the newest thirty stories in full', () => {
    const feed = feedView(snapshot, null)
    expect(feed).toMatchObject({ title: 'Mantel', feedPath: '/rss.xml' })
    expect(feed?.items).toHaveLength(30)
    expect(feed?.items[0]).toMatchObject({ card: { id: 'a0' }, html: '<p>Text.</p>' })
  })

  test('of a category have its stories only', () => {
    const feed = feedView(snapshot, 'small-spaces')
    expect(feed).toMatchObject({
      title: 'Small Spaces · Mantel',
      path: '/living-spaces',
      feedPath: '/rss/small-spaces.xml',
    })
    expect(feed?.items).toHaveLength(20)
    expect(feedView(snapshot, 'no-category')).toBeNull()
  })
})

test('the site map has every canonical address once, with the time of its last change', () => {
  const [part] = sitemapIndexView(snapshot)
  expect(part).toEqual({ path: '/sitemap-1.xml', lastmod: '2026-03-01T09:00:00.000Z' })
  const entries = sitemapPartView(snapshot, 1)
  const paths = entries.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of [
    '/',
    '/browse',
    '/living-spaces',
    '/about',
    '/about/press',
    '/contact',
    '/author/ines-abril',
  ]) {
    expect(paths).toContain(path)
  }
  expect(paths.filter((path) => path.startsWith('/article/'))).toHaveLength(40)
  expect(paths.at(-1)).toBe('/article/a0')
  expect(entries.find(({ path }) => path === '/contact')?.lastmod).toBeNull()
})

test('the site map of a large magazine is an index of files that the format allows, each address in one of them', () => {
  const stories = Array.from({ length: 50_001 }, (_, index) =>
    article({ id: `s${index}`, slug: `s${index}` }),
  )
  const large = createSnapshot({ ...emptyRows(), articles: stories }, new Map(), SITE)
  const index = sitemapIndexView(large)
  expect(index.map(({ path }) => path)).toEqual(index.map((_, part) => `/sitemap-${part + 1}.xml`))
  expect(index.length).toBeGreaterThan(1)
  const parts = index.map((_, part) => sitemapPartView(large, part + 1))
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(50_000)
  const paths = parts.flat().map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => path.startsWith('/article/'))).toHaveLength(50_001)
  expect(sitemapPartView(large, parts.length + 1)).toEqual([])
})

test('a site without settings has its defaults', () => {
  expect(siteView(snapshot)).toMatchObject({
    siteName: 'Mantel',
    tagline: 'love where you live.',
    typographyCss: '',
  })
})

test('the list of authors always has the editorial team', () => {
  expect(authorsView(snapshot)).toHaveLength(4)
})
