import type { APIRoute } from 'astro'
import { siteFeedPage } from '../content/pages/feed.ts'
import { rss, xmlResponse } from '../site/xml.ts'

export const GET: APIRoute = (context) =>
  xmlResponse(rss(siteFeedPage.read(context), context.locals.page.siteUrl))
