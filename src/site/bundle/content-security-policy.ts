import { createHash } from 'node:crypto'
import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { EXIT, visit } from 'unist-util-visit'
import { PLAYER_ORIGINS } from '../../domain/story/embed.ts'
import { cut } from '../../domain/text/cut.ts'

/** What the policy of the site's pages depends on beside their HTML. */
export interface PolicySettings {
  supabaseUrl: string
  /** The publisher's address where the page asks it. */
  publisherUrl?: string
  /** The inline scripts of the code, known when it is bundled: the only ones that a page may have. */
  scripts: ReadonlySet<string>
}

const CHARSET = '<meta charset="utf-8">'
const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g
/** The attributes of inline scripts that Astro and our components write. */
const INLINE = new Set(['', ' type="module"', ' type="speculationrules"'])
const DATA = ' type="application/ld+json"'
const OWN_FILE = /^ type="module" src="\/_astro\/[\w.~-]+"$/
/** HTML that a script could be in; text that only looks like it does is told apart by the parser. */
const MAY_RUN =
  /<script|<iframe|[\s"'/]on[a-z]+\s*=|\b(?:href|src|action|formaction|data)\s*=\s*["']?[\0- ]*[j&]/i
const ADDRESSES = ['href', 'xLinkHref', 'src', 'action', 'formAction', 'data']
/** The origins of the films and sounds of a page (domain/body/render.ts). */
const PLAYER = / data-player="(https:\/\/[^/"]+)/g
/** Longest part of a script that an error quotes. */
const MAX_QUOTED = 60

/**
 * What a page may load and run. Scripts come from the site itself or are inline ones with these hashes; requests and
 * forms go to the site and to its Supabase, requests to `publisherUrl`, too. Pictures come only from the site and its
 * media library: a picture of another host would tell that host who reads. Films may come from any origin, frames of
 * other sites only where the page has a film or sound of theirs. Styles may be inline: React Aria and the editor set them.
 */
function contentSecurityPolicy(
  scriptHashes: readonly string[],
  supabaseUrl: string,
  publisherUrl: string,
  players: readonly string[],
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
    `frame-src ${["'self'", ...players].join(' ')}${supabase}`,
    `form-action 'self'${supabase}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join(';')
}

/**
 * The page with its policy, which allows the inline scripts of the code that it has. HTML without <head> is
 * checked and returned unchanged. Throws when the page has any other script, an event handler or a `javascript:`
 * address, quoting its beginning: one that somebody brought in gets no hash, and no such page is written. Throws also
 * when the page has no charset.
 */
export function withContentSecurityPolicy(
  html: string,
  { supabaseUrl, publisherUrl = '', scripts }: PolicySettings,
): string {
  const used = new Set<string>()
  const rest = html.replace(SCRIPT, (script: string, attributes: string, code: string) => {
    if (attributes === DATA) return code.includes('<') ? script : ''
    if (code === '') return OWN_FILE.test(attributes) ? '' : script
    if (!INLINE.has(attributes) || !scripts.has(code)) return script
    used.add(code)
    return ''
  })
  const unknown = MAY_RUN.test(rest) ? findScript(fromHtml(rest)) : null
  if (unknown !== null) {
    const begin = cut(unknown.replace(/\s+/g, ' ').trim(), MAX_QUOTED)
    throw new Error(`has a script that is not one of the site's: ${begin}`)
  }
  if (!html.includes('<head>')) return html
  const at = html.indexOf(CHARSET)
  if (at === -1) throw new Error(`A page needs ${CHARSET} before its policy`)
  const hashes = Array.from(
    used,
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const players = [...new Set(Array.from(html.matchAll(PLAYER), ([, origin = '']) => origin))]
  const policy = contentSecurityPolicy(
    hashes,
    supabaseUrl,
    publisherUrl,
    players.filter((origin) => PLAYER_ORIGINS.has(origin)),
  )
  const end = at + CHARSET.length
  return `${html.slice(0, end)}<meta http-equiv="content-security-policy" content="${policy}">${html.slice(end)}`
}

/** The first thing of a parsed page that would run as a script; null when there is none. */
function findScript(tree: Root): string | null {
  let found: string | null = null
  visit(tree, 'element', (element) => {
    found = scriptOf(element)
    if (found === null && element.tagName === 'template' && element.content)
      found = findScript(element.content)
    return found === null ? undefined : EXIT
  })
  return found
}

function scriptOf(element: Element): string | null {
  const { tagName, properties } = element
  if (tagName === 'script') {
    if (properties.type === 'application/ld+json') return null
    return String(properties.src ?? toString(element))
  }
  for (const [name, value] of Object.entries(properties)) {
    if (/^on/i.test(name) || name === 'srcDoc') return `${name.toLowerCase()}="${String(value)}"`
    // Browsers leave out blanks and control characters.
    const address = ADDRESSES.includes(name) ? String(value).replace(/[\0- ]/g, '') : ''
    if (/^javascript:/i.test(address)) return address
  }
  return null
}
