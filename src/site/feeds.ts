import type { FeedView } from '../content/pages/feed.ts'
import { storyPictureUrl } from './structured-data.ts'
import { rss, xmlResponse } from './xml.ts'

/** A feed in the format that the ending of its address names. */
export function feedResponse(view: FeedView, siteUrl: string): Response {
  if (!view.feedPath.endsWith('.json')) return xmlResponse(rss(view, siteUrl))
  const headers = { 'content-type': 'application/feed+json; charset=utf-8' }
  return new Response(JSON.stringify(jsonFeed(view, siteUrl)), { headers })
}

/** A JSON Feed 1.1 with full content. */
export function jsonFeed(view: FeedView, siteUrl: string) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: view.title,
    home_page_url: siteUrl + view.path,
    feed_url: siteUrl + view.feedPath,
    description: view.description,
    language: view.language,
    items: view.items.map(({ card, people, intro, html, isLetter }) => ({
      id: card.id,
      url: siteUrl + card.path,
      title: card.title,
      ...(intro !== '' && { summary: intro }),
      // A feed reader that shows a text needs one of the two forms.
      ...(html === '' ? { content_text: intro } : { content_html: html }),
      ...(!isLetter && { image: storyPictureUrl(card, siteUrl) }),
      date_published: card.publishedAt,
      date_modified: card.modifiedAt,
      authors: people.map(({ name, path }) => ({ name, ...(path !== null && { url: siteUrl + path }) })),
      tags: [...(card.category ? [card.category.name] : []), ...card.tags],
    })),
  }
}
