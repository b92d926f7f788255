import { describe, expect, test } from 'vitest'
import type { Row } from '../rows.ts'
import { type Site, changeSite } from '../database/site-database.ts'
import { article, redirect, siteOf, tag } from '../../../tests/support/database/content-rows.ts'
import { changedPaths, viewOf } from '../../../tests/support/publisher/page-view.ts'
import { articlePage } from './article.ts'
import { listChunkPage } from './list-chunk.ts'
import { redirectPage, redirectRulesPage } from './redirects/redirect.ts'
import { sitemapPartPage } from './registry.ts'
import { oldTagFeedPage, tagFeedPage, tagPage } from './tag.ts'

function story(day: number, tag_ids: string[]): Row<'articles'> {
  return article({
    id: `a${day}`,
    slug: `a${day}`,
    tag_ids,
    published_at: `2026-01-${10 + day}T00:00:00.000Z`,
  })
}

/** `light` has a page, `oak` has one story too few. */
const makeSite = () =>
  siteOf({
    tags: [tag('l', 'Light'), tag('o', 'Oak')],
    articles: [story(1, ['l', 'o']), story(2, ['l']), story(3, ['l', 'o']), story(4, [])],
    slug_redirects: [
      redirect({ old_slug: 'lights', kind: 'tag', entity_id: 'l' }),
      redirect({ old_slug: 'oaks', kind: 'tag', entity_id: 'o' }),
    ],
  })

const site = makeSite()

function siteMap(of: Site) {
  return viewOf(of, sitemapPartPage, '/sitemap-1.xml') ?? []
}

describe('a tag of three published stories', () => {
  test('has a page with the newest first, and an entry in the site map', () => {
    const view = viewOf(site, tagPage, '/tag/light')
    expect(view).toMatchObject({
      name: 'Light',
      total: 3,
      path: '/tag/light',
      feedPath: '/rss/tag/light.xml',
    })
    expect(view?.articles.map(({ id }) => id)).toEqual(['a3', 'a2', 'a1'])
    expect(siteMap(site)).toContainEqual({ path: '/tag/light', lastmod: '2026-03-01T09:00:00.000Z' })
  })

  test('has a feed of its stories', () => {
    const feed = viewOf(site, tagFeedPage, '/rss/tag/light.xml')
    expect(feed).toMatchObject({
      title: 'Light · New Magazine',
      path: '/tag/light',
      feedPath: '/rss/tag/light.xml',
    })
    expect(feed?.items).toHaveLength(3)
  })

  test('is named by its stories, other tags are not', () => {
    expect(viewOf(site, articlePage, '/article/a1')?.tags).toEqual([{ name: 'Light', slug: 'light' }])
  })

  test('goes on in chunks when its list is longer than the page', () => {
    const more = Array.from({ length: 30 }, (_, index) =>
      article({ id: `m${index}`, slug: `m${index}`, tag_ids: ['l'] }),
    )
    const long = makeSite()
    changeSite(long, { articles: { put: more, gone: [] } })
    expect(viewOf(long, tagPage, '/tag/light')).toMatchObject({ total: 33, articles: { length: 24 } })
    const rest = viewOf(long, listChunkPage, '/lists/tag.light/newest')
    expect(rest).toMatchObject({
      title: 'Light',
      listPath: '/tag/light',
      next: null,
      articles: { length: 9 },
    })
  })
})

test('a tag of two published stories has neither page nor feed, nor a place in the site map', () => {
  expect(viewOf(site, tagPage, '/tag/oak')).toBeNull()
  expect(viewOf(site, tagFeedPage, '/rss/tag/oak.xml')).toBeNull()
  expect(siteMap(site).map(({ path }) => path)).not.toContain('/tag/oak')
})

describe('re-renders', () => {
  test('the stories of a tag that gets its page with a third story', () => {
    const after = makeSite()
    const changed = changedPaths(after, { articles: { put: [story(4, ['o'])], gone: [] } })
    for (const path of ['/tag/oak', '/rss/tag/oak.xml', '/article/a1', '/article/a3', '/sitemap-1.xml'])
      expect(changed).toContain(path)
    expect(changed).not.toContain('/tag/light')
    expect(viewOf(after, articlePage, '/article/a1')?.tags.map(({ slug }) => slug)).toEqual(['light', 'oak'])
  })

  test('the stories of a tag that loses its page with its third story', () => {
    const after = makeSite()
    const changed = changedPaths(after, { articles: { put: [], gone: ['a2'] } })
    expect(changed).toContain('/article/a1')
    expect(viewOf(after, tagPage, '/tag/light')).toBeNull()
    expect(viewOf(after, tagFeedPage, '/rss/tag/light.xml')).toBeNull()
    expect(viewOf(after, articlePage, '/article/a1')?.tags).toEqual([])
  })

  test('the page, the feed and the stories of a tag that is renamed, and leads on from its old slug', () => {
    const after = makeSite()
    const changed = changedPaths(after, {
      tags: { put: [tag('l', 'Daylight')], gone: [] },
      slug_redirects: { put: [redirect({ old_slug: 'light', kind: 'tag', entity_id: 'l' })], gone: [] },
    })
    for (const path of ['/tag/daylight', '/rss/tag/daylight.xml', '/article/a1', '/tag/light', '/tag/lights'])
      expect(changed).toContain(path)
    expect(viewOf(after, redirectPage, '/tag/light')).toBe('/tag/daylight')
    expect(viewOf(after, tagPage, '/tag/light')).toBeNull()
  })

  test('the feed at an old address with the feed at the present one', () => {
    const after = makeSite()
    const changed = changedPaths(after, { articles: { put: [story(5, ['l'])], gone: [] } })
    expect(changed).toContain('/rss/tag/lights.xml')
    expect(viewOf(after, oldTagFeedPage, '/rss/tag/lights.xml')?.items).toHaveLength(4)
  })
})

test('an old feed address has the feed with its present address, and a rule for hosts that redirect', () => {
  expect(viewOf(site, oldTagFeedPage, '/rss/tag/lights.xml')).toEqual(
    viewOf(site, tagFeedPage, '/rss/tag/light.xml'),
  )
  const rules = viewOf(site, redirectRulesPage, '/_redirects')
  expect(rules).toContain('/rss/tag/lights.xml /rss/tag/light.xml 301')
})

test('a redirect by hand from an old feed address leaves the feed there', () => {
  const byHand = redirect({ old_slug: 'rss/tag/lights.xml', target: '/browse' })
  const after = makeSite()
  changeSite(after, { slug_redirects: { put: [byHand], gone: [] } })
  expect(viewOf(after, oldTagFeedPage, '/rss/tag/lights.xml')?.items).toHaveLength(3)
})

test('an old slug leads on only to a tag with a page, and only while no tag has it', () => {
  const redirects = ({ pages }: Site) => pages.addresses(redirectPage.route).map(({ pathname }) => pathname)
  expect(redirects(site)).toEqual(['/tag/lights'])
  const taken = makeSite()
  changeSite(taken, { tags: { put: [tag('t', 'Lights')], gone: [] } })
  expect(redirects(taken)).toEqual([])
  expect(viewOf(taken, oldTagFeedPage, '/rss/tag/lights.xml')).toBeNull()
})
