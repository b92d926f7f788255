import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RESERVED_PAGE_SLUGS } from '../../domain/slug.ts'
import { settingsType } from '../../domain/settings.ts'
import type { PictureIndex } from '../pictures.ts'
import type { Changes, Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { setCurrentSnapshot } from '../snapshot-context.ts'
import { changeRows, changesArbitrary } from '../../../tests/support/content-changes.ts'
import {
  article,
  author,
  category,
  emptyRows,
  page,
  redirect,
  snapshotOf,
} from '../../../tests/support/content-rows.ts'
import { changedPaths, viewOf } from '../../../tests/support/page-view.ts'
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

describe('after any sequence of changes', () => {
  const sequence = fc.array(changesArbitrary, { minLength: 1, maxLength: 8 })

  test('the pages equal those of a snapshot made anew from the rows', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        let rows = emptyRows()
        let snapshot = snapshotOf(rows, PICTURES)
        for (const step of steps) {
          rows = changeRows(rows, step)
          snapshot = snapshot.with(step)
          const fresh = snapshotOf(rows, PICTURES)
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
        let before = snapshotOf({}, PICTURES)
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
    categories: [category('1', 'Small Spaces'), category('2', 'Budget Design')],
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
  const before = snapshotOf(rows, PICTURES)
  const old = rows.articles[5] ?? article({ id: 'none' })
  const changedWith = (changes: Changes) => changedPaths(before, before.with(changes))
  const put = (row: Row<'articles'>) => ({ articles: { put: [row], gone: [] } })

  test('a story and its feeds when its body changes', () => {
    const newest = rows.articles.at(-1) ?? old
    const changed = changedWith(put({ ...newest, content: 'New.' }))
    expect(changed.sort()).toEqual(['/article/a79', '/rss.xml', '/rss/small-spaces.xml'])
  })

  test('an old story alone when its body changes', () => {
    expect(changedWith(put({ ...old, content: 'New.' }))).toEqual(['/article/a5'])
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
      '/lists/living-spaces.small-spaces/newest',
      '/lists/living-spaces/newest',
    ])
  })

  test('the lists of an old story when it is unpublished, though they show newer ones', () => {
    const changed = changedWith({ articles: { put: [], gone: ['a5'] } })
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
    const shown = snapshotOf(
      {
        articles: [
          article({ id: 'a', content }),
          article({ id: 'b', published_at: '2020-01-01T00:00:00.000Z' }),
        ],
        pages: [page({ id: 'g', slug: 'press', content }), page({ id: 'h', slug: 'other' })],
      },
      pictures,
    )
    expect(sitePages(shown).size).toBeGreaterThan(0)
    pictures.set('/uploads/late.jpg', { key: 'late', width: 1600, height: 900 })
    expect(changedPaths(shown, shown.with({})).sort()).toEqual(['/article/story-a', '/press', '/rss.xml'])
  })

  test('the stories and lists of a category when its name changes', () => {
    const changed = changedWith({ categories: { put: [category('1', 'Open Concept')], gone: [] } })
    for (const path of ['/', '/browse', '/living-spaces', '/article/a1', '/author/ann-berg']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/guides-tips', '/about', '/authors']) expect(changed).not.toContain(path)
  })

  test('every page when the settings of the site change', () => {
    const settings = { id: 'e', ...settingsType.columnsOf({ ...settingsType.blank(), site_name: 'Hearth' }) }
    const changed = changedWith({ site_settings: { put: [settings], gone: [] } })
    expect(changed).toHaveLength(sitePages(before).size)
  })

  test('nothing when nothing changed', () => {
    expect(changedWith({})).toEqual([])
  })
})

describe('the addresses for getStaticPaths', () => {
  const snapshot = snapshotOf({
    articles: [article({ id: 'a', slug: 'now' })],
    slug_redirects: [redirect({ old_slug: 'before', article_id: 'a' })],
  })

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
  const snapshot = snapshotOf({}, PICTURES)

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
