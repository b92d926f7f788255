import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Negotiator } from 'negotiator'
import { parseCopyName } from '../../content/pictures/pictures.ts'
import { allowsRange, byteRange, contentRange, isKnown } from '../../domain/site/conditional-request.ts'
import { fileTypeOf } from '../../domain/media/file-type.ts'
import { type RedirectRules, parseRedirectRules, redirectOf } from '../../domain/site/redirect-rules.ts'
import {
  type HeaderRule,
  REVALIDATE,
  headersOf,
  parseHeaderRules,
} from '../../domain/site/response-headers.ts'
import { isOfAdmin, siteAddress, storyOfMarkdown } from '../../domain/site/site-address.ts'
import { compress, isCompressible } from '../folder/compression.ts'
import type { CopyOnRequest } from '../pictures/on-request.ts'
import { answerAndClose, closeServers, listen } from '../../node/listen.ts'

/** Size of the memory cache, in bytes before compression. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024

interface CachedFile {
  /** Of the plain file. Compressed responses share it as a weak one. */
  etag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** Handles a request before the site does; false leaves it to the site. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

interface StaticServerOptions {
  /** The public address of the site, for links in headers. */
  siteUrl: string
  handler?: RequestHandler | undefined
  copyOnRequest?: CopyOnRequest | undefined
}

/**
 * Serves the built site as a CDN would: compressed or in ranges, `/a` from `a.html`, hashed assets immutable, HTML
 * revalidated by ETag, 404.html with status 404, `/admin/…` from the admin's one page, the redirects in `_redirects` and
 * the headers in `_headers`. A request for a copy of a picture that is not there is answered with the file that
 * `copyOnRequest` returns. Resolves when it listens
 * (port 0: any; host null: this machine only).
 */
export async function startStaticServer(
  folder: string,
  port: number,
  host: string | null,
  options: StaticServerOptions,
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
    const rules = await this.#headerRules()
    const location = redirectOf(await this.#redirects(), pathname, search)
    if (location !== undefined) {
      // Without revalidation browsers would follow it after it is removed.
      response.writeHead(301, { ...headersOf(rules, pathname), location, 'cache-control': REVALIDATE }).end()
      return
    }
    const asked = siteAddress(pathname)
    if (asked.kind === 'moved') {
      const moved = { ...headersOf(rules, asked.path), location: asked.path + search }
      response.writeHead(308, { ...moved, 'cache-control': REVALIDATE }).end()
      return
    }
    const found = asked.kind === 'file' ? await this.#find(asked.path) : null
    if (found === 'not now') return respondLater(response, 'The picture cannot be made now.')
    await this.#send(request, response, found, rules)
  }

  /** The file at an address; a copy of a picture once it is made. */
  async #find(path: string): Promise<Found | 'not now' | null> {
    for (const file of filesAt(path)) {
      const body = await this.#files.load(file)
      if (body) return { file, body }
    }
    const copy = await this.#copyOnRequest(path)
    if (copy === null || copy === 'not now') return copy
    const body = await this.#files.load(copy.file)
    return body && { ...copy, body }
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
    const encoding = encodingOf(file, body, request)
    const etag = encoding === null ? body.etag : `W/${body.etag}`
    const story = found && storyOfMarkdown(`/${file}`)
    const headers: Record<string, string> = {
      'content-type': fileTypeOf(file).contentType,
      'cache-control': REVALIDATE,
      // The headers of the file, because addresses of the admin have no file of their own.
      ...headersOf(rules, `/${file}`),
      ...(found?.isInterim ? { 'cache-control': REVALIDATE } : {}),
      ...(story ? { link: `<${this.#options.siteUrl}${story}>; rel="canonical"` } : {}),
      vary: 'accept-encoding',
      etag,
    }
    if (found && isKnown(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end()
      return
    }
    if (encoding === null) {
      headers['accept-ranges'] = 'bytes'
      const { range: asked, 'if-range': ifRange } = request.headers
      const isAsked = found && request.method === 'GET' && allowsRange(ifRange, etag)
      const range = isAsked ? byteRange(asked, body.plain.length) : null
      if (range !== null) {
        const part = range === 'outside' ? Buffer.alloc(0) : body.plain.subarray(range.first, range.last + 1)
        headers['content-range'] = contentRange(range, body.plain.length)
        headers['content-length'] = String(part.length)
        response.writeHead(range === 'outside' ? 416 : 206, headers).end(part)
        return
      }
    } else headers['content-encoding'] = encoding
    const bytes = encoding === null ? body.plain : (body[encoding] ??= await compress(body.plain, encoding))
    headers['content-length'] = String(bytes.length)
    response.writeHead(found ? 200 : 404, headers)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  /** Makes the copy of a picture that an address names. Null when there is no such copy. */
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

/** The encodings of a file, in order of preference for requests without one. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const

/** How a file is compressed for a request; null: it is sent as it is. */
function encodingOf(file: string, body: CachedFile, request: IncomingMessage): 'br' | 'gzip' | null {
  if (!isCompressible(file, body.plain.length)) return null
  const encoding = new Negotiator(request).encoding(ENCODINGS, { preferred: ENCODINGS })
  // A request that refuses even the plain file gets that, as the standard allows.
  return encoding === undefined || encoding === 'identity' ? null : encoding
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
  /** Whether another file will soon be served at the address. */
  isInterim?: boolean
  body: CachedFile
}

/** The files that may be served at an address. */
function filesAt(path: string): string[] {
  if (path === '/') return ['index.html']
  if (isOfAdmin(path)) return ['admin.html']
  const file = path.slice(1)
  return [`${file}.html`, file]
}
