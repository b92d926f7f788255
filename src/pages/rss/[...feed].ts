// Every feed except the site's.
import type { APIRoute } from 'astro'
import { readRenderedFeed } from '../../content/pages/feed.ts'
import { staticPaths } from '../../content/render-context.ts'
import { feedResponse } from '../../site/feeds.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => feedResponse(readRenderedFeed(context), context.locals.page.siteUrl)
