import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { SupabaseConfig } from '../config.ts'
import type { Handler } from '../http/http-server.ts'
import { peekBody } from './body.ts'
import { AuthError } from './error.ts'

const WINDOW_S = 5 * 60
/** Three of a million codes are right at a moment. */
const MAX_FACTOR_TRIES = 10

/** How often one kind of request may be sent in WINDOW_S. */
interface RateLimit {
  name: 'password' | 'code' | 'refresh' | 'mail'
  applies: (request: Request, url: URL) => boolean
  /** From one network, and for one e-mail address. */
  bySender: number
  byAddress: number
}

/**
 * The limits of the auth server, from `[auth.rate_limit]` and `max_frequency` in config.toml. What counts: wrong passwords
 * and codes, and every renewal of a session. A request for a mail counts for its sender, and, if it is carried out, for
 * its address, with or without an account. On a hosted project `max_frequency` is the time between two mails to an address;
 * here the number of mails that it allows in WINDOW_S may come at once.
 */
export function rateLimits({ rateLimit, mailEverySeconds }: SupabaseConfig): RateLimit[] {
  const { sign_in_sign_ups, token_verifications, token_refresh } = rateLimit
  const isPost = (request: Request, url: URL, ...resources: string[]) =>
    request.method === 'POST' && resources.includes(resourceOf(url))
  return [
    {
      name: 'password',
      applies: (request, url) =>
        isPost(request, url, 'token') && url.searchParams.get('grant_type') === 'password',
      bySender: sign_in_sign_ups,
      byAddress: sign_in_sign_ups,
    },
    {
      name: 'code',
      applies: (request, url) => isPost(request, url, 'verify') || factorOf(request, url) !== undefined,
      bySender: token_verifications,
      byAddress: token_verifications,
    },
    {
      name: 'refresh',
      applies: (request, url) =>
        isPost(request, url, 'token') && url.searchParams.get('grant_type') === 'refresh_token',
      bySender: token_refresh,
      byAddress: token_refresh,
    },
    {
      name: 'mail',
      applies: (request, url) =>
        isPost(request, url, 'signup', 'otp', 'magiclink', 'recover', 'resend') ||
        (request.method === 'PUT' && resourceOf(url) === 'user') ||
        (/^(GET|HEAD)$/.test(request.method) && resourceOf(url) === 'reauthenticate'),
      bySender: sign_in_sign_ups,
      byAddress: Math.floor(WINDOW_S / mailEverySeconds),
    },
  ]
}

/** What follows /auth/v1/ in a path. */
function resourceOf({ pathname }: URL): string {
  return /^\/auth\/v1\/([^/]+)/.exec(pathname)?.[1] ?? ''
}

/** The second factor that a request verifies. */
function factorOf({ method }: Request, { pathname }: URL): string | undefined {
  return method === 'POST'
    ? /^\/auth\/v1\/factors\/([^/]+)\/verify$/.exec(pathname)?.[1]?.toLowerCase()
    : undefined
}

const FIELDS = z.object({ email: z.string().trim().toLowerCase() })

/** Counts requests by key, in windows of five minutes. */
export class RequestCounter {
  readonly #now: () => number
  #windowStart = 0
  #counts = new Map<string, number>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Counts a request for all of its keys, before it is carried out, so that requests at the same moment count. The key
   * that has reached its limit, if one has: then nothing is counted.
   */
  begin(limits: ReadonlyMap<string, number>): string | null {
    if (this.#now() - this.#windowStart >= WINDOW_S * 1000) {
      this.#windowStart = this.#now()
      this.#counts = new Map()
    }
    for (const [key, limit] of limits) if ((this.#counts.get(key) ?? 0) >= limit) return key
    for (const key of limits.keys()) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return null
  }

  /** Takes back the count of a request. */
  takeBack(keys: Iterable<string>): void {
    for (const key of keys) this.#counts.set(key, Math.max(0, (this.#counts.get(key) ?? 0) - 1))
  }

  /** Until the counts begin anew. */
  secondsLeft(): number {
    return Math.ceil((this.#windowStart - this.#now()) / 1000) + WINDOW_S
  }
}

/** Refuses requests beyond `rateLimits` with 429 and the error code of the hosted auth server. */
export function limitRequests(handler: Handler, config: SupabaseConfig): Handler {
  const counter = new RequestCounter()
  const limits = rateLimits(config)

  return async (request) => {
    const url = new URL(request.url)
    const limit = limits.find(({ applies }) => applies(request, url))
    if (limit === undefined) return handler(request)
    const { name, bySender, byAddress } = limit
    const email = (await peekBody(request, FIELDS))?.email
    // Only a new address of an account is written to.
    if (request.method === 'PUT' && email === undefined) return handler(request)

    const sender = `${name} from ${networkOf(request.headers.get('x-forwarded-for') ?? '')}`
    // Hashed, so that every key takes the same space.
    const address = `${name} of ${createHash('md5')
      .update(email ?? '')
      .digest('base64')}`
    const factor = factorOf(request, url)
    const keys = new Map([[sender, bySender]])
    if (email !== undefined) keys.set(address, byAddress)
    if (factor !== undefined) keys.set(`factor ${factor}`, Math.min(byAddress, MAX_FACTOR_TRIES))

    const full = counter.begin(keys)
    if (full !== null) return refusal(name === 'mail' && full === address ? counter.secondsLeft() : null)
    const response = await handler(request)
    const isFailure = response.status >= 400
    const countsOnlyFailures = name === 'password' || name === 'code'
    if (countsOnlyFailures && !isFailure) counter.takeBack(keys.keys())
    if (name === 'mail' && isFailure && email !== undefined) counter.takeBack([address])
    return response
  }
}

/** `wait` is the number of seconds until another mail may be asked for; null when the sender asks too often. */
function refusal(wait: number | null): Response {
  const error =
    wait === null
      ? new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
      : new AuthError(
          429,
          'over_email_send_rate_limit',
          `For security purposes, you can only request this after ${wait} seconds.`,
        )
  return error.response
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
