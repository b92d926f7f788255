import type { Content } from '../content.ts'
import { ALL_ARTICLES } from './article-lists.ts'

/** How long a story is news, as search engines see it. */
const NEWS_MS = 48 * 60 * 60_000
/** Stories that a site map of news may have. */
const MAX_NEWS = 1_000
/** The record of the time that stories are compared with: pages show the news of then, however often they are rendered. */
const TIME = 'news at'

function newsAt(content: Content) {
  const since = new Date(Number(content.db.getMeta(TIME) ?? 0) - NEWS_MS).toISOString()
  return content.lists.since(ALL_ARTICLES, since, MAX_NEWS)
}

/** The ids of the stories that are news, the newest first. */
export function newsIds(content: Content): string[] {
  return newsAt(content).map(({ id }) => id)
}

/** Sets the time that decides which stories are news to the present. Call it with each change of the content. */
export function updateNews(content: Content): void {
  content.db.setMeta(TIME, String(Date.now()))
}

/** When the oldest news story stops being news, in ms since 1970; null when there is none. */
export function newsUntil(content: Content): number | null {
  const oldest = newsAt(content).at(-1)
  return oldest === undefined ? null : Date.parse(oldest.sort) + NEWS_MS
}
