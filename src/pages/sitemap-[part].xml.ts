import type { APIRoute } from 'astro'
import { sitemapPartPage } from '../content/pages/registry.ts'
import { staticPaths } from '../content/render-context.ts'
import { sitemap, xmlResponse } from '../site/xml.ts'

export const getStaticPaths = staticPaths

export const GET: APIRoute = (context) => {
  const { site, siteUrl } = context.locals.page
  return xmlResponse(sitemap(sitemapPartPage.read(context), siteUrl, site))
}
