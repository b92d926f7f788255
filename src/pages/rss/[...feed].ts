// Every feed but that of the site.
import type { APIRoute } from 'astro'
import { drawnFeed } from '../../content/pages/feed.ts'
import { staticPaths } from '../../content/pages/registry.ts'
import { rss, xmlResponse } from '../../site/xml.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => xmlResponse(rss(drawnFeed(context), context.locals.page.siteUrl))
