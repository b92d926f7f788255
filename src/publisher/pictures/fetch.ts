import { messageOf } from '../../node/report.ts'

const FETCH_TIMEOUT_MS = 20_000

/** The storage did not answer: a retry may succeed. */
export class NoAnswerError extends Error {}

/**
 * The bytes of a picture in our own storage. With the secret key also of one whose right does not hold now, from a storage
 * that keeps it from visitors. Throws a NoAnswerError when a retry may succeed.
 */
export async function fetchPicture(url: string, secretKey: string | null): Promise<Buffer> {
  const throwNoAnswer = (error: unknown): never => {
    throw new NoAnswerError(messageOf(error))
  }
  // The storage serves its files itself: a redirect could lead to any address.
  const response = await fetch(url, {
    redirect: 'manual',
    headers: secretKey === null ? {} : { apikey: secretKey },
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  }).catch(throwNoAnswer)
  const { ok, status } = response
  if (status >= 500 || status === 408 || status === 429) throw new NoAnswerError(`answered ${status}`)
  if (!ok) throw new Error(`answered ${status}`)
  return Buffer.from(await response.arrayBuffer().catch(throwNoAnswer))
}
