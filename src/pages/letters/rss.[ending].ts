import type { APIRoute } from 'astro'
import { letterFeedPage } from '../../content/pages/letters.ts'
import { staticPaths } from '../../content/render-context.ts'
import { feedResponse } from '../../site/feeds.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) =>
  feedResponse(letterFeedPage.read(context), context.locals.page.siteUrl)
