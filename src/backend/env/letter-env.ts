import * as z from 'zod/mini'
import { type Source, read, readMailServer, wholeNumber } from './env.ts'

/** By what letters go out, with what it needs. `none`: nothing is set up. */
export type LetterEnv =
  | { adapter: 'none' }
  | { adapter: 'mailbox'; from: string; url: string }
  | { adapter: 'resend'; from: string; key: string }
  | { adapter: 'postmark'; from: string; token: string; stream: string }
  | {
      adapter: 'smtp'
      from: string
      host: string
      port: number
      account: { user: string; pass: string } | null
      dkim: { selector: string; privateKey: string } | null
    }

const LOCAL_FROM = 'letters@magazine.localhost'

const text = z.string().check(z.minLength(1))
const fromSchema = z
  .string()
  .check(z.regex(/^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/, 'must be an e-mail address'))
const portSchema = wholeNumber(1, 65_535, 'must be a port number')
const selectorSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]+$/, 'must be a name such as s1'))
/** A PEM whose lines may be written as `\n`. */
const keySchema = z
  .string()
  .check(z.regex(/^-----BEGIN (RSA )?PRIVATE KEY-----/, 'must be a private key as PEM'))

/**
 * What sends letters: the first that is set of RESEND_API_KEY, POSTMARK_TOKEN and SMTP_HOST, or else the local mailbox, where
 * there is one. Throws an error that names the variable that is missing or wrong.
 */
export function readLetterEnv(mailbox: string | null, source: Source = process.env): LetterEnv {
  const from = () => read(source, 'MAIL_FROM', fromSchema)
  if (source.RESEND_API_KEY?.trim())
    return { adapter: 'resend', from: from(), key: read(source, 'RESEND_API_KEY', text) }
  if (source.POSTMARK_TOKEN?.trim()) {
    const stream = read(source, 'POSTMARK_STREAM', text, 'broadcast')
    return { adapter: 'postmark', from: from(), token: read(source, 'POSTMARK_TOKEN', text), stream }
  }
  const { SMTP_HOST: host, SMTP_PORT: port, SMTP_USER: user, SMTP_PASS: pass } = readMailServer(source)
  if (host !== undefined)
    return {
      ...{ adapter: 'smtp', from: from(), host, port: Number(port) },
      account: user === undefined || pass === undefined ? null : { user, pass },
      dkim: readDkim(source),
    }
  return mailbox === null
    ? { adapter: 'none' }
    : { adapter: 'mailbox', from: read(source, 'MAIL_FROM', fromSchema, LOCAL_FROM), url: mailbox }
}

/** The mailbox to which letters come back: mails send it reports, and mail programs the wish to leave. */
export interface BounceMailbox {
  address: string
  host: string
  port: number
  user: string
  pass: string
}

/** Null: none is set. Throws an error that names the variable that is missing or wrong. */
export function readBounceMailbox(source: Source = process.env): BounceMailbox | null {
  if (!source.BOUNCE_IMAP_HOST?.trim()) return null
  return {
    address: read(source, 'BOUNCE_ADDRESS', fromSchema),
    host: read(source, 'BOUNCE_IMAP_HOST', text),
    port: Number(read(source, 'BOUNCE_IMAP_PORT', portSchema, '993')),
    user: read(source, 'BOUNCE_IMAP_USER', text),
    pass: read(source, 'BOUNCE_IMAP_PASS', text),
  }
}

/** The name of the DKIM key in DNS; null: not known. */
export function readDkimSelector(adapter: LetterEnv['adapter'], source: Source = process.env): string | null {
  if (source.DKIM_SELECTOR?.trim()) return read(source, 'DKIM_SELECTOR', selectorSchema)
  return adapter === 'resend' ? 'resend' : null
}

function readDkim(source: Source) {
  if (!source.DKIM_PRIVATE_KEY?.trim()) return null
  const privateKey = read(source, 'DKIM_PRIVATE_KEY', keySchema).replaceAll('\\n', '\n')
  return { selector: read(source, 'DKIM_SELECTOR', selectorSchema), privateKey }
}
