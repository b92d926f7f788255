import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LinkState } from '../../../src/domain/story/checks.ts'
import {
  RefusedAddress,
  isPublicAddress,
  isRefusedHost,
  lookupWith,
} from '../../../src/node/public-address.ts'

/** For all requests of one link. */
const TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 5
/** The server says that there is no such page, now or any more. */
const DEAD: ReadonlySet<number> = new Set([404, 410])

export interface CheckLinkOptions {
  /** Whether a request may be sent to an IP address. */
  mayAsk?: (ip: string) => boolean
  /** The ports that may be asked, as a URL has them: '' is the usual one. */
  ports?: ReadonlySet<string>
  /** Whether any host is found: none is on a machine that is offline. */
  findsHosts?: () => Promise<boolean>
}

const PUBLIC: Required<CheckLinkOptions> = {
  mayAsk: isPublicAddress,
  ports: new Set(['']),
  findsHosts: () =>
    lookUp('example.com').then(
      () => true,
      () => false,
    ),
}

/**
 * Asks the server of a link whether it has the page. `dead` is what is certainly gone: a 404 or 410, and a host that does
 * not exist while others do. Only servers of the public internet are asked, also after each redirect; nothing of an answer but its
 * status and its redirect is read.
 */
export async function checkLink(address: string, options: CheckLinkOptions = {}): Promise<LinkState> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const rules = { ...PUBLIC, ...options }
  try {
    const byHead = await statusOf(address, 'HEAD', rules, signal)
    if (byHead < 400) return 'fine'
    // Servers that do not know HEAD answer it in all ways.
    const status = await statusOf(address, 'GET', rules, signal)
    return status < 400 ? 'fine' : DEAD.has(status) ? 'dead' : 'unknown'
  } catch (error) {
    return codeOf(error) === 'ENOTFOUND' && (await rules.findsHosts()) ? 'dead' : 'unknown'
  }
}

/** The status of the page that a link leads to in the end. */
async function statusOf(
  address: string,
  method: 'HEAD' | 'GET',
  rules: Required<CheckLinkOptions>,
  signal: AbortSignal,
): Promise<number> {
  let url = new URL(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { status, location } = await ask(url, method, rules, signal)
    if (status < 300 || status >= 400 || location === null) return status
    url = new URL(location, url)
  }
  throw new Error('Too many redirects')
}

function ask(
  url: URL,
  method: string,
  { mayAsk, ports }: Required<CheckLinkOptions>,
  signal: AbortSignal,
): Promise<{ status: number; location: string | null }> {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (
    !isWeb ||
    isRefusedHost(url, mayAsk) ||
    !ports.has(url.port) ||
    url.username !== '' ||
    url.password !== ''
  )
    return Promise.reject(new RefusedAddress())
  const options: RequestOptions = {
    method,
    signal,
    agent: false,
    lookup: lookupWith(mayAsk),
    headers: { accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0 (compatible; link check)' },
  }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
    // A name may hang for longer than the request.
    signal.addEventListener('abort', () => {
      request.destroy()
      reject(new Error('No answer in time'))
    })
    request.on('error', reject)
    request.on('response', (response: IncomingMessage) => {
      const ip = response.socket.remoteAddress ?? ''
      response.destroy()
      // Where the runtime looks names up by itself.
      if (!mayAsk(ip)) return reject(new RefusedAddress())
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null })
    })
    request.end()
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
