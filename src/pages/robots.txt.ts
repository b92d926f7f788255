import type { APIRoute } from 'astro'

export const GET: APIRoute = ({ locals }) =>
  new Response(
    `User-agent: *\nDisallow: /admin\nDisallow: /auth$\n\nSitemap: ${locals.page.siteUrl}/sitemap.xml\n`,
  )
