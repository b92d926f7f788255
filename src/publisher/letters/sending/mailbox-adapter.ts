import {
  type Adapter,
  type Batch,
  type BatchResult,
  type Outcome,
  wordsOf,
} from '../../../letters/sending/adapter.ts'
import { askProvider } from '../../../letters/sending/http-request.ts'
import type { LetterMail } from '../../../letters/sending/letter-mail.ts'

/** The local mailbox of `npm start`, which refuses what it has already: no mail is in it twice. */
export class MailboxAdapter implements Adapter {
  readonly name = 'mailbox'
  readonly batchSize = 20
  readonly repeats = 12
  readonly #url: string
  readonly #key: string

  constructor(url: string, secretKey: string) {
    this.#url = url
    this.#key = secretKey
  }

  async send({ mails }: Batch): Promise<BatchResult> {
    const outcomes: Outcome[] = []
    for (const mail of mails) outcomes.push(await this.#post(mail))
    return { outcomes, trouble: null }
  }

  resolve(batch: Batch): Promise<BatchResult> {
    return this.send(batch)
  }

  close(): void {
    // Each request is a connection of its own to this adapter.
  }

  async #post({ id, to, subject, html, text, headers, messageId }: LetterMail): Promise<Outcome> {
    const answer = await askProvider(this.#url, {
      method: 'POST',
      headers: { apikey: this.#key, 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject, html, text, link: '', headers, messageId }),
    })
    if (typeof answer === 'string') return { id, outcome: 'unknown' }
    if (answer.status === 204 || answer.status === 208) return { id, outcome: 'accepted', provider_id: null }
    return { id, outcome: 'failed', reason: wordsOf(`The local mailbox answered ${answer.status}`) }
  }
}
