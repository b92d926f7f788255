import {
  type LinkOutcome,
  LINK_OUTCOMES,
  outcomeId,
  SUBSCRIPTION_PATH,
} from '../../../src/domain/form-post.ts'
import { serviceClient, setting } from '../_shared/clients.ts'
import { sendDueMailsInBackground } from '../_shared/subscriber-mails.ts'

const TOKEN = /^[0-9a-f]{64}$/
/** More than any request here needs. */
const MAX_BYTES = 10_000

/**
 * The links of mails to subscribers. A GET carries a link out and redirects (303) to the page that shows the outcome:
 * `?open=<token>` confirms a subscription or a request for data, `?unsubscribe=<token>` ends a subscription. A POST to
 * the second address does so for mail programs (RFC 8058). Posted forms: `action=undo` with a token subscribes again;
 * `action=send`, also in the address as pg_net calls it, sends the mails that are due.
 */
Deno.serve(async (request) => {
  const { searchParams } = new URL(request.url)
  const unsubscribe = searchParams.get('unsubscribe')
  if (request.method === 'GET') {
    // A browser that loads links ahead must not carry them out.
    if (/prefetch|prerender|preview/i.test(purposeOf(request.headers))) return answer(503, 'Not loaded ahead')
    const open = searchParams.get('open')
    if (unsubscribe !== null) return toPage(await call('unsubscribe', unsubscribe), unsubscribe)
    if (open !== null) return toPage(await call('open_subscriber_link', open))
    return answer(400, 'This link is not complete')
  }
  if (request.method === 'HEAD') return answer(200, '')
  if (request.method !== 'POST') return answer(405, 'Use GET or POST')

  if (unsubscribe !== null) {
    const outcome = await call('unsubscribe', unsubscribe)
    return outcome === 'unsubscribed'
      ? answer(200, 'Unsubscribed')
      : answer(404, 'This link is not known here')
  }
  const body = await request.text()
  if (body.length > MAX_BYTES) return answer(413, 'The form is too long')
  const fields = new URLSearchParams(body)
  switch (searchParams.get('action') ?? fields.get('action')) {
    case 'send':
      sendDueMailsInBackground()
      return answer(202, '')
    case 'undo':
      return toPage(await call('undo_unsubscribe', fields.get('token') ?? ''))
    default:
      return answer(400, 'This form is not known here')
  }
})

async function call(name: string, token: string): Promise<LinkOutcome> {
  // The database cannot read every text.
  if (!TOKEN.test(token)) return 'link-expired'
  const { data, error } = await serviceClient().rpc(name, { p_token: token })
  if (error) throw error
  return LINK_OUTCOMES.find((known) => known === data) ?? 'link-expired'
}

/** Redirects to the page of the outcome, which offers to undo with `token` when the subscription has ended. */
function toPage(outcome: LinkOutcome, token?: string): Response {
  const address = new URL(SUBSCRIPTION_PATH, setting('SITE_URL'))
  if (outcome === 'unsubscribed' && token !== undefined) address.searchParams.set('undo', token)
  address.hash = outcomeId(outcome)
  return new Response(null, {
    status: 303,
    headers: { Location: address.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}

function purposeOf(headers: Headers): string {
  return ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map((name) => headers.get(name) ?? '').join(' ')
}

function answer(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
