import { defineMiddleware } from 'astro:middleware'
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js'
import { manifest } from 'virtual:astro:manifest'
import { OPEN_DEEP_LINK } from './admin/app/deep-link-script.ts'
import { renderContext } from './content/render-context.ts'
import { withFilesAt } from './domain/media/file-addresses.ts'
import { withContentSecurityPolicy } from './site/bundle/content-security-policy.ts'
import { withOtherFonts } from './site/fonts.ts'
import { SITE_SCRIPTS } from './site/bundle/inline-scripts.ts'
import otherFontStyles from './site/styles/other-fonts.css?inline'

/** The inline scripts of the code: ours, the ones Astro made of <script> elements, and its own for the admin's island. */
const scripts = new Set([
  ...SITE_SCRIPTS,
  OPEN_DEEP_LINK,
  ...manifest.inlinedScripts.values(),
  ...manifest.clientDirectives.values(),
  islandScript,
])

/**
 * Hands each page what it shows, and gives it its policy and the fonts for its characters. Pages and components never see
 * the content itself, so the digest covers all they show. The dev server's own inline scripts would break the policy, so
 * its pages have none. Where readers reach Supabase through the site's server only, pages name files at their own address, and
 * feeds, which are read elsewhere, at the site's.
 */
export const onRequest = defineMiddleware(async ({ isPrerendered, locals, params, routePattern }, next) => {
  // Astro's own endpoints, which the dev server has, are no pages of the site.
  if (isPrerendered) {
    const context = renderContext()
    locals.page = context.page(routePattern, params)
    locals.renderSocialCard = context.renderSocialCard
    locals.renderIcon = context.renderIcon
    locals.renderLetterPicture = context.renderLetterPicture
  }
  const response = await next()
  const type = response.headers.get('content-type') ?? ''
  const isPassedOn = __API_URL__ === ''
  if (!type.startsWith('text/html')) {
    if (!isPassedOn || !/^text\/|json|xml/.test(type)) return response
    return new Response(withFilesAt(__SITE_URL__, await response.text(), __SUPABASE_URL__), response)
  }
  const drawn = withOtherFonts(await response.text(), otherFontStyles)
  const html = isPassedOn ? withFilesAt('', drawn, __SUPABASE_URL__) : drawn
  const { styles = '' } = locals
  if (import.meta.env.DEV) return new Response(withStyles(html, styles), response)
  // Only the admin asks the publisher.
  const publisherUrl = routePattern.startsWith('/admin') ? __PUBLISHER_URL__ : ''
  const checked = withContentSecurityPolicy(html, { supabaseUrl: __API_URL__, publisherUrl, scripts })
  return new Response(withStyles(checked, styles), response)
})

/**
 * The page with its stylesheet in the first empty <style>, which Base.astro has. The parts are encoded apart: a dash in the
 * text makes each character of its part take several times as long, and the styles have none.
 */
function withStyles(html: string, styles: string): Buffer<ArrayBuffer> {
  const place = html.indexOf('<style></style>')
  const at = place + '<style>'.length
  const parts = place === -1 ? [html] : [html.slice(0, at), styles, html.slice(at)]
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
