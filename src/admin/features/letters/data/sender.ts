import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import {
  LETTER_CHECK_PATH,
  LETTER_TEST_PATH,
  type LetterRequest,
  type LetterSenderStatus,
  type LetterTest,
  type LetterTestResult,
  letterSenderStatusSchema,
  letterTestResultSchema,
  senderCheckSchema,
} from '../../../../domain/letters/letter-requests.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { timestampSchema } from '../../../../domain/rows/row.ts'
import { invoke } from '../../../data/requests/invoke.ts'
import { parseRow, unwrap } from '../../../data/requests/postgrest.ts'
import { type PublisherWords, sendToPublisher } from '../../../data/requests/publisher-acts.ts'
import { rowQuery } from '../../../data/requests/queries.ts'
import { senderProblem } from '../letter-words.ts'

export const SENDER_WORDS: PublisherWords = {
  denied: 'You are not allowed to send this letter.',
  unreachable: 'The publisher cannot be reached. It sends letters: start it, then try again.',
}

/** How often it is asked while nobody sends: a publisher that starts, or renews its lease late. In ms. */
const PROBLEM_POLL_MS = 10_000

const loadStatus = async (signal: AbortSignal): Promise<LetterSenderStatus> =>
  parseRow(letterSenderStatusSchema, await adminClient().rpc('letter_sender_state').abortSignal(signal))

/**
 * By what letters go out, and whether they can. Where no publisher sends them, the function `send-letters` tells the database
 * first what it has.
 */
export const senderStatusQuery = queryOptions({
  queryKey: ['letters', 'sender'],
  queryFn: async ({ signal }) => {
    const status = await loadStatus(signal)
    if (status.sent_by === 'publisher') return status
    // A project without the function, or where it fails: the database says what it knows.
    await invoke('send-letters', {}, z.object({})).catch(() => undefined)
    return loadStatus(signal)
  },
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && senderProblem(data) !== null && PROBLEM_POLL_MS,
})

/** Asks who sends letters: the function where that does, or else the publisher. Rejects with a BackendError. */
async function askSender<Answer>(
  client: QueryClient,
  request: LetterRequest,
  path: string,
  body: object,
  schema: z.ZodMiniType<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const status = await client.fetchQuery(senderStatusQuery)
  if (status.sent_by === 'function') return invoke('letter-requests', request, schema)
  try {
    return schema.parse(await sendToPublisher(path, JSON.stringify(body), signal, SENDER_WORDS))
  } catch (error) {
    const problem = senderProblem(status)
    const isAway = error instanceof BackendError && error.kind === 'network'
    throw isAway && problem !== null ? new BackendError('conflict', null, problem, error) : error
  }
}

/** What mail hosts will find of the sender. */
export const senderCheckQuery = queryOptions({
  queryKey: ['letters', 'sender check'],
  queryFn: async ({ signal, client }) =>
    (await askSender(client, { check: true }, LETTER_CHECK_PATH, {}, senderCheckSchema, signal)).findings,
  staleTime: 60_000,
  retry: false,
})

/** Sends test mails of a letter as it is stored. Rejects with a BackendError. */
export function sendTest(client: QueryClient, test: LetterTest): Promise<LetterTestResult> {
  const { signal } = new AbortController()
  return askSender(client, { test }, LETTER_TEST_PATH, test, letterTestResultSchema, signal)
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
