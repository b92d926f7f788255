import { defineMiddleware } from 'astro:middleware'
import { renderContext } from './content/render-context.ts'
import { withContentSecurityPolicy } from './site/content-security-policy.ts'
import { withOtherFonts } from './site/fonts.ts'
import otherFontStyles from './site/styles/other-fonts.css?url'

/**
 * Hands each page what it shows, and gives it its policy and the fonts for its characters. Pages and components never see
 * the content itself, so the digest covers all they show. The dev server's own inline scripts would break the policy, so
 * its pages have none.
 */
export const onRequest = defineMiddleware(async ({ isPrerendered, locals, params, routePattern }, next) => {
  // Astro's own endpoints, which the dev server has, are no pages of the site.
  if (isPrerendered) {
    const context = renderContext()
    locals.page = context.page(routePattern, params)
    locals.renderSocialCard = context.renderSocialCard
  }
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = withOtherFonts(await response.text(), otherFontStyles)
  if (import.meta.env.DEV) return new Response(html, response)
  // Only the admin asks the publisher.
  const publisherUrl = routePattern.startsWith('/admin') ? __PUBLISHER_URL__ : ''
  return new Response(withContentSecurityPolicy(html, __SUPABASE_URL__, publisherUrl), response)
})
