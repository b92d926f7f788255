import { once } from 'node:events'
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import { finished } from 'node:stream/promises'

/** Both addresses that the name localhost may resolve to. */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1']
/**
 * How much longer an idle connection is kept than clients are told. Otherwise a client may send a request into one that
 * is being closed, after a moment in which this process answered nothing.
 */
const IDLE_BUFFER_MS = 60_000
/** Errors of an address that is not one of this machine. */
const NOT_HERE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']
/** Errors of a machine without IPv6. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Thrown for a port that another program listens on. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(
      `Port ${port} is in use, perhaps by another Mantel: stop that program, or set PORT and SUPABASE_PORT to free ports.`,
    )
    this.name = 'PortInUse'
  }
}

/**
 * Listens at `host`, or on this machine only when it is null: on 127.0.0.1 and, where the machine has IPv6, on ::1. Port
 * 0 takes any free port. Rejects with PortInUse, or another error of Node.
 */
export async function listen(
  port: number,
  host: string | null,
  answer: RequestListener,
): Promise<{ port: number; servers: Server[] }> {
  const [first = '', ...others] = host === null ? LOOPBACK_ADDRESSES : [host]
  const server = await listenAt(port, first, answer).catch((error: NodeJS.ErrnoException) => {
    if (host === null || !NOT_HERE.includes(error.code ?? '')) throw error
    throw new Error(`HOST is "${host}", which is no address of this machine.`, { cause: error })
  })
  const servers = [server]
  const address = server.address()
  const usedPort = typeof address === 'object' && address !== null ? address.port : port
  for (const other of others) {
    try {
      servers.push(await listenAt(usedPort, other, answer))
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && NO_IPV6.includes(String(error.code))
      // A port that was picked on the first address may be in use on the second.
      if (isMissing || port === 0) continue
      server.close()
      throw error
    }
  }
  return { port: usedPort, servers }
}

async function listenAt(port: number, address: string, answer: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeoutBuffer: IDLE_BUFFER_MS }, answer)
  await once(server.listen(port, address), 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new PortInUse(port) : error
  })
  return server
}

/** Stops listening and drops the connections. */
export async function closeServers(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  for (const server of servers) server.closeAllConnections()
  await Promise.all(closed)
}

/** The body of a request; null when it has more than `maxBytes`: then `answerAndClose`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  if (Number(request.headers['content-length']) > maxBytes) return null
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * How long the rest of a refused body is read, in ms. Who still sends when the connection is closed does not get the
 * answer.
 */
const LINGER_MS = 2_000

/** Answers a request whose body nobody has read to its end, and closes the connection. */
export async function answerAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body: string | Uint8Array = '',
): Promise<void> {
  response.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
  response.flushHeaders()
  if (body.length > 0 && request.method !== 'HEAD') response.write(body)
  if (!request.complete) {
    request.resume()
    await finished(request, { writable: false, signal: AbortSignal.timeout(LINGER_MS) }).catch(
      () => undefined,
    )
  }
  response.end()
}
