import type { FormOutcome } from '../../../src/domain/readers/form-outcome.ts'
import {
  type FormPost,
  CONSENT_FIELD,
  readFormPost,
  refusedOutcome,
  returnAddress,
} from '../../../src/domain/readers/form-post.ts'
import { consentVersion } from '../../../src/domain/readers/subscriber.ts'
import { type SignUpForm, CONSENT_TEXTS } from '../../../src/domain/site/texts.ts'
import { serviceClient, setting } from '../_shared/clients.ts'
import { readText } from '../_shared/read-text.ts'
import { sendDueMailsInBackground } from '../_shared/due-mails.ts'
import { TEXT_COLUMNS, textsOf } from '../_shared/site-texts.ts'

/** More than the longest form with every character escaped. */
const MAX_BYTES = 200_000
/** HTTP status for an address that subscribes already. */
const DUPLICATE = 409
/** Code of the error for a form that is switched off. */
const SWITCHED_OFF = '42501'

/**
 * Stores newsletter and contact forms sent without script, mails links that readers ask for, and redirects (303) to the
 * page of the form, which shows the outcome.
 */
Deno.serve(async (request) => {
  if (request.method !== 'POST') return refuse(405, 'Use POST')
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '')) {
    return refuse(415, 'Send the form as application/x-www-form-urlencoded')
  }
  const body = await readText(request, MAX_BYTES)
  if (body === null) return refuse(413, 'The form is too long')
  if (/%00|\0/.test(body)) return refuse(400, 'The form has a character that cannot be stored')
  const fields = await withConsent(new URLSearchParams(body))
  const post = readFormPost(fields)
  if (post === null) return refuse(400, 'This form is not known here')
  const outcome = await store(post, readerAddress(request.headers))
  if (post.kind !== 'none') sendDueMailsInBackground()
  return Response.redirect(returnAddress(setting('SITE_URL'), fields.get('page'), outcome), 303)
})

/** A form that does not say which sentence it showed, with the version of the one that it would show now. */
async function withConsent(fields: URLSearchParams): Promise<URLSearchParams> {
  const form = fields.get('form') ?? ''
  if (fields.has(CONSENT_FIELD) || !isSignUpForm(form)) return fields
  const { data, error } = await serviceClient().from('site_settings').select(TEXT_COLUMNS).maybeSingle()
  if (error !== null) throw error
  const wording = textsOf(data).texts[CONSENT_TEXTS[form]]
  fields.set(CONSENT_FIELD, consentVersion(form, wording))
  return fields
}

function isSignUpForm(form: string): form is SignUpForm {
  return Object.hasOwn(CONSENT_TEXTS, form)
}

/** Inserts the rows of a form, or the mail that it asks for. */
async function store(post: FormPost, address: string): Promise<FormOutcome> {
  if (post.kind === 'none') return post.outcome
  const service = serviceClient({ 'x-reader-address': address })
  if (post.kind === 'sign-up') {
    const { error, status } = await service.from('subscribers').insert(post.subscriber)
    return error === null ? post.outcome : refused('sign-up', error, status)
  }
  if (post.kind === 'link') {
    const { email, purpose } = post
    const { error, status } = await service.rpc('request_subscriber_mail', {
      p_email: email,
      p_purpose: purpose,
    })
    return error === null ? post.outcome : refused('link', error, status)
  }
  const { error, status } = await service.from('contact_messages').insert(post.message)
  if (error !== null) return refused('message', error, status)
  const subscription = await service.from('subscribers').insert(post.subscriber)
  if (subscription.error !== null) refused('sign-up', subscription.error, subscription.status)
  return post.outcome
}

function refused(
  kind: 'sign-up' | 'message' | 'link',
  error: { code: string; message: string },
  status: number,
): FormOutcome {
  // Answered without an error of the database, which would undo its count in the rate limit.
  if (status === DUPLICATE) return refusedOutcome(kind, '23505')
  if (error.code !== 'PT429' && error.code !== SWITCHED_OFF) console.error(error.message)
  return refusedOutcome(kind, error.code)
}

/**
 * The reader's IP address, for the rate limits: as Cloudflare, in front of hosted functions, gives it, else the last entry
 * of X-Forwarded-For, which the nearest proxy added. Those before it may be the sender's own.
 */
function readerAddress(headers: Headers): string {
  const forwarded = headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim()
  return headers.get('CF-Connecting-IP') ?? (forwarded || 'unknown')
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
