import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../../backend/error-message.ts'
import type { HeldLease } from '../database/lease.ts'

export interface RequestLimits {
  /** How long one request with its answer may take, in ms. */
  timeoutMs: number
  /** The first wait before a request is sent again, in ms; each next one is twice as long. */
  retryMs: number
}

export const REQUEST_LIMITS: RequestLimits = { timeoutMs: 60_000, retryMs: 200 }

const MAX_ATTEMPTS = 7
const MAX_WAIT_MS = 10_000
/** The server is busy, restarts, or did not get the request in time. 507 (no space) does not pass by itself. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504])

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** No answer came, however often the request was sent. */
export class NoAnswerError extends Error {}

/**
 * Sends a request, again after a growing wait while the server is busy or does not answer, and returns the last answer.
 * `make` is called each time, because signatures expire. With a `lease`, it is sent only while that is held. Throws a
 * NoAnswerError when no answer came, and a LeaseError.
 */
export async function sendWithRetries(
  make: () => Promise<Request> | Request,
  { timeoutMs, retryMs }: RequestLimits,
  lease?: HeldLease,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    let wait = Math.min(MAX_WAIT_MS, retryMs * 2 ** (attempt - 1)) * (0.5 + Math.random())
    await lease?.confirm()
    const signals = [AbortSignal.timeout(timeoutMs), ...(lease ? [lease.signal()] : [])]
    try {
      const response = await fetch(await make(), { redirect: 'manual', signal: AbortSignal.any(signals) })
      const answer = { status: response.status, headers: response.headers, text: await response.text() }
      if (!isPassing(answer) || attempt === MAX_ATTEMPTS) return answer
      const askedFor = Number(response.headers.get('retry-after')) * 1_000
      if (askedFor > 0) wait = Math.min(MAX_WAIT_MS, askedFor)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw new NoAnswerError(reasonFor(error, timeoutMs))
    }
    await sleep(wait)
  }
}

function isPassing({ status, text }: Answer): boolean {
  // S3 says with 400 that the request came too slowly.
  return PASSING.has(status) || (status === 400 && text.includes('<Code>RequestTimeout</Code>'))
}

/** Why a fetch failed: its own message is only "fetch failed". */
function reasonFor(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return errorMessage(error)
  if (error.name === 'TimeoutError') return `nothing came within ${timeoutMs / 1_000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  // After trying several addresses, the error has no message of its own.
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
