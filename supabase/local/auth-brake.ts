import { createHash } from 'node:crypto'
import * as z from 'zod'
import { peekBody } from './auth-body.ts'
import { AuthError } from './auth-error.ts'
import type { SupabaseConfig } from './config.ts'
import type { Handler } from './http-server.ts'

const WINDOW_MS = 5 * 60_000
/** Three of a million codes are right at a moment. */
const MAX_FACTOR_TRIES = 10
const FIELDS = z.object({ email: z.string().trim().toLowerCase() })

/** Counts failures by key in windows of five minutes. */
export function createFailureCounter(now: () => number = Date.now) {
  let windowStart = 0
  let failures = new Map<string, number>()
  return {
    /**
     * Counts a try as a failure, so that tries at the same moment count before any of them is checked. False when a key
     * has reached the limit: then nothing is counted.
     */
    begin(keys: readonly string[], limit: number): boolean {
      if (now() - windowStart >= WINDOW_MS) {
        windowStart = now()
        failures = new Map()
      }
      if (keys.some((key) => (failures.get(key) ?? 0) >= limit)) return false
      for (const key of keys) failures.set(key, (failures.get(key) ?? 0) + 1)
      return true
    },
    /** Takes back the count of a try that did not fail. */
    succeed(keys: readonly string[]): void {
      for (const key of keys) failures.set(key, Math.max(0, (failures.get(key) ?? 0) - 1))
    },
  }
}

/**
 * Refuses further tries with 429, as the hosted auth server does, after too many wrong passwords or codes: by the address
 * they come from and by the account or second factor they are for.
 */
export function brakeGuesses(handler: Handler, config: SupabaseConfig): Handler {
  const counter = createFailureCounter()
  const { sign_in_sign_ups, token_verifications } = config.rateLimit

  return async (request) => {
    const url = new URL(request.url)
    const isPassword = url.pathname === '/auth/v1/token' && url.searchParams.get('grant_type') === 'password'
    const factor = /^\/auth\/v1\/factors\/([^/]+)\/verify$/.exec(url.pathname)?.[1]
    const isCode = url.pathname === '/auth/v1/verify'
    if ((!isPassword && !isCode && factor === undefined) || request.method !== 'POST') return handler(request)

    const kind = isPassword ? 'password' : 'code'
    const keys = [`${kind} from ${networkOf(request.headers.get('x-forwarded-for') ?? '')}`]
    const fields = await peekBody(request, FIELDS)
    // Hashed, so that every key takes the same space.
    if (fields !== null) keys.push(`${kind} of ${createHash('md5').update(fields.email).digest('base64')}`)
    if (factor !== undefined) keys.push(`factor ${factor.toLowerCase()}`)
    const limit = isPassword ? sign_in_sign_ups : token_verifications
    if (!counter.begin(keys, factor === undefined ? limit : Math.min(limit, MAX_FACTOR_TRIES)))
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached').response
    const response = await handler(request)
    if (response.status < 400) counter.succeed(keys)
    return response
  }
}

/** The network of an address that belongs to one customer: all of an IPv4 address, the first 64 bits of an IPv6 one. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [start = '', end] = address.split('::')
  const groups = start.split(':').filter(Boolean)
  const missing = end === undefined ? 0 : 8 - groups.length - end.split(':').filter(Boolean).length
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(end ?? '').split(':')]
  return whole.slice(0, 4).join(':')
}
