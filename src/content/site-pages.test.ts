import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { RESERVED_PAGE_SLUGS } from '../domain/sections/slug.ts'
import { type MenuTarget, type SitePage, SITE_PAGES } from '../domain/site/menu.ts'
import { settingsType } from '../domain/site/settings.ts'
import {
  changeRows,
  changesArbitrary,
  longListRows,
  redate,
  redatedArbitrary,
} from '../../tests/support/content-changes.ts'
import {
  article,
  author,
  category,
  emptyRows,
  page,
  redirect,
  siteOf,
  tag,
} from '../../tests/support/database/content-rows.ts'
import { randomCases } from '../../tests/support/long-run.ts'
import { changedPaths, stalePaths, viewOf, writeAll } from '../../tests/support/publisher/page-view.ts'
import { shownMenus } from './menus.ts'
import type { PictureIndex } from './pictures/pictures.ts'
import type { Changes, Row } from './rows.ts'
import { type Site, buildContext, changeSite } from './database/site-database.ts'
import { articleMarkdownPage } from './pages/article.ts'
import { contactPage } from './pages/fixed-pages.ts'
import { redirectRulesPage } from './pages/redirects/redirect.ts'

const FILE = { key: 'one', width: 1600, height: 900, colours: ['#408080', '#e26e5a'] }
const PICTURES: PictureIndex = new Map([['/uploads/one.jpg', FILE]])

/** What each page shows, by address. */
function views({ pages }: Site): Map<string, string> {
  const text = (view: unknown) =>
    JSON.stringify(view, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  const gone = new Set(pages.gone().map(({ pathname }) => pathname))
  const all = pages.all().filter(({ pathname }) => !gone.has(pathname))
  return new Map(
    all
      .map(({ pathname, route, params }) => [pathname, text(pages.evaluate(route, params).content)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The pages that show something else than before. */
function different(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([pathname, view]) => before.get(pathname) !== view).map(([pathname]) => pathname)
}

/** All that a menu can lead to: pages of the site, and the rows that random changes make, change and remove. */
const LINKABLE: MenuTarget[] = [
  ...(Object.keys(SITE_PAGES) as SitePage[]).map((page) => ({ kind: 'site' as const, page })),
  ...emptyRows().sections.map(({ id }) => ({ kind: 'section' as const, id })),
  ...[1, 2, 3, 4, 5, 6].flatMap((number) => [
    { kind: 'category' as const, id: `c${number}` },
    { kind: 'tag' as const, id: `t${number}` },
    { kind: 'page' as const, id: `g${number}` },
    { kind: 'author' as const, id: `w${number}` },
    { kind: 'story' as const, id: `a${number}` },
  ]),
]

/** Forgets what a process keeps of the content in memory. */
function restart({ content, pages }: Site): void {
  content.readTables()
  pages.forget()
}

describe('after any sequence of changes', () => {
  const sequence = fc.array(changesArbitrary, { minLength: 1, maxLength: 8 })

  test('the pages equal those of a site made from scratch, in number and content', () => {
    fc.assert(
      fc.property(sequence, fc.infiniteStream(fc.boolean()), (steps, restarts) => {
        let rows = emptyRows()
        const site = siteOf(rows, PICTURES)
        for (const step of steps) {
          rows = changeRows(rows, step)
          if (restarts.next().value === true) restart(site)
          changeSite(site, step)
          const [shown, anew] = [views(site), views(siteOf(rows, PICTURES))]
          expect(different(anew, shown)).toEqual([])
          expect([...shown.keys()]).toEqual([...anew.keys()])
        }
      }),
      { numRuns: randomCases(100) },
    )
  })

  test('a link of a menu leads to a page that is there, or is not shown', () => {
    const link = (to: MenuTarget, place: number) => ({ id: `${place}`, label: null, to })
    const links = LINKABLE.map(link)
    const menu = { id: 'footer' as const, items: [{ id: 'all', title: 'All', links }] }
    fc.assert(
      fc.property(sequence, (steps) => {
        const rows = steps.reduce(changeRows, { ...emptyRows(), menus: [menu] })
        const site = siteOf({ ...rows, menus: [menu] })
        const paths = shownMenus(site.content).footer.flatMap((group) =>
          group.links.map(({ href }) => href.replace(/[?#].*/, '')),
        )
        const pages = new Set(views(site).keys())
        expect(paths.filter((path) => !pages.has(path))).toEqual([])
      }),
      { numRuns: randomCases(150) },
    )
  })

  test.each([
    ['a new magazine', emptyRows(), randomCases(150)],
    ['a magazine of long lists', longListRows(), randomCases(60, 8)],
  ])(
    'every page of %s that shows something else is written again, and hardly any other',
    (_, start, numRuns) => {
      let needless = 0
      let needed = 0
      const steps = fc.array(fc.oneof(changesArbitrary, redatedArbitrary), { minLength: 1, maxLength: 8 })
      fc.assert(
        fc.property(steps, (all) => {
          let rows = start
          const site = siteOf(rows, PICTURES)
          let before = views(site)
          for (const step of all) {
            const changes = 'id' in step ? redate(rows, step) : step
            rows = changeRows(rows, changes)
            const stale = changedPaths(site, changes)
            const after = views(site)
            const wanted = different(before, after)
            expect(wanted.filter((pathname) => !stale.includes(pathname))).toEqual([])
            before = after
            needless += stale.length - wanted.length
            needed += wanted.length
          }
        }),
        { numRuns },
      )
      expect(needless).toBeLessThan(needed / 20)
    },
  )
})

test('pages that readers look at first are written first: stories and the home page', () => {
  const site = siteOf({
    articles: [article({ id: 'a' })],
    categories: [category('1', 'Small Spaces', { sections: ['living-spaces'] })],
  })
  const order = stalePaths(site)
  const place = (path: string) => order.indexOf(path)
  for (const first of ['/', '/article/story-a']) {
    for (const later of ['/living-spaces', '/browse', '/rss.xml', '/about']) {
      expect(place(first), `${first} ${later}`).toBeLessThan(place(later))
    }
  }
})

test('a new story is written before the home page, and both before the stories beside it', () => {
  const story = (id: string, day: number) =>
    article({ id, category_id: '1', published_at: `2026-01-0${day}T00:00:00.000Z` })
  const site = siteOf({
    articles: [story('a', 1), story('b', 2)],
    categories: [category('1', 'Small Spaces', { sections: ['living-spaces'] })],
  })
  const order = changedPaths(site, { articles: { put: [story('c', 3)], gone: [] } })
  const place = (path: string) => order.indexOf(path)
  expect(place('/article/story-c')).toBe(0)
  expect(place('/')).toBe(1)
  expect(place('/article/story-b')).toBeGreaterThan(1)
})

test('a page that is skipped is left alone until it shows something else', () => {
  const site = siteOf({ articles: [article({ id: 'a' })] })
  writeAll(site)
  changeSite(site, { articles: { put: [article({ id: 'a', title: 'Heavy' })], gone: [] } })
  site.pages.skip('/article/story-a')
  expect(stalePaths(site)).not.toContain('/article/story-a')
  changeSite(site, { articles: { put: [article({ id: 'a', title: 'Light' })], gone: [] } })
  expect(stalePaths(site)).toContain('/article/story-a')
})

test('the redirect to a page in the place of a built-in one is there as long as the page', () => {
  const site = siteOf({ slug_redirects: [redirect({ old_slug: 'who-we-are', page_id: 'g' })] })
  const isThere = () => site.pages.addresses('/[...redirect]').length === 1
  changeSite(site, { pages: { put: [page({ id: 'g', slug: 'about' })], gone: [] } })
  expect(isThere()).toBe(true)
  changeSite(site, { pages: { put: [], gone: ['g'] } })
  expect(isThere()).toBe(false)
})

describe('re-renders', () => {
  const days = Array.from({ length: 80 }, (_, index) => index)
  const rows = {
    categories: [
      category('1', 'Small Spaces', { sections: ['living-spaces'] }),
      category('2', 'Budget Design', { sections: ['guides-tips'] }),
    ],
    profiles: [
      { id: 'p', full_name: 'Ann Berg', name_confirmed: true },
      { id: 'q', full_name: 'Priya Rao', name_confirmed: true },
    ],
    author_profiles: [author({ id: 'w', name: 'Ann Berg' }), author({ id: 'x', name: 'Priya Rao' })],
    articles: days.map((day) =>
      article({
        id: `a${day}`,
        slug: `a${day}`,
        title: 'Rooms',
        category_id: day % 2 ? '1' : '2',
        author_id: day % 2 ? 'p' : 'q',
        published_at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      }),
    ),
  }
  const old = rows.articles[5] ?? article({ id: 'none' })
  const changedWith = (changes: Changes) => changedPaths(siteOf(rows, PICTURES), changes)
  const put = (row: Row<'articles'>) => ({ articles: { put: [row], gone: [] } })

  test('a story and its feeds when its body changes', () => {
    const newest = rows.articles.at(-1) ?? old
    const changed = changedWith(put({ ...newest, content: 'New.' }))
    expect(changed.sort()).toEqual([
      '/article/a79',
      '/article/a79.md',
      '/rss.json',
      '/rss.xml',
      '/rss/small-spaces.json',
      '/rss/small-spaces.xml',
    ])
  })

  test.each<[string, Partial<Row<'articles'>>]>([
    ['title', { title: 'Other rooms' }],
    ['standfirst', { standfirst: 'Light all day.' }],
    ['opening', { opening: 'none' }],
    ['picture', { featured_image: '/uploads/two.jpg' }],
    ['facts', { facts: [{ label: 'Year', value: '1971' }] }],
    ['withdrawn files', { withdrawn_files: ['uploads/one.jpg'] }],
    ['captions', { captions: { '/uploads/one.jpg': 'In May' } }],
    ['gallery', { gallery: ['/uploads/two.jpg'] }],
  ])('a story, its text as Markdown and its feeds after a change of its %s', (_, columns) => {
    const picture = '<p>Text.</p><img src="/uploads/one.jpg" alt="">'
    const story = article({ id: 'a', featured_image: '/uploads/one.jpg', content: { html: picture } })
    const site = siteOf({ articles: [story] }, PICTURES)
    const markdown = () => viewOf(site, articleMarkdownPage, '/article/story-a.md')?.markdown
    const before = markdown()
    const changed = changedPaths(site, put({ ...story, ...columns }))
    const pages = ['/article/story-a', '/article/story-a.md', '/rss.json', '/rss.xml']
    expect(changed).toEqual(expect.arrayContaining(pages))
    expect(markdown()).not.toBe(before)
  })

  test('the page of a story and its social card alone, after a choice of another colour of its picture', () => {
    const story = article({ id: 'a', featured_image: '/uploads/one.jpg' })
    const site = siteOf({ articles: [story] }, PICTURES)
    const changedBy = (colour: string | null) => changedPaths(site, put({ ...story, colour })).sort()
    const pages = ['/article/story-a', '/share/story-a.jpg']
    expect(changedBy('#e26e5a')).toEqual(pages)
    // Of another picture.
    expect(changedBy('#5b7ba5')).toEqual(pages)
    expect(changedBy(null)).toEqual([])
  })

  test('a story that names its owner, since nobody in its credits is known, when the owner is renamed', () => {
    const credits = [{ person_id: 'unknown', role_id: 'r' }]
    const site = siteOf({ ...rows, articles: [article({ id: 'a', author_id: 'p', credits })] }, PICTURES)
    const changed = changedPaths(site, {
      profiles: { put: [{ id: 'p', full_name: 'Ann Lind', name_confirmed: true }], gone: [] },
    })
    expect(changed).toContain('/article/story-a')
  })

  test('an old story alone when its body changes', () => {
    expect(changedWith(put({ ...old, content: 'New.' }))).toEqual(['/article/a5', '/article/a5.md'])
  })

  test('every page that names a story when its title changes, and no other', () => {
    const changed = changedWith(put({ ...old, title: 'Rooms again' }))
    for (const path of ['/article/a5', '/article/a3', '/article/a7']) expect(changed).toContain(path)
    expect(changed.filter((path) => path.startsWith('/lists/living-spaces/'))).toHaveLength(1)
    for (const path of ['/', '/guides-tips', '/author/ann-berg', '/article/a20', '/sitemap-1.xml']) {
      expect(changed).not.toContain(path)
    }
  })

  test('the newest chunk alone of each long list when a story is added', () => {
    const next = { ...old, id: 'n', slug: 'n', published_at: '2026-12-01T00:00:00Z' }
    const changed = changedWith(put(next))
    expect(changed.filter((path) => path.startsWith('/lists/')).sort()).toEqual([
      '/lists/author.ann-berg/newest',
      '/lists/browse/newest',
      '/lists/living-spaces.small-spaces/newest',
      '/lists/living-spaces/newest',
    ])
  })

  test('the lists of an old story when it is unpublished, though they show newer ones', () => {
    const changed = changedWith({ articles: { put: [], gone: ['a5'] } })
    for (const path of ['/living-spaces', '/browse', '/authors', '/author/ann-berg', '/sitemap-202601.xml']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/', '/guides-tips', '/rss.xml', '/author/priya-rao'])
      expect(changed).not.toContain(path)
  })

  test('the pages below a page when its title changes', () => {
    const parent = page({ id: 'g', slug: 'press' })
    const pages = [parent, page({ id: 'h', slug: 'kit', parent_id: 'g' }), page({ id: 'i', slug: 'other' })]
    const site = siteOf({ ...rows, pages }, PICTURES)
    const changed = changedPaths(site, { pages: { put: [{ ...parent, title: 'For the press' }], gone: [] } })
    expect(changed.sort()).toEqual(['/press', '/press/kit'])
  })

  test('every page that shows a picture when its copies are there', () => {
    const content = { html: '<img src="/uploads/late.jpg" alt="">' }
    const site = siteOf(
      {
        articles: [
          article({ id: 'a', content }),
          article({ id: 'b', published_at: '2020-01-01T00:00:00.000Z' }),
        ],
        pages: [page({ id: 'g', slug: 'press', content }), page({ id: 'h', slug: 'other' })],
      },
      PICTURES,
    )
    const late = ['/uploads/late.jpg', { key: 'late', width: 1600, height: 900 }] as const
    const changed = changedPaths(site, {}, { put: [late], gone: [] })
    expect(changed.sort()).toEqual([
      '/article/story-a',
      '/article/story-a.md',
      '/press',
      '/rss.json',
      '/rss.xml',
    ])
  })

  test('the stories and lists of a category when its name changes', () => {
    const changed = changedWith({
      categories: { put: [category('1', 'Open Concept', { sections: ['living-spaces'] })], gone: [] },
    })
    for (const path of ['/', '/browse', '/living-spaces', '/article/a1', '/author/ann-berg']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/guides-tips', '/about', '/authors']) expect(changed).not.toContain(path)
  })

  test('the stories of a tag, which link to it, when its address changes', () => {
    const wood = tag('t', 'Wood')
    const tagged = rows.articles.map((row) => ({ ...row, tag_ids: [wood.id] }))
    const site = siteOf({ ...rows, articles: tagged, tags: [wood] }, PICTURES)
    const changed = changedPaths(site, { tags: { put: [{ ...wood, slug: 'timber' }], gone: [] } })
    for (const { slug } of tagged) expect(changed).toContain(`/article/${slug}`)
  })

  test('every page when the settings of the site change', () => {
    const settings = { id: 'e', ...settingsType.columnsOf({ ...settingsType.blank(), site_name: 'Hearth' }) }
    const changed = changedWith({ site_settings: { put: [settings], gone: [] } })
    // A magazine of another name has its own icon, in more sizes.
    const { pages: all } = siteOf({ ...rows, site_settings: [settings] }, PICTURES)
    expect(changed).toHaveLength(all.all().length)
  })

  test('nothing when nothing changed', () => {
    expect(changedWith({})).toEqual([])
  })
})

describe('the addresses for getStaticPaths', () => {
  const site = siteOf({
    articles: [article({ id: 'a', slug: 'now' })],
    slug_redirects: [redirect({ old_slug: 'before', article_id: 'a' })],
  })
  const notDrawn = () => Promise.reject(new Error('not drawn'))
  const { staticPaths } = buildContext(site, {
    ...{ renderSocialCard: notDrawn, renderIcon: notDrawn, renderLetterPicture: notDrawn },
  })

  test('have the parameters of the route and a cache key', () => {
    const cacheKey = site.pages.evaluate('/article/[slug]', { slug: 'now' }).digest
    expect(staticPaths('/article/[slug]')).toEqual([{ params: { slug: 'now' }, cacheKey }])
    expect(staticPaths('/[section]')).toHaveLength(5)
  })

  test('have old addresses as redirects', () => {
    const [path] = staticPaths('/[...redirect]')
    expect(path?.params).toEqual({ redirect: 'article/before' })
  })

  test('have the redirects as rules for hosts, before the rule of the admin', () => {
    expect(staticPaths('/[prefix]redirects')).toMatchObject([{ params: { prefix: '_' } }])
    const rules = viewOf(site, redirectRulesPage, '/_redirects')
    expect(rules).toContain('/article/before /article/now 301\n')
    expect(rules).toMatch(/^(\/\S+ \/\S+ 301\n)+\/admin\/\* \/admin 200\n$/)
  })
})

describe('the page at an address', () => {
  const { pages } = siteOf({}, PICTURES)

  test('is found by route and parameters', () => {
    expect(pages.evaluate('/[section]', { section: 'living-spaces' }).pathname).toBe('/living-spaces')
    expect(pages.evaluate('/admin/[...path]', { path: undefined }).pathname).toBe('/admin')
    expect(pages.evaluate('/', {}).pathname).toBe('/')
  })

  test('must belong to a page type, and be drawn by the file of its route', () => {
    expect(() => pages.evaluate('/new', {})).toThrow('No page type in src/content/pages has /new')
    const page = pages.evaluate('/404', {}).content
    expect(() => contactPage.read({ locals: { page } })).toThrow('/404 is not one of /contact')
  })

  test('cannot be taken by a page that staff write', () => {
    const icon = { svg: '<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>', width: 1, height: 1 }
    const branding = [{ id: 'b', logo: null, logo_dark: null, icon, share_picture: null }]
    const roots = siteOf({ branding }, PICTURES)
      .pages.all()
      .map(({ pathname }) => pathname.split('/')[1] ?? '')
    const sections = new Set(emptyRows().sections.map(({ slug }) => slug))
    const free = roots.filter(
      (root) =>
        root !== '' && !root.startsWith('sitemap-') && !RESERVED_PAGE_SLUGS.has(root) && !sections.has(root),
    )
    expect(free).toEqual([])
  })
})

test('the stale pages of a later build can be told from the others that wait to be written', () => {
  const stories = ['a', 'b', 'c'].map((id) => article({ id, slug: id, title: `Story ${id}` }))
  const changed = {
    articles: { put: [article({ id: 'b', slug: 'b', title: 'Another title' })], gone: ['c'] },
  }
  const site = siteOf({ ...emptyRows(), articles: stories })
  const alone = changedPaths(site, changed)
  const goneAlone = site.pages.gone().map(({ pathname }) => pathname)
  expect(alone).toContain('/article/b')
  expect(goneAlone).toContain('/article/c')

  const waiting = siteOf({ ...emptyRows(), articles: stories })
  writeAll(waiting)
  const settings = { id: 'e', ...settingsType.columnsOf({ ...settingsType.blank(), site_name: 'Hearth' }) }
  changeSite(waiting, { site_settings: { put: [settings], gone: [] } }, undefined, 1)
  expect(waiting.pages.countStale()).toBe(waiting.pages.all().length)
  changeSite(waiting, changed, undefined, 2)
  const wanted = { sinceBuild: 2 }
  const later = waiting.pages.stale(1_000, [], wanted).map(({ pathname }) => pathname)
  expect(later).toEqual(expect.arrayContaining(alone))
  expect(later).not.toContain('/contact')
  expect(waiting.pages.gone(wanted).map(({ pathname }) => pathname)).toEqual(goneAlone)
  expect(waiting.pages.stale(1_000, []).length).toBeGreaterThan(later.length)
})

test('the pages that a change perhaps makes stale are marked in one statement, however many reads it changes', () => {
  const site = siteOf({ categories: [category('1', 'Small Spaces')] })
  writeAll(site)
  const run = vi.spyOn(site.content.db, 'run')
  changeSite(site, { articles: { put: [article({ id: 'a', category_id: '1' })], gone: [] } })
  expect(run.mock.calls.filter(([sql]) => sql.includes('from page_read where name'))).toHaveLength(1)
  expect(stalePaths(site)).toContain('/browse')
})
