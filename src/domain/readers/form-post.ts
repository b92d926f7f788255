/**
 * Reader forms as a browser posts them without script: fields, parsing and redirect. Shared by the pages and the edge
 * function.
 */

import type { SignUpForm } from '../site/texts.ts'
import { contactFormSchema, contactSubscriber, newContactMessage } from './contact.ts'
import { type FormOutcome, type SentOutcome, outcomeId } from './form-outcome.ts'
import { DEFAULT_PREFERENCES, newSubscriber, sentPreferences, subscribeFormSchema } from './subscriber.ts'
import { type LinkPurpose, LINK_PURPOSES } from './subscriber-link.ts'

/** The forms of the site that are posted without script. */
export type FormName = SignUpForm | 'subscription'

/** Honeypot field: a submission that fills it in is not stored. */
export const HONEYPOT = 'website'

/** The field with the version of what the form says that its reader agrees to. */
export const CONSENT_FIELD = 'consent'

/** What to store or to mail for a posted form, and the outcome of it; `none`: nothing. */
export type FormPost =
  | { kind: 'none'; outcome: FormOutcome }
  | { kind: 'sign-up'; subscriber: ReturnType<typeof newSubscriber>; outcome: FormOutcome }
  | {
      kind: 'message'
      message: ReturnType<typeof newContactMessage>
      subscriber: ReturnType<typeof contactSubscriber>
      outcome: FormOutcome
    }
  | { kind: 'link'; email: string; purpose: LinkPurpose; outcome: FormOutcome }

/** The outcome of each form when it is accepted. */
export const ACCEPTED = {
  newsletter: 'subscribed',
  'letter-line': 'thanks',
  contact: 'message-sent',
  subscription: 'link-asked',
} as const satisfies Record<FormName, FormOutcome>

/** Parses posted fields; null when they are not of a known form. */
export function readFormPost(fields: URLSearchParams): FormPost | null {
  const form = fields.get('form') ?? ''
  if (!isFormName(form)) return null
  const outcome = ACCEPTED[form]
  // The same outcome as a success, or bots would learn to leave the field empty.
  if (text(fields, HONEYPOT) !== '') return { kind: 'none', outcome }
  if (form === 'contact') return readMessage(fields, outcome)
  if (form === 'subscription') return readLinkRequest(fields, outcome)
  const result = subscribeFormSchema.safeParse({
    email: text(fields, 'email'),
    first_name: text(fields, 'first_name'),
    preferences: form === 'newsletter' ? sentPreferences(fields) : { ...DEFAULT_PREFERENCES },
  })
  if (!result.success) {
    const empty = text(fields, 'email').trim() === ''
    return { kind: 'none', outcome: empty ? 'email-required' : 'sign-up-invalid' }
  }
  return {
    kind: 'sign-up',
    subscriber: newSubscriber(result.data, pagePath(fields.get('page')), fields.get(CONSENT_FIELD)),
    outcome,
  }
}

function readMessage(fields: URLSearchParams, outcome: FormOutcome): FormPost {
  const names = Object.keys(contactFormSchema.shape)
  const result = contactFormSchema.safeParse(
    Object.fromEntries(names.map((name) => [name, text(fields, name)])),
  )
  if (!result.success) return { kind: 'none', outcome: 'message-invalid' }
  return {
    kind: 'message',
    message: newContactMessage(result.data),
    subscriber: contactSubscriber(result.data, fields.get(CONSENT_FIELD)),
    outcome,
  }
}

function readLinkRequest(fields: URLSearchParams, outcome: FormOutcome): FormPost {
  const email = subscribeFormSchema.shape.email.safeParse(text(fields, 'email'))
  const purpose = LINK_PURPOSES.find((known) => known === fields.get('purpose'))
  if (!email.success || purpose === undefined) return { kind: 'none', outcome: 'link-not-asked' }
  return { kind: 'link', email: email.data, purpose, outcome }
}

/**
 * Outcome of a form that is refused, by the database's error code or the HTTP status. For an address that subscribes
 * already the database answers 409 in place of an error, which would undo its count in the rate limit.
 */
export function refusedOutcome(
  kind: 'sign-up' | 'message',
  code: string | undefined,
  status?: number,
): SentOutcome
export function refusedOutcome(
  kind: Exclude<FormPost['kind'], 'none'>,
  code: string | undefined,
  status?: number,
): FormOutcome
export function refusedOutcome(
  kind: Exclude<FormPost['kind'], 'none'>,
  code: string | undefined,
  status?: number,
): FormOutcome {
  const isLimited = code === 'PT429' || status === 429
  if (kind === 'link') return isLimited ? 'too-many-links' : 'link-not-asked'
  if (isLimited) return kind === 'sign-up' ? 'too-many-sign-ups' : 'too-many-messages'
  if (kind === 'message') return 'message-not-sent'
  return code === '23505' || status === 409 ? 'already-subscribed' : 'not-subscribed'
}

/** Redirect target: the page of the form at the outcome's message, never another site. */
export function returnAddress(siteUrl: string, page: string | null, outcome: FormOutcome): string {
  const address = new URL(pagePath(page), siteUrl)
  address.hash = outcomeId(outcome)
  return address.href
}

/** A posted path if it is a path of this site, else '/'. */
function pagePath(page: string | null): string {
  return page !== null && /^\/(?![/\\])[^\s\\?#]*$/.test(page) ? page : '/'
}

function isFormName(name: string): name is FormName {
  return Object.hasOwn(ACCEPTED, name)
}

/** The value of a field. Its line ends are one character, as `maxlength` counts them; browsers send two. */
function text(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? '').replaceAll('\r\n', '\n')
}
