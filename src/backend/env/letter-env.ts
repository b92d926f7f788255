import * as z from 'zod/mini'
import { readMailServer } from './env.ts'
import { type ProviderEnv, fromSchema, readProviderEnv, selectorSchema } from './provider-env.ts'
import { type Source, read, wholeNumber } from './read-variable.ts'

/** By what letters go out, with what it needs. `none`: nothing is set up. */
export type LetterEnv =
  | { adapter: 'none' }
  | { adapter: 'mailbox'; from: string; url: string }
  | ProviderEnv
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
const portSchema = wholeNumber(1, 65_535, 'must be a port number')
/** A PEM whose lines may be written as `\n`. */
const keySchema = z
  .string()
  .check(z.regex(/^-----BEGIN (RSA )?PRIVATE KEY-----/, 'must be a private key as PEM'))

/**
 * What sends letters: the first that is set of RESEND_API_KEY, POSTMARK_TOKEN and SMTP_HOST, or else the local mailbox, where
 * there is one. Throws an error that names the variable that is missing or wrong.
 */
export function readLetterEnv(mailbox: string | null, source: Source = process.env): LetterEnv {
  const provider = readProviderEnv(source)
  if (provider !== null) return provider
  const { SMTP_HOST: host, SMTP_PORT: port, SMTP_USER: user, SMTP_PASS: pass } = readMailServer(source)
  if (host !== undefined)
    return {
      ...{ adapter: 'smtp', from: read(source, 'MAIL_FROM', fromSchema), host, port: Number(port) },
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

function readDkim(source: Source) {
  if (!source.DKIM_PRIVATE_KEY?.trim()) return null
  const privateKey = read(source, 'DKIM_PRIVATE_KEY', keySchema).replaceAll('\\n', '\n')
  return { selector: read(source, 'DKIM_SELECTOR', selectorSchema), privateKey }
}
