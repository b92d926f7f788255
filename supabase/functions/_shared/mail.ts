import nodemailer from 'npm:nodemailer@10.6.0'
import { errorMessage } from '../../../src/backend/error-message.ts'
import { isLocalHost } from '../../../src/backend/local-host.ts'
import { secretKey, setting } from './clients.ts'

export interface OutgoingMail {
  to: string
  /** Name of the sender; its address is MAIL_FROM. */
  fromName: string
  subject: string
  html: string
  text: string
  /** The link that the mail is about, which the local mailbox shows apart. */
  link: string
  headers: Record<string, string>
}

/**
 * Sends a mail through the SMTP server of the environment (SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, MAIL_FROM), or
 * into the mailbox of the local stack where no server is set. Rejects when it could not be handed over.
 */
export async function sendMail(mail: OutgoingMail): Promise<void> {
  const host = Deno.env.get('SMTP_HOST')
  if (host) return sendBySmtp(host, mail)
  const mailbox = Deno.env.get('LOCAL_MAILBOX_URL')
  if (!mailbox) throw new Error('No mail server is set up: SMTP_HOST is missing')
  const { to, subject, html, link, headers } = mail
  const response = await fetch(mailbox, {
    method: 'POST',
    headers: { apikey: secretKey(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ to, subject, html, link, headers }),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The local mailbox answered ${response.status}`)
}

/** Why a mail could not be handed over; null when it was. */
export function failureOf(sending: Promise<void>): Promise<string | null> {
  return sending.then(() => null, errorMessage)
}

async function sendBySmtp(host: string, mail: OutgoingMail): Promise<void> {
  const port = Number(Deno.env.get('SMTP_PORT') || 465)
  const user = Deno.env.get('SMTP_USER')
  const transport = nodemailer.createTransport({
    host,
    port,
    secure: port === 465,
    // Without this an attacker on the way could keep the connection unencrypted.
    requireTLS: !isLocalHost(host),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    ...(user ? { auth: { user, pass: setting('SMTP_PASS') } } : {}),
  })
  try {
    await transport.sendMail({
      from: { name: mail.fromName, address: setting('MAIL_FROM') },
      // As an object, so that a comma in the address does not make two of it.
      to: { name: '', address: mail.to },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
    })
  } finally {
    transport.close()
  }
}
