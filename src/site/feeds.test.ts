import { expect, test } from 'vitest'
import { category, article, siteOf, tag } from '../../tests/support/database/content-rows.ts'
import { viewOf } from '../../tests/support/publisher/page-view.ts'
import { categoryFeedPage, siteFeedPage, siteJsonFeedPage } from '../content/pages/feed.ts'
import { tagFeedPage } from '../content/pages/tag.ts'
import { feedResponse } from './feeds.ts'

const URL_OF_SITE = 'https://mantel.example'
const site = siteOf({
  categories: [category('c', 'Kitchen Design')],
  tags: [tag('t', 'Oak')],
  articles: ['a', 'b', 'c'].map((id) =>
    article({ id, category_id: 'c', tag_ids: ['t'], content: { html: `<p>Salt & light ${id}</p>` } }),
  ),
})
const FEEDS = [
  [siteFeedPage, siteJsonFeedPage, '/rss'],
  [categoryFeedPage, categoryFeedPage, '/rss/kitchen-design'],
  [tagFeedPage, tagFeedPage, '/rss/tag/oak'],
] as const

test('every feed is there as RSS and as JSON Feed, with the same stories', async () => {
  for (const [rssPage, jsonPage, path] of FEEDS) {
    const [rss, json] = [viewOf(site, rssPage, `${path}.xml`), viewOf(site, jsonPage, `${path}.json`)]
    if (rss === null || json === null) throw new Error(`${path} is missing`)
    const feed: unknown = JSON.parse(await feedResponse(json, URL_OF_SITE).text())
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: rss.title,
      feed_url: `${URL_OF_SITE}${path}.json`,
      items: ['a', 'b', 'c'].map((id) => ({
        id,
        url: `${URL_OF_SITE}/article/story-${id}`,
        content_html: `<p>Salt &#x26; light ${id}</p>`,
        date_published: '2026-03-01T09:00:00.000Z',
        tags: ['Kitchen Design', 'Oak'],
      })),
    })
    expect(await feedResponse(rss, URL_OF_SITE).text()).toContain(`<guid isPermaLink="false">a</guid>`)
  }
})
