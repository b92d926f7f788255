import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerAndClose, readBody } from '../../node/listen.ts'

/** Largest accepted difference between the timestamp and the clock, in seconds. */
const TOLERANCE_S = 300
/** The largest body, in bytes. */
const MAX_BODY_BYTES = 64 * 1024

export type Verdict = 'accepted' | 'unsigned' | 'stale' | 'replayed'

/**
 * Signature of a webhook call: hex HMAC-SHA-256 of `<timestamp>.<body>`, the timestamp in Unix seconds. Sent as
 * `x-mantel-timestamp` and `x-mantel-signature`.
 */
export function signWebhook(secret: string, timestamp: number, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

/** Verifies signed calls. Remembers accepted signatures while their timestamp is fresh, to refuse replays. */
export function createWebhookVerifier(secret: string, now: () => number = () => Date.now() / 1000) {
  const seen = new Map<string, number>()
  return (timestamp: string | undefined, signature: string | undefined, body: string): Verdict => {
    const at = Number(timestamp)
    if (!timestamp || !signature || !Number.isInteger(at)) return 'unsigned'
    const expected = Buffer.from(signWebhook(secret, at, body))
    const actual = Buffer.from(signature)
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 'unsigned'
    if (Math.abs(now() - at) > TOLERANCE_S) return 'stale'
    for (const [past, until] of seen) if (until < now()) seen.delete(past)
    if (seen.has(signature)) return 'replayed'
    seen.set(signature, at + TOLERANCE_S)
    return 'accepted'
  }
}

const STATUS: Record<Verdict, number> = { accepted: 202, unsigned: 401, stale: 401, replayed: 409 }

/** Answers `POST /publish`: 202 and `wake()` when the call is signed, fresh and new. Returns false for any other request. */
export function createWebhook(secret: string, wake: () => void) {
  const verify = createWebhookVerifier(secret)
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    // Not parsed by URL, which throws at `//`.
    if (request.method !== 'POST' || request.url?.split('?', 1)[0] !== '/publish') return false
    const body = await readBody(request, MAX_BODY_BYTES)
    if (body === null) {
      await answerAndClose(request, response, 413)
      return true
    }
    const verdict = verify(header(request, 'x-mantel-timestamp'), header(request, 'x-mantel-signature'), body)
    response.writeHead(STATUS[verdict], { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify({ result: verdict }))
    if (verdict === 'accepted') wake()
    return true
  }
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
