import type { APIRoute } from 'astro'
import { robotsPage } from '../content/pages/fixed-pages.ts'
import { NEWS_SITEMAP_PATH } from '../content/pages/sitemap.ts'

export const GET: APIRoute = (context) => {
  const { siteUrl } = context.locals.page
  const { hasNews } = robotsPage.read(context)
  const maps = ['/sitemap.xml', ...(hasNews ? [NEWS_SITEMAP_PATH] : [])]
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /auth$', '']
  return new Response([...lines, ...maps.map((path) => `Sitemap: ${siteUrl}${path}`), ''].join('\n'))
}
