import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { clientAddressFinder } from './client-address.ts'

/** The services that browsers ask. */
const PASSED_ON = /^\/(?:rest|auth|storage|functions)\/v1\//

/**
 * Passes requests of the site's server to the services of the local Supabase at `apiUrl` on to it: other machines reach the
 * site, where `HOST` says so, but no address of this machine that pages could name for all of them. Returns false for other
 * requests. The API takes `X-Forwarded-For` of this machine for the client's address.
 */
export function passOnTo(apiUrl: string, trustedProxies: readonly string[]) {
  const findAddress = clientAddressFinder(trustedProxies)
  const { hostname, port } = new URL(apiUrl)
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> => {
    // As the API resolves it: dots lead nowhere else, such as to the mails, which this machine alone reads.
    const url = URL.parse(`http://site${incoming.url ?? ''}`)
    if (url === null || !PASSED_ON.test(url.pathname)) return false
    const forwardedFor = incoming.headers['x-forwarded-for']
    const client = findAddress(incoming.socket.remoteAddress, forwardedFor?.toString())
    const passed = sendRequest({
      hostname,
      port,
      path: url.pathname + url.search,
      method: incoming.method,
      headers: { ...incoming.headers, host: `${hostname}:${port}`, 'x-forwarded-for': client },
    })
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    passed.once('response', resolve).once('error', reject)
    outgoing.once('close', () => passed.destroy())
    // Its own error ends the request, of which the answer tells.
    pipeline(incoming, passed).catch(() => undefined)
    try {
      const answer = await answered
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      await pipeline(answer, outgoing)
    } catch {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    }
    return true
  }
}
