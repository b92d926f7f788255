import type { APIRoute } from 'astro'
import { currentSnapshot } from '../content/current.ts'
import { sitemapIndexView } from '../content/views/sitemap.ts'
import { sitemapIndex, xmlResponse } from '../site/xml.ts'

export const GET: APIRoute = () => {
  const snapshot = currentSnapshot()
  return xmlResponse(sitemapIndex(sitemapIndexView(snapshot), snapshot.siteUrl))
}
