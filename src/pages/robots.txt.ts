import type { APIRoute } from 'astro'
import { currentSnapshot } from '../content/current.ts'

export const GET: APIRoute = () => {
  const { siteUrl } = currentSnapshot()
  return new Response(
    `User-agent: *\nDisallow: /admin\nDisallow: /auth$\nDisallow: /lists/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  )
}
