import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import { domainOf } from '../../../domain/letters/sender-check.ts'
import type { LetterMail } from '../../../letters/sending/letter-mail.ts'

/** A key that signs mails, where the mail server does not. Its domain is the one of the sender. */
export interface DkimKey {
  selector: string
  privateKey: string
}

/** Headers that a signature covers. Both of `List-Unsubscribe` have to be in it (RFC 8058). */
const SIGNED = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
].join(':')

/** The bytes of a mail as SMTP has them, signed where there is a key. */
export async function smtpMessage(mail: LetterMail, dkim: DkimKey | null): Promise<Buffer> {
  const message = new MailComposer({
    from: mail.from,
    // As an object, so that a comma in the address does not make two of it.
    to: { name: '', address: mail.to },
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: mail.messageId,
    headers: { ...mail.headers },
    newline: 'windows',
  })
  const built = await message.compile().build()
  if (dkim === null) return built
  const { selector, privateKey } = dkim
  const domainName = domainOf(mail.from.address)
  const signer = new DKIM({ domainName, keySelector: selector, privateKey, headerFieldNames: SIGNED })
  const parts: Buffer[] = []
  for await (const part of signer.sign(built)) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}
