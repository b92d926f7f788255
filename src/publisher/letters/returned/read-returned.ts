import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { MailEvent } from '../../../domain/letters/mail-event.ts'

/** What a mail to the mailbox of letters is. `other`: an answer of a person or machine, or about a mail that is not ours. */
export type Returned =
  | { kind: 'event'; event: MailEvent }
  /** A reader's mail program asks to leave, by the address in List-Unsubscribe. */
  | { kind: 'leave'; token: string; recipient: string | null }
  | { kind: 'other' }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The subject of a mail that leaves: what List-Unsubscribe names, and some programs add words to. */
const LEAVE = new RegExp(`\\bunsubscribe ([0-9a-f]{64})(?: (${UUID}))?\\b`, 'i')
/** Our Message-ID has the id of the row in letter_recipients. */
const OUR_ID = new RegExp(`^message-id:\\s*<(${UUID})@`, 'im')
/** Statuses (RFC 3463) after which an address takes no mail: it is not there, has moved, or is closed. */
const HARD = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

const OTHER: Returned = { kind: 'other' }

/** Reads one mail as it came. What cannot be read is `other`. */
export async function readReturned(raw: Uint8Array): Promise<Returned> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' }).catch(() => null)
  if (mail === null) return OTHER
  const [, token, letter] = LEAVE.exec(mail.subject ?? '') ?? []
  if (token !== undefined)
    return { kind: 'leave', token: token.toLowerCase(), recipient: letter?.toLowerCase() ?? null }
  const parts = new Map(mail.attachments.map((part) => [part.mimeType, contentOf(part)]))
  const told = judge(parts)
  if (told === null) return OTHER
  const returned = parts.get('message/rfc822') ?? parts.get('text/rfc822-headers') ?? ''
  const [, recipient] = OUR_ID.exec(returned) ?? []
  if (recipient === undefined) return OTHER
  const event: MailEvent = {
    source: 'mailbox',
    eventId: mail.messageId ?? createHash('sha256').update(raw).digest('hex'),
    ...told,
    recipient,
    providerId: null,
    at: sentAt(mail),
  }
  return { kind: 'event', event }
}

/** What its report says; null: it has none, or tells of a delay or a delivery. */
function judge(parts: ReadonlyMap<string, string>): Pick<MailEvent, 'kind' | 'says'> | null {
  const complaint = parts.get('message/feedback-report')
  if (complaint !== undefined) {
    const type = fieldOf(complaint, 'Feedback-Type')
    return /^(?:abuse|fraud|virus)$/i.test(type) ? { kind: 'complaint', says: type } : null
  }
  const status = parts.get('message/delivery-status')
  if (status === undefined || !/^failed$/i.test(fieldOf(status, 'Action'))) return null
  const code = fieldOf(status, 'Status').split(/\s/)[0] ?? ''
  const says = fieldOf(status, 'Diagnostic-Code').replace(/^smtp;\s*/i, '') || code
  return { kind: HARD.test(code) ? 'hard' : 'soft', says }
}

/** A field of a report, whose value may go on in further lines; '' where there is none. */
function fieldOf(report: string, name: string): string {
  const unfolded = report.replace(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
}

const contentOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** When it was sent by its own word; a clock that is wrong or a date that is none counts as now. */
function sentAt({ date }: Email): string {
  const sent = Date.parse(date ?? '')
  return new Date(Number.isNaN(sent) ? Date.now() : Math.min(sent, Date.now())).toISOString()
}
