import type { LinkPurpose } from '../../../src/domain/readers/subscriber-link.ts'
import type { Colours } from '../../../src/domain/theme/theme.ts'
import type { Texts } from '../../../src/domain/site/texts.ts'
import { wordsOf } from '../../../src/words/words.ts'
import { type MailFrame, escapeHtml, mailButton, mailPage } from './mail-page.ts'

/** What a mail to a subscriber says. Of what visitors typed it holds the address only. */
export interface SubscriberMail extends MailFrame {
  purpose: LinkPurpose
  /** What the form said; null when it was not recorded. */
  wording: string | null
  link: string
  texts: Texts
  /** Opens the page with the button to unsubscribe. */
  unsubscribeLink: string
  /** Takes the POST by which mail programs unsubscribe (RFC 8058). */
  oneClickLink: string
}

/**
 * Subject, HTML and plain text of a mail, and the headers by which mail programs unsubscribe. A mail to confirm has no way
 * to unsubscribe: whatever opens or uses all links of a mail would end what it begins.
 */
export function subscriberMail(mail: SubscriberMail) {
  const { purpose, siteName, language, colours, texts, wording, link, unsubscribeLink, oneClickLink } = mail
  const words = wordsOf(language).mails
  const { note } = words[purpose]
  const text = words[purpose].text(siteName)
  const button = texts[`button_${purpose}`]
  const agreed = purpose === 'confirm' && wording !== null ? [words.agreed(wording)] : []
  const leave = purpose === 'data' || purpose === 'erasure' ? unsubscribeLink : null
  const headers: Record<string, string> =
    purpose === 'confirm'
      ? {}
      : {
          'List-Unsubscribe': `<${oneClickLink}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
  return {
    subject: words[purpose].subject(siteName),
    link,
    text: [
      text,
      ...agreed,
      `${button}:\n${link}`,
      note,
      ...(leave === null ? [] : [`${words.leave}: ${leave}`]),
    ].join('\n\n'),
    html: mailPage(
      mail,
      button,
      [
        ...[text, ...agreed].map((line) => `<p style="margin: 0 0 24px">${escapeHtml(line)}</p>`),
        mailButton(button, link, colours),
      ],
      escapeHtml(note) + (leave === null ? '' : unsubscribeHtml(words.leave, leave, colours)),
    ),
    headers,
  }
}

function unsubscribeHtml(text: string, link: string, colours: Colours): string {
  return `<br><a href="${escapeHtml(link)}" style="color: ${colours.soft}">${escapeHtml(text)}</a>`
}
