import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { userClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { type Action, can, roleSchema } from '../../domain/people/role.ts'

const BACKEND_TIMEOUT_MS = 5_000

/** The status when something cannot be told now: no error, since the admin then shows nothing. */
export const UNKNOWN = 204

export interface SenderOptions {
  /** What the role of the sender has to allow. */
  action: Action
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
}

/** The staff who may ask the publisher for something: the database decides by the access token of the admin. */
export class Senders {
  readonly #options: SenderOptions
  /** The site's origin: the admin of a site on a CDN asks from another one than the publisher's. */
  readonly #origin: string
  /** Until when senders are let in, by access token. */
  readonly #letIn = new Map<string, number>()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#origin = new URL(options.siteUrl).origin
  }

  /** The headers of every answer: only pages of the site read it. */
  headers(request: IncomingMessage): OutgoingHttpHeaders {
    return {
      'cache-control': 'no-store',
      vary: 'origin',
      ...(this.#isSite(request) ? { 'access-control-allow-origin': this.#origin } : {}),
    }
  }

  /** Answers what a browser asks before it sends a request from the site to another origin; false for anything else. */
  answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'OPTIONS' || !this.#isSite(request)) return false
    const allowed = {
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '86400',
    }
    response.writeHead(204, { ...this.headers(request), ...allowed }).end()
    return true
  }

  /**
   * The status for who may not ask; null for who may. `letInMs`: for how long a sender who was let in is let in again
   * without asking the database.
   */
  async refusalOf(token: string, letInMs = 0): Promise<number | null> {
    const now = performance.now()
    for (const [one, until] of this.#letIn) if (until < now) this.#letIn.delete(one)
    if (this.#letIn.has(token)) return null
    const { data, error, status } = await this.client(token).rpc('current_role_name')
    if (error === null) {
      if (!can(roleSchema.safeParse(data).data ?? null, this.#options.action)) return 403
      if (letInMs > 0) this.#letIn.set(token, now + letInMs)
      return null
    }
    if (status === 401) return 401
    return toBackendError(error, status).kind === 'denied' ? 403 : UNKNOWN
  }

  /** The database as the sender. */
  client(token: string): PostgrestClient {
    const { supabaseUrl, publishableKey } = this.#options
    return userClient(supabaseUrl, publishableKey, token, BACKEND_TIMEOUT_MS)
  }

  #isSite(request: IncomingMessage): boolean {
    return request.headers.origin === this.#origin
  }
}

/** The access token of a request; null: it has none. */
export function tokenOf(request: IncomingMessage): string | null {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** The id of the person whose access token it is, which the database has accepted. */
export function personOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  return z.object({ sub: z.uuid() }).parse(JSON.parse(payload)).sub
}
