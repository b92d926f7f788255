import { MEDIA_BUCKET, storedFileUrl } from '../../domain/media/media-address.ts'
import { storedFilePath } from '../../domain/media/stored-file-path.ts'
import { messageOf } from '../../node/report.ts'
import { NoAnswerError, RefusedError } from './check.ts'

const FETCH_TIMEOUT_MS = 20_000

/** The storage that pictures are fetched from. */
export interface PictureStorage {
  supabaseUrl: string
  /** For files whose right does not hold now, which the local storage keeps from visitors; null: they are not fetched. */
  secretKey: string | null
}

/**
 * The bytes of a picture in the media bucket, given by its address. Asked for as a visitor, and with the secret key only
 * where a visitor gets nothing. What is asked for is made of the path in the bucket, never of the text of the address.
 * Throws a NoAnswerError when a retry may succeed, a RefusedError for any other address.
 */
export async function fetchPicture(
  address: string,
  { supabaseUrl, secretKey }: PictureStorage,
): Promise<Buffer> {
  const path = storedFilePath(address, supabaseUrl, MEDIA_BUCKET)
  if (path === null) throw new RefusedError('is not a file of the media library')
  const url = storedFileUrl(supabaseUrl, MEDIA_BUCKET, path)
  const asVisitor = await get(url, {})
  const isKept = asVisitor.status === 400 || asVisitor.status === 404
  const { ok, status, bytes } =
    isKept && secretKey !== null ? await get(url, { apikey: secretKey }) : asVisitor
  if (status >= 500 || status === 408 || status === 429) throw new NoAnswerError(`answered ${status}`)
  if (!ok) throw new Error(`answered ${status}`)
  return bytes
}

async function get(url: string, headers: Record<string, string>) {
  const throwNoAnswer = (error: unknown): never => {
    throw new NoAnswerError(messageOf(error))
  }
  // The storage serves its files itself: a redirect could lead to any address.
  const response = await fetch(url, {
    redirect: 'manual',
    headers,
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  }).catch(throwNoAnswer)
  const { ok, status } = response
  return { ok, status, bytes: Buffer.from(await response.arrayBuffer().catch(throwNoAnswer)) }
}
