import { outcomeId } from '../../../src/domain/readers/form-outcome.ts'
import {
  type LetterChoice,
  type Preferences,
  letterChoiceSchema,
  sentPreferences,
} from '../../../src/domain/readers/subscriber.ts'
import {
  type LinkAction,
  type LinkOutcome,
  type SubscriberLink,
  LASTING_PURPOSES,
  LINK_ACTIONS,
  LINK_OUTCOMES,
  readSubscriberLink,
  readToken,
  SUBSCRIPTION_PATH,
  subscriberLink,
} from '../../../src/domain/readers/subscriber-link.ts'
import { UUID } from '../../../src/domain/rows/uuid.ts'
import { serviceClient, setting } from '../_shared/clients.ts'
import { readText } from '../_shared/read-text.ts'
import { sendDueMailsInBackground } from '../_shared/due-mails.ts'

/** More than any request here needs. */
const MAX_BYTES = 10_000

const READ_BY_PAGES = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }

/** The function of the database that carries out a link, `preferences` apart. */
const CALLS: Readonly<Record<Exclude<LinkAction, 'preferences'>, string>> = {
  confirm: 'open_subscriber_link',
  data: 'open_subscriber_link',
  erasure: 'open_subscriber_link',
  open: 'open_subscriber_link',
  unsubscribe: 'unsubscribe',
  undo: 'undo_unsubscribe',
}

/**
 * Carries out the links of mails to subscribers, by POST only: the forms of the page that a link opens send `action` and
 * `token`, or without script the `link` itself, and are redirected (303) to the outcome on that page. A POST to
 * `?unsubscribe=<token>`, as mail programs send it (RFC 8058), is answered in words; with `&letter=<id>`, the mail of a letter,
 * it ends the letter's topic only. A GET, as of a link in a letter, leads to the page and changes nothing. The page asks with
 * `action=read` and a link's token what its reader has chosen to get. `action=send`, also in the address as pg_net calls it, sends
 * the mails that are due.
 */
Deno.serve(async (request) => {
  const { searchParams } = new URL(request.url)
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (!LINK_ACTIONS.some((action) => searchParams.has(action)))
      return answer(400, 'This link is not complete')
    const link = readSubscriberLink(searchParams)
    if (link === null) return toOutcome('link-expired')
    return seeOther(subscriberLink(setting('SITE_URL'), link))
  }
  if (request.method !== 'POST') return answer(405, 'Use GET or POST')
  if (searchParams.has('unsubscribe')) {
    const link = readSubscriberLink(searchParams)
    if (link?.action === 'unsubscribe') await leave(link.token, searchParams.get('letter'))
    // Also of a link that is not known: who asks does not learn who is subscribed, and mail programs do not ask again.
    return answer(200, 'Unsubscribed')
  }
  const body = await readText(request, MAX_BYTES)
  if (body === null) return answer(413, 'The form is too long')
  const fields = new URLSearchParams(body)
  const action = searchParams.get('action') ?? fields.get('action')
  if (action === 'send') {
    sendDueMailsInBackground()
    return answer(202, '')
  }
  if (action === 'read')
    return Response.json(await choice(fields.get('token') ?? ''), { headers: READ_BY_PAGES })
  if (!fields.has('link') && !LINK_ACTIONS.some((known) => known === action))
    return answer(400, 'This form is not known here')
  const link = postedLink(fields)
  if (link === null) return toOutcome('link-expired')
  if (link.action === 'preferences') return choose(link, fields)
  const outcome = await carryOut(link.action, link.token)
  // Undoing may send the mail to confirm again.
  if (outcome === 'still-pending') sendDueMailsInBackground()
  const undo = outcome === 'unsubscribed' ? await undoToken(link.token) : null
  return toOutcome(outcome, undo === null ? null : { action: 'undo', token: undo })
})

/**
 * The link of a form: its action and token, or the address that a reader without script has pasted. Pasted beside the
 * switches of letters, a link to unsubscribe only identifies the reader.
 */
function postedLink(fields: URLSearchParams): SubscriberLink | null {
  const pasted = fields.get('link')
  if (pasted !== null) {
    const link = readSubscriberLink(new URLSearchParams(URL.parse(pasted.trim())?.search))
    if (link === null || !hasSwitches(fields)) return link
    return LASTING_PURPOSES.some((purpose) => purpose === link.action)
      ? { action: 'preferences', token: link.token }
      : null
  }
  return readSubscriberLink(new URLSearchParams({ [fields.get('action') ?? '']: fields.get('token') ?? '' }))
}

/** Whether a form has the switches of letters, of which one that is off has no field. */
function hasSwitches(fields: URLSearchParams): boolean {
  return fields.get('action') === 'preferences'
}

/** Stores the switches of a form, and leads back to them. A link alone, pasted without script, leads to them. */
async function choose(link: SubscriberLink, fields: URLSearchParams): Promise<Response> {
  const chosen = await choice(link.token, hasSwitches(fields) ? sentPreferences(fields) : null)
  if ('outcome' in chosen) return toOutcome(chosen.outcome)
  if (!hasSwitches(fields)) return seeOther(subscriberLink(setting('SITE_URL'), link))
  const isNone = !Object.values(chosen.preferences).includes(true)
  return toOutcome(isNone ? 'preferences-none' : 'preferences-saved', link)
}

/** What the reader of an unsubscribe link has chosen to get, `chosen` first where it is given; or why nothing can be chosen. */
async function choice(token: string, chosen: Preferences | null = null): Promise<LetterChoice> {
  const { data, error } = await serviceClient().rpc('subscriber_preferences', {
    p_token: readToken(token).token,
    p_chosen: chosen,
  })
  if (error) throw error
  if (chosen !== null) await countLeft(token)
  return letterChoiceSchema.parse(data)
}

async function carryOut(action: keyof typeof CALLS, token: string): Promise<LinkOutcome> {
  const { data, error } = await serviceClient().rpc(CALLS[action], { p_token: readToken(token).token })
  if (error) throw error
  if (action === 'unsubscribe') await countLeft(token)
  return LINK_OUTCOMES.find((known) => known === data) ?? 'link-expired'
}

/** Counts for the letter whose mail a link is in that its reader has left its topic, where that is so. */
async function countLeft(whole: string): Promise<void> {
  const { token, recipient } = readToken(whole)
  if (recipient === null) return
  const { error } = await serviceClient().rpc('count_left_letter', { p_token: token, p_recipient: recipient })
  if (error) throw error
}

/** Ends the topic of a letter whose mail it is, or without one the subscription. */
async function leave(token: string, letter: string | null): Promise<void> {
  if (letter === null || !UUID.test(letter)) return void (await carryOut('unsubscribe', token))
  const args = { p_token: readToken(token).token, p_recipient: letter, p_by: 'one-click' }
  const { error } = await serviceClient().rpc('leave_letter', args)
  if (error) throw error
}

/** The token that undoes what an unsubscribe link has done; null when nothing can be undone. */
async function undoToken(token: string): Promise<string | null> {
  const { data, error } = await serviceClient().rpc('get_undo_token', { p_token: readToken(token).token })
  if (error) throw error
  return typeof data === 'string' ? data : null
}

/** Redirects to the page of the outcome, which offers what `next` does. */
function toOutcome(outcome: LinkOutcome, next: SubscriberLink | null = null): Response {
  const siteUrl = setting('SITE_URL')
  const address = next === null ? new URL(SUBSCRIPTION_PATH, siteUrl) : subscriberLink(siteUrl, next)
  address.hash = outcomeId(outcome)
  return seeOther(address)
}

function seeOther(address: URL): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: address.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}

function answer(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
