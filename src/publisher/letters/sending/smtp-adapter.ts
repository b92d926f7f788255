import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLocalHost } from '../../../backend/local-host.ts'
import { messageOf } from '../../../node/report.ts'
import {
  type Adapter,
  type Batch,
  type BatchResult,
  type Outcome,
  wordsOf,
} from '../../../letters/sending/adapter.ts'
import type { LetterMail } from '../../../letters/sending/letter-mail.ts'
import { type DkimKey, smtpMessage } from './smtp-message.ts'

export interface SmtpServer {
  host: string
  port: number
  account: { user: string; pass: string } | null
  dkim: DkimKey | null
}

/** Mails of a claim, and connections: what may come twice where a sender is killed. */
const AT_ONCE = 4
const CONNECT_MS = 10_000
/** How long the other server may say nothing. */
const SILENT_MS = 30_000
/** How long one mail may take. */
const MAIL_MS = 90_000
const AFTER_END_MS = 100
/** The answer of a server that takes nothing at the moment. */
const BUSY = 421
/** A server may end a connection after some mails. */
const MAILS_OF_CONNECTION = 100

/**
 * A mail server, by SMTP. A mail whose last answer does not come may have been taken: it is handed over once more, with the same
 * Message-ID, by which some servers drop doubles.
 */
export class SmtpAdapter implements Adapter {
  readonly name = 'smtp'
  readonly batchSize = AT_ONCE
  readonly repeats = 2
  readonly #server: SmtpServer
  readonly #free: Line[] = []

  constructor(server: SmtpServer) {
    this.#server = server
  }

  async send({ mails }: Batch): Promise<BatchResult> {
    const results = await Promise.all(mails.map((mail) => this.#hand(mail)))
    const troubles = results.map(({ trouble }) => trouble).filter((trouble) => trouble !== null)
    return {
      outcomes: results.map(({ outcome }) => outcome),
      trouble: troubles.find(({ mustWait }) => mustWait) ?? troubles[0] ?? null,
    }
  }

  resolve(batch: Batch): Promise<BatchResult> {
    return this.send(batch)
  }

  close(): void {
    for (const line of this.#free.splice(0)) line.end()
  }

  async #hand(mail: LetterMail): Promise<{ outcome: Outcome; trouble: BatchResult['trouble'] }> {
    const { id } = mail
    let line = this.#free.pop()
    let message: HandedOver | null = null
    try {
      const bytes = await smtpMessage(mail, this.#server.dkim)
      if (line?.isOpen() !== true) line = await Line.open(this.#server)
      message = new HandedOver(bytes)
      const answer = await line.send(mail, message)
      this.#keep(line)
      return {
        outcome: { id, outcome: 'accepted', provider_id: wordsOf(answer).slice(0, 200) },
        trouble: null,
      }
    } catch (error) {
      line?.end()
      const { code, words, ofAddress } = refusalOf(error)
      if (code === null && message?.hasBegun === true)
        return { outcome: { id, outcome: 'unknown' }, trouble: null }
      if (code !== null && code !== BUSY && ofAddress)
        return { outcome: { id, outcome: code >= 500 ? 'failed' : 'later', reason: words }, trouble: null }
      const mustWait = code !== null && (code >= 500 || code === BUSY)
      return { outcome: { id, outcome: 'back' }, trouble: { words, mustWait } }
    }
  }

  #keep(line: Line): void {
    if (line.mails < MAILS_OF_CONNECTION && this.#free.length < AT_ONCE) this.#free.push(line)
    else line.end()
  }
}

/** A mail on its way. Nothing of it is read before the server has asked for it: from then on it may have been taken. */
class HandedOver extends Readable {
  hasBegun = false
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  override _read(): void {
    if (this.hasBegun) return
    this.hasBegun = true
    this.push(this.#bytes)
    this.push(null)
  }
}

/** One connection, which takes one mail at a time. */
class Line {
  mails = 0
  readonly #connection: SMTPConnection
  #isOpen = true
  #fail: (error: Error) => void = () => undefined

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    // Where no mail is on its way, an error only ends it.
    connection.on('error', (error: Error) => this.#lost(error))
    connection.on('end', () => {
      this.#isOpen = false
      // An answer that ended it is told right afterwards.
      setTimeout(
        () => this.#lost(new Error('The mail server has ended the connection')),
        AFTER_END_MS,
      ).unref()
    })
  }

  static async open({ host, port, account }: SmtpServer): Promise<Line> {
    const connection = new SMTPConnection({
      host,
      port,
      secure: port === 465,
      // Without this an attacker on the way could keep the connection unencrypted.
      requireTLS: port !== 465 && !isLocalHost(host),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
    })
    const line = new Line(connection)
    await line.#wait((done) => connection.connect(done))
    if (account !== null) await line.#wait((done) => connection.login({ credentials: account }, done))
    return line
  }

  isOpen(): boolean {
    return this.#isOpen
  }

  /** Resolves with the answer of the server. */
  async send(mail: LetterMail, message: Readable): Promise<string> {
    this.mails += 1
    let answer = ''
    const envelope = { from: mail.returnTo, to: [mail.to] }
    await this.#wait((done) =>
      this.#connection.send(envelope, message, (error, info) => {
        answer = info?.response ?? ''
        done(error)
      }),
    )
    return answer
  }

  end(): void {
    if (this.#isOpen) this.#connection.quit()
    this.#isOpen = false
    this.#connection.close()
  }

  /** Waits for one step, which fails where the connection does, or it takes too long. */
  #wait(step: (done: (error?: Error | null) => void) => void): Promise<void> {
    let late: NodeJS.Timeout | undefined
    return new Promise<void>((resolve, reject) => {
      late = setTimeout(() => this.#lost(new Error('The mail server has not answered in time')), MAIL_MS)
      this.#fail = reject
      step((error) => {
        if (error) reject(error)
        else resolve()
      })
    }).finally(() => clearTimeout(late))
  }

  #lost(error: Error): void {
    this.#isOpen = false
    this.#fail(error)
  }
}

/**
 * What a server has refused: the code of its answer (null: it did not answer), its words, and whether that is about the one
 * address, not about the sender or the connection.
 */
function refusalOf(error: unknown): { code: number | null; words: string; ofAddress: boolean } {
  const { responseCode, response, command } = error as {
    responseCode?: number
    response?: string
    command?: string
  }
  const ofAddress = command === 'RCPT TO' || command === 'DATA'
  return { code: responseCode ?? null, words: wordsOf(response ?? messageOf(error)), ofAddress }
}
