import type { PostgrestClient } from '@supabase/postgrest-js'
import { callReturned, recordMailEvent } from '../../../backend/record-mail-event.ts'
import { type MailboxSettings, readMailbox } from './read-mailbox.ts'
import { readReturned } from './read-returned.ts'

/**
 * Carries out what came to the mailbox of letters since the last time: bounces and complaints are recorded, and who asks to leave
 * leaves. `client` has the secret key. Rejects when the mailbox or the database cannot be reached: the rest is read next time.
 */
export function takeReturned(mailbox: MailboxSettings, client: PostgrestClient): Promise<number> {
  return readMailbox(mailbox, async (raw) => {
    const returned = await readReturned(raw)
    if (returned.kind === 'event') await recordMailEvent(client, returned.event)
    if (returned.kind === 'leave') {
      const { token, recipient } = returned
      await callReturned(client, 'leave_letter', { p_token: token, p_recipient: recipient, p_by: 'mail' })
    }
  })
}
