import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import {
  LETTER_CHECK_PATH,
  LETTER_SENDER_PATH,
  LETTER_TEST_PATH,
  type LetterTest,
  type LetterTestResult,
  letterSenderStatusSchema,
  letterTestResultSchema,
  senderCheckSchema,
} from '../../../../domain/letters/letter-requests.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { timestampSchema } from '../../../../domain/rows/row.ts'
import { parseRow, unwrap } from '../../../data/requests/postgrest.ts'
import { type PublisherWords, sendToPublisher } from '../../../data/requests/publisher-acts.ts'
import { rowQuery } from '../../../data/requests/queries.ts'

export const SENDER_WORDS: PublisherWords = {
  denied: 'You are not allowed to send this letter.',
  unreachable: 'The publisher cannot be reached. It sends letters: start it, then try again.',
}

/** By what letters go out, and whether they can. */
export const senderStatusQuery = queryOptions({
  queryKey: ['letters', 'sender'],
  queryFn: async ({ signal }) =>
    letterSenderStatusSchema.parse(await sendToPublisher(LETTER_SENDER_PATH, '{}', signal, SENDER_WORDS)),
  staleTime: 0,
  retry: false,
})

/** What mail hosts will find of the sender. */
export const senderCheckQuery = queryOptions({
  queryKey: ['letters', 'sender check'],
  queryFn: async ({ signal }) =>
    senderCheckSchema.parse(await sendToPublisher(LETTER_CHECK_PATH, '{}', signal, SENDER_WORDS)).findings,
  staleTime: 60_000,
  retry: false,
})

/** Sends test mails of a letter as it is stored. Rejects with a BackendError. */
export async function sendTest(test: LetterTest): Promise<LetterTestResult> {
  const { signal } = new AbortController()
  return letterTestResultSchema.parse(
    await sendToPublisher(LETTER_TEST_PATH, JSON.stringify(test), signal, SENDER_WORDS),
  )
}

const senderSchema = z.object({
  /** The name before the address; '': the name of the magazine. */
  from_name: z.string(),
  /** Where answers go; null: to the address that letters come from. */
  reply_to: z.nullable(z.string()),
  /** Mails in a minute, at most; null: as fast as the other side takes them. */
  per_minute: z.nullable(z.number()),
  /** Whether mail servers know the domain as one that sends letters: it need not begin with few. */
  has_sent_before: z.boolean(),
  version: z.number(),
  updated_at: timestampSchema,
})
export type Sender = z.infer<typeof senderSchema>

/** How letters are sent. For editors. */
export const senderQuery = rowQuery(['letter_sender'], senderSchema, () =>
  adminClient().from('letter_sender').select(selectOf(senderSchema)),
)

/** Saves it onto a version. Rejects with a BackendError: 'conflict' for another version, 'denied' for who may not. */
export async function saveSender(
  version: number,
  columns: Omit<Sender, 'version' | 'updated_at'>,
): Promise<void> {
  const table = () => adminClient().from('letter_sender')
  const changed = unwrap(await table().update(columns).eq('version', version).select('version'))
  if (Array.isArray(changed) && changed.length > 0) return
  const stored = parseRow(z.object({ version: z.number() }), await table().select('version').single())
  throw new BackendError(stored.version === version ? 'denied' : 'conflict', null, '')
}
