import type { AuthMail } from '../../../src/magazine/auth-mails.ts'
import { COLOURS } from '../../../src/look/colours.ts'
import { MAGAZINE } from '../../../src/magazine/magazine.ts'

/**
 * The link of a mail of the auth server, a Go template. It opens the sign-in, whose button uses the token: an address of
 * the auth server itself would use it up, and hand out a session, when a mail scanner opens it.
 */
export function authMailLink({ type }: AuthMail): string {
  return `{{ .SiteURL }}/auth?token_hash={{ .TokenHash }}&type=${type}`
}

/** The HTML of a mail of the auth server, a Go template: what it fills in stays in braces. */
export function authMailHtml(mail: AuthMail): string {
  const [name = '', heading = '', text = '', button = '', note = '', link = ''] = [
    MAGAZINE.name,
    mail.heading,
    mail.text,
    mail.button,
    mail.note,
    authMailLink(mail),
  ].map(escapeText)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light" />
    <title>${heading}</title>
  </head>
  <body style="margin: 0; background: ${COLOURS.paper}; color: ${COLOURS.ink}">
    <table role="presentation" width="100%" align="center" cellspacing="0" style="max-width: 560px">
      <tr>
        <td style="padding: 40px 20px; font: 17px/1.6 Georgia">
          <p style="margin: 0 0 32px; font-size: 25px; letter-spacing: -0.02em">
            ${name}<span style="color: ${COLOURS.signal}">.</span>
          </p>
          <h1 style="margin: 0 0 16px; font: 34px/1.15 Georgia; letter-spacing: -0.02em">
            ${heading}
          </h1>
          <p style="margin: 0 0 24px">
            ${text}
          </p>
          <p style="margin: 0">
            <a
              href="${link}"
              style="display: inline-block; padding: 12px 20px; background: ${COLOURS.link}; color: ${COLOURS.card}; border-radius: 8px; font: 600 15px/1.4 Arial; text-decoration: none"
              >${button}</a
            >
          </p>
          <p style="margin: 24px 0 0; border-top: 1px solid ${COLOURS.rule}; padding-top: 16px; font-size: 14px">
            <span style="color: ${COLOURS.soft}">${note}</span>
          </p>
        </td>
      </tr>
    </table>
  </body>
</html>
`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
