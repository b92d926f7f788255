import { linkUrl } from '../domain/body/urls.ts'
import { letterPath } from '../domain/letters/letter.ts'
import { type LetterFrame, pageUrlOf } from './letter-frame.ts'

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
  return URL.parse(address, page ?? frame.siteUrl + letterPath(''))?.href ?? null
}
