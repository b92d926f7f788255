import type { APIRoute } from 'astro'
import { sitemapPartPage, staticPaths } from '../content/pages/registry.ts'
import { sitemap, xmlResponse } from '../site/xml.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) =>
  xmlResponse(sitemap(sitemapPartPage.read(context), context.locals.page.siteUrl))
