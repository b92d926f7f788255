/** A page that leads on to the address in it, as mail programs, searches and networks wrap links. */
interface Redirect {
  /** The host; also of its subdomains. */
  host: string
  /** How the path begins. */
  path?: string
  /** The parameters that may have the target. */
  parameters: readonly string[]
}

const REDIRECTS: readonly Redirect[] = [
  { host: 'safelinks.protection.outlook.com', parameters: ['url'] },
  { host: 'safelinks.office365.us', parameters: ['url'] },
  { host: 'statics.teams.cdn.office.net', path: '/evergreen-assets/safelinks', parameters: ['url'] },
  { host: 'linkprotect.cudasvc.com', path: '/url', parameters: ['a'] },
  { host: 'clicktime.symantec.com', parameters: ['u'] },
  { host: 'slack-redir.net', path: '/link', parameters: ['url'] },
  { host: 'google.com', path: '/url', parameters: ['q', 'url'] },
  { host: 'l.facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'lm.facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'l.instagram.com', parameters: ['u'] },
  { host: 'l.threads.com', parameters: ['u'] },
  { host: 'linkedin.com', path: '/redir/redirect', parameters: ['url'] },
  { host: 'linkedin.com', path: '/safety/go', parameters: ['url'] },
  { host: 'youtube.com', path: '/redirect', parameters: ['q'] },
  { host: 'out.reddit.com', parameters: ['url'] },
  { host: 'duckduckgo.com', path: '/l/', parameters: ['uddg'] },
  { host: 'vk.com', path: '/away.php', parameters: ['to'] },
  { host: 'steamcommunity.com', path: '/linkfilter', parameters: ['u', 'url'] },
  { host: 'l.messenger.com', path: '/l.php', parameters: ['u'] },
  { host: 'l.wl.co', path: '/l', parameters: ['u'] },
  { host: 'facebook.com', path: '/flx/warn', parameters: ['u'] },
  { host: 'pinterest.com', path: '/offsite', parameters: ['url'] },
  { host: 't.umblr.com', path: '/redirect', parameters: ['z'] },
  { host: 'exit.sc', parameters: ['url'] },
  { host: 'medium.com', path: '/r/', parameters: ['url'] },
  { host: 'getpocket.com', path: '/redirect', parameters: ['url'] },
  { host: 'meet.google.com', path: '/linkredirect', parameters: ['dest'] },
  { host: 'deref-gmx.net', parameters: ['redirectUrl'] },
  { host: 'deref-web.de', parameters: ['redirectUrl'] },
  { host: 'deref-mail.com', parameters: ['redirectUrl'] },
  { host: 'safelink.emails.azure.net', path: '/redirect', parameters: ['destination'] },
  { host: 'protect2.fireeye.com', path: '/v1/url', parameters: ['u'] },
  { host: 'urlsand.esvalabs.com', parameters: ['u'] },
  { host: 'trendmicro.com', path: '/wis/clicktime', parameters: ['url'] },
]

/** Wrappers may hold each other. */
const MAX_WRAPPERS = 5

/** The address that a link leads to in the end, as far as its redirect pages say it; its own for every other link. */
export function redirectTarget(href: string): string {
  let target = href
  for (let left = MAX_WRAPPERS; left > 0; left -= 1) {
    const inside = unwrap(target)
    if (inside === null) return target
    target = inside
  }
  return target
}

function unwrap(href: string): string | null {
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const isOf = (host: string) => url.hostname === host || url.hostname.endsWith(`.${host}`)
  if (isOf('urldefense.com') || isOf('urldefense.proofpoint.com')) return address(proofpointTarget(url))
  if (isOf('secure-web.cisco.com')) return address(decoded(url.pathname.split('/').at(-1) ?? ''))
  if (isOf('r.search.yahoo.com')) return address(decoded(/\/RU=([^/]+)\//.exec(url.pathname)?.[1] ?? ''))
  if (isOf('bing.com') && url.pathname.startsWith('/ck/'))
    return address(fromBase64(url.searchParams.get('u')?.slice(2)))
  if (isOf('protection.sophos.com')) return address(fromBase64(url.searchParams.get('u')))
  if (isOf('url.avanan.click'))
    return address(/^\/v\d\/(?:r\d+\/)?_+(https?:\/\/.+?)_{3}/.exec(url.pathname + url.search)?.[1] ?? null)
  for (const { host, path = '/', parameters } of REDIRECTS) {
    if (!isOf(host) || !url.pathname.startsWith(path)) continue
    for (const name of parameters) {
      const target = address(url.searchParams.get(name))
      if (target !== null) return target
    }
  }
  return null
}

/** A text when it is the address of a page. */
function address(text: string | null): string | null {
  const protocol = text === null ? undefined : URL.parse(text)?.protocol
  return protocol === 'http:' || protocol === 'https:' ? text : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The text of base64, also of the kind for addresses; null when it is none. */
function fromBase64(text: string | null | undefined): string | null {
  try {
    const bytes = atob((text ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)),
    )
  } catch {
    return null
  }
}

/** The target in a link of Proofpoint's URL Defense; null when it cannot be told. */
function proofpointTarget({ pathname, search, searchParams }: URL): string | null {
  const version = /^\/v(\d)\//.exec(pathname)?.[1]
  if (version === '1') return searchParams.get('u')
  // Version 2 writes % as - and / as _.
  if (version === '2') return decoded((searchParams.get('u') ?? '').replaceAll('-', '%').replaceAll('_', '/'))
  const [, masked = '', hidden = ''] = /^\/v3\/__(.+?)__;([^!]*)!/.exec(pathname + search) ?? []
  return version === '3' ? unmasked(masked, hidden) : null
}

/** Letters of the masks `**A`, `**B` …, which stand for that many stars more: 2, 3 … */
const RUN_LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Version 3 replaces signs by stars and lists them in base64. */
function unmasked(masked: string, hidden: string): string | null {
  const signs = fromBase64(hidden)
  if (signs === null) return null
  let at = 0
  const take = (count: number) => signs.slice(at, (at += count))
  return masked
    .replace(/\*(?:\*([\w-]))?/g, (_, run?: string) =>
      take(run === undefined ? 1 : RUN_LENGTHS.indexOf(run) + 2),
    )
    .replace(/^(https?):\/(?!\/)/, '$1://')
}
