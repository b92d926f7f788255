import type { APIRoute } from 'astro'
import { sitemapIndexPage } from '../content/pages/registry.ts'
import { sitemapIndex, xmlResponse } from '../site/xml.ts'

export const GET: APIRoute = (context) =>
  xmlResponse(sitemapIndex(sitemapIndexPage.read(context), context.locals.page.siteUrl))
