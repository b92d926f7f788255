// A Cloudflare Worker that answers the site from the R2 bucket that the publisher delivers to, as its own server does:
// with the home page, the 404 page, the admin's deep links, ranges, and the rules of the files _redirects and _headers.
// `npx wrangler deploy .github/hosting/r2-worker.ts`, with the bucket bound as SITE.
import { allowsRange, byteRange, contentRange, isKnown } from '../../src/domain/site/conditional-request.ts'
import { type RedirectRules, parseRedirectRules, redirectOf } from '../../src/domain/site/redirect-rules.ts'
import {
  type HeaderRule,
  REVALIDATE,
  headersOf,
  parseHeaderRules,
} from '../../src/domain/site/response-headers.ts'
import { isOfAdmin, siteAddress, storyOfMarkdown } from '../../src/domain/site/site-address.ts'

/** What S3_PREFIX is, with a slash at the end. */
const PREFIX = ''
/** How long the rules of _redirects and _headers are kept, in ms. */
const RULES_MS = 10_000

/** Of Cloudflare's R2 binding, what is used here. */
interface Bucket {
  head(key: string): Promise<StoredObject | null>
  get(key: string, options?: { range: { offset: number; length: number } }): Promise<StoredObject | null>
}
interface StoredObject {
  /** Not there in answers of `head`. */
  body?: ReadableStream
  size: number
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

/** The key of what stands at an address. */
function keyOf(path: string): string {
  if (path === '/') return 'index.html'
  return isOfAdmin(path) ? 'admin' : path.slice(1)
}

async function answer(request: Request, bucket: Bucket): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url)
  const { redirects, headers: headerRules } = await readRules(bucket)
  const target = redirectOf(redirects, pathname, search)
  const asked = siteAddress(pathname)
  if (target !== undefined || asked.kind === 'moved') {
    const location = target ?? (asked.kind === 'moved' ? asked.path + search : '')
    const headers = { ...headersOf(headerRules, pathname), location, 'cache-control': REVALIDATE }
    return new Response(null, { status: target === undefined ? 308 : 301, headers })
  }
  const key = asked.kind === 'file' ? keyOf(asked.path) : null
  if (key === null) return notFound(bucket, headerRules)
  const isWhole =
    request.method === 'GET' && !['range', 'if-none-match'].some((name) => request.headers.has(name))
  const found = await (isWhole ? bucket.get(PREFIX + key) : bucket.head(PREFIX + key))
  if (found === null) return notFound(bucket, headerRules)
  const headers = new Headers(headersOf(headerRules, `/${key}`))
  found.writeHttpMetadata(headers)
  headers.set('etag', found.httpEtag)
  headers.set('accept-ranges', 'bytes')
  const story = storyOfMarkdown(`/${key}`)
  if (story !== null) headers.set('link', `<${origin}${story}>; rel="canonical"`)
  if (isKnown(request.headers.get('if-none-match'), found.httpEtag))
    return new Response(null, { status: 304, headers })
  if (found.body) return new Response(found.body, { headers })
  if (request.method === 'HEAD') {
    headers.set('content-length', String(found.size))
    return new Response(null, { headers })
  }
  const mayBePart = allowsRange(request.headers.get('if-range'), found.httpEtag)
  const range = mayBePart ? byteRange(request.headers.get('range'), found.size) : null
  if (range !== null) headers.set('content-range', contentRange(range, found.size))
  if (range === 'outside') return new Response(null, { status: 416, headers })
  const part = range && { range: { offset: range.first, length: range.last - range.first + 1 } }
  const object = await bucket.get(PREFIX + key, part ?? undefined)
  // Removed since it was asked for.
  if (object === null) return notFound(bucket, headerRules)
  return new Response(object.body ?? null, { status: range === null ? 200 : 206, headers })
}

async function notFound(bucket: Bucket, headerRules: readonly HeaderRule[]): Promise<Response> {
  const page = await bucket.get(`${PREFIX}404.html`)
  const headers = new Headers(headersOf(headerRules, '/404.html'))
  page?.writeHttpMetadata(headers)
  return new Response(page?.body ?? 'Not found', { status: 404, headers })
}

export default {
  async fetch(request: Request, { SITE }: { SITE: Bucket }): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    }
    const response = await answer(request, SITE)
    return request.method === 'HEAD' ? new Response(null, response) : response
  },
}
