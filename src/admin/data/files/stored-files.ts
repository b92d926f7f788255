import { apiUrl } from '../../../backend/env/api-url.ts'
import { adminClient } from '../../../backend/admin-client.ts'
import { BackendError, toBackendError } from '../../../backend/errors.ts'

/**
 * Milliseconds without progress after which an upload fails. Longer than for other requests: the last bytes may wait in the
 * system's buffers.
 */
export const UPLOAD_STALL_TIMEOUT_MS = 60_000

export interface SendOptions {
  /** Called with the share that is sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Aborts the upload; the promise then rejects with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Uploads a file to a bucket: the request of storage-js, which reports no progress. It may take long, but fails as one
 * without a connection when nothing more is sent, or no answer comes, for `UPLOAD_STALL_TIMEOUT_MS`. Rejects with a
 * BackendError, or with the reason of the signal.
 */
export async function sendFile(
  bucket: string,
  path: string,
  file: Blob,
  { onProgress, signal }: SendOptions = {},
): Promise<void> {
  signal?.throwIfAborted()
  const { data } = await adminClient().auth.getSession()
  if (data.session === null) throw new BackendError('denied', null, 'Your session has ended.')
  const { access_token } = data.session
  const body = new FormData()
  body.append('cacheControl', '31536000')
  body.append('', file)
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal?.addEventListener('abort', abort)
  let stall: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const restartStallTimer = () => {
        clearTimeout(stall)
        stall = setTimeout(() => {
          reject(new BackendError('network', null, 'no answer in time'))
          request.abort()
        }, UPLOAD_STALL_TIMEOUT_MS)
      }
      request.open('POST', `${apiUrl()}/storage/v1/object/${bucket}/${path}`)
      request.setRequestHeader('apikey', __SUPABASE_PUBLISHABLE_KEY__)
      request.setRequestHeader('authorization', `Bearer ${access_token}`)
      request.setRequestHeader('x-upsert', 'false')
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        restartStallTimer()
        if (lengthComputable) onProgress?.(loaded / total)
      }
      request.onload = () => {
        if (request.status >= 200 && request.status < 300) resolve()
        else reject(toBackendError(readError(request.responseText), request.status))
      }
      request.onerror = () => reject(new BackendError('network', null, ''))
      request.onabort = () => reject(abortReason(signal))
      restartStallTimer()
      request.send(body)
    })
  } finally {
    clearTimeout(stall)
    signal?.removeEventListener('abort', abort)
  }
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new BackendError('network', null, '')
}

function readError(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Deletes files from a bucket, except files that still have a row. Rejects with a BackendError. */
export async function removeFiles(bucket: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await askStorage(bucket, 'DELETE', (response) => response.text(), { prefixes: paths })
}

/** Asks the storage for what is at `path`, as the signed-in person. Rejects with a BackendError. */
export async function askStorage<Answer>(
  path: string,
  method: 'GET' | 'DELETE',
  read: (response: Response) => Promise<Answer>,
  body?: object,
): Promise<Answer> {
  try {
    const response = await adminClient().request(`${apiUrl()}/storage/v1/object/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.ok) return await read(response)
    throw toBackendError(readError(await response.text()), response.status)
  } catch (error) {
    if (error instanceof BackendError) throw error
    // That a request took too long is told by the name of its error only.
    throw toBackendError(error instanceof Error ? `${error.name}: ${error.message}` : error)
  }
}
