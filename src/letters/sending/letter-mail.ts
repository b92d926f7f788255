import { domainOf } from '../../domain/letters/sender-check.ts'
import { ofLetter, subscriberLink } from '../../domain/readers/subscriber-link.ts'
import { withLinks } from '../reader-links.ts'

/** A letter as it was frozen: all that its mails have in common. */
export interface FrozenLetter {
  id: string
  topic: string
  subject: string
  html: string
  plain_text: string
  from_name: string
  from_address: string
  reply_to: string | null
}

/** A recipient whose mail is claimed, with the token of their links. */
export interface ClaimedMail {
  id: string
  email: string
  token: string
}

/** Where the links of mails lead, without a slash at the end. */
export interface LinkOrigins {
  siteUrl: string
  /** The API as readers reach it. */
  apiUrl: string
  /** Where mails come back to, and mail programs write to leave; null: nobody reads it. */
  bounceAddress: string | null
}

/** One mail, ready to be handed over: the same at each attempt. */
export interface LetterMail {
  /** Of the recipient. */
  id: string
  to: string
  from: { name: string; address: string }
  replyTo: string | null
  subject: string
  html: string
  text: string
  messageId: string
  /** Where the mail comes back to. */
  returnTo: string
  /** By which the provider and the server of the address tell letters from other mails, and readers leave. */
  headers: Readonly<Record<string, string>>
}

/** What of a header of names and subjects would begin another header, or is no text. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The mail of a letter to one recipient. */
export function letterMail(
  letter: FrozenLetter,
  { id, email, token }: ClaimedMail,
  origins: LinkOrigins,
): LetterMail {
  const { siteUrl, apiUrl, bounceAddress } = origins
  const own = ofLetter(token, id)
  const links = {
    unsubscribe: subscriberLink(siteUrl, { action: 'unsubscribe', token: own }).href,
    preferences: subscriberLink(siteUrl, { action: 'preferences', token: own }).href,
  }
  const domain = domainOf(letter.from_address)
  const oneClick = `<${apiUrl}/functions/v1/newsletter?unsubscribe=${token}&letter=${id}>`
  const byMail = bounceAddress && `, <mailto:${bounceAddress}?subject=unsubscribe%20${token}%20${id}>`
  return {
    ...mailOf(letter),
    id,
    to: email,
    html: withLinks(letter.html, links),
    text: withLinks(letter.plain_text, links),
    messageId: `<${id}@${domain}>`,
    returnTo: bounceAddress ?? letter.from_address,
    headers: {
      'List-Unsubscribe': `${oneClick}${byMail ?? ''}`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${letter.topic.toLowerCase()}.${domain}>`,
      'Feedback-ID': `${letter.id}:${letter.topic}:letter:${domain.slice(0, 40)}`,
      Precedence: 'bulk',
      'X-Letter-Recipient': id,
    },
  }
}

/** A mail that shows staff what a letter looks like; its links of a reader lead to the page where readers ask for theirs. */
export function testMail(
  letter: FrozenLetter,
  to: string,
  { siteUrl }: Pick<LinkOrigins, 'siteUrl'>,
): LetterMail {
  const page = `${siteUrl}/subscription`
  const links = { unsubscribe: page, preferences: page }
  const id = crypto.randomUUID()
  return {
    ...mailOf(letter),
    id,
    to,
    html: withLinks(letter.html, links),
    text: withLinks(letter.plain_text, links),
    messageId: `<${id}@${domainOf(letter.from_address)}>`,
    returnTo: letter.from_address,
    headers: {},
  }
}

function mailOf({ from_name, from_address, reply_to, subject }: FrozenLetter) {
  return {
    from: { name: oneLine(from_name), address: from_address },
    replyTo: reply_to,
    subject: oneLine(subject),
  }
}
