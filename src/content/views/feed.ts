import { sectionOfCategory } from '../../domain/category.ts'
import type { ArticleDetail } from '../view-builder.ts'
import type { Snapshot } from '../snapshot.ts'
import type { FeedView } from '../types.ts'
import { feedStory } from './feed-story.ts'

/** Stories in a feed. */
const LENGTH = 30

/** A story is in two feeds and stays there while others come: its text is rendered once. */
const bodies = new WeakMap<ArticleDetail, string>()

function bodyOf(article: ArticleDetail, siteUrl: string): string {
  const html = bodies.get(article) ?? feedStory(article, siteUrl)
  bodies.set(article, html)
  return html
}

export function feedPath(category: string | null): string {
  return category === null ? '/rss.xml' : `/rss/${category}.xml`
}

/** The feed of the site, or of one category by its slug; null when there is no such category. Texts are rendered late. */
export function feedView(snapshot: Snapshot, category: string | null): FeedView | null {
  const site = snapshot.site()
  const feed = snapshot.feed(category, LENGTH)
  if (feed === null) return null
  const name = feed.category?.name
  return {
    title: name === undefined ? site.siteName : `${name} · ${site.siteName}`,
    description: name === undefined ? site.tagline || site.siteName : `Stories in ${name}`,
    path: (name === undefined ? null : sectionOfCategory(name)?.path) ?? '/browse',
    feedPath: feedPath(category),
    updatedAt: feed.articles.reduce<string | null>((latest, { card }) => {
      return latest === null || card.updatedAt > latest ? card.updatedAt : latest
    }, null),
    items: feed.articles.map((article) => ({
      card: article.card,
      get html() {
        return bodyOf(article, snapshot.siteUrl)
      },
    })),
  }
}
