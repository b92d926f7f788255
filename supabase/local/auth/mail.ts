import type { AuthMail } from '../../../src/domain/people/auth-mails.ts'
import { type MailFrame, escapeHtml, mailButton, mailPage } from '../../functions/_shared/mail-page.ts'

/**
 * The link of a mail of the auth server, a Go template. It opens the sign-in, whose button uses the token: an address of
 * the auth server itself would use it up, and hand out a session, when a mail scanner opens it.
 */
export function authMailLink({ type }: AuthMail): string {
  return `{{ .SiteURL }}/auth?token_hash={{ .TokenHash }}&type=${type}`
}

/** The HTML of a mail of the auth server, a Go template: what it fills in stays in braces. */
export function authMailHtml(mail: AuthMail, { siteName, colours }: Omit<MailFrame, 'language'>): string {
  return mailPage(
    { siteName, language: 'en', colours },
    mail.heading,
    [
      `<h1 style="margin: 0 0 16px; font: 34px/1.15 Georgia; letter-spacing: -0.02em">${escapeHtml(mail.heading)}</h1>`,
      `<p style="margin: 0 0 24px">${escapeHtml(mail.text)}</p>`,
      mailButton(mail.button, authMailLink(mail), colours),
    ],
    escapeHtml(mail.note),
  )
}
