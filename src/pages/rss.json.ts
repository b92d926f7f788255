import type { APIRoute } from 'astro'
import { siteJsonFeedPage } from '../content/pages/feed.ts'
import { feedResponse } from '../site/feeds.ts'

export const GET: APIRoute = (context) =>
  feedResponse(siteJsonFeedPage.read(context), context.locals.page.siteUrl)
