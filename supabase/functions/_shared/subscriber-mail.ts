import type { LinkPurpose } from '../../../src/domain/readers/subscriber-link.ts'
import { COLOURS } from '../../../src/magazine/colours.ts'
import { SUBSCRIBER_LINKS } from '../../../src/magazine/subscriber-links.ts'
import { escapeHtml, mailButton, mailPage } from './mail-page.ts'

/** What a mail to a subscriber says. Of what visitors typed it holds the address only. */
export interface SubscriberMail {
  purpose: LinkPurpose
  siteName: string
  /** What the form said; null when it was not recorded. */
  wording: string | null
  link: string
  /** Opens the page with the button to unsubscribe. */
  unsubscribeLink: string
  /** Takes the POST by which mail programs unsubscribe (RFC 8058). */
  oneClickLink: string
}

interface Words {
  subject: string
  text: string
  note: string
}

function words(siteName: string): Readonly<Record<LinkPurpose, Words>> {
  const ignore = 'If this was not you, you need do nothing.'
  return {
    confirm: {
      subject: `Confirm your subscription to ${siteName}`,
      text: `Somebody, we hope you, entered this address to subscribe to the letters of ${siteName}.`,
      note: `The link works for seven days. ${ignore} Without your confirmation we send you no letters.`,
    },
    preferences: {
      subject: `Choose your letters from ${siteName}`,
      text: `You asked for a link to choose which letters of ${siteName} come to this address.`,
      note: ignore,
    },
    unsubscribe: {
      subject: `Unsubscribe from ${siteName}`,
      text: `You asked for a link to unsubscribe from the letters of ${siteName}.`,
      note: ignore,
    },
    data: {
      subject: `Your data at ${siteName}`,
      text: `You asked what ${siteName} keeps about this address. Follow the link to confirm that, and we send it to you within thirty days.`,
      note: `The link works for seven days. ${ignore}`,
    },
    erasure: {
      subject: `Delete your data at ${siteName}`,
      text: `You asked ${siteName} to delete what it keeps about this address. Follow the link to confirm that: we stop sending letters at once and delete the rest within thirty days.`,
      note: `The link works for seven days. ${ignore}`,
    },
  }
}

/**
 * Subject, HTML and plain text of a mail, and the headers by which mail programs unsubscribe. A mail to confirm has no way
 * to unsubscribe: whatever opens or uses all links of a mail would end what it begins.
 */
export function subscriberMail(mail: SubscriberMail) {
  const { purpose, siteName, wording, link, unsubscribeLink, oneClickLink } = mail
  const { subject, text, note } = words(siteName)[purpose]
  const { button } = SUBSCRIBER_LINKS[purpose]
  const agreed = purpose === 'confirm' && wording !== null ? [`What you agree to: “${wording}”`] : []
  const leave = purpose === 'data' || purpose === 'erasure' ? unsubscribeLink : null
  const headers: Record<string, string> =
    purpose === 'confirm'
      ? {}
      : {
          'List-Unsubscribe': `<${oneClickLink}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
  return {
    subject,
    link,
    text: [
      text,
      ...agreed,
      `${button}:\n${link}`,
      note,
      ...(leave === null ? [] : [`Unsubscribe: ${leave}`]),
    ].join('\n\n'),
    html: mailPage(
      siteName,
      button,
      [
        ...[text, ...agreed].map((words) => `<p style="margin: 0 0 24px">${escapeHtml(words)}</p>`),
        mailButton(button, link),
      ],
      escapeHtml(note) + (leave === null ? '' : unsubscribeHtml(leave)),
    ),
    headers,
  }
}

function unsubscribeHtml(link: string): string {
  return `<br><a href="${escapeHtml(link)}" style="color: ${COLOURS.soft}">Unsubscribe</a>`
}
