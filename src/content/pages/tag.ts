import { lastChange } from '../catalog.ts'
import { withDigest } from '../digest.ts'
import { listName, PAGE_SIZE } from '../list-chunks.ts'
import type { Snapshot } from '../snapshot.ts'
import { readFeed } from './feed.ts'
import { type ReadContent, type SiteContent, definePage, required } from './page-type.ts'

/** The page of a tag. */
export const tagPage = definePage({
  route: '/tag/[slug]',
  addresses: (snapshot) => Array.from(bySlug(snapshot).keys(), (slug) => ({ slug })),
  view(read, { slug }) {
    const { name, total } = read(`tag ${slug}`, (snapshot) => {
      const { tag, articles } = tagAt(snapshot, slug)
      return withDigest({ name: tag.name, total: articles.length })
    })
    const articles = read(`articles of ${slug}`, (snapshot) =>
      snapshot.views.cards(tagAt(snapshot, slug).articles.slice(0, PAGE_SIZE)),
    )
    return { path: tagPath(slug), feedPath: tagFeedPath(slug), name, total, articles }
  },
  sitemap: (snapshot) =>
    Array.from(bySlug(snapshot), ([slug, { articles }]) => ({
      path: tagPath(slug),
      lastmod: lastChange(articles),
    })),
  longLists: (snapshot) =>
    Array.from(bySlug(snapshot), ([slug, { articles }]) => [
      listName(tagPath(slug)),
      articles.slice(PAGE_SIZE),
    ]),
  *redirects(snapshot) {
    for (const [old, slug] of presentSlugs(snapshot)) {
      yield [tagPath(old), tagPath(slug)]
      yield [tagFeedPath(old), tagFeedPath(slug)]
    }
  },
})

/** The feed of a tag. */
export const tagFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (snapshot) => Array.from(bySlug(snapshot).keys(), (slug) => ({ feed: feedName(slug) })),
  view: (read, { feed }, common) => readTagFeed(read, slugOf(feed), common),
})

/**
 * The feed of a tag at its old addresses, with the present one as its `self` link: feed readers follow no redirect that
 * is an HTML page. Hosts that read `_redirects` answer with a status of 301 instead.
 */
export const oldTagFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (snapshot) => Array.from(presentSlugs(snapshot).keys(), (slug) => ({ feed: feedName(slug) })),
  view(read, { feed }, common) {
    const slug = read(`present slug of ${feed}`, (snapshot) =>
      withDigest(required(presentSlugs(snapshot).get(slugOf(feed)), `feed ${feed}`)),
    )
    return readTagFeed(read, slug, common)
  },
})

function readTagFeed(read: ReadContent, slug: string, common: SiteContent) {
  return readFeed(read, tagFeedPath(slug), common, (snapshot) => {
    const { tag, articles } = tagAt(snapshot, slug)
    return { subject: tag.name, path: tagPath(slug), rows: articles }
  })
}

export function tagPath(slug: string): string {
  return `/tag/${slug}`
}

function tagFeedPath(slug: string): string {
  return `/rss/${feedName(slug)}`
}

function feedName(slug: string): string {
  return `tag/${slug}.xml`
}

/** The inverse of `feedName`. */
function slugOf(feed: string): string {
  return feed.slice('tag/'.length, -'.xml'.length)
}

/** The present slug of each tag with a page, by its old slugs. Left out is an old slug that another tag has now. */
function presentSlugs(snapshot: Snapshot): ReadonlyMap<string, string> {
  return snapshot.memo('present slugs of tags', () => {
    const { catalog, tables } = snapshot
    const taken = new Set(Array.from(tables.tags.values(), ({ slug }) => slug))
    const present = new Map<string, string>()
    for (const { old_slug, tag_id } of tables.slug_redirects.values()) {
      const target = catalog.ofTag.get(tag_id ?? '')
      if (target && !taken.has(old_slug)) present.set(old_slug, target.tag.slug)
    }
    return present
  })
}

/** The tags with a page. */
function bySlug(snapshot: Snapshot) {
  return snapshot.memo(
    'tags by slug',
    () => new Map(Array.from(snapshot.catalog.ofTag.values(), (entry) => [entry.tag.slug, entry])),
  )
}

function tagAt(snapshot: Snapshot, slug: string) {
  return required(bySlug(snapshot).get(slug), `page of the tag ${slug}`)
}
