import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { userClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { type Prediction, PREDICTION_PATH } from '../../domain/prediction.ts'
import { can, roleSchema } from '../../domain/role.ts'
import { answerAndClose, readBody } from '../../node/listen.ts'
import type { TriedChange } from '../rendering/render-process.ts'

/** The largest body, in bytes: a text of one megabyte, with all its quotes escaped. */
const MAX_BODY_BYTES = 3_000_000
const MAX_WAITING = 20
/** Requests at the same moment whose sender the database is asked for. */
const MAX_ASKED = 20
/** How long the body may take to arrive; the admin waits no longer for the answer. */
const BODY_TIMEOUT_MS = 10_000
const BACKEND_TIMEOUT_MS = 5_000

/** The status when the prediction cannot be made now: no error, since the admin then shows nothing. */
const UNKNOWN = 204

const changeSchema: z.ZodMiniType<TriedChange> = z.object({
  events: z.array(z.object({ entity: z.string(), entity_id: z.string() })),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

interface Predictor {
  /** What a publish of the changes that `read` resolves with would write. */
  predict(read: () => Promise<TriedChange>): Promise<Prediction>
}

export interface PredictionOptions {
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  /** Null while it starts. */
  publisher: () => Predictor | null
}

const bodySchema = z.object({ changes: z.unknown() })

type Answer = [status: number, result?: object]

/**
 * Answers `POST /publish/predict`: what a publish of the `changes` in the body would write. The database decides by the
 * access token who may ask, before anything else is done, and which rows would change (predict_change in supabase/schemas/prediction.sql). One is answered at a
 * time, and of one person only the last. 204: it cannot be told now. Returns false for any other request.
 */
export class PredictionRequests {
  readonly #options: PredictionOptions
  /** The site's origin: the admin of a site on a CDN asks from another one than the publisher's. */
  readonly #origin: string
  /** The last request of each person, by access token. */
  readonly #newest = new Map<string, IncomingMessage>()
  #waiting = 0
  #asked = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: PredictionOptions) {
    this.#options = options
    this.#origin = new URL(options.siteUrl).origin
  }

  /** Returns false for any other request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    // Not parsed by URL, which throws at `//`.
    if (request.url?.split('?', 1)[0] !== PREDICTION_PATH) return false
    const isSite = request.headers.origin === this.#origin
    const headers = {
      'cache-control': 'no-store',
      vary: 'origin',
      ...(isSite ? { 'access-control-allow-origin': this.#origin } : {}),
    }
    if (request.method === 'OPTIONS' && isSite) {
      const allowed = {
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '86400',
      }
      response.writeHead(204, { ...headers, ...allowed }).end()
      return true
    }
    if (request.method !== 'POST') return false
    const [status, result] = await this.#answerTo(request)
    const json = { ...headers, 'content-type': 'application/json' }
    if (request.complete && status !== 413)
      response.writeHead(status, json).end(result && JSON.stringify(result))
    else await answerAndClose(request, response, status, json)
    return true
  }

  async #answerTo(request: IncomingMessage): Promise<Answer> {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) return [401]
    if (this.#options.publisher() === null || this.#asked >= MAX_ASKED) return [UNKNOWN]
    this.#asked += 1
    const refusal = await this.#refusalOf(token).finally(() => (this.#asked -= 1))
    if (refusal !== null) return refusal
    if (this.#waiting >= MAX_WAITING) return [UNKNOWN]
    this.#waiting += 1
    const late = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
    try {
      const body = await readBody(request, MAX_BODY_BYTES).finally(() => clearTimeout(late))
      if (body === null) return [413]
      const { changes } = bodySchema.parse(JSON.parse(body))
      this.#newest.set(token, request)
      const turn = this.#last.then((): Promise<Answer> | Answer =>
        this.#newest.get(token) === request && !request.socket.destroyed
          ? this.#predict(token, changes)
          : [UNKNOWN],
      )
      this.#last = turn.catch(() => undefined)
      return await turn
    } catch {
      return [400]
    } finally {
      this.#waiting -= 1
      if (this.#newest.get(token) === request) this.#newest.delete(token)
    }
  }

  /** The answer to who may not publish; null for who may. Asked before a body is read, or others wait. */
  async #refusalOf(token: string): Promise<Answer | null> {
    const { data, error, status } = await this.#client(token).rpc('current_role_name')
    if (error === null) return can(roleSchema.safeParse(data).data ?? null, 'articles.publish') ? null : [403]
    if (status === 401) return [401]
    return [toBackendError(error, status).kind === 'denied' ? 403 : UNKNOWN]
  }

  #client(token: string) {
    const { supabaseUrl, publishableKey } = this.#options
    return userClient(supabaseUrl, publishableKey, token, BACKEND_TIMEOUT_MS)
  }

  async #predict(token: string, changes: unknown): Promise<Answer> {
    const publisher = this.#options.publisher()
    if (publisher === null) return [UNKNOWN]
    const client = this.#client(token)
    try {
      const prediction = await publisher.predict(async () => {
        const { data, error, status } = await client.rpc('predict_change', { p_changes: changes })
        if (error) throw toBackendError(error, status)
        return changeSchema.parse(data)
      })
      return [200, prediction]
    } catch (error) {
      return [toBackendError(error).kind === 'denied' ? 403 : UNKNOWN]
    }
  }
}
