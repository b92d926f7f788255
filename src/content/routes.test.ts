import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PictureIndex } from './pictures.ts'
import { routes, routeView, staticPaths } from './routes.ts'
import { createSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { changeRows, changesArbitrary } from './test-changes.ts'
import { article, author, category, emptyRows, page } from './test-rows.ts'

const PICTURES: PictureIndex = new Map([['/uploads/one.jpg', { key: 'one', width: 1600, height: 900 }]])

function digests(snapshot: Snapshot): Map<string, string> {
  return new Map(routes(snapshot).map(({ pathname, digest }) => [pathname, digest]))
}

/** All that each page shows, bodies included. */
function views(snapshot: Snapshot): Map<string, string> {
  const text = (view: unknown) =>
    JSON.stringify(view, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  return new Map(
    routes(snapshot).map((route) => [
      route.pathname,
      text([snapshot.siteUrl, snapshot.site(), routeView(snapshot, route)]),
    ]),
  )
}

function changedPaths(before: Snapshot, after: Snapshot): string[] {
  const old = digests(before)
  return routes(after)
    .filter(({ pathname, digest }) => old.get(pathname) !== digest)
    .map(({ pathname }) => pathname)
}

describe('after any sequence of changes', () => {
  const sequence = fc.array(changesArbitrary, { minLength: 1, maxLength: 8 })

  test('the snapshot equals one made anew from the rows', () => {
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

  test('a page whose digest stayed the same shows the same', () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        let before = createSnapshot(emptyRows(), PICTURES, 'https://mantel.example')
        for (const step of steps) {
          const after = before.with(step)
          const [oldDigests, oldViews, newViews] = [digests(before), views(before), views(after)]
          for (const { pathname, digest } of routes(after)) {
            if (oldDigests.get(pathname) === digest)
              expect(newViews.get(pathname)).toBe(oldViews.get(pathname))
          }
          before = after
        }
      }),
      { numRuns: 150 },
    )
  })

  test('no address is there twice', () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        let snapshot = createSnapshot(emptyRows(), PICTURES, 'https://mantel.example')
        for (const step of steps) snapshot = snapshot.with(step)
        expect(digests(snapshot).size).toBe(routes(snapshot).length)
      }),
    )
  })
})

describe('a change touches', () => {
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

  test('by a new text: the story itself and the feeds it is in', () => {
    const newest = rows.articles.at(-1) ?? old
    const after = before.with({ articles: { put: [{ ...newest, content: 'New.' }], gone: [] } })
    expect(changedPaths(before, after)).toEqual(['/rss.xml', '/article/a79', '/rss/small-spaces.xml'])
  })

  test('by the new text of an old story: the story alone', () => {
    const after = before.with({ articles: { put: [{ ...old, content: 'New.' }], gone: [] } })
    expect(changedPaths(before, after)).toEqual(['/article/a5'])
  })

  test('by a new title: every page that names it, and none that does not', () => {
    const after = before.with({ articles: { put: [{ ...old, title: 'Rooms again' }], gone: [] } })
    const changed = changedPaths(before, after)
    for (const path of ['/article/a5', '/article/a3', '/article/a7']) expect(changed).toContain(path)
    expect(changed.filter((path) => path.startsWith('/lists/living-spaces/'))).toHaveLength(1)
    for (const path of ['/', '/guides-tips', '/author/ann-berg', '/article/a20', '/sitemap-1.xml']) {
      expect(changed).not.toContain(path)
    }
  })

  test('by a new story: of each long list the newest part alone', () => {
    const next = { ...old, id: 'n', slug: 'n', published_at: '2026-12-01T00:00:00Z' }
    const changed = changedPaths(before, before.with({ articles: { put: [next], gone: [] } }))
    expect(changed.filter((path) => path.startsWith('/lists/')).sort()).toEqual([
      '/lists/author.ann-berg/newest',
      '/lists/living-spaces.small-spaces/newest',
      '/lists/living-spaces/newest',
    ])
  })

  test('by the end of an old story: its list, though that shows newer ones', () => {
    const changed = changedPaths(before, before.with({ articles: { put: [], gone: ['a5'] } }))
    for (const path of ['/living-spaces', '/browse', '/authors', '/author/ann-berg', '/sitemap-1.xml']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/', '/guides-tips', '/rss.xml', '/author/priya-rao'])
      expect(changed).not.toContain(path)
  })

  test('by the new title of a page: the pages below it', () => {
    const parent = page({ id: 'g', slug: 'press' })
    const pages = [parent, page({ id: 'h', slug: 'kit', parent_id: 'g' }), page({ id: 'i', slug: 'other' })]
    const with3 = before.with({ pages: { put: pages, gone: [] } })
    const after = with3.with({ pages: { put: [{ ...parent, title: 'For the press' }], gone: [] } })
    expect(changedPaths(with3, after)).toEqual(['/press', '/press/kit'])
  })

  test('by the copies of a picture: every page that shows it', () => {
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
    expect(routes(shown).length).toBeGreaterThan(0)
    pictures.set('/uploads/late.jpg', { key: 'late', width: 1600, height: 900 })
    expect(changedPaths(shown, shown.with({}))).toEqual(['/rss.xml', '/article/story-a', '/press'])
  })

  test('by the new name of a category: its stories and lists', () => {
    const after = before.with({ categories: { put: [category('1', 'Open Concept')], gone: [] } })
    const changed = changedPaths(before, after)
    for (const path of ['/', '/browse', '/living-spaces', '/article/a1', '/author/ann-berg']) {
      expect(changed).toContain(path)
    }
    for (const path of ['/guides-tips', '/about', '/authors']) expect(changed).not.toContain(path)
  })

  test('by new settings of the site: every page', () => {
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
    expect(changedPaths(before, after)).toHaveLength(routes(after).length)
  })

  test('by nothing: nothing', () => {
    expect(changedPaths(before, before.with({}))).toEqual([])
  })
})

describe('the addresses for getStaticPaths', () => {
  const snapshot = createSnapshot(
    {
      ...emptyRows(),
      articles: [article({ id: 'a', slug: 'now' })],
      slug_redirects: [{ id: '1', kind: 'article', old_slug: 'before', article_id: 'a', page_id: null }],
    },
    PICTURES,
    'https://mantel.example',
  )

  test('have the parameters of the page and a cache key', () => {
    const digest = digests(snapshot).get('/article/now')
    expect(staticPaths(snapshot, 'article')).toContainEqual({ params: { slug: 'now' }, cacheKey: digest })
    expect(staticPaths(snapshot, 'section')).toHaveLength(5)
  })

  test('include those of stories that have moved', () => {
    expect(staticPaths(snapshot, 'article').map(({ params }) => params.slug)).toEqual(['now', 'before'])
  })
})
