import { UUID } from '../rows/uuid.ts'

/** Links in mails to subscribers. Opening one only shows a page with a button; the form of that button acts. */

/** Path of the page where readers choose what comes, unsubscribe and ask for their data, and which the links of mails open. */
export const SUBSCRIPTION_PATH = '/subscription'

/** What readers may ask a link for: each is a mail. */
export const LINK_PURPOSES = ['preferences', 'unsubscribe', 'confirm', 'data', 'erasure'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** What a link does; `open`: a link without its purpose, as mails had them before. */
export const LINK_ACTIONS = [...LINK_PURPOSES, 'undo', 'open'] as const
export type LinkAction = (typeof LINK_ACTIONS)[number]

/** What became of a link, as the database returns it. */
export type LinkOutcome = (typeof LINK_OUTCOMES)[number]
export const LINK_OUTCOMES = [
  'confirmed',
  'preferences-saved',
  'preferences-none',
  'not-confirmed',
  'not-subscribed-now',
  'unsubscribed',
  'resubscribed',
  'still-pending',
  'data-requested',
  'erasure-requested',
  'link-expired',
] as const

/** The purposes whose links use the lasting token of a subscriber, as in letters; links of other purposes have their own. */
export const LASTING_PURPOSES: readonly LinkPurpose[] = ['preferences', 'unsubscribe']

export interface SubscriberLink {
  action: LinkAction
  /** In the mail of a letter with the id of its recipient behind it; see `ofLetter`. */
  token: string
}

const TOKEN = /^([0-9a-f]{64})(?:\.([0-9a-f-]{36}))?$/

/** The token of a link in the mail of a letter: who leaves by it is counted for that letter. */
export function ofLetter(token: string, recipient: string): string {
  return `${token}.${recipient}`
}

/** The token that the database knows, and the recipient of the letter whose mail the link is in; null: it is in none. */
export function readToken(token: string): { token: string; recipient: string | null } {
  const [, known = token, recipient] = TOKEN.exec(token) ?? []
  return { token: known, recipient: recipient !== undefined && UUID.test(recipient) ? recipient : null }
}

/** The address of a link. */
export function subscriberLink(siteUrl: string, { action, token }: SubscriberLink): URL {
  const address = new URL(SUBSCRIPTION_PATH, siteUrl)
  address.searchParams.set(action, token)
  return address
}

/** The link in the query of an address; null when there is none, or its token cannot be one. */
export function readSubscriberLink(query: URLSearchParams): SubscriberLink | null {
  for (const action of LINK_ACTIONS) {
    const token = query.get(action)
    if (token !== null) return TOKEN.test(token) ? { action, token } : null
  }
  return null
}
