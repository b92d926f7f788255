import type { APIRoute } from 'astro'
import { siteFeedPage } from '../content/pages/feed.ts'
import { feedResponse } from '../site/feeds.ts'

export const GET: APIRoute = (context) =>
  feedResponse(siteFeedPage.read(context), context.locals.page.siteUrl)
