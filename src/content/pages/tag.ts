import { tagPath } from '../../domain/sections/tag.ts'
import { tagList } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import { listName, LIST_PAGE_SIZE } from '../lists/list-chunks.ts'
import type { Row } from '../rows.ts'
import { feedRedirects, feedSubject, feedsOf, readFeed } from './feed.ts'
import { type SiteContent, definePage, RANK, required } from './page-type.ts'
import { renamed } from './redirects/renamed.ts'

/** The page of a tag. */
export const tagPage = definePage({
  route: '/tag/[slug]',
  rank: RANK.list,
  addresses: (content) => content.tags().map(({ slug }) => ({ slug })),
  view(content, { slug }) {
    const { id, name } = tagAt(content, slug)
    return {
      path: tagPath(slug),
      feedPath: tagFeedPath(slug),
      name,
      total: content.size([tagList(id)]),
      articles: content.newest([tagList(id)], LIST_PAGE_SIZE),
    }
  },
  sitemap: (content) =>
    content
      .tags()
      .map(({ id, slug }) => ({ path: tagPath(slug), lastmod: content.lastChange([tagList(id)]) })),
  longLists: (content) =>
    content.tags().map(({ id, slug }) => ({
      name: listName(tagPath(slug)),
      list: [tagList(id)],
      from: LIST_PAGE_SIZE,
    })),
  *redirects(content) {
    for (const [old, slug] of presentSlugs(content)) {
      yield [tagPath(old), tagPath(slug)]
      yield* feedRedirects(feedSubjectOf(old), feedSubjectOf(slug))
    }
  },
})

/** The feed of a tag. */
export const tagFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (content) => content.tags().flatMap(({ slug }) => feedsOf(feedSubjectOf(slug))),
  view: (content, { feed }, common) => readTagFeed(content, slugOf(feed), feed, common),
})

/**
 * The feed of a tag at its old addresses, with the present one as its `self` link: feed readers follow no redirect that
 * is an HTML page. Hosts that read `_redirects` answer with a status of 301 instead.
 */
export const oldTagFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (content) => [...presentSlugs(content).keys()].flatMap((slug) => feedsOf(feedSubjectOf(slug))),
  view(content, { feed }, common) {
    const old = slugOf(feed)
    const slug = required(presentSlugs(content).get(old), `feed ${feed}`)
    return readTagFeed(content, slug, feed.replace(feedSubjectOf(old), feedSubjectOf(slug)), common)
  },
})

function readTagFeed(content: ContentReader, slug: string, feed: string, common: SiteContent) {
  const { id, name } = tagAt(content, slug)
  return readFeed(content, `/rss/${feed}`, common, {
    subject: name,
    path: tagPath(slug),
    list: [tagList(id)],
  })
}

function tagFeedPath(slug: string): string {
  return `/rss/${feedSubjectOf(slug)}.xml`
}

function feedSubjectOf(slug: string): string {
  return `tag/${slug}`
}

/** The tag that a feed is of. */
function slugOf(feed: string): string {
  return feedSubject(feed).slice('tag/'.length)
}

/** The present slug of each tag with a page, by its old slugs. An old slug that another tag has now is skipped. */
function presentSlugs(content: ContentReader): ReadonlyMap<string, string> {
  return renamed(content, 'tag', (id, oldSlug) => {
    const tag = content.tag(id)
    return tag?.isShown && content.tagAt(oldSlug) === null ? tag.slug : null
  })
}

/** The tag of a page. */
function tagAt(content: ContentReader, slug: string): Row<'tags'> {
  const tag = content.tagAt(slug)
  return required(tag?.isShown ? tag : null, `page of the tag ${slug}`)
}
