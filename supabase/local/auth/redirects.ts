import type { SupabaseConfig } from '../config.ts'

/**
 * Whether the auth server may redirect to an address with a session: one of the site's own origin, or one that
 * `additional_redirect_urls` allows. Compares what a browser would open: browsers take a backslash for a slash, and text
 * before `@` for a user name.
 */
export function isAllowedRedirect(redirectTo: string, config: SupabaseConfig, siteUrl: string): boolean {
  const url = URL.parse(redirectTo)
  // Every blank and backslash that the parser dropped or changed is refused, and so is a user name.
  if (url === null || /[\\\s\p{Cc}]/u.test(redirectTo) || url.username !== '' || url.password !== '')
    return false
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  if (url.origin === new URL(siteUrl).origin) return true
  url.hash = ''
  return config.auth.additional_redirect_urls.some((allowed) =>
    allowed.endsWith('/**')
      ? url.href.startsWith(new URL(allowed.slice(0, -'**'.length)).href)
      : url.href === new URL(allowed).href,
  )
}

/** The address that a request asks to be led to, or the site when there is none or it is not allowed. */
export function redirectOf(url: URL, config: SupabaseConfig, siteUrl: string): string {
  const redirectTo = url.searchParams.get('redirect_to')
  return redirectTo !== null && isAllowedRedirect(redirectTo, config, siteUrl) ? redirectTo : siteUrl
}
