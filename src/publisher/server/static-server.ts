import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile, stat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { parseCopyName } from '../../content/pictures.ts'
import { fileTypeOf } from '../../domain/file-type.ts'
import { REVALIDATE, headersOf, parseHeaderRules } from '../../domain/response-headers.ts'
import { compress, isCompressible } from '../folder/compression.ts'
import type { MakeCopy } from '../pictures/on-request.ts'
import { closeServers, listen } from '../../node/listen.ts'

/** Size of the memory cache, in bytes before compression. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024

interface CachedFile {
  /** Sent as a weak validator, because the compressed responses share it. */
  etag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** Handles a request before the site does; false leaves it to the site. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

interface StaticServerOptions {
  handler?: RequestHandler | undefined
  makeCopy?: MakeCopy | undefined
}

/**
 * Serves the built site as a CDN would: compressed, `/a` from `a.html`, hashed assets immutable, HTML revalidated by
 * ETag, 404.html with status 404, `/admin/…` from the admin's one page, the redirects in `_redirects` and the headers in
 * `_headers`. A request for a copy of a picture that is not there waits for `makeCopy`. Resolves when it listens (port
 * 0: any; host null: this machine only).
 */
export async function startStaticServer(
  folder: string,
  port: number,
  host: string | null,
  { handler, makeCopy }: StaticServerOptions = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const cache = new Map<string, { mtimeMs: number; size: number; body: CachedFile }>()
  let cachedBytes = 0
  const redirects = parsedFile('_redirects', parseRedirects)
  const headerRules = parsedFile('_headers', parseHeaderRules)

  /** Reads a file of rules, and parses it again when it changed. */
  function parsedFile<T>(name: string, parse: (text: string) => T): () => Promise<T> {
    let last: { file: CachedFile | null; rules: T } = { file: null, rules: parse('') }
    return async () => {
      const file = await load(name)
      if (file !== last.file) last = { file, rules: parse(file?.plain.toString() ?? '') }
      return last.rules
    }
  }

  async function load(file: string): Promise<CachedFile | null> {
    const path = join(folder, file)
    const info = await stat(path).catch(() => null)
    if (!info?.isFile()) return null
    const cached = cache.get(file)
    if (cached?.mtimeMs === info.mtimeMs && cached.size === info.size) return cached.body
    const plain = await readFile(path)
    const body: CachedFile = {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
    }
    remember(file, { mtimeMs: info.mtimeMs, size: info.size, body })
    return body
  }

  function remember(file: string, entry: { mtimeMs: number; size: number; body: CachedFile }): void {
    cachedBytes += entry.size - (cache.get(file)?.size ?? 0)
    if (cachedBytes > MAX_CACHE_BYTES) {
      cache.clear()
      cachedBytes = entry.size
    }
    cache.set(file, entry)
  }

  async function encode(file: string, body: CachedFile, accepted: string): Promise<[Buffer, string | null]> {
    if (!isCompressible(file, body.plain.length)) return [body.plain, null]
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.split(/[\s,;]+/).includes(name))
    if (encoding === undefined) return [body.plain, null]
    return [(body[encoding] ??= await compress(body.plain, encoding)), encoding]
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (handler && (await handler(request, response))) return
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    // Not parsed by URL, which takes `//x` for a host.
    const [, pathname = '/', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(request.url ?? '/') ?? []
    const path = pathname.replace(/(?<=.)\/+$/, '')
    const rules = await headerRules()
    const target = (await redirects()).get(path)
    if (target !== undefined) {
      // Without revalidation browsers would follow it after it is removed.
      const location = /[?#]/.test(target) ? target : target + search
      response.writeHead(301, { ...headersOf(rules, path), location, 'cache-control': REVALIDATE }).end()
      return
    }
    let found = await find(pathname, load)
    const copy = found === null ? copyNameOf(path) : null
    if (makeCopy && copy !== null) {
      const isMade = await makeCopy(copy).catch(() => null)
      if (isMade === null) return respondLater(response, 'The picture cannot be made now.')
      if (isMade) found = await find(pathname, load)
    }
    if (found?.location) {
      response.writeHead(308, { ...headersOf(rules, path), location: found.location + search }).end()
      return
    }
    const file = found?.file ?? '404.html'
    const body = found?.body ?? (await load(file))
    if (!body) {
      // Not even a 404 page: the first build is still running.
      return respondLater(response, 'The site is being built.')
    }
    const headers: Record<string, string> = {
      'content-type': fileTypeOf(file).contentType,
      'cache-control': REVALIDATE,
      // By the file, because an address can be written in many ways: /%61dmin is the admin, too.
      ...headersOf(rules, `/${file}`),
      vary: 'accept-encoding',
      etag: `W/${body.etag}`,
    }
    if (found && request.headers['if-none-match']?.includes(body.etag)) {
      response.writeHead(304, headers).end()
      return
    }
    const [bytes, encoding] = await encode(file, body, String(request.headers['accept-encoding'] ?? ''))
    if (encoding) headers['content-encoding'] = encoding
    headers['content-length'] = String(bytes.length)
    response.writeHead(found ? 200 : 404, headers)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const { port: usedPort, servers } = await listen(port, host, (request, response) => {
    respond(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('The server could not answer')
    })
  })
  return { port: usedPort, close: () => closeServers(servers) }
}

function respondLater(response: ServerResponse, reason: string): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' })
  response.end(`${reason} Please try again in a moment.`)
}

/** The file name in the address of a copy of a picture; null for other addresses. */
function copyNameOf(path: string): string | null {
  const [, file = ''] = /^\/_images\/([^/]+)$/.exec(path) ?? []
  return parseCopyName(file) === null ? null : file
}

interface Found {
  file: string
  body: CachedFile | null
  location?: string
}

async function find(
  pathname: string,
  load: (file: string) => Promise<CachedFile | null>,
): Promise<Found | null> {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  // Normalised from the root, no `..` is left.
  const bare = normalize(`/${decoded}`)
    .replace(/^[/\\]+/, '')
    .replace(/\/+$/, '')
  if (decoded !== '/' && decoded.endsWith('/'))
    return { file: '', body: null, location: `/${encodeURI(bare)}` }
  const candidates = bare === '' ? ['index.html'] : [`${bare}.html`, bare]
  // The admin is one page; its router reads the rest of the address.
  if (bare === 'admin' || bare.startsWith('admin/')) candidates.push('admin.html')
  for (const file of candidates) {
    const body = await load(file)
    if (body) return { file, body }
  }
  return null
}

/** The permanent redirects in a file _redirects: `/old /new 301`, one a line. */
function parseRedirects(rules: string): Map<string, string> {
  return new Map(Array.from(rules.matchAll(/^(\S+) +(\S+) +301$/gm), ([, from = '', to = '']) => [from, to]))
}
