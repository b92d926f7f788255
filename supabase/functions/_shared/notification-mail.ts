import { cut } from '../../../src/domain/text/cut.ts'
import type { Calendar } from '../../../src/domain/text/calendar.ts'
import {
  type NotificationLine,
  MAIL_TIMES,
  mailedLine,
  notificationAddress,
  notificationSentence,
} from '../../../src/domain/newsroom/notification.ts'
import { type MailFrame, escapeHtml, mailButton, mailPage } from './mail-page.ts'

/** Lines of one mail; the bell has the others. */
const MAX_LINES = 30

interface NotificationMail extends Omit<MailFrame, 'language'> {
  siteUrl: string
  /** Names the mail: a second one with the same id is shown once by mail programs. */
  id: string
  calendar: Calendar
  /** At least one, the newest first. */
  lines: readonly NotificationLine[]
}

/** Subject, HTML and plain text of a mail with notifications. What colleagues typed is in it as text only. */
export function notificationMail({ siteName, colours, siteUrl, id, calendar, lines }: NotificationMail) {
  const dayOf = (day: string) => `on ${calendar.formatDay(day, 'dayOfYear')}`
  const address = (path: string) => new URL(path, siteUrl).href
  const told = lines
    .slice(0, MAX_LINES)
    .map(mailedLine)
    .map((line) => ({
      parts: notificationSentence(line, dayOf),
      words: line.words,
      link: address(notificationAddress(line)),
    }))
  const sentence = ({ parts }: (typeof told)[number]) => parts.map(({ text }) => text).join('')
  const [first] = told
  const link = lines.length === 1 && first !== undefined ? first.link : address('/admin')
  const more = lines.length - told.length
  const moreText = more === 0 ? [] : [`${more} more are in the bell.`]
  const subject = [
    ...(first === undefined ? [] : [sentence(first)]),
    ...(lines.length > 1 ? [`and ${lines.length - 1} more`] : []),
  ].join(' ')
  const button = lines.length === 1 ? 'Open' : `Open ${siteName}`
  const choice = address('/admin/account')
  return {
    subject: cut(subject.replace(/\s+/g, ' '), 200),
    link,
    text: [
      ...told.map((one) => [sentence(one), one.words, one.link].filter((part) => part !== null).join('\n')),
      ...moreText,
      `${MAIL_TIMES} Choose what you are told: ${choice}`,
    ].join('\n\n'),
    html: mailPage(
      // As the admin, which it leads to.
      { siteName, language: 'en', colours },
      subject,
      [
        ...told.map(({ parts, words, link: to }) => {
          const html = parts.map(({ text, isName }) =>
            isName ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text),
          )
          const quoted =
            words === null
              ? ''
              : `<br><span style="font-size: 15px; color: ${colours.soft}">${escapeHtml(words)}</span>`
          return `<p style="margin: 0 0 20px"><a href="${escapeHtml(to)}" style="color: ${colours.ink}">${html.join('')}</a>${quoted}</p>`
        }),
        ...moreText.map((text) => `<p style="margin: 0 0 20px">${text}</p>`),
        mailButton(button, link, colours),
      ],
      `${MAIL_TIMES} <a href="${escapeHtml(choice)}" style="color: ${colours.soft}">Choose what you are told</a>`,
    ),
    headers: {
      'Message-ID': `<${id}@${new URL(siteUrl).hostname}>`,
      // Nobody's absence notice answers it.
      'Auto-Submitted': 'auto-generated',
    },
  }
}
