import type { APIRoute } from 'astro'
import { NEWS_SITEMAP_PATH } from '../content/pages/sitemap.ts'

export const GET: APIRoute = ({ locals }) =>
  new Response(
    `User-agent: *\nDisallow: /admin\nDisallow: /auth$\n\nSitemap: ${locals.page.siteUrl}/sitemap.xml\nSitemap: ${locals.page.siteUrl}${NEWS_SITEMAP_PATH}\n`,
  )
