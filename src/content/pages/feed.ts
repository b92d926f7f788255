import { sectionPath } from '../../domain/sections/section.ts'
import { type ArticleList, ALL_ARTICLES, categoryList } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import { digest } from '../database/digest.ts'
import type { Language } from '../../domain/text/language.ts'
import { wordsOf } from '../../words/words.ts'
import { feedStory } from '../story/feed-story.ts'
import { withLazy } from '../database/lazy.ts'
import { type ArticleDetail, type AuthorRef, latest, peopleIn } from '../types.ts'
import { type Redirect, type SiteContent, definePage, required } from './page-type.ts'
import { renamed } from './redirects/renamed.ts'

/** Stories in a feed. */
const LENGTH = 30

/** Every feed is there as RSS and as JSON Feed, at addresses that differ in their ending. */
export const FEED_ENDINGS = ['.xml', '.json'] as const

/** The address of the JSON Feed beside an RSS feed. */
export function jsonFeedPath(rssPath: string): string {
  return rssPath.replace(/\.xml$/, '.json')
}

/** The subject of a feed of the route /rss/[...feed], as in its address: the name without the file extension. */
export function feedSubject(feed: string): string {
  return feed.replace(/\.(xml|json)$/, '')
}

export interface FeedView {
  title: string
  description: string
  language: Language
  /** The page that the feed follows, and the feed itself. */
  path: string
  feedPath: string
  /** The time of the latest change as feeds have it, null when the feed is empty. */
  modified: string | null
  items: FeedItem[]
}

export interface FeedItem extends Pick<ArticleDetail, 'card' | 'intro'> {
  people: AuthorRef[]
  /** A letter has no picture beside it; left out for a story. */
  isLetter?: true
  /** Its time as feeds have it. */
  published: string
  /** The digest of all that the feed shows of it, in its place in the digest of the feed. */
  toJSON(): string
  /** The whole story, its addresses absolute; rendered when it is first used. */
  readonly html: string
}

/** The feed of the site. */
export const siteFeedPage = definePage({
  route: '/rss.xml',
  view: (content, _, common) => readSiteFeed(content, '/rss.xml', common),
})

/** The same as JSON Feed. */
export const siteJsonFeedPage = definePage({
  route: '/rss.json',
  view: (content, _, common) => readSiteFeed(content, '/rss.json', common),
})

/** The feed of a category. */
export const categoryFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (content) => content.categories().flatMap(({ slug }) => feedsOf(slug)),
  view: (content, { feed }, common) => readCategoryFeed(content, feedSubject(feed), feed, common),
  *redirects(content) {
    for (const [old, slug] of presentSlugs(content)) yield* feedRedirects(old, slug)
  },
})

/** The feed of a renamed category at its old addresses; see `oldTagFeedPage`. */
export const oldCategoryFeedPage = definePage({
  route: '/rss/[...feed]',
  addresses: (content) => [...presentSlugs(content).keys()].flatMap(feedsOf),
  view(content, { feed }, common) {
    const old = feedSubject(feed)
    const slug = required(presentSlugs(content).get(old), `feed ${feed}`)
    return readCategoryFeed(content, slug, feed.replace(old, slug), common)
  },
})

/** The feeds of a subject: the parameters of their addresses. */
export function feedsOf(subject: string): { feed: string }[] {
  return FEED_ENDINGS.map((ending) => ({ feed: subject + ending }))
}

/** Redirects from the feeds of a subject at its old address. */
export function feedRedirects(old: string, present: string): Redirect[] {
  return FEED_ENDINGS.map((ending) => [`/rss/${old}${ending}`, `/rss/${present}${ending}`])
}

function readSiteFeed(content: ContentReader, feedPath: string, common: SiteContent): FeedView {
  return readFeed(content, feedPath, common, { subject: null, path: '/', list: [ALL_ARTICLES] })
}

function readCategoryFeed(
  content: ContentReader,
  wanted: string,
  feed: string,
  common: SiteContent,
): FeedView {
  const category = required(
    content.categories().find(({ slug }) => slug === wanted),
    `feed ${feed}`,
  )
  const [section] = content.sections().of(category)
  return readFeed(content, `/rss/${feed}`, common, {
    subject: category.name,
    path: section === undefined ? '/browse' : sectionPath(section),
    list: [categoryList(category.id)],
  })
}

/** The present slug of each category, by its old slugs. An old slug that another category has now is skipped. */
function presentSlugs(content: ContentReader): ReadonlyMap<string, string> {
  const all = content.categories()
  return renamed(content, 'category', (wanted, oldSlug) =>
    all.some(({ slug }) => slug === oldSlug) ? null : all.find(({ id }) => id === wanted)?.slug,
  )
}

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
  list: ArticleList
}

/** The feed at `feedPath` with the newest stories of its source. */
export function readFeed(
  content: ContentReader,
  feedPath: string,
  { site: { siteName, tagline, language } }: SiteContent,
  { subject, path, list }: FeedSource,
): FeedView {
  const items = content
    .newestIds(list, LENGTH)
    .map((id) => content.kept('feed item', id, feedItem))
    .filter((item) => item !== null)
  const modified = latest(items.map(({ card }) => card.modifiedAt))
  return {
    title: subject === null ? siteName : `${subject} · ${siteName}`,
    description: subject === null ? tagline || siteName : wordsOf(language).feedOf(subject),
    language,
    path,
    feedPath,
    modified: modified && content.calendar().feedTime(modified),
    items,
  }
}

/** A story as feeds have it; null when there is none. */
function feedItem(content: ContentReader, id: string): FeedItem | null {
  const article = content.articleOf(id)
  if (article === null) return null
  const { card, credits, intro, contentKey, pictures, pictureRights, withdrawn, opening, facts } = article
  const people = peopleIn(credits)
  const published = content.calendar().feedTime(card.publishedAt)
  const text = { contentKey, pictures, pictureRights, withdrawn, opening, facts }
  const shown = { card, people, published, intro, ...text }
  const key = digest(JSON.stringify(shown))
  const siteUrl = content.siteUrl()
  const { language } = content.site()
  const written = content.storyLanguage()
  return withLazy({ card, people, published, intro, ...shownAs(key) }, 'html', () =>
    storyHtml(article, siteUrl, language, written),
  )
}

/** What stands for a view in JSON; apart from it, so that it holds nothing else of the view. */
function shownAs(key: string): { toJSON(): string } {
  return { toJSON: () => key }
}

/** Rendered stories that are kept: those of an item in a feed and of the story as Markdown are the same. */
const MAX_KEPT_STORIES = 500
const renderedStories = new Map<string, string>()

/** The whole story as feeds have it, its addresses absolute. `language`: of what it says as an interface; `written`: of its text. */
export function storyHtml(
  article: ArticleDetail,
  siteUrl: string,
  language: Language,
  written: string,
): string {
  const { card, contentKey, withdrawn, opening, facts, pictures, pictureRights } = article
  const key = digest(
    JSON.stringify([
      language,
      written,
      card,
      contentKey,
      withdrawn,
      opening,
      facts,
      pictureRights,
      ...pictures,
    ]),
  )
  const html = renderedStories.get(key) ?? feedStory(article, siteUrl, wordsOf(language), written)
  // The most recently used last.
  renderedStories.delete(key)
  renderedStories.set(key, html)
  const [oldest] = renderedStories.keys()
  if (renderedStories.size > MAX_KEPT_STORIES && oldest !== undefined) renderedStories.delete(oldest)
  return html
}
