import { Webhook } from 'npm:standardwebhooks@1.1.1'
import { type MailEvent, readPostmarkEvent, readResendEvent } from '../../../src/domain/letters/mail-event.ts'
import { errorMessage } from '../../../src/backend/error-message.ts'
import { recordMailEvent } from '../../../src/backend/record-mail-event.ts'
import { serviceClient } from '../_shared/clients.ts'
import { readText } from '../_shared/read-text.ts'

/** Postmark sends the whole mail that came back with a bounce. */
const MAX_BYTES = 2_000_000

/** Null: the request is not from the provider, or nothing proves it. Throws where the body is no event. */
type Reader = (request: Request, body: string) => { event: MailEvent | null } | null

const READERS: Readonly<Record<string, Reader>> = { resend: fromResend, postmark: fromPostmark }

/**
 * Takes what providers tell of letters that they sent: mails that came back, complaints, and readers who left. Each provider has
 * its address, `?from=resend` or `?from=postmark`, and proves itself by RESEND_WEBHOOK_SECRET, or by the password
 * POSTMARK_WEBHOOK_PASSWORD. What is not recorded is answered 500, so that the provider tells it again.
 */
Deno.serve(async (request) => {
  if (request.method !== 'POST') return answer(405, 'Use POST')
  const reader = READERS[new URL(request.url).searchParams.get('from') ?? '']
  if (reader === undefined) return answer(404, 'This provider is not known here')
  const body = await readText(request, MAX_BYTES)
  if (body === null) return answer(413, 'The event is too long')
  let read
  try {
    read = reader(request, body)
  } catch {
    return answer(400, 'This is not an event of a mail')
  }
  if (read === null) return answer(401, 'The signature is missing or wrong')
  if (read.event === null) return answer(200, 'Not counted')
  try {
    await recordMailEvent(serviceClient(), read.event)
  } catch (error) {
    console.error(`an event of a mail was not recorded: ${errorMessage(error)}`)
    return answer(500, 'The event could not be recorded')
  }
  return answer(200, 'Recorded')
})

function fromResend({ headers }: Request, body: string): ReturnType<Reader> {
  const secret = Deno.env.get('RESEND_WEBHOOK_SECRET')
  if (!secret) return null
  const header = (name: string) => headers.get(`svix-${name}`) ?? ''
  const proof = {
    'webhook-id': header('id'),
    'webhook-timestamp': header('timestamp'),
    'webhook-signature': header('signature'),
  }
  try {
    new Webhook(secret).verify(body, proof)
  } catch {
    return null
  }
  return { event: readResendEvent(JSON.parse(body), header('id')) }
}

function fromPostmark({ headers }: Request, body: string): ReturnType<Reader> {
  const password = Deno.env.get('POSTMARK_WEBHOOK_PASSWORD')
  if (!password || !isEqual(headers.get('authorization') ?? '', `Basic ${btoa(`postmark:${password}`)}`))
    return null
  return { event: readPostmarkEvent(JSON.parse(body)) }
}

/** Takes as long where the first character differs as where the last one does. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < other.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

function answer(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
