import type { Language } from '../../../src/domain/text/language.ts'
import type { Colours } from '../../../src/domain/theme/theme.ts'

/** What all mails of the magazine show. */
export interface MailFrame {
  siteName: string
  language: Language
  /** The theme's light ones. */
  colours: Colours
}

/** A mail in the frame that the mails in supabase/templates have. `parts` and `note` are HTML. */
export function mailPage(
  { siteName, language, colours }: MailFrame,
  title: string,
  parts: readonly string[],
  note: string,
): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light">
    <title>${escapeHtml(title)}</title>
  </head>
  <body style="margin: 0; background: ${colours.paper}; color: ${colours.ink}">
    <table role="presentation" width="100%" align="center" cellspacing="0" style="max-width: 560px">
      <tr>
        <td style="padding: 40px 20px; font: 17px/1.6 Georgia">
          <p style="margin: 0 0 32px; font-size: 25px; letter-spacing: -0.02em">${escapeHtml(siteName)}<span style="color: ${colours.signal}">.</span></p>
${parts.map((part) => `          ${part}`).join('\n')}
          <p style="margin: 24px 0 0; border-top: 1px solid ${colours.rule}; padding-top: 16px; font-size: 14px; color: ${colours.soft}">${note}</p>
        </td>
      </tr>
    </table>
  </body>
</html>
`
}

export function mailButton(text: string, link: string, colours: Colours): string {
  return `<p style="margin: 0"><a href="${escapeHtml(link)}" style="display: inline-block; padding: 12px 20px; background: ${colours.link}; color: ${colours.card}; border-radius: 8px; font: 600 15px/1.4 Arial; text-decoration: none">${escapeHtml(text)}</a></p>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
