import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile, stat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { Negotiator } from 'negotiator'
import { parseCopyName } from '../../content/pictures.ts'
import { fileTypeOf } from '../../domain/file-type.ts'
import { type RedirectRules, parseRedirectRules, redirectOf } from '../../domain/redirect-rules.ts'
import { type HeaderRule, REVALIDATE, headersOf, parseHeaderRules } from '../../domain/response-headers.ts'
import { compress, isCompressible } from '../folder/compression.ts'
import type { CopyOnRequest } from '../pictures/on-request.ts'
import { answerAndClose, closeServers, listen } from '../../node/listen.ts'

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
  copyOnRequest?: CopyOnRequest | undefined
}

/**
 * Serves the built site as a CDN would: compressed, `/a` from `a.html`, hashed assets immutable, HTML revalidated by
 * ETag, 404.html with status 404, `/admin/…` from the admin's one page, the redirects in `_redirects` and the headers in
 * `_headers`. A request for a copy of a picture that is not there is answered with the file that
 * `copyOnRequest` returns. Resolves when it listens
 * (port 0: any; host null: this machine only).
 */
export async function startStaticServer(
  folder: string,
  port: number,
  host: string | null,
  options: StaticServerOptions = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const site = new StaticSite(folder, options)
  const { port: usedPort, servers } = await listen(port, host, (request, response) => {
    site.respond(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('The server could not answer')
    })
  })
  return { port: usedPort, close: () => closeServers(servers) }
}

/** The files of a folder, the last ones read in memory. */
class FileCache {
  readonly #folder: string
  readonly #files = new Map<string, { mtimeMs: number; size: number; body: CachedFile }>()
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A file as it is now; null when there is none. */
  async load(file: string): Promise<CachedFile | null> {
    const path = join(this.#folder, file)
    const info = await stat(path).catch(() => null)
    if (!info?.isFile()) return null
    const { mtimeMs, size } = info
    const cached = this.#files.get(file)
    if (cached?.mtimeMs === mtimeMs && cached.size === size) return cached.body
    const plain = await readFile(path)
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    const body: CachedFile = { etag, plain }
    this.#bytes += size - (this.#files.get(file)?.size ?? 0)
    if (this.#bytes > MAX_CACHE_BYTES) {
      this.#files.clear()
      this.#bytes = size
    }
    this.#files.set(file, { mtimeMs, size, body })
    return body
  }
}

class StaticSite {
  readonly #files: FileCache
  readonly #options: StaticServerOptions
  readonly #redirects: () => Promise<RedirectRules>
  readonly #headerRules: () => Promise<readonly HeaderRule[]>

  constructor(folder: string, options: StaticServerOptions) {
    this.#files = new FileCache(folder)
    this.#options = options
    this.#redirects = this.#parsedFile('_redirects', parseRedirectRules)
    this.#headerRules = this.#parsedFile('_headers', parseHeaderRules)
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.#options.handler?.(request, response)) return
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answerAndClose(request, response, 405, { allow: 'GET, HEAD' })
    }
    // Not parsed by URL, which takes `//x` for a host.
    const [, pathname = '/', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(request.url ?? '/') ?? []
    const path = pathname.replace(/(?<=.)\/+$/, '')
    const rules = await this.#headerRules()
    const location = redirectOf(await this.#redirects(), path, search)
    if (location !== undefined) {
      // Without revalidation browsers would follow it after it is removed.
      response.writeHead(301, { ...headersOf(rules, path), location, 'cache-control': REVALIDATE }).end()
      return
    }
    const load = (file: string) => this.#files.load(file)
    let found = await find(pathname, load)
    if (found === null) {
      const copy = await this.#copyOnRequest(path)
      if (copy === 'not now') return respondLater(response, 'The picture cannot be made now.')
      if (copy !== null) found = { ...copy, body: await load(copy.file) }
    }
    if (found?.location) {
      response.writeHead(308, { ...headersOf(rules, path), location: found.location + search }).end()
      return
    }
    await this.#send(request, response, found, rules)
  }

  /** Sends a file, or the 404 page when none was `found`. */
  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found | null,
    rules: readonly HeaderRule[],
  ): Promise<void> {
    const file = found?.file ?? '404.html'
    const body = found?.body ?? (await this.#files.load(file))
    // Not even a 404 page: the first build is still running.
    if (!body) return respondLater(response, 'The site is being built.')
    const headers: Record<string, string> = {
      'content-type': fileTypeOf(file).contentType,
      'cache-control': REVALIDATE,
      // The headers of the file, because an address can be written in many ways: /%61dmin is the admin, too.
      ...headersOf(rules, `/${file}`),
      ...(found?.isInterim ? { 'cache-control': REVALIDATE } : {}),
      vary: 'accept-encoding',
      etag: `W/${body.etag}`,
    }
    if (found && request.headers['if-none-match']?.includes(body.etag)) {
      response.writeHead(304, headers).end()
      return
    }
    const [bytes, encoding] = await encode(file, body, request)
    if (encoding) headers['content-encoding'] = encoding
    headers['content-length'] = String(bytes.length)
    response.writeHead(found ? 200 : 404, headers)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  /** Has the copy of a picture made that an address names. Null when there is no such copy. */
  async #copyOnRequest(path: string): Promise<Omit<Found, 'body'> | 'not now' | null> {
    const { copyOnRequest } = this.#options
    const name = copyNameOf(path)
    if (!copyOnRequest || name === null) return null
    return copyOnRequest(name).then(
      (file) => (file === null ? null : { file: `_images/${file}`, isInterim: file !== name }),
      () => 'not now',
    )
  }

  /** Reads a file of rules, and parses it again when it changed. */
  #parsedFile<T>(name: string, parse: (text: string) => T): () => Promise<T> {
    let last: { file: CachedFile | null; rules: T } = { file: null, rules: parse('') }
    return async () => {
      const file = await this.#files.load(name)
      if (file !== last.file) last = { file, rules: parse(file?.plain.toString() ?? '') }
      return last.rules
    }
  }
}

/** The encodings of a file, the one that readers get first where a request has no wish. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const

async function encode(
  file: string,
  body: CachedFile,
  request: IncomingMessage,
): Promise<[Buffer, string | null]> {
  if (!isCompressible(file, body.plain.length)) return [body.plain, null]
  const encoding = new Negotiator(request).encoding(ENCODINGS, { preferred: ENCODINGS })
  // A request that refuses even the plain file gets that, as the standard allows.
  if (encoding === undefined || encoding === 'identity') return [body.plain, null]
  return [(body[encoding] ??= await compress(body.plain, encoding)), encoding]
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
  /** Whether another file will stand at the address soon. */
  isInterim?: boolean
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
