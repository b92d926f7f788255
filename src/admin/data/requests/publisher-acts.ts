import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { BackendError } from '../../../backend/errors.ts'

const TIMEOUT_MS = 60_000

/** Why something was refused, as a sentence. */
const refusalSchema = z.object({ problem: z.string() })

export interface PublisherWords {
  /** For who may not do it. */
  denied: string
  /** Where no publisher answers: what else does it. */
  unreachable: string
}

/** Sends the publisher something as the person who is signed in. Throws a BackendError with its own sentence. */
export async function sendToPublisher(
  path: string,
  body: string | Blob,
  signal: AbortSignal,
  words: PublisherWords,
): Promise<unknown> {
  const { data } = await adminClient().auth.getSession()
  if (data.session === null) throw new BackendError('denied', null, 'Your session has ended.')
  const response = await fetch(`${__PUBLISHER_URL__}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session.access_token}`,
      'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
    },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new BackendError('network', null, words.unreachable, error)
  })
  if (response.status === 401 || response.status === 403) throw new BackendError('denied', null, words.denied)
  if (response.status === 204)
    throw new BackendError('unknown', null, 'The publisher cannot do this now. Try again in a moment.')
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    throw new BackendError('network', null, words.unreachable)
  const answer: unknown = await response.json().catch(() => null)
  if (response.status === 200) return answer
  const refusal = refusalSchema.safeParse(answer)
  throw new BackendError('conflict', null, refusal.success ? `${refusal.data.problem}.` : words.unreachable)
}
