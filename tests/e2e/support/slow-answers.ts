/**
 * Imported by the magazines of `npm run test:slow`: a request of a browser to the API is carried out up to 600 ms after it
 * came, so that answers come late and in another order. Finds tests that wait for nothing, and screens that show an old
 * answer.
 */
import { type IncomingMessage, Server } from 'node:http'

const MAX_DELAY_MS = 600

const emit = Server.prototype.emit as (event: string, ...values: unknown[]) => boolean
Server.prototype.emit = function (this: Server, event: string, ...values: unknown[]): boolean {
  const request = values[0] as IncomingMessage
  const isLate =
    event === 'request' && request.headers.origin !== undefined && /^\/\w+\/v1\//.test(request.url ?? '')
  if (!isLate) return emit.call(this, event, ...values)
  setTimeout(() => emit.call(this, event, ...values), Math.random() * MAX_DELAY_MS)
  return true
}
