// A Cloudflare Worker that answers the site from the R2 bucket that the publisher delivers to, as its own server does:
// with the home page, the 404 page, the admin's deep links, and the rules of the files _redirects and _headers.
// `npx wrangler deploy .github/hosting/r2-worker.ts`, with the bucket bound as SITE.
import {
  type HeaderRule,
  REVALIDATE,
  headersOf,
  parseHeaderRules,
} from '../../src/domain/response-headers.ts'
import { type RedirectRules, parseRedirectRules, redirectOf } from '../../src/domain/redirect-rules.ts'

/** What S3_PREFIX is, with a slash at the end. */
const PREFIX = ''
/** How long the rules of _redirects and _headers are kept, in ms. */
const RULES_MS = 10_000

/** Of Cloudflare's R2 binding, what is used here. */
interface Bucket {
  get(key: string, options?: { onlyIf: Headers }): Promise<StoredObject | null>
}
interface StoredObject {
  /** Not there when the reader has it already. */
  body?: ReadableStream
  httpEtag: string
  writeHttpMetadata(headers: Headers): void
}

interface Rules {
  redirects: RedirectRules
  headers: readonly HeaderRule[]
  readAt: number
}
let rules: Rules | null = null

async function readRules(bucket: Bucket): Promise<Rules> {
  if (rules !== null && Date.now() - rules.readAt < RULES_MS) return rules
  const [redirects = '', headers = ''] = await Promise.all(
    ['_redirects', '_headers'].map(async (file) => {
      const object = await bucket.get(PREFIX + file)
      return object?.body ? new Response(object.body).text() : ''
    }),
  )
  rules = {
    redirects: parseRedirectRules(redirects),
    headers: parseHeaderRules(headers),
    readAt: Date.now(),
  }
  return rules
}

function keyOf(path: string): string {
  if (path === '/') return 'index.html'
  if (/^\/admin(\/|$)/.test(path)) return 'admin'
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return '404.html'
  }
}

export default {
  async fetch(request: Request, { SITE }: { SITE: Bucket }): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    }
    const { pathname, search } = new URL(request.url)
    const { redirects, headers: headerRules } = await readRules(SITE)
    // Of several slashes one: an address that begins with two is that of another host.
    const path = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    const target = redirectOf(redirects, path, search)
    if (target !== undefined || path !== pathname) {
      const headers = { ...headersOf(headerRules, path), location: target ?? path + search }
      return new Response(null, {
        status: target === undefined ? 308 : 301,
        headers: { ...headers, 'cache-control': REVALIDATE },
      })
    }
    const key = keyOf(path)
    const found = await SITE.get(PREFIX + key, { onlyIf: request.headers })
    const object = found ?? (await SITE.get(`${PREFIX}404.html`))
    const headers = new Headers(headersOf(headerRules, `/${found ? key : '404.html'}`))
    if (object === null) return new Response('Not found', { status: 404, headers })
    object.writeHttpMetadata(headers)
    headers.set('etag', object.httpEtag)
    const body = request.method === 'HEAD' ? null : (object.body ?? null)
    return new Response(body, { status: found === null ? 404 : object.body ? 200 : 304, headers })
  },
}
