import type { ContactMessage } from '../../../domain/contact.ts'
import { formatDateTime } from '../../ui/format.ts'

/** In characters: mail programs cut long links. */
const MAX_QUOTED = 1200

type Answered = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message' | 'created_at'>

/** A `mailto:` link that answers a message: its subject, a salutation and the text quoted. */
export function replyLink({ name, email, subject, message, created_at }: Answered): string {
  const about = subject?.replace(/\s+/g, ' ').trim() || 'Your message to Mantel'
  const title = /^re:/i.test(about) ? about : `Re: ${about}`
  const letters = [...message.trim()]
  const text = letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED).join('')} […]` : letters.join('')
  const quoted = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd())
  const body = [`Dear ${name.trim()},`, '', '', '', `On ${formatDateTime(created_at)} you wrote:`, ...quoted]
  const address = encodeURIComponent(email).replaceAll('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body.join('\r\n'))}`
}
