import * as z from 'zod/mini'
import { RECIPIENT_TAG } from '../../domain/letters/mail-event.ts'
import { type Adapter, type Batch, type BatchResult, all, wordsOf } from './adapter.ts'
import { type ProviderAnswer, askProvider } from './http-request.ts'
import type { LetterMail } from './letter-mail.ts'

export const RESEND_API = 'https://api.resend.com'

/** Resend knows an idempotency key for a day; an hour less, so that no mail is repeated at its end. */
const KNOWN_MS = 23 * 3_600_000

const sentSchema = z.object({ data: z.array(z.object({ id: z.string() })) })
const errorSchema = z.object({ name: z._default(z.string(), ''), message: z._default(z.string(), '') })

/**
 * Resend. A claim is one request with the claim's id as its idempotency key: repeated with the same key and bytes it sends
 * nothing twice, for a day.
 */
export class ResendAdapter implements Adapter {
  readonly name = 'resend'
  readonly batchSize = 100
  readonly repeats = 12
  readonly #key: string
  readonly #api: string

  constructor(key: string, api = RESEND_API) {
    this.#key = key
    this.#api = api
  }

  async send(batch: Batch): Promise<BatchResult> {
    const answer = await askProvider(`${this.#api}/emails/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        'idempotency-key': batch.claim,
      },
      body: JSON.stringify(batch.mails.map(bodyOf)),
    })
    if (typeof answer === 'string') return { outcomes: all(batch, 'unknown'), trouble: null }
    const { status, body } = answer
    if (status >= 200 && status < 300) {
      const { data } = sentSchema.safeParse(body)
      // What is no list of ids is asked for again: the key keeps it from being sent twice.
      if (data?.data.length !== batch.mails.length) return { outcomes: all(batch, 'unknown'), trouble: null }
      return {
        outcomes: batch.mails.map(({ id }, place) => ({
          ...{ id, outcome: 'accepted' as const },
          provider_id: data.data[place]?.id ?? null,
        })),
        trouble: null,
      }
    }
    // The same key with other mails: the first request was taken, and a reader of it has left since.
    if (isTaken(answer))
      return {
        outcomes: batch.mails.map(({ id }) => ({ id, outcome: 'accepted', provider_id: null })),
        trouble: null,
      }
    // One address that is refused must not fail the others. Nothing was sent, and the key is not used up.
    if (status === 400 || status === 422) {
      if (batch.mails.length > 1) return { outcomes: all(batch, 'alone'), trouble: null }
      const reason = problemOf(answer)
      return { outcomes: batch.mails.map(({ id }) => ({ id, outcome: 'failed', reason })), trouble: null }
    }
    const trouble = troubleOf(answer)
    return { outcomes: all(batch, trouble === null ? 'unknown' : 'back'), trouble }
  }

  async resolve(batch: Batch): Promise<BatchResult> {
    if (Date.now() - batch.claimedAt < KNOWN_MS) return this.send(batch)
    const reason =
      'No answer came within a day, and Resend does not know this mail any more: it may have arrived'
    return { outcomes: batch.mails.map(({ id }) => ({ id, outcome: 'failed', reason })), trouble: null }
  }

  close(): void {
    // Each request is a connection of its own to this adapter.
  }
}

function bodyOf({ from, to, replyTo, subject, html, text, headers, messageId, id }: LetterMail) {
  return {
    from: from.name === '' ? from.address : `${quoted(from.name)} <${from.address}>`,
    to: [to],
    ...(replyTo === null ? {} : { reply_to: replyTo }),
    subject,
    html,
    text,
    headers: { ...headers, 'Message-ID': messageId },
    tags: [{ name: RECIPIENT_TAG, value: id }],
  }
}

const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`

const isTaken = ({ status, body }: ProviderAnswer) =>
  status === 409 && errorSchema.safeParse(body).data?.name === 'invalid_idempotent_request'

/** What Resend says of a request that it did not carry out; null: it may have been carried out. */
function troubleOf(answer: ProviderAnswer): BatchResult['trouble'] {
  const { status, body } = answer
  if (status >= 500 || status === 409 || status === 408) return null
  const name = errorSchema.safeParse(body).data?.name ?? ''
  return { words: problemOf(answer), mustWait: status !== 429 || name.includes('quota') }
}

function problemOf({ status, body }: ProviderAnswer): string {
  return wordsOf(errorSchema.safeParse(body).data?.message || `Resend answered with status ${status}`)
}
