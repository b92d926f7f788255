import { describe, expect, test } from 'vitest'
import {
  article,
  author,
  category,
  media,
  page,
  siteOf,
  tag,
} from '../../../tests/support/database/content-rows.ts'
import { changedPaths, viewOf } from '../../../tests/support/publisher/page-view.ts'
import { settingsType } from '../../domain/site/settings.ts'
import { STANDARD_THEME } from '../../domain/theme/theme.ts'
import type { Row } from '../rows.ts'
import { articleMarkdownPage, articlePage } from './article.ts'
import { authorPage } from './author.ts'
import { authorsPage } from './authors.ts'
import { browsePage } from './browse.ts'
import { categoryFeedPage, siteFeedPage } from './feed.ts'
import { contactPage } from './fixed-pages.ts'
import { homePage } from './home.ts'
import { aboutPage, databasePage } from './page.ts'
import { sitemapIndexPage, sitemapPartPage } from './registry.ts'
import { sectionPage } from './section.ts'
import { siteCardPage } from './social-card.ts'

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
const site = siteOf({
  articles,
  categories: [
    category('c', 'Small Spaces', { sections: ['living-spaces'] }),
    category('d', 'Design Journal', { sections: ['design-journal'] }),
  ],
  pages: [
    page({ id: 'g', slug: 'about', title: 'About us' }),
    page({ id: 'h', slug: 'press', parent_id: 'g' }),
  ],
})

test('the home page has a hero, six featured stories and four sections of three', () => {
  const view = viewOf(site, homePage, '/')
  expect(view?.hero?.id).toBe('a0')
  expect(view?.featured).toHaveLength(6)
  expect(view?.sections.map(({ title, articles: { length } }) => [title, length])).toEqual([
    ['Living Spaces', 3],
    ['Wellness & Lifestyle', 0],
    ['Design Journal', 3],
    ['Entertainment & Hosting', 0],
  ])
})

test('a section of the home page repeats no story shown above it, as long as it has others', () => {
  const view = viewOf(site, homePage, '/')
  const above = new Set([view?.hero, ...(view?.featured ?? [])].map((card) => card?.id))
  const shown = view?.sections.flatMap(({ articles: cards }) => cards.map(({ id }) => id))
  expect(shown?.filter((id) => above.has(id))).toEqual([])

  const few = siteOf({
    articles: articles.slice(0, 4),
    categories: [category('c', 'Small Spaces', { sections: ['living-spaces'] })],
  })
  const living = viewOf(few, homePage, '/')?.sections[0]
  expect(living?.articles.map(({ id }) => id)).toEqual(['a1', 'a3'])
})

test.each([
  ['en', '“Oak ‘burr’”'],
  ['de', '„Oak ‚burr‘“'],
] as const)(
  'quotations of a story in %s have its marks on the page, in feeds and as Markdown',
  (language, marked) => {
    const content = { html: '<p><q>Oak <q>burr</q></q></p>' }
    const site = siteOf({
      articles: [article({ id: 'a', content })],
      pages: [page({ id: 'p', slug: 'shop', content })],
      site_settings: [{ id: 'e', ...settingsType.columnsOf({ ...settingsType.blank(), language }) }],
    })
    for (const shown of [
      viewOf(site, articlePage, '/article/story-a')?.body,
      viewOf(site, databasePage, '/shop')?.body,
      viewOf(site, siteFeedPage, '/rss.xml')?.items.map(({ html }) => html),
      viewOf(site, articleMarkdownPage, '/article/story-a.md')?.markdown,
    ])
      expect(JSON.stringify(shown)).toContain(marked)
  },
)

test('a byline joins names as the language of the magazine does', () => {
  const people = ['Ines Abril', 'Ann Berg'].map((name, index) => author({ id: `w${index}`, name }))
  const german = siteOf({
    articles: [article({ id: 'a', credits: people.map(({ id }) => ({ person_id: id, role_id: 'words' })) })],
    author_profiles: people,
    credit_roles: [{ id: 'words', name: 'Words', byline: 'von', position: 0, is_words: true }],
    site_settings: [{ id: 'e', ...settingsType.columnsOf({ ...settingsType.blank(), date_language: 'de' }) }],
  })
  expect(viewOf(german, articleMarkdownPage, '/article/story-a.md')?.markdown).toMatch(
    /Ines Abril und Ann Berg/,
  )
})

describe('a front', () => {
  const block = { id: 'b', items: [], by_rule: true }
  const chosen = (article_id: string, more = {}) => ({
    ...{ article_id, title: null, image: null, from: null, until: null },
    ...more,
  })
  const categories = [category('c', 'Small Spaces', { sections: ['living-spaces'] })]
  const withFront = (page: string, blocks: Row<'front_versions'>['blocks']) =>
    siteOf({
      articles,
      categories,
      front_versions: [
        { id: 'old', page, live_from: '2026-01-01T00:00:00.000Z', blocks: [] },
        { id: 'new', page, live_from: '2026-01-02T00:00:00.000Z', blocks },
      ],
    })

  test('replaces the standard home page, with its own titles and pictures of stories', () => {
    const view = viewOf(
      withFront('/', [
        { ...block, kind: 'stories', count: 2, section: 'living-spaces', title: 'Light' },
        { kind: 'letter', id: 'letter' },
        {
          ...block,
          id: 'hero',
          kind: 'hero',
          items: [chosen('a3', { title: 'North', image: '/north.jpg' })],
        },
      ]),
      homePage,
      '/',
    )
    expect(view?.order).toEqual(['stories', 'letter', 'hero'])
    expect(view?.hero).toMatchObject({ id: 'a3', title: 'North', image: { url: '/north.jpg' } })
    const [band] = view?.sections ?? []
    expect([band?.title, band?.path, band?.articles.map(({ id }) => id)]).toEqual([
      'Light',
      '/living-spaces',
      ['a1', 'a5'],
    ])
  })

  test('of a section is shown above its list, which stays whole', () => {
    const view = viewOf(
      withFront('/living-spaces', [{ ...block, kind: 'hero' }]),
      sectionPage,
      '/living-spaces',
    )
    expect(view?.front?.hero?.id).toBe('a1')
    expect(view?.articles[0]?.id).toBe('a1')
    expect(viewOf(site, sectionPage, '/living-spaces')?.front).toBeNull()
  })

  test('changes its page when a chosen story comes out, and no other page with it', () => {
    const front = withFront('/guides-tips', [
      { ...block, kind: 'stories', count: 2, section: null, title: null, items: [chosen('later')] },
    ])
    const later = article({ id: 'later', slug: 'later', published_at: '2025-01-01T00:00:00.000Z' })
    const paths = changedPaths(front, { articles: { put: [later], gone: [] } })
    expect(paths).toContain('/guides-tips')
    expect(paths).not.toContain('/living-spaces')
    const moved = { id: 'x', page: '/guides-tips', live_from: '2026-01-03T00:00:00.000Z', blocks: null }
    expect(changedPaths(front, { front_versions: { put: [moved], gone: [] } })).toEqual(['/guides-tips'])
  })
})

test('the browse page has the three latest stories, the first page of twelve, and the total', () => {
  const view = viewOf(site, browsePage, '/browse')
  expect([view?.latest.length, view?.articles.length, view?.total]).toEqual([3, 12, 40])
  expect(view?.categories).toEqual(['Design Journal', 'Small Spaces'])
  const few = siteOf({
    categories: [category('a', 'Attics'), category('z', 'Zoos'), category('m', 'Mezzanines')],
    articles: ['z', 'm', 'z'].map((category_id, at) => article({ id: `in-${at}`, category_id })),
  })
  expect(viewOf(few, browsePage, '/browse')?.used).toEqual(['Zoos', 'Mezzanines', 'Attics'])
})

test('the home page has the stories of the week a year before its newest one, and no story twice', () => {
  const at = (id: string, time: string) => article({ id, published_at: `${time}Z` })
  const some = Array.from({ length: 3 }, (_, day) => at(`new-${day}`, `2026-11-1${day}T10:00:00`))
  const ids = (extra: ReturnType<typeof article>[]) =>
    viewOf(siteOf({ articles: [...some, ...extra] }), homePage, '/')?.aYearAgo.map(({ id }) => id)
  expect(ids([])).toEqual([])
  const inWeek = [at('sunday', '2025-11-16T23:59:00'), at('monday', '2025-11-10T00:00:00')]
  const outside = [at('after', '2025-11-17T00:00:00'), at('before', '2025-11-09T23:59:00')]
  expect(ids([...outside, ...inWeek])).toEqual(['sunday', 'monday'])
  expect(ids([at('hero', '2025-11-12T00:00:00')].map((one) => ({ ...one, hero: true })))).toEqual([])
})

test('a section page shows the first 24 stories and counts them all', () => {
  const fewer = viewOf(site, sectionPage, '/living-spaces')
  expect(fewer).toMatchObject({ title: 'Living Spaces', total: 20, counts: { 'Small Spaces': 20 } })
  expect(viewOf(site, sectionPage, '/nowhere')).toBeNull()
})

describe('a story', () => {
  test('leads to three related stories, and to others of its category', () => {
    const view = viewOf(site, articlePage, '/article/a5')
    expect(view).toMatchObject({
      card: { id: 'a5' },
      previous: { id: 'a9' },
      next: null,
      section: { path: '/living-spaces', title: 'Living Spaces' },
    })
    expect(view?.related.map(({ id }) => id)).toEqual(['a1', 'a3', 'a7'])
    expect(view?.body).toMatchObject({ kind: 'html', html: '<p>Text.</p>' })
  })

  test('shows the tags that it shares with two others or more, by name', () => {
    const tagged = (id: string, tag_ids: string[]) => article({ id, slug: id, tag_ids })
    const rows = {
      articles: [tagged('a', ['l', 'k', 'o']), tagged('b', ['k', 'l']), tagged('c', ['l', 'k', 'm'])],
      tags: [tag('k', 'Linen'), tag('l', 'kitchens'), tag('o', 'oak')],
    }
    const view = viewOf(siteOf(rows), articlePage, '/article/a')
    expect(view?.tags).toEqual([
      { name: 'kitchens', slug: 'kitchens' },
      { name: 'Linen', slug: 'linen' },
    ])
    expect(view?.card.tags).toEqual(['Linen', 'kitchens', 'oak'])
  })

  test('that is not published has no page', () => {
    expect(viewOf(site, articlePage, '/article/draft')).toBeNull()
  })
})

test('pages of the database have text, and know the page above them', () => {
  expect(viewOf(site, aboutPage, '/about')?.own).toMatchObject({
    title: 'About us',
    parent: null,
    body: { kind: 'html' },
  })
  expect(viewOf(site, databasePage, '/about/press')?.parent).toEqual({
    path: '/about',
    title: 'About us',
  })
  expect(viewOf(site, databasePage, '/press')).toBeNull()
})

describe('feeds', () => {
  test('have the newest thirty stories in full', () => {
    const feed = viewOf(site, siteFeedPage, '/rss.xml')
    expect(feed).toMatchObject({ title: 'New Magazine', feedPath: '/rss.xml' })
    expect(feed?.items).toHaveLength(30)
    expect(feed?.items[0]).toMatchObject({ card: { id: 'a0' }, html: '<p>Text.</p>' })
  })

  test('of a category have its stories only', () => {
    const feed = viewOf(site, categoryFeedPage, '/rss/small-spaces.xml')
    expect(feed).toMatchObject({
      title: 'Small Spaces · New Magazine',
      path: '/living-spaces',
      feedPath: '/rss/small-spaces.xml',
    })
    expect(feed?.items).toHaveLength(20)
    expect(viewOf(site, categoryFeedPage, '/rss/no-category.xml')).toBeNull()
  })
})

test('the site map has every canonical address once, with the time of its last change', () => {
  const index = viewOf(site, sitemapIndexPage, '/sitemap.xml')
  expect(index?.map(({ path }) => path)).toEqual([
    '/sitemap-1.xml',
    '/sitemap-202601.xml',
    '/sitemap-202602.xml',
    '/sitemap-202603.xml',
  ])
  for (const { lastmod } of index ?? []) expect(lastmod).toBe('2026-03-01T09:00:00.000Z')
  const entries = index?.flatMap(({ path }) => viewOf(site, sitemapPartPage, path) ?? []) ?? []
  const paths = entries.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of ['/', '/browse', '/living-spaces', '/about', '/about/press', '/contact']) {
    expect(paths).toContain(path)
  }
  expect(paths.filter((path) => path.startsWith('/article/'))).toHaveLength(40)
  // The oldest first, so that a new story is added at the end.
  expect(paths.at(-1)).toBe('/article/a0')
  expect(entries.find(({ path }) => path === '/contact')?.lastmod).toBeNull()
})

test('a large site map is an index of files within the limit of the format, each address in one of them', () => {
  const stories = Array.from({ length: 10_001 }, (_, index) =>
    article({ id: `s${index}`, slug: `s${index}`, title: '' }),
  )
  const large = siteOf({ articles: stories })
  const index = viewOf(large, sitemapIndexPage, '/sitemap.xml') ?? []
  expect(index.map(({ path }) => path)).toEqual([
    '/sitemap-1.xml',
    '/sitemap-202603.xml',
    '/sitemap-20260302.xml',
    '/sitemap-20260303.xml',
  ])
  const parts = index.map(({ path }) => viewOf(large, sitemapPartPage, path) ?? [])
  // The format allows 50,000.
  expect(parts.slice(1).map(({ length }) => length)).toEqual([5_000, 5_000, 1])
  const paths = parts.flat().map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => path.startsWith('/article/'))).toHaveLength(10_001)
  // And the site map of news, which has its addresses a second time.
  expect(large.pages.addresses(sitemapPartPage.route)).toHaveLength(index.length + 1)
})

test('a site without settings has its defaults', () => {
  expect(site.pages.evaluate(contactPage.route, {}).content.site).toMatchObject({
    siteName: 'New Magazine',
    tagline: '',
    typographyCss: '',
    theme: STANDARD_THEME,
  })
  expect(viewOf(site, siteCardPage, '/share.jpg')).toMatchObject({
    title: 'New Magazine',
    siteName: 'New Magazine',
    picture: null,
  })
})

test('a logo is shown as drawn, or in the size of its picture; without its size the name stands there', () => {
  const logo = { svg: '<svg viewBox="0 0 4 1"><path d="M0 0h4"/></svg>', width: 4, height: 1 }
  const dark = '/storage/v1/object/public/media/u/dark.png'
  const branding = { id: 'b1', logo, logo_dark: { picture: dark }, icon: null, share_picture: null }
  const shown = (row: Row<'branding'>, width: number | null) => {
    const file = media({ id: 'm1', storage_path: 'u/dark.png', width, height: width })
    const { site: view } = siteOf({ branding: [row], media: [file] }).pages.evaluate(
      contactPage.route,
      {},
    ).content
    return view.logo
  }
  expect(shown(branding, 40)).toMatchObject({
    light: logo,
    dark: { width: 40, height: 40, picture: { url: dark } },
  })
  expect(shown(branding, null)).toEqual({ light: logo, dark: null })
  expect(shown({ ...branding, logo: { picture: dark } }, null)).toBeNull()
})

test('the editorial team is first among the authors, without the month of joining, and on the page about the magazine', () => {
  const site = siteOf({
    author_profiles: [
      author({ id: '1', name: 'Ann Berg' }),
      author({ id: '2', name: 'Bo Alm', role: 'Editor', team_position: 2 }),
      author({ id: '3', name: 'The Desk', team_position: 1 }),
    ],
  })
  const authors = viewOf(site, authorsPage, '/authors')
  expect(authors?.map(({ name }) => name)).toEqual(['The Desk', 'Bo Alm', 'Ann Berg'])
  expect(viewOf(site, aboutPage, '/about')).toMatchObject({
    standard: {
      team: [
        { path: '/author/the-desk', name: 'The Desk', role: null, image: null },
        { path: '/author/bo-alm', name: 'Bo Alm', role: 'Editor', image: null },
      ],
    },
  })
  expect(viewOf(site, authorPage, '/author/bo-alm')?.joined).toBeNull()
})
