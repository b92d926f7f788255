import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PostgrestClient } from '@supabase/postgrest-js'
import { answerAndClose, readBody } from '../../node/listen.ts'
import { Timings } from '../timings.ts'
import { Refusal } from './refusal.ts'
import { type SenderOptions, Senders, UNKNOWN, tokenOf } from './senders.ts'

/** The largest body, in bytes: a text of one megabyte, with all its quotes escaped. */
const MAX_BODY_BYTES = 3_000_000
const MAX_WAITING = 20
/** Requests at the same moment whose sender the database is asked for. */
const MAX_ASKED = 20
/** How long the body may take to arrive; the admin waits no longer for the answer. */
const BODY_TIMEOUT_MS = 10_000
/** For how long a sender who was let in is let in again: a writer's next text comes after some keys. */
const LET_IN_MS = 60_000

export type Answer = [status: number, result?: object]

export interface StaffRequestOptions extends SenderOptions {
  path: string
  /** Whether the publisher has started. */
  isReady: () => boolean
  /** For how long a sender who was let in is let in again, in ms: LET_IN_MS unless given. */
  letInMs?: number
  /**
   * Handles the body of a request, acting as its sender. Re-check permissions: they may have changed since the token was
   * issued. A Refusal it throws is answered with its sentence, another error with 400. The header Server-Timing lists its steps.
   */
  answer: (body: unknown, sender: PostgrestClient, timings: Timings, token: string) => Promise<Answer>
}

/**
 * Answers `POST` requests of staff at one path, which the publisher is asked for. The database decides by the access token
 * who may ask, before anything else is done. One is answered at a time, and of one person only the last. 204: it cannot be
 * told now.
 */
export class StaffRequests {
  readonly #options: StaffRequestOptions
  readonly #senders: Senders
  /** The last request of each person, by access token. */
  readonly #newest = new Map<string, IncomingMessage>()
  #waiting = 0
  #asked = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: StaffRequestOptions) {
    this.#options = options
    this.#senders = new Senders(options)
  }

  /** Returns false for any other request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    // Not parsed by URL, which throws at `//`.
    if (request.url?.split('?', 1)[0] !== this.#options.path) return false
    if (this.#senders.answerPreflight(request, response)) return true
    if (request.method !== 'POST') return false
    const timings = new Timings()
    const [status, result] = await this.#answerTo(request, timings)
    const json = {
      ...this.#senders.headers(request),
      'content-type': 'application/json',
      'server-timing': timings.header(),
    }
    if (request.complete && status !== 413)
      response.writeHead(status, json).end(result && JSON.stringify(result))
    else await answerAndClose(request, response, status, json)
    return true
  }

  async #answerTo(request: IncomingMessage, timings: Timings): Promise<Answer> {
    const token = tokenOf(request)
    if (token === null) return [401]
    if (!this.#options.isReady() || this.#asked >= MAX_ASKED) return [UNKNOWN]
    this.#asked += 1
    const { letInMs = LET_IN_MS } = this.#options
    // Asked before a body is read, or others wait.
    const refusal = await this.#senders.refusalOf(token, letInMs).finally(() => (this.#asked -= 1))
    timings.mark('sender')
    if (refusal !== null) return [refusal]
    if (this.#waiting >= MAX_WAITING) return [UNKNOWN]
    this.#waiting += 1
    const late = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
    try {
      const text = await readBody(request, MAX_BODY_BYTES).finally(() => clearTimeout(late))
      if (text === null) return [413]
      const body: unknown = JSON.parse(text)
      timings.mark('body')
      this.#newest.set(token, request)
      const turn = this.#last.then((): Promise<Answer> | Answer => {
        timings.mark('turn')
        return this.#newest.get(token) === request && !request.socket.destroyed
          ? this.#options.answer(body, this.#senders.client(token), timings, token)
          : [UNKNOWN]
      })
      this.#last = turn.catch(() => undefined)
      return await turn
    } catch (error) {
      return error instanceof Refusal ? [error.status, { problem: error.message }] : [400]
    } finally {
      this.#waiting -= 1
      if (this.#newest.get(token) === request) this.#newest.delete(token)
    }
  }
}
