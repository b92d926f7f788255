import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '@supabase/lite'
import type { SupabaseConfig } from './config.ts'
import { currentRequest } from './request-context.ts'

export type Mail = {
  id: number
  to: string
  subject: string
  html: string
  link: string
  code: string
  sentAt: string
}

type Kind = keyof SupabaseConfig['auth']['email']['template']
type Letter = {
  to: string
  tokenHash: string
  code: string
  email?: string
  newEmail?: string
  redirectTo?: string
}
type LiteMailer = NonNullable<App['_mailer']>

/** The `type` of the confirmation link for each kind of mail. */
const LINK_TYPES: Record<Kind, string> = {
  confirmation: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change: 'email_change',
}

const KEPT = 500

export type Mailbox = {
  mails: () => Mail[]
  send: (kind: Kind, letter: Letter) => void
  /** What the API server's auth calls. */
  mailer: LiteMailer
}

/** Keeps the mails that the auth server would send, newest first, made from `supabase/templates/`. */
export function createMailbox(
  root: string,
  config: SupabaseConfig,
  apiUrl: () => string,
  siteUrl: string,
): Mailbox {
  const kept: Mail[] = []
  let sent = 0

  const keep = (mail: Omit<Mail, 'id' | 'sentAt'>) => {
    kept.unshift({ ...mail, id: ++sent, sentAt: new Date().toISOString() })
    kept.length = Math.min(kept.length, KEPT)
  }

  const send = (kind: Kind, letter: Letter) => {
    const { subject, content_path } = config.auth.email.template[kind]
    const redirectTo = currentRequest()?.redirectTo ?? siteUrl
    const link = new URL('/auth/v1/verify', apiUrl())
    link.searchParams.set('token', letter.tokenHash)
    link.searchParams.set('type', LINK_TYPES[kind])
    link.searchParams.set('redirect_to', redirectTo)
    const values = {
      ConfirmationURL: link.href,
      Token: letter.code,
      TokenHash: letter.tokenHash,
      SiteURL: siteUrl,
      RedirectTo: redirectTo,
      Email: letter.email ?? letter.to,
      NewEmail: letter.newEmail ?? letter.to,
    }
    const html = fill(readFileSync(join(root, content_path), 'utf8'), values, escapeHtml)
    keep({ to: letter.to, subject: fill(subject, values, String), html, link: link.href, code: letter.code })
  }

  const mailer: LiteMailer = {
    sendConfirmation: async (to, tokenHash, code) => send('confirmation', { to, tokenHash, code }),
    sendRecovery: async (to, tokenHash, code) => send('recovery', { to, tokenHash, code }),
    sendMagicLink: async (to, tokenHash, code) => send('magic_link', { to, tokenHash, code }),
    sendEmailChange: async (to, tokenHash, code, meta) =>
      send('email_change', {
        to,
        tokenHash,
        code,
        email: meta?.currentEmail ?? to,
        newEmail: meta?.newEmail ?? to,
      }),
    sendReauthentication: async (to, code) =>
      keep({
        to,
        subject: 'Confirm that it is you',
        html: `<p>Your code: <b>${code}</b></p>`,
        link: '',
        code,
      }),
  }

  return { mails: () => [...kept], send, mailer }
}

/** Fills `{{ .Name }}`, as the Go templates of the auth server do. */
function fill(template: string, values: Record<string, string>, encode: (value: string) => string): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) => encode(values[name] ?? ''))
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
