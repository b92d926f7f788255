import { queryOptions, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import {
  FILE_PART_BYTES,
  type FileUse,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  type ImportAct,
  type ImportDesk,
  importDeskSchema,
  importRefusalSchema,
} from '../../../../domain/newsroom/imports.ts'
import { cacheSaved, invalidate } from '../../../data/requests/entity-mutation.ts'

const TIMEOUT_MS = 60_000
/** How often the publisher is asked while it reads a file, and otherwise, in ms: somebody else may choose one. */
const POLL_MS = { reading: 1_000, otherwise: 15_000 }
/** How often a part of a file is sent that did not arrive, and how long is waited before, in ms. */
const TRIES = 5
const RETRY_MS = 2_000

const NO_PUBLISHER =
  'The publisher cannot be reached. Imports are carried out by it: start it, or import the file with npm run import.'

/** Sends the publisher something as the person who is signed in. Throws a BackendError with its own sentence. */
async function send(path: string, body: string | Blob, signal: AbortSignal): Promise<unknown> {
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
    throw new BackendError('network', null, NO_PUBLISHER, error)
  })
  if (response.status === 401 || response.status === 403)
    throw new BackendError('denied', null, 'Only super admins import.')
  if (response.status === 204)
    throw new BackendError('unknown', null, 'The publisher cannot do this now. Try again in a moment.')
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    throw new BackendError('network', null, NO_PUBLISHER)
  const answer: unknown = await response.json().catch(() => null)
  if (response.status === 200) return answer
  const refusal = importRefusalSchema.safeParse(answer)
  throw new BackendError('conflict', null, refusal.success ? `${refusal.data.problem}.` : NO_PUBLISHER)
}

async function act(asked: ImportAct, signal = new AbortController().signal): Promise<ImportDesk> {
  return importDeskSchema.parse(await send(IMPORT_PATH, JSON.stringify(asked), signal))
}

/** The files that wait in the publisher, and what it has read of them. */
export const importDeskQuery = queryOptions({
  queryKey: ['imports', 'desk'],
  queryFn: ({ signal }) => act({ act: 'show' }, signal),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) =>
    state.data?.state.kind === 'reading' ? POLL_MS.reading : POLL_MS.otherwise,
})

/** Has the publisher do something; the screen shows the result when it resolves. Rejects with a BackendError. */
export function useImportAct(): (asked: ImportAct) => Promise<void> {
  const client = useQueryClient()
  return async (asked) => {
    try {
      await cacheSaved(client, importDeskQuery.queryKey, await act(asked))
    } finally {
      if (asked.act !== 'choose') await invalidate(client, 'imports')
    }
  }
}

const takenSchema = z.object({ at: z.number() })

/**
 * Sends a file part by part; a part that does not arrive is sent again. Rejects with a BackendError, or with the reason of the
 * signal.
 */
export async function sendFile(
  file: File,
  use: FileUse,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> {
  let at = 0
  let tries = 0
  do {
    const search = new URLSearchParams({ use, name: file.name, size: String(file.size), at: String(at) })
    try {
      const part = file.slice(at, at + FILE_PART_BYTES)
      at = takenSchema.parse(await send(`${IMPORT_FILE_PATH}?${search}`, part, signal)).at
      tries = 0
      onProgress(file.size === 0 ? 1 : at / file.size)
    } catch (error) {
      signal.throwIfAborted()
      tries += 1
      if (!(error instanceof BackendError) || error.kind !== 'network' || tries >= TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  } while (at < file.size)
}
