import type { APIRoute } from 'astro'
import { currentSnapshot } from '../content/current.ts'
import { staticPaths } from '../content/routes.ts'
import { sitemapPartView } from '../content/views/sitemap.ts'
import { sitemap, xmlResponse } from '../site/xml.ts'

export const getStaticPaths = () => staticPaths(currentSnapshot(), 'sitemap-part')

export const GET: APIRoute = ({ params }) => {
  const snapshot = currentSnapshot()
  return xmlResponse(sitemap(sitemapPartView(snapshot, Number(params.part)), snapshot.siteUrl))
}
