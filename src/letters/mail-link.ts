import { linkUrl } from '../domain/body/urls.ts'
import { letterPath } from '../domain/letters/letter.ts'
import { type LetterFrame, pageUrlOf } from './letter-frame.ts'

/** What a link of a mail to a page of the site has in its query: the last part of the address of the letter. */
export const LETTER_PARAMETER = 'l'

/** The address of a link of a letter as its page has it: of a web page or for mail; null for one that leads nowhere. */
export function letterHref(href: string): string | null {
  const address = linkUrl(href)
  return address === null || address.startsWith('tel:') ? null : address
}

/**
 * The same as a mail has it, whole. A link to a place in the letter leads to its page; null before there is one.
 */
export function mailLink(href: string, frame: LetterFrame): string | null {
  const address = letterHref(href)
  if (address === null) return null
  const page = pageUrlOf(frame)
  if (page === null && address.startsWith('#')) return null
  const url = URL.parse(address, page ?? frame.siteUrl + letterPath(''))
  if (url === null) return null
  // By it readings are summed up by letter. A link within the letter is none of another page.
  if (frame.slug !== null && url.origin === frame.siteUrl && !address.startsWith('#'))
    url.searchParams.set(LETTER_PARAMETER, frame.slug)
  return url.href
}
