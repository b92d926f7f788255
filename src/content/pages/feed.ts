import { sectionOfCategory } from '../../domain/category.ts'
import { latest } from '../catalog.ts'
import { digestedList } from '../digest.ts'
import { feedStory } from '../feed-story.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleCard } from '../types.ts'
import type { ArticleDetail } from '../view-builder.ts'
import { type ReadContent, type SiteContent, definePage, required } from './page-type.ts'

/** Stories in a feed. */
const LENGTH = 30

export interface FeedView {
  title: string
  description: string
  /** The page that the feed follows, and the feed itself. */
  path: string
  feedPath: string
  /** ISO time of the latest change, null when the feed is empty. */
  updatedAt: string | null
  /** `html` is the whole story, its addresses absolute; rendered when it is first used. */
  items: { card: ArticleCard; intro: string; readonly html: string }[]
}

/** The feed of the site. */
export const siteFeedPage = definePage({
  route: '/rss.xml',
  view: (read, _, common) =>
    readFeed(read, '/rss.xml', common, ({ catalog }) => ({
      subject: null,
      path: '/browse',
      rows: catalog.byDate,
    })),
})

/** The feed of a category. */
export const categoryFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: ({ tables }) => Array.from(tables.categories.values(), ({ slug }) => ({ feed: `${slug}.xml` })),
  view: (read, { feed }, common) =>
    readFeed(read, `/rss/${feed}`, common, ({ catalog, tables }) => {
      const categories = [...tables.categories.values()]
      const category = required(
        categories.find(({ slug }) => `${slug}.xml` === feed),
        `feed ${feed}`,
      )
      return {
        subject: category.name,
        path: sectionOfCategory(category.name)?.path ?? '/browse',
        rows: catalog.ofCategory.get(category.id) ?? [],
      }
    }),
})

/** The view of the feed being rendered. Feeds of categories and tags have the same route, so one file renders both. */
export function readRenderedFeed(context: Parameters<typeof categoryFeedPage.read>[0]): FeedView {
  return categoryFeedPage.read(context)
}

export function categoryFeedPath(category: string): string {
  return `/rss/${category}.xml`
}

interface FeedSource {
  /** The name of what the feed is about; null for all stories. */
  subject: string | null
  /** The page that the feed follows. */
  path: string
  /** Newest first. */
  rows: readonly Row<'articles'>[]
}

/** The feed at `feedPath` with the newest stories of its source. */
export function readFeed(
  read: ReadContent,
  feedPath: string,
  { site: { siteName, tagline }, siteUrl }: SiteContent,
  source: (snapshot: Snapshot) => FeedSource,
): FeedView {
  const { subject, path, articles } = read(`feed ${feedPath}`, (snapshot) => {
    const { rows, ...rest } = source(snapshot)
    const stories = digestedList(rows.slice(0, LENGTH).map((row) => snapshot.views.article(row)))
    return {
      value: { ...rest, articles: stories.value },
      digest: `${JSON.stringify(rest)} ${stories.digest}`,
    }
  })
  return {
    title: subject === null ? siteName : `${subject} · ${siteName}`,
    description: subject === null ? tagline || siteName : `Stories in ${subject}`,
    path,
    feedPath,
    updatedAt: latest(articles.map(({ card }) => card.updatedAt)),
    items: articles.map((article) => ({
      card: article.card,
      intro: article.intro,
      get html() {
        return storyHtml(article, siteUrl)
      },
    })),
  }
}

/** The rendered text of stories: a story is in several feeds and stays there when newer ones come. */
const renderedStories = new WeakMap<ArticleDetail, string>()

function storyHtml(article: ArticleDetail, siteUrl: string): string {
  const html = renderedStories.get(article) ?? feedStory(article, siteUrl)
  renderedStories.set(article, html)
  return html
}
