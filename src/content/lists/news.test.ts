import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { article, siteOf } from '../../../tests/support/database/content-rows.ts'
import { changedPaths, viewOf } from '../../../tests/support/publisher/page-view.ts'
import { sitemapPartPage } from '../pages/registry.ts'
import { NEWS_SITEMAP_PATH } from '../pages/sitemap.ts'
import { type Site, changeSite } from '../database/site-database.ts'
import { newsUntil } from './news.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 2, 10, 12)
const story = (id: string, hoursAgo: number) =>
  article({ id, slug: id, published_at: new Date(NOW - hoursAgo * HOUR_MS).toISOString() })
const newsOf = (site: Site) => viewOf(site, sitemapPartPage, NEWS_SITEMAP_PATH)?.map(({ path }) => path)

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
beforeEach(() => void vi.setSystemTime(NOW))
afterAll(() => void vi.useRealTimers())

test('the site map of news has the stories of the last two days, the newest first', () => {
  const site = siteOf({ articles: [story('old', 49), story('a', 47), story('b', 1)] })
  expect(newsOf(site)).toEqual(['/article/b', '/article/a'])
  changeSite(site, { articles: { put: [story('c', 0)], gone: ['b'] } })
  expect(newsOf(site)).toEqual(['/article/c', '/article/a'])
})

test('it is another one as soon as a story is no longer news, though nothing was published', () => {
  const site = siteOf({ articles: [story('a', 47), story('b', 1)] })
  expect(newsUntil(site.content)).toBe(NOW + HOUR_MS)
  expect(changedPaths(site, {})).toEqual([])
  vi.setSystemTime(NOW + HOUR_MS + 1)
  expect(changedPaths(site, {})).toEqual([NEWS_SITEMAP_PATH])
  expect(newsOf(site)).toEqual(['/article/b'])
  vi.setSystemTime(NOW + 48 * HOUR_MS)
  changeSite(site, {})
  expect(newsUntil(site.content)).toBeNull()
  // A map without an entry would be invalid.
  expect(newsOf(site)).toEqual(['/'])
})

test('it shows the news of the last change, however late it is rendered', () => {
  const site = siteOf({ articles: [story('a', 47)] })
  vi.setSystemTime(NOW + 3 * HOUR_MS)
  expect(newsOf(site)).toEqual(['/article/a'])
})
