import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RESERVED_PAGE_SLUGS } from '../../domain/slug.ts'
import type { PictureIndex } from '../pictures.ts'
import { type Snapshot, createSnapshot } from '../snapshot.ts'
import { setCurrentSnapshot } from '../snapshot-context.ts'
import { changeRows, changesArbitrary } from '../../../tests/support/content-changes.ts'
import { article, author, category, emptyRows, page, redirect } from '../../../tests/support/content-rows.ts'
import { viewOf } from '../../../tests/support/page-view.ts'
import { contactPage } from './fixed-pages.ts'
import { pageAt, redirectRulesPage, sitePages, staticPaths } from './registry.ts'

const PICTURES: PictureIndex = new Map([['/uploads/one.jpg', { key: 'one', width: 1600, height: 900 }]])

function digests(snapshot: Snapshot): Map<string, string> {
  return new Map([...sitePages(snapshot)].map(([pathname, { digest }]) => [pathname, digest]))
}

/** All that each page shows, bodies included. */
function views(snapshot: Snapshot): Map<string, string> {
  const text = (view: unknown) =>
    JSON.stringify(view, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  return new Map([...sitePages(snapshot)].map(([pathname, { take }]) => [pathname, text(take())]))
}

function changedPaths(before: Snapshot, after: Snapshot): string[] {
  const old = digests(before)
  return [...digests(after)]
    .filter(([pathname, digest]) => old.get(pathname) !== digest)
    .map(([path]) => path)
}

describe('after any sequence of changes', () => {
  const sequence = fc.array(changesArbitrary, { minLength: 1, maxLength: 8 })

  test('the pages equal those of a snapshot made anew from the rows', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        let rows = emptyRows()
        let snapshot = createSnapshot(rows, PICTURES, 'https://mantel.example')
        for (const step of steps) {
          rows = changeRows(rows, step)
          snapshot = snapshot.with(step)
          const fresh = createSnapshot(rows, PICTURES, 'https://mantel.example')
          expect(digests(snapshot)).toEqual(digests(fresh))
          expect(views(snapshot)).toEqual(views(fresh))
        }
      }),
      { numRuns: 150 },
    )
  })

  test('a page with the same digest shows the same', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        let before = createSnapshot(emptyRows(), PICTURES, 'https://mantel.example')
        for (const step of steps) {
          const after = before.with(step)
          const [oldDigests, oldViews, newViews] = [digests(before), views(before), views(after)]
          for (const [pathname, digest] of digests(after)) {
            if (oldDigests.get(pathname) === digest)
              expect(newViews.get(pathname)).toBe(oldViews.get(pathname))
          }
          before = after
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('re-renders', () => {
  const days = Array.from({ length: 80 }, (_, index) => index)
  const rows = {
    ...emptyRows(),
    categories: [category('1', 'Small Spaces'), category('2', 'Budget Design')],
    profiles: [
      { id: 'p', full_name: 'Ann Berg' },
      { id: 'q', full_name: 'Priya Rao' },
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
  const before = createSnapshot(rows, PICTURES, 'https://mantel.example')
  const old = rows.articles[5] ?? article({ id: 'none' })

  test('a story and its feeds when its body changes', () => {
    const newest = rows.articles.at(-1) ?? old
    const after = before.with({ articles: { put: [{ ...newest, content: 'New.' }], gone: [] } })
    expect(changedPaths(before, after).sort()).toEqual(['/article/a79', '/rss.xml', '/rss/small-spaces.xml'])
  })

  test('an old story alone when its body changes', () => {
    const after = before.with({ articles: { put: [{ ...old, content: 'New.' }], gone: [] } })
    expect(changedPaths(before, after)).toEqual(['/article/a5'])
  })

  test('every page that names a story when its title changes, and no other', () => {
    const after = before.with({ articles: { put: [{ ...old, title: 'Rooms again' }], gone: [] } })
    const changed = changedPaths(before, after)
    for (const path of ['/article/a5', '/article/a3', '/article/a7']) expect(changed).toContain(path)
    expect(changed.filter((path) => path.startsWith('/lists/living-spaces/'))).toHaveLength(1)
    for (const path of ['/', '/guides-tips', '/author/ann-berg', '/article/a20', '/sitemap-1.xml']) {
      expect(changed).not.toContain(path)
    }
  })

  test('the newest chunk alone of each long list when a story is added', () => {
    const next = { ...old, id: 'n', slug: 'n', published_at: '2026-12-01T00:00:00Z' }
    const changed = changedPaths(before, before.with({ articles: { put: [next], gone: [] } }))
    expect(changed.filter((path) => path.startsWith('/lists/')).sort()).toEqual([
      '/lists/author.ann-berg/newest',
      '/lists/living-spaces.small-spaces/newest',
      '/lists/living-spaces/newest',
    ])
  })

  test('the lists of an old story when it is unpublished, though they show newer ones', () => {
    const changed = changedPaths(before, before.with({ articles: { put: [], gone: ['a5'] } }))
    for (const path of ['/living-spaces', '/browse', '/authors', '/author/ann-berg', '/sitemap-1.xml']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/', '/guides-tips', '/rss.xml', '/author/priya-rao'])
      expect(changed).not.toContain(path)
  })

  test('the pages below a page when its title changes', () => {
    const parent = page({ id: 'g', slug: 'press' })
    const pages = [parent, page({ id: 'h', slug: 'kit', parent_id: 'g' }), page({ id: 'i', slug: 'other' })]
    const with3 = before.with({ pages: { put: pages, gone: [] } })
    const after = with3.with({ pages: { put: [{ ...parent, title: 'For the press' }], gone: [] } })
    expect(changedPaths(with3, after)).toEqual(['/press', '/press/kit'])
  })

  test('every page that shows a picture when its copies are there', () => {
    const pictures = new Map(PICTURES)
    const content = { html: '<img src="/uploads/late.jpg" alt="">' }
    const shown = createSnapshot(
      {
        ...emptyRows(),
        articles: [
          article({ id: 'a', content }),
          article({ id: 'b', published_at: '2020-01-01T00:00:00.000Z' }),
        ],
        pages: [page({ id: 'g', slug: 'press', content }), page({ id: 'h', slug: 'other' })],
      },
      pictures,
      'https://mantel.example',
    )
    expect(sitePages(shown).size).toBeGreaterThan(0)
    pictures.set('/uploads/late.jpg', { key: 'late', width: 1600, height: 900 })
    expect(changedPaths(shown, shown.with({})).sort()).toEqual(['/article/story-a', '/press', '/rss.xml'])
  })

  test('the stories and lists of a category when its name changes', () => {
    const after = before.with({ categories: { put: [category('1', 'Open Concept')], gone: [] } })
    const changed = changedPaths(before, after)
    for (const path of ['/', '/browse', '/living-spaces', '/article/a1', '/author/ann-berg']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/guides-tips', '/about', '/authors']) expect(changed).not.toContain(path)
  })

  test('every page when the settings of the site change', () => {
    const settings = {
      id: 'e',
      site_name: 'Hearth',
      tagline: '',
      social_label: '',
      social_url: null,
      newsletter_enabled: true,
      contact_enabled: true,
      contact_email: null,
    }
    const after = before.with({ site_settings: { put: [settings], gone: [] } })
    expect(changedPaths(before, after)).toHaveLength(sitePages(after).size)
  })

  test('nothing when nothing changed', () => {
    expect(changedPaths(before, before.with({}))).toEqual([])
  })
})

describe('the addresses for getStaticPaths', () => {
  const snapshot = createSnapshot(
    {
      ...emptyRows(),
      articles: [article({ id: 'a', slug: 'now' })],
      slug_redirects: [redirect({ old_slug: 'before', article_id: 'a' })],
    },
    PICTURES,
    'https://mantel.example',
  )

  test('have the parameters of the route and a cache key', () => {
    setCurrentSnapshot(snapshot)
    const cacheKey = digests(snapshot).get('/article/now')
    expect(staticPaths({ routePattern: '/article/[slug]' })).toEqual([{ params: { slug: 'now' }, cacheKey }])
    expect(staticPaths({ routePattern: '/[section]' })).toHaveLength(5)
  })

  test('have old addresses as redirects', () => {
    const [path] = staticPaths({ routePattern: '/[...redirect]' })
    expect(path?.params).toEqual({ redirect: 'article/before' })
  })

  test('have the redirects as rules for hosts, before the rule of the admin', () => {
    expect(staticPaths({ routePattern: '/[prefix]redirects' })).toMatchObject([{ params: { prefix: '_' } }])
    expect(viewOf(snapshot, redirectRulesPage, '/_redirects')).toBe(
      '/article/before /article/now 301\n/admin/* /admin 200\n',
    )
  })
})

describe('the page at an address', () => {
  const snapshot = createSnapshot(emptyRows(), PICTURES, 'https://mantel.example')

  test('is found by route and parameters', () => {
    expect(pageAt(snapshot, '/[section]', { section: 'living-spaces' }).pathname).toBe('/living-spaces')
    expect(pageAt(snapshot, '/admin/[...path]', { path: undefined }).pathname).toBe('/admin')
    expect(pageAt(snapshot, '/', {}).pathname).toBe('/')
  })

  test('must belong to a page type, and be drawn by the file of its route', () => {
    expect(() => pageAt(snapshot, '/new', {})).toThrow('No page type in src/content/pages has /new')
    const page = pageAt(snapshot, '/404', {}).take()
    expect(() => contactPage.read({ locals: { page } })).toThrow('/404 is not one of /contact')
  })

  test('shows the same when its view is taken a second time', () => {
    const page = pageAt(snapshot, '/', {})
    const first = page.take()
    expect(page.take()).toEqual(first)
  })

  test('cannot be taken by a page that staff write', () => {
    const roots = [...sitePages(snapshot).values()].map(({ pathname }) => pathname.split('/')[1] ?? '')
    const free = roots.filter(
      (root) => root !== '' && !root.startsWith('sitemap-') && !RESERVED_PAGE_SLUGS.has(root),
    )
    expect(free).toEqual([])
  })
})
