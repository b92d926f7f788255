import { createHash } from 'node:crypto'

/** Inline scripts that browsers run. Data blocks (`application/ld+json`) are not subject to the policy. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g
const CHARSET = '<meta charset="utf-8">'

/**
 * What a page may load and run. Scripts come from the site itself or are inline ones with these hashes; requests and
 * forms go to the site and to its Supabase, requests to `publisherUrl`, too. Pictures are those of the site and of its
 * media library: a picture of another host would tell that host who reads. Films may come from any origin. Styles may be inline: React Aria and the editor set them.
 */
function contentSecurityPolicy(
  scriptHashes: readonly string[],
  supabaseUrl: string,
  publisherUrl = '',
): string {
  const [supabase = '', publisher = ''] = [supabaseUrl, publisherUrl].map((url) =>
    url === '' ? '' : ` ${new URL(url).origin}`,
  )
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${supabase}`,
    'media-src * blob:',
    `font-src 'self'${supabase}`,
    `connect-src 'self'${supabase}${publisher}`,
    `frame-src 'self'${supabase}`,
    `form-action 'self'${supabase}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join(';')
}

/**
 * The page with its policy, which allows the inline scripts that it has. HTML without <head> is returned
 * unchanged. Throws when the page has no charset.
 */
export function withContentSecurityPolicy(html: string, supabaseUrl: string, publisherUrl = ''): string {
  if (!html.includes('<head>')) return html
  const at = html.indexOf(CHARSET)
  if (at === -1) throw new Error(`A page needs ${CHARSET} before its policy`)
  const scripts = new Set(Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => script))
  const hashes = Array.from(
    scripts,
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const policy = contentSecurityPolicy(hashes, supabaseUrl, publisherUrl)
  const end = at + CHARSET.length
  return `${html.slice(0, end)}<meta http-equiv="content-security-policy" content="${policy}">${html.slice(end)}`
}
