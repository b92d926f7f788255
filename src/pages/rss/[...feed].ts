// Every feed but that of the site.
import type { APIRoute } from 'astro'
import { readRenderedFeed } from '../../content/pages/feed.ts'
import { staticPaths } from '../../content/render-context.ts'
import { rss, xmlResponse } from '../../site/xml.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) =>
  xmlResponse(rss(readRenderedFeed(context), context.locals.page.siteUrl))
