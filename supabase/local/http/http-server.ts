import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { answerAndClose, listen } from '../../../src/node/listen.ts'
import { type FindClientAddress, clientAddressFinder } from './client-address.ts'

const CLOSE_TIMEOUT_MS = 3000

export type Handler = (request: Request) => Promise<Response>

/** The request that is being answered. */
export const currentRequest = new AsyncLocalStorage<Request>()

interface ListenOptions {
  /** 0 takes any free port. */
  port: number
  /** Null listens on this machine only. */
  host: string | null
  trustedProxies: readonly string[]
}

/** Serves a fetch handler. The header `x-forwarded-for` of its requests is the client's address alone. */
export async function listenHttp(
  { port, host, trustedProxies }: ListenOptions,
  handler: Handler,
): Promise<{ port: number; close: () => Promise<void> }> {
  const running = new Set<Promise<void>>()
  const findAddress = clientAddressFinder(trustedProxies)
  const listening = await listen(port, host, (incoming, outgoing) => {
    const run = answer(handler, findAddress, incoming, outgoing)
      .catch(() => void outgoing.destroy())
      .finally(() => running.delete(run))
    running.add(run)
  })
  return { port: listening.port, close: () => closeServers(listening.servers, running) }
}

async function answer(
  handler: Handler,
  findAddress: FindClientAddress,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming, findAddress)
  if (request === null) {
    const body = JSON.stringify({ message: 'The method, host or path of the request is not valid' })
    return answerAndClose(incoming, outgoing, 400, { 'content-type': 'application/json' }, body)
  }
  const response = await currentRequest.run(request, () => handler(request))
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  // A body that was refused, and is not read to its end.
  if (!incoming.complete || response.status === 413)
    return answerAndClose(incoming, outgoing, response.status, headers, await response.bytes())
  outgoing.writeHead(response.status, headers)
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel()
    outgoing.end()
  } else {
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing)
  }
}

/** Headers with which a proxy names the client's address; only `x-forwarded-for` is read, where it may be trusted. */
const ADDRESS_HEADERS = ['cf-connecting-ip', 'true-client-ip', 'x-real-ip', 'forwarded']
const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

/** Null for a method that no service has and for a host or path that is no part of an address. */
function toRequest(incoming: IncomingMessage, findAddress: FindClientAddress): Request | null {
  const { method = 'GET', url: path = '/' } = incoming
  const { host = '127.0.0.1' } = incoming.headers
  if (!METHODS.test(method) || !HOST.test(host) || !path.startsWith('/')) return null
  // Not resolved against a base, which takes `//x` for a host.
  const url = URL.parse(`http://${host}${path}`)
  if (url === null) return null
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const client = findAddress(incoming.socket.remoteAddress, headers.get('x-forwarded-for') ?? undefined)
  for (const name of ADDRESS_HEADERS) headers.delete(name)
  headers.set('x-forwarded-for', client)
  const init: RequestInit & { duplex: 'half' } = { method, headers, duplex: 'half' }
  if (method !== 'GET' && method !== 'HEAD') init.body = Readable.toWeb(incoming) as ReadableStream
  return new Request(url, init)
}

/** Accepts no more requests, waits up to CLOSE_TIMEOUT_MS for those being answered, then drops the rest. */
async function closeServers(servers: readonly Server[], running: Set<Promise<void>>): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  for (const server of servers) server.closeIdleConnections()
  await Promise.race([Promise.all(running), setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  for (const server of servers) server.closeAllConnections()
  await Promise.all(closed)
}
