import { Negotiator } from 'negotiator'
import * as z from 'zod'
import { type AuthMailKind, authMails } from '../../src/domain/people/auth-mails.ts'
import { themeOf } from '../../src/domain/theme/theme.ts'
import { escapeHtml } from '../functions/_shared/mail-page.ts'
import { TEXT_COLUMNS, textsOf } from '../functions/_shared/site-texts.ts'
import { authMailHtml, authMailLink } from './auth/mail.ts'
import type { Database } from './database/database.ts'
import { readKey } from './http/callers.ts'
import { isLoopback } from './http/client-address.ts'
import type { Route } from './http/gateway.ts'
import type { Keys } from './keys.ts'
import { MAILBOX_PATH } from './mailbox-path.ts'
import type { LiteMailer } from './auth/lite.ts'

export interface Mail {
  to: string
  subject: string
  html: string
  link: string
  code: string
  /** Headers of a mail of the functions, or of a letter. */
  headers?: Record<string, string>
  /** Of a letter: a mail with one that is known is refused. */
  messageId?: string | undefined
  sentAt: string
}

/** A mail of the functions, or of a letter, which has a Message-ID. */
const postedMailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  link: z.string(),
  headers: z.record(z.string(), z.string()),
  messageId: z.optional(z.string()),
})

type Letter = Parameters<LiteMailer['sendConfirmation']>

/** Mails that stay. */
const MAX_MAILS = 500

export interface Mailbox {
  /** Newest first. */
  mails: () => Mail[]
  send: (kind: AuthMailKind, ...letter: Letter) => Promise<void>
  /** False: it had the mail already. */
  keep: (mail: Omit<Mail, 'sentAt'>) => boolean
  /** The mailer of lite's auth server. */
  mailer: LiteMailer
}

/** Keeps the mails of the auth server in memory instead of sending them. Each has the magazine's name and colours of now. */
export function createMailbox(siteUrl: string, sql: Database['sql'], maxMails = MAX_MAILS): Mailbox {
  const mails: Mail[] = []
  const known = new Set<string>()

  const keep = (mail: Omit<Mail, 'sentAt'>) => {
    if (mail.messageId !== undefined) {
      if (known.has(mail.messageId)) return false
      known.add(mail.messageId)
    }
    mails.unshift({ ...mail, sentAt: new Date().toISOString() })
    mails.length = Math.min(mails.length, maxMails)
    return true
  }

  const send = async (kind: AuthMailKind, ...[to, tokenHash, code, meta]: Letter) => {
    const [settings = null] = await sql(`select ${TEXT_COLUMNS} from public.site_settings`)
    const [theme = null] = await sql('select light, dark from public.theme')
    const { siteName } = textsOf(settings)
    const mail = authMails(siteName)[kind]
    const values = {
      Token: code,
      TokenHash: tokenHash,
      SiteURL: siteUrl,
      Email: meta?.currentEmail ?? to,
      NewEmail: meta?.newEmail ?? to,
    }
    const html = fill(authMailHtml(mail, { siteName, colours: themeOf(theme).light }), values, escapeHtml)
    const link = fill(authMailLink(mail), values, String)
    keep({ to, subject: fill(mail.subject, values, String), html, link, code })
  }

  const mailer: LiteMailer = {
    sendConfirmation: (...letter) => send('confirmation', ...letter),
    sendRecovery: (...letter) => send('recovery', ...letter),
    sendMagicLink: (...letter) => send('magic_link', ...letter),
    sendEmailChange: async (to, tokenHash, code, meta) => {
      await send('email_change', to, tokenHash, code, meta)
      // Lite leaves the mail to the new address to the mailer.
      const { newEmail, tokenHashNew, tokenNew } = meta ?? {}
      if (newEmail && tokenHashNew && tokenNew)
        await send('email_change', newEmail, tokenHashNew, tokenNew, meta)
    },
    sendReauthentication: async (to, code) => {
      const html = `<p>Your code: <b>${code}</b></p>`
      keep({ to, subject: 'Confirm that it is you', html, link: '', code })
    },
  }

  return { mails: () => [...mails], send, keep, mailer }
}

/** Replaces `{{ .Name }}`, the syntax of the auth server's Go templates. */
function fill(template: string, values: Record<string, string>, encode: (value: string) => string): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) => encode(values[name] ?? ''))
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  article { border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 1rem 0 }
  h2 { font-size: 1.05rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere }
  iframe { width: 100%; height: 22rem; border: 0; margin-top: .5rem; background: #fff; border-radius: 8px }
`

/**
 * `/_local/mail`: the mails as a page, or as JSON for `Accept: application/json`. They hold sign-in links, so only this
 * machine gets them, under its own name: another site's page that had its name point here would send that name. The
 * functions and the sender of letters post theirs, with the secret key.
 */
export function mailRoute(mailbox: Mailbox, keys: Keys): Route {
  return {
    prefix: MAILBOX_PATH,
    answer: async (request, url) => {
      if (request.method === 'POST') return keepPostedMail(mailbox, keys, request, url)
      if (!isLocalRequest(request, url))
        return Response.json({ message: 'Mails are shown on this machine only' }, { status: 403 })
      const headers = Object.fromEntries(request.headers)
      return new Negotiator({ headers }).mediaType(['text/html', 'application/json']) === 'application/json'
        ? Response.json(mailbox.mails(), { headers: { 'cache-control': 'no-store' } })
        : mailPage(mailbox.mails())
    },
  }
}

async function keepPostedMail(mailbox: Mailbox, keys: Keys, request: Request, url: URL): Promise<Response> {
  if (readKey(request, url) !== keys.secretKey)
    return new Response('The secret key is missing', { status: 401 })
  const mail = postedMailSchema.safeParse(await request.json().catch(() => null))
  if (!mail.success) return new Response('This is not a mail', { status: 400 })
  // 208: it is there already, and is not there twice.
  return new Response(null, { status: mailbox.keep({ ...mail.data, code: '' }) ? 204 : 208 })
}

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

function isLocalRequest(request: Request, url: URL): boolean {
  const origin = request.headers.get('origin')
  return (
    isLoopback(request.headers.get('x-forwarded-for') ?? '') &&
    LOCAL_NAMES.includes(url.hostname) &&
    (origin === null || origin === url.origin)
  )
}

function mailPage(mails: Mail[]): Response {
  const articles = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
${mail.link ? `<p><a href="${escapeHtml(mail.link)}">${escapeHtml(mail.link)}</a></p>` : ''}
<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="${escapeHtml(mail.subject)}"
  srcdoc="${escapeHtml(`<base target="_top">${mail.html}`)}"></iframe>
</article>`,
  )
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Local mail</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Local mail</h1>${articles.join('\n') || '<p>No mail has been sent yet.</p>'}</body></html>`
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  })
}
