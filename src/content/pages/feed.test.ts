import { describe, expect, test, vi } from 'vitest'
import { article, category, media, siteOf } from '../../../tests/support/database/content-rows.ts'
import { viewOf } from '../../../tests/support/publisher/page-view.ts'
import { previewPage } from '../preview.ts'
import type { Changes } from '../rows.ts'
import { type Site, changeSite } from '../database/site-database.ts'
import { categoryFeedPage, siteFeedPage, siteJsonFeedPage } from './feed.ts'

const STORIES = ['a', 'b', 'c', 'd']

function magazine(): Site {
  const site = siteOf({
    categories: [category('1', 'Small Spaces')],
    media: [media({ id: 'm', storage_path: 'uploads/m.jpg' })],
    articles: STORIES.map((id) =>
      article({
        id,
        title: `Story ${id}`,
        category_id: '1',
        featured_image: '/uploads/m.jpg',
        content: { html: `<p>${id}</p>` },
      }),
    ),
  })
  feeds(site)
  return site
}

/** The feeds of the site and of a category, in both formats. */
function feeds(site: Site) {
  return [
    viewOf(site, siteFeedPage, '/rss.xml'),
    viewOf(site, siteJsonFeedPage, '/rss.json'),
    viewOf(site, categoryFeedPage, '/rss/small-spaces.xml'),
  ]
}

/** How many stories the feeds read to show what they show now. */
function storiesRead(site: Site): number {
  const read = vi.spyOn(site.content, 'article')
  feeds(site)
  const { size } = new Set(read.mock.calls.map(([id]) => id))
  read.mockRestore()
  return size
}

const retitled: Changes = {
  articles: { put: [article({ id: 'b', title: 'Another', category_id: '1' })], gone: [] },
}

describe('feeds', () => {
  test('read and digest only the stories that changed', () => {
    const site = magazine()
    expect(storiesRead(site)).toBe(0)
    changeSite(site, retitled)
    expect(storiesRead(site)).toBe(1)
    expect(feeds(site).map((feed) => feed?.items.map(({ card }) => card.title).sort())).toEqual(
      Array.from({ length: 3 }, () => ['Another', 'Story a', 'Story c', 'Story d']),
    )
  })

  test('read all stories again that show a picture whose rights changed', () => {
    const site = magazine()
    const changed = media({ id: 'm', storage_path: 'uploads/m.jpg', credit: 'Ada Berg' })
    changeSite(site, { media: { put: [changed], gone: [] } })
    expect(storiesRead(site)).toBe(STORIES.length)
  })

  test('read nothing again after a change that was tried and taken back, and show nothing of it', () => {
    const site = magazine()
    const before = JSON.stringify(feeds(site))
    const preview = previewPage(site, '/rss.xml', retitled)
    expect(preview && siteFeedPage.read({ locals: { page: preview.content } }).items[1]?.card.title).toBe(
      'Another',
    )
    expect(storiesRead(site)).toBe(0)
    expect(JSON.stringify(feeds(site))).toBe(before)
  })
})
