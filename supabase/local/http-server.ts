import { AsyncLocalStorage } from 'node:async_hooks'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

const CLOSE_TIMEOUT_MS = 3000

export type Handler = (request: Request) => Promise<Response>

/** The request that is being answered. */
export const currentRequest = new AsyncLocalStorage<Request>()

/** Serves a fetch handler on 127.0.0.1; port 0 takes any free port. */
export async function listenHttp(
  port: number,
  handler: Handler,
): Promise<{ port: number; close: () => Promise<void> }> {
  const running = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const run = answer(handler, incoming, outgoing)
      .catch(() => void outgoing.destroy())
      .finally(() => running.delete(run))
    running.add(run)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken by another program`) : error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { port: address.port, close: () => closeServer(server, running) }
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = toRequest(incoming)
  const response = await currentRequest.run(request, () => handler(request))
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  outgoing.writeHead(response.status, headers)
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel()
    outgoing.end()
  } else {
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing)
  }
}

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  if (!headers.has('x-forwarded-for'))
    headers.set('x-forwarded-for', incoming.socket.remoteAddress ?? '127.0.0.1')
  const method = incoming.method ?? 'GET'
  const init: RequestInit & { duplex: 'half' } = { method, headers, duplex: 'half' }
  if (method !== 'GET' && method !== 'HEAD') init.body = Readable.toWeb(incoming) as ReadableStream
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`), init)
}

/** Accepts no more requests, waits up to CLOSE_TIMEOUT_MS for those being answered, then drops the rest. */
async function closeServer(server: Server, running: Set<Promise<void>>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await Promise.race([Promise.all(running), setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  server.closeAllConnections()
  await closed
}
