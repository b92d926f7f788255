import { sendDueMailsInBackground } from '../_shared/due-mails.ts'

/** Sends the mails that are due, by POST. pg_cron calls it; what it sends is not the caller's choice. */
Deno.serve((request) => {
  if (request.method !== 'POST') return new Response('Use POST', { status: 405 })
  sendDueMailsInBackground()
  return new Response(null, { status: 202, headers: { 'Cache-Control': 'no-store' } })
})
