import { lastChange } from '../catalog.ts'
import { withDigest } from '../digest.ts'
import { listName, PAGE_SIZE } from '../list-chunks.ts'
import type { Snapshot } from '../snapshot.ts'
import { readFeed } from './feed.ts'
import { definePage, required } from './page-type.ts'

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
    return { path: tagPath(slug), feedPath: `/rss/${feedName(slug)}`, name, total, articles }
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
  *redirects({ catalog, tables }) {
    const taken = new Set(Array.from(tables.tags.values(), ({ slug }) => slug))
    for (const { old_slug, tag_id } of tables.slug_redirects.values()) {
      const target = catalog.ofTag.get(tag_id ?? '')
      if (target && !taken.has(old_slug)) yield [tagPath(old_slug), tagPath(target.tag.slug)]
    }
  },
})

/** The feed of a tag. */
export const tagFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (snapshot) => Array.from(bySlug(snapshot).keys(), (slug) => ({ feed: feedName(slug) })),
  view: (read, { feed }, common) =>
    readFeed(read, `/rss/${feed}`, common, (snapshot) => {
      const { tag, articles } = tagAt(snapshot, feed.slice('tag/'.length, -'.xml'.length))
      return { subject: tag.name, path: tagPath(tag.slug), rows: articles }
    }),
})

export function tagPath(slug: string): string {
  return `/tag/${slug}`
}

function feedName(slug: string): string {
  return `tag/${slug}.xml`
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
