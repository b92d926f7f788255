import * as z from 'zod/mini'
import { RECIPIENT_TAG } from '../../domain/letters/mail-event.ts'
import { type Adapter, type Batch, type BatchResult, type Outcome, all, wordsOf } from './adapter.ts'
import { type ProviderAnswer, askProvider } from './http-request.ts'
import type { LetterMail } from './letter-mail.ts'

export const POSTMARK_API = 'https://api.postmarkapp.com'

/** A mail that was taken is found by a search after some time. */
const FOUND_AFTER_MS = 60_000

const oneSchema = z.object({
  ErrorCode: z.number(),
  Message: z._default(z.string(), ''),
  MessageID: z._default(z.nullable(z.string()), null),
})
const foundSchema = z.object({
  TotalCount: z.number(),
  Messages: z.array(z.object({ MessageID: z.string() })),
})

/** The account may not send, or not from this address: 10 of the token, 400–413 of the sender and the account. */
const isOfAccount = (code: number) => code === 10 || (code >= 400 && code <= 413 && code !== 406)

/**
 * Postmark. It has no idempotency keys: a mail whose answer did not come is searched for by its metadata before it is repeated,
 * a minute later at the earliest.
 */
export class PostmarkAdapter implements Adapter {
  readonly name = 'postmark'
  readonly batchSize = 100
  readonly repeats = 12
  readonly #token: string
  readonly #stream: string
  readonly #api: string

  constructor(token: string, stream: string, api = POSTMARK_API) {
    this.#token = token
    this.#stream = stream
    this.#api = api
  }

  async send(batch: Batch): Promise<BatchResult> {
    const body = JSON.stringify(batch.mails.map((mail) => this.#bodyOf(mail)))
    const answer = await this.#ask('/email/batch', { method: 'POST', body })
    if (typeof answer === 'string' || answer.status >= 500)
      return { outcomes: all(batch, 'unknown'), trouble: null }
    if (answer.status !== 200) {
      const words = problemOf(answer)
      return { outcomes: all(batch, 'back'), trouble: { words, mustWait: answer.status !== 429 } }
    }
    const { data } = z.array(oneSchema).safeParse(answer.body)
    if (data?.length !== batch.mails.length) return { outcomes: all(batch, 'unknown'), trouble: null }
    const refused = data.find(({ ErrorCode }) => isOfAccount(ErrorCode))
    const outcomes = batch.mails.map(({ id }, place): Outcome => {
      const { ErrorCode = -1, Message = '', MessageID = null } = data[place] ?? {}
      if (ErrorCode === 0) return { id, outcome: 'accepted', provider_id: MessageID }
      if (isOfAccount(ErrorCode)) return { id, outcome: 'back' }
      return { id, outcome: 'failed', reason: wordsOf(Message || `Postmark answered with code ${ErrorCode}`) }
    })
    return { outcomes, trouble: refused ? { words: wordsOf(refused.Message), mustWait: true } : null }
  }

  async resolve(batch: Batch): Promise<BatchResult> {
    if (Date.now() - batch.claimedAt < FOUND_AFTER_MS)
      return { outcomes: all(batch, 'unknown'), trouble: null }
    const outcomes: Outcome[] = []
    const lost: LetterMail[] = []
    for (const mail of batch.mails) {
      const { id } = mail
      const answer = await this.#ask(
        `/messages/outbound?count=1&offset=0&metadata_${RECIPIENT_TAG}=${id}`,
        {},
      )
      const found = typeof answer === 'string' ? null : (foundSchema.safeParse(answer.body).data ?? null)
      if (found === null) outcomes.push({ id, outcome: 'unknown' })
      else if (found.TotalCount === 0) lost.push(mail)
      else outcomes.push({ id, outcome: 'accepted', provider_id: found.Messages[0]?.MessageID ?? null })
    }
    if (lost.length === 0) return { outcomes, trouble: null }
    const again = await this.send({ ...batch, mails: lost })
    return { ...again, outcomes: [...outcomes, ...again.outcomes] }
  }

  close(): void {
    // Each request is a connection of its own to this adapter.
  }

  #ask(path: string, init: RequestInit): Promise<ProviderAnswer | string> {
    return askProvider(this.#api + path, {
      ...init,
      headers: {
        'x-postmark-server-token': this.#token,
        accept: 'application/json',
        'content-type': 'application/json',
      },
    })
  }

  #bodyOf({ id, from, to, replyTo, subject, html, text, headers, messageId }: LetterMail) {
    const name = from.name.replace(/["\\]/g, '\\$&')
    return {
      From: name === '' ? from.address : `"${name}" <${from.address}>`,
      To: to,
      ...(replyTo === null ? {} : { ReplyTo: replyTo }),
      Subject: subject,
      HtmlBody: html,
      TextBody: text,
      MessageStream: this.#stream,
      TrackOpens: false,
      TrackLinks: 'None',
      Metadata: { [RECIPIENT_TAG]: id },
      Headers: [
        ...Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        { Name: 'Message-ID', Value: messageId },
        { Name: 'X-PM-KeepID', Value: 'true' },
      ],
    }
  }
}

function problemOf({ status, body }: ProviderAnswer): string {
  return wordsOf(oneSchema.safeParse(body).data?.Message || `Postmark answered with status ${status}`)
}
