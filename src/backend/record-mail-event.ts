import type { MailEvent } from '../domain/letters/mail-event.ts'

/** A client of the database with the secret key, in Node and in edge functions. */
interface Caller {
  rpc(name: string, args: Record<string, unknown>): PromiseLike<{ error: { message: string } | null }>
}

/** Records an event of a mail; one that is told again counts once. Rejects when it was not recorded. */
export async function recordMailEvent(client: Caller, event: MailEvent): Promise<void> {
  const { source, eventId, kind, at, recipient, providerId, says } = event
  await callReturned(client, 'record_mail_event', {
    p_provider: source,
    p_event_id: eventId.slice(0, 300),
    p_kind: kind,
    p_at: at,
    p_recipient: recipient,
    p_provider_id: providerId,
    p_words: says,
  })
}

/** Calls a function that carries out what came back. Rejects when it fails. */
export async function callReturned(
  client: Caller,
  name: 'record_mail_event' | 'leave_letter',
  args: Record<string, unknown>,
): Promise<void> {
  const { error } = await client.rpc(name, args)
  if (error !== null) throw new Error(error.message, { cause: error })
}
