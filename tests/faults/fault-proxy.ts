import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to requests on their way. `share`: of how many of them, 0 to 1. */
export type NetworkFault =
  | { kind: 'none' }
  /** The request never arrives. */
  | { kind: 'refuse'; share: number }
  /** The request arrives, its answer does not. */
  | { kind: 'cut'; share: number }
  /** The request arrives; the connection stays open without an answer until the fault is over. */
  | { kind: 'hang'; share: number }
  | { kind: 'delay'; share: number; ms: number }
  /** The request arrives twice; the sender gets the first answer. */
  | { kind: 'repeat'; share: number }
  /** The request never arrives; something before the server answers. */
  | { kind: 'answer'; share: number; status: number; body?: string }

export interface FaultProxy {
  url: string
  setFault(fault: NetworkFault): void
  /** How many requests a fault happened to. */
  hits(): number
  close(): Promise<void>
}

/** A request that was answered. */
export interface ProxiedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
  status: number
}

/**
 * A proxy in front of the server at `targetPort`, which disturbs requests. `chance` is a random number below 1.
 * `onRequest` is called with each request that the server has carried out.
 */
export async function startFaultProxy(
  targetPort: number,
  chance: () => number,
  onRequest: (request: ProxiedRequest) => void = () => undefined,
): Promise<FaultProxy> {
  let fault: NetworkFault = { kind: 'none' }
  let hits = 0
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const kind = fault.kind !== 'none' && chance() < fault.share ? fault.kind : 'none'
    if (kind !== 'none') hits += 1
    if (kind === 'refuse') return void response.destroy()
    if (fault.kind === 'answer' && kind === 'answer') {
      response.writeHead(fault.status).end(fault.body ?? '')
      return
    }
    if (fault.kind === 'delay' && kind === 'delay') await sleep(fault.ms)
    const answer = await forward(request, body)
    if (kind === 'repeat') await forward(request, body).catch(() => undefined)
    if (kind === 'cut') return void response.destroy()
    if (kind === 'hang' && fault.kind === 'hang') return void hanging.add(response)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  async function forward({ method, url, headers }: IncomingMessage, body: Buffer) {
    const outgoing = httpRequest({ host: '127.0.0.1', port: targetPort, method, path: url, headers })
    const [answer] = (await once(outgoing.end(body), 'response')) as [IncomingMessage]
    const answerHeaders = { ...answer.headers }
    delete answerHeaders['transfer-encoding']
    const status = answer.statusCode ?? 502
    onRequest({ method: method ?? '', url: url ?? '', headers, body, status })
    return { status, headers: answerHeaders, body: await buffer(answer) }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    setFault: (next) => {
      fault = next
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    hits: () => hits,
    close: async () => {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}
