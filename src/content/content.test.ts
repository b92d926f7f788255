import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedPaths, stalePaths, viewOf, writeAll } from '../../tests/support/publisher/page-view.ts'
import {
  article,
  author,
  category,
  media,
  page,
  redirect,
  siteOf,
} from '../../tests/support/database/content-rows.ts'
import { randomCases } from '../../tests/support/long-run.ts'
import { settingsType } from '../domain/site/settings.ts'
import type { Language } from '../domain/text/language.ts'
import { NO_RIGHTS } from '../domain/media/media-rights.ts'
import { articlePage } from './pages/article.ts'
import { authorPage } from './pages/author.ts'
import { browsePage } from './pages/browse.ts'
import { homePage } from './pages/home.ts'
import { listChunkPage } from './pages/list-chunk.ts'
import { redirectPage, redirectRulesPage } from './pages/redirects/redirect.ts'
import { sectionPage } from './pages/section.ts'
import { type Site, changeSite } from './database/site-database.ts'

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

const hero = (site: Site) => viewOf(site, homePage, '/')?.hero
/** At most twelve. */
const newest = (site: Site) => viewOf(site, browsePage, '/browse')?.articles ?? []
const section = (site: Site, path: string) => viewOf(site, sectionPage, path)
const targetOf = (site: Site, path: string) => viewOf(site, redirectPage, path)

const redirects = ({ pages }: Site) => pages.addresses(redirectPage.route).map(({ pathname }) => pathname)

const ids = (cards: readonly { id: string }[] | undefined) => cards?.map(({ id }) => id).join('')

describe('the hero', () => {
  test('is the story marked as hero', () => {
    expect(hero(siteOf({ articles: stories({}, { hero: true }) }))?.id).toBe('b')
  })

  test('is the newest story when none is marked', () => {
    expect(hero(siteOf({ articles: stories({}, {}).reverse() }))?.id).toBe('a')
    expect(hero(siteOf({}))).toBeNull()
  })
})

test('featured stories are sorted by their last change', () => {
  const articles = stories(
    { featured: true, updated_at: '2026-04-01T00:00:00.000Z' },
    { featured: false },
    { featured: true, updated_at: '2026-04-03T00:00:00.000Z' },
    { featured: true, updated_at: '2026-04-02T00:00:00.000Z' },
  )
  expect(ids(viewOf(siteOf({ articles }), homePage, '/')?.featured)).toBe('cda')
})

test('stories of the same time have one order, whatever the order of the rows', () => {
  const articles = ['x', 'y', 'z'].map((id) => article({ id }))
  expect(ids(newest(siteOf({ articles })))).toBe(ids(newest(siteOf({ articles: articles.toReversed() }))))
})

describe('a section', () => {
  const categories = [
    category('1', 'Party Design', { sections: ['entertainment-hosting', 'guides-tips'] }),
    category('2', 'Furniture Guide', { sections: ['guides-tips'] }),
    category('3', 'Design Journal', { sections: ['design-journal'] }),
    category('4', 'Budget Design', { sections: ['guides-tips'] }),
  ]
  const tags = [{ id: 't', name: 'Wellness Spaces', slug: 'wellness-spaces' }]
  const site = siteOf({
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
    expect(ids(section(site, '/guides-tips')?.articles)).toBe('abdf')
    expect(ids(section(site, '/entertainment-hosting')?.articles)).toBe('bd')
    expect(ids(section(site, '/living-spaces')?.articles)).toBe('')
  })

  test('counts its stories per filter button', () => {
    expect(section(site, '/guides-tips')).toMatchObject({
      total: 4,
      buttons: ['Budget Design', 'Furniture Guide', 'Party Design'],
      counts: { 'Budget Design': 1, 'Furniture Guide': 1, 'Party Design': 2 },
    })
  })

  test('of the Design Journal has its fixed buttons, which count tags', () => {
    expect(section(site, '/design-journal')).toMatchObject({
      total: 2,
      buttons: ['Indoor/Outdoor Living', 'Wellness Spaces', 'Furniture & Objects', 'Cultural Design'],
      counts: { 'Indoor/Outdoor Living': 0, 'Wellness Spaces': 1 },
    })
  })
})

describe('a card', () => {
  test('fills in defaults', () => {
    expect(newest(siteOf({ articles: stories({}) }))[0]).toMatchObject({
      category: null,
      readTime: 5,
      excerpt: '',
      image: null,
      tags: [],
    })
  })

  test('of a story without author names nobody', () => {
    const unknown = { name: 'Unknown Author', path: null }
    const site = siteOf({ articles: stories({}) })
    const { credits } = viewOf(site, articlePage, '/article/story-a') ?? {}
    expect(credits).toEqual([{ role: null, byline: 'by', isWords: true, people: [unknown] }])
  })

  test('links its author where there is an author page', () => {
    const profiles = [
      { id: 'p', full_name: 'Priya Rao', name_confirmed: true },
      { id: 'q', full_name: 'Nobody Known', name_confirmed: true },
      { id: 'r', full_name: null, name_confirmed: true },
    ]
    const site = siteOf({
      profiles,
      author_profiles: [
        author({ id: '1', name: 'Priya Rao' }),
        author({ id: '2', name: 'Ann Berg', profile_id: 'r' }),
      ],
      articles: stories({ author_id: 'p' }, { author_id: 'q' }, { author_id: 'r' }),
    })
    const bylines = ['a', 'b', 'c'].map((id) => viewOf(site, articlePage, `/article/story-${id}`)?.credits)
    expect(bylines.map((credits) => credits?.[0]?.people[0])).toEqual([
      { name: 'Priya Rao', path: '/author/priya-rao' },
      { name: 'Nobody Known', path: null },
      { name: 'Ann Berg', path: '/author/ann-berg' },
    ])
  })

  test('takes alt text and caption from the media library, and all that its copies tell from them', () => {
    const url = 'https://x.supabase.co/storage/v1/object/public/media/u/a%20b.jpg'
    const colours = ['#408080', '#e26e5a']
    const file = { key: 'k', width: 1600, height: 900, isAnimated: true, colours }
    const site = siteOf(
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
      new Map([[url, file]]),
    )
    expect(hero(site)?.image).toEqual({
      url,
      ...file,
      alt: 'A bench',
      caption: 'Oak.',
      rights: NO_RIGHTS,
      focus: null,
    })
  })
})

test('a changed focus changes the pages and feeds that show the picture, and no other', () => {
  const url = 'https://x.supabase.co/storage/v1/object/public/media/u/a.jpg'
  const picture = media({ id: 'm', storage_path: 'u/a.jpg' })
  const articles = stories({ gallery: [url], category_id: '1' }, { category_id: '2' })
  const categories = [
    category('1', 'Small Spaces', { sections: ['living-spaces'] }),
    category('2', 'Budget Design', { sections: ['guides-tips'] }),
  ]
  const site = siteOf({ articles, categories, media: [picture] })
  const changed = changedPaths(site, { media: { put: [{ ...picture, focus: [30, 70] }], gone: [] } })
  expect(changed.sort()).toEqual([
    '/article/story-a',
    '/article/story-a.md',
    '/rss.json',
    '/rss.xml',
    '/rss/small-spaces.json',
    '/rss/small-spaces.xml',
  ])
})

test('a category that joins a section or leaves it changes the pages of both, its stories and its feed', () => {
  const before = category('1', 'Barns', { sections: ['living-spaces'] })
  const site = siteOf({ articles: stories({ category_id: '1' }, {}), categories: [before] })
  const moved = { put: [{ ...before, sections: ['guides-tips'] }], gone: [] }
  expect(changedPaths(site, { categories: moved })).toEqual(
    expect.arrayContaining(['/', '/article/story-a', '/guides-tips', '/living-spaces', '/rss/barns.xml']),
  )
})

describe('the related stories, with the first change after a restart', () => {
  const related = (site: Site, id: string) => ids(viewOf(site, articlePage, `/article/story-${id}`)?.related)
  /** Twenty stories of one category; all but the newest four have the newest three as related stories. */
  const twenty = stories(...Array.from({ length: 20 }, () => ({ category_id: 'c1' })))
  const [newest, second] = twenty

  test('are no unpublished one', () => {
    const site = siteOf({ categories: [category('c1', 'Rooms')], articles: twenty })
    expect(related(site, 'k')).toBe('abc')
    site.content.readTables()
    changeSite(site, { articles: { put: [], gone: ['a'] } })
    expect(related(site, 'k')).toBe('bcd')
  })

  test('follow what a story is compared by', () => {
    const site = siteOf({ categories: [category('c1', 'Rooms')], articles: twenty })
    site.content.readTables()
    const moved = [newest, second].flatMap((row) => (row ? [{ ...row, category_id: null }] : []))
    changeSite(site, { articles: { put: moved, gone: [] } })
    expect(related(site, 'k')).toBe('cde')
  })

  test('are compared by the words that say something in the language of the magazine', () => {
    const settings = (language: Language) => ({
      id: 'e',
      ...settingsType.columnsOf({ ...settingsType.blank(), language }),
    })
    const site = siteOf({
      articles: stories({ title: 'Unter dem Dach' }, { title: 'Unter der Erde' }, { title: 'Ein Dach' }),
      site_settings: [settings('en')],
    })
    expect(related(site, 'a')).toBe('bc')
    changeSite(site, { site_settings: { put: [settings('de')], gone: [] } })
    expect(related(site, 'a')).toBe('c')
    expect(related(site, 'b')).toBe('')
  })
})

test('after any sequence of changes, the chunks of long lists and their pages equal chunks made from scratch', () => {
  const chunks = ({ content }: Site) => content.db.all('select * from chunk order by list, name')
  const pathsOf = ({ pages }: Site) =>
    pages
      .addresses('/lists/[list]/[chunk]')
      .map(({ pathname }) => pathname)
      .sort()
  /** What chunks show of those beside them, by address: of the pages at these addresses as they are now. */
  const linksOf = (site: Site, paths: readonly string[]) =>
    paths.map((path) => {
      const view = viewOf(site, listChunkPage, path)
      return [path, [view?.previous, view?.next]] as const
    })
  const categories = [
    category('c1', 'Interior Design', { sections: ['living-spaces'] }),
    category('c2', 'Kitchen Design', { sections: ['living-spaces'] }),
  ]
  const row = (id: number, day: number, category_id: string | null) =>
    article({
      id: String(id).padStart(4, '0'),
      category_id,
      published_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    })
  const change = fc.record({
    id: fc.nat(340),
    day: fc.nat(250),
    category_id: fc.constantFrom('c1', 'c2', null),
    isGone: fc.boolean(),
  })
  const step = fc.record({ articles: fc.array(change, { maxLength: 3 }), hasKitchen: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const rows = new Map(
        Array.from({ length: 300 }, (_, n) => {
          const made = row(n, n % 200, n % 3 === 0 ? 'c2' : 'c1')
          return [made.id, made]
        }),
      )
      const site = siteOf({ categories, articles: [...rows.values()] })
      const written = new Map(linksOf(site, pathsOf(site)))
      for (const { articles, hasKitchen } of steps) {
        writeAll(site)
        const kept = hasKitchen ? categories : categories.slice(0, 1)
        const put = new Map<string, ReturnType<typeof article>>()
        const gone = new Set<string>()
        for (const { id, day, category_id, isGone } of articles) {
          const changed = row(id, day, category_id)
          put.delete(changed.id)
          gone.delete(changed.id)
          if (isGone) gone.add(changed.id)
          else put.set(changed.id, changed)
        }
        for (const id of gone) rows.delete(id)
        for (const [id, changed] of put) rows.set(id, changed)
        changeSite(site, {
          articles: { put: [...put.values()], gone: [...gone] },
          categories: { put: kept, gone: hasKitchen ? [] : ['c2'] },
        })
        const anew = siteOf({ categories: kept, articles: [...rows.values()] })
        expect(chunks(site)).toEqual(chunks(anew))
        expect(pathsOf(site)).toEqual(pathsOf(anew))
        const stale = new Set(stalePaths(site))
        for (const [path, links] of linksOf(site, pathsOf(site)))
          if (stale.has(path)) written.set(path, links)
        expect(pathsOf(anew).map((path) => [path, written.get(path)])).toEqual(linksOf(anew, pathsOf(anew)))
      }
    }),
    { numRuns: randomCases(15) },
  )
})

test('a story links to the stories of its category published just before and just after it, and to none twice', () => {
  const sizes = [12, 6, 4, 1]
  const site = siteOf({
    categories: sizes.map((_, index) => category(String(index), `Category ${index}`)),
    articles: stories(
      ...sizes.flatMap((size, index) => Array.from({ length: size }, () => ({ category_id: String(index) }))),
      {},
    ),
  })
  const views = Array.from({ length: 24 }, (_, place) => {
    const slug = `story-${String.fromCharCode(97 + place)}`
    return viewOf(site, articlePage, `/article/${slug}`)
  }).filter((view) => view !== null)
  expect(views).toHaveLength(24)
  for (const { card, related, previous, next } of views) {
    // Of these views, the newest first.
    const place = views.findIndex((view) => view.card.id === card.id)
    const isOffered = ({ card: other }: (typeof views)[number]) =>
      card.category !== null &&
      other.category?.name === card.category.name &&
      related.every(({ id }) => id !== other.id)
    expect(previous?.id, card.id).toBe(views.slice(place + 1).find(isOffered)?.card.id)
    expect(next?.id, card.id).toBe(views.slice(0, place).findLast(isOffered)?.card.id)
  }
})

test('an author page has all stories of the author, at each of the addresses', () => {
  const site = siteOf({
    profiles: [{ id: 'p', full_name: 'ines abril', name_confirmed: true }],
    author_profiles: [author({ id: '1', name: 'Ines Abril', slug: 'ines', email: 'ines@mantel.example' })],
    articles: stories({ author_id: 'p' }, {}, { author_id: 'p' }),
  })
  for (const key of ['ines-abril', 'ines', '1']) {
    const found = viewOf(site, authorPage, `/author/${key}`)
    expect(ids(found?.parts[0]?.articles)).toBe('ac')
    expect(found).toMatchObject({
      author: { path: '/author/ines', articleCount: 2 },
      email: 'ines@mantel.example',
      joined: 'August 2025',
    })
  }
  expect(viewOf(site, authorPage, '/author/nobody')).toBeNull()
})

test('the filters offer all categories, and the people who wrote something', () => {
  const site = siteOf({
    categories: [
      category('1', 'Small Spaces', { sections: ['living-spaces'] }),
      category('2', 'Budget Design', { sections: ['guides-tips'] }),
    ],
    profiles: [
      { id: 'p', full_name: 'Zoe', name_confirmed: true },
      { id: 'q', full_name: 'Idle', name_confirmed: true },
      { id: 'r', full_name: 'Ann', name_confirmed: true },
    ],
    articles: stories({ author_id: 'p' }, { author_id: 'r' }, {}),
  })
  expect(viewOf(site, browsePage, '/browse')).toMatchObject({
    categories: ['Budget Design', 'Small Spaces'],
    authors: ['Ann', 'Zoe'],
    total: 3,
  })
})

describe('an address that has moved', () => {
  const site = siteOf({
    articles: stories({ slug: 'now' }, { slug: 'taken' }),
    slug_redirects: [
      redirect({ old_slug: 'before', article_id: 'a' }),
      redirect({ old_slug: 'taken', article_id: 'a' }),
      redirect({ old_slug: 'lost', article_id: 'gone' }),
    ],
  })

  test('leads to where the story is now', () => {
    expect(targetOf(site, '/article/before')).toBe('/article/now')
  })

  test('does not lead anywhere when another story has it, or its story is not published', () => {
    expect(targetOf(site, '/article/lost')).toBeNull()
    expect(redirects(site)).toEqual(['/article/before'])
  })

  test('of a page, at whatever depth, leads to where the page is now', () => {
    const site = siteOf({
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
    expect(targetOf(site, '/about/kit')).toBe('/press/kit')
    expect(targetOf(site, '/newspapers')).toBe('/press')
    const paths = redirects(site)
    expect(paths.sort()).toEqual(['/about/kit', '/newspapers'])
  })
})

test('an address that readers guess leads on, unless a page of the magazine has it', () => {
  const site = siteOf({ pages: [page({ id: 'n', slug: 'newsletter' })] })
  const rules = viewOf(site, redirectRulesPage, '/_redirects')
  expect(rules).toContain('/search /browse 301\n')
  expect(rules).toContain('/author /authors 301\n')
  expect(rules).not.toContain('/newsletter ')
})

test('an address with a redirect added by hand leads to the end of its chain, unless it is in use or in a loop', () => {
  const site = siteOf({
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
  expect(targetOf(site, '/news/2019')).toBe('/article/now')
  expect(targetOf(site, '/shop')).toBe('https://shop.example/')
  for (const path of ['/article/taken', '/left', '/right']) expect(targetOf(site, path)).toBeNull()
})

test('the page of an old address that ends in .html is the file of that name, unless another page is', () => {
  const from = ['news.html', 'both', 'both.html', 'about.html', 'index.html', 'story/.html']
  const site = siteOf({
    pages: [page({ id: 'g', slug: 'about' })],
    slug_redirects: from.map((old_slug) => redirect({ old_slug, target: `/browse/${old_slug}` })),
  })
  const pages = redirects(site).map((pathname) => [pathname, targetOf(site, pathname)])
  expect(pages.sort()).toEqual([
    ['/both', '/browse/both'],
    ['/news', '/browse/news.html'],
    ['/story/.html', '/browse/story/.html'],
  ])
  const rules = viewOf(site, redirectRulesPage, '/_redirects')
  const ofSite = ['about.html', 'index.html']
  for (const old_slug of from) {
    const rule = `/${old_slug} /browse/${old_slug} 301\n`
    if (ofSite.includes(old_slug)) expect(rules).not.toContain(rule)
    else expect(rules).toContain(rule)
  }
})

test.each([
  ['to its own address without .html: it would reload for ever', 'press.html', '/press'],
  ['from the address of a feed, at which readers would get HTML', 'rss/light.xml', '/browse'],
])('a redirect has no page %s', (_, old_slug, target) => {
  const site = siteOf({ slug_redirects: [redirect({ old_slug, target })] })
  expect(redirects(site)).toEqual([])
  expect(viewOf(site, redirectRulesPage, '/_redirects')).toContain(`/${old_slug} ${target} 301\n`)
})

describe('a change', () => {
  test('is shown', () => {
    const site = siteOf({
      categories: [category('1', 'Small Spaces', { sections: ['living-spaces'] })],
      articles: stories({ category_id: '1' }, {}),
    })
    expect(ids(newest(site))).toBe('ab')
    changeSite(site, {
      categories: { put: [category('1', 'Tiny Spaces')], gone: [] },
      articles: { put: [], gone: ['b'] },
    })
    expect(newest(site)).toMatchObject([{ id: 'a', category: { name: 'Tiny Spaces' } }])
  })

  test('of a picture that has been resized meanwhile is shown', () => {
    const site = siteOf({ articles: stories({ featured_image: '/uploads/a.jpg' }) })
    expect(hero(site)?.image?.key).toBeNull()
    changeSite(site, {}, { put: [['/uploads/a.jpg', { key: 'k', width: 1600, height: 900 }]], gone: [] })
    expect(hero(site)?.image?.key).toBe('k')
    changeSite(site, {}, { put: [], gone: ['/uploads/a.jpg'] })
    expect(hero(site)?.image?.key).toBeNull()
  })

  test('of a picture reaches pages with all that is known of it', () => {
    const site = siteOf({ articles: stories({ featured_image: '/uploads/a.gif' }) })
    const file = { key: 'k', width: 1600, height: 900, isAnimated: true, colour: '#1d5548' }
    changeSite(site, {}, { put: [['/uploads/a.gif', file]], gone: [] })
    expect(hero(site)?.image).toMatchObject(file)
    changeSite(site, {}, { put: [['/uploads/a.gif', { ...file, colour: '#a5432a' }]], gone: [] })
    expect(hero(site)?.image?.colour).toBe('#a5432a')
  })

  test('that fails leaves everything as it was, and is made when it is tried again', () => {
    const site = siteOf({
      profiles: [{ id: 'p', full_name: 'Ann Berg', name_confirmed: true }],
      articles: stories({ author_id: 'p' }, {}),
    })
    const profiles = { put: [{ id: 'p', full_name: 'Ann Holm', name_confirmed: true }], gone: [] }
    const broken = { ...article({ id: 'b' }), published_at: undefined as unknown as string }
    expect(() => changeSite(site, { profiles, articles: { put: [broken], gone: ['a'] } })).toThrow()
    expect(ids(newest(site))).toBe('ab')
    expect(hero(site)?.writers[0]).toBe('Ann Berg')
    changeSite(site, { profiles })
    expect(hero(site)?.writers[0]).toBe('Ann Holm')
  })
})
