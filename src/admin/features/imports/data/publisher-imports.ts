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
  type ImporterStatus,
  importerStatusSchema,
} from '../../../../domain/newsroom/imports.ts'
import { cacheSaved, invalidate } from '../../../data/requests/entity-mutation.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'
import { type PublisherWords, sendToPublisher } from '../../../data/requests/publisher-acts.ts'
import { setSiteName } from '../../../site-name.ts'

/** How often the publisher is asked while it reads a file, and otherwise, in ms: somebody else may choose one. */
const POLL_MS = { reading: 1_000, otherwise: 15_000 }
/** How often a part of a file is sent that did not arrive, and how long is waited before, in ms. */
const TRIES = 5
const RETRY_MS = 2_000

export const IMPORT_WORDS: PublisherWords = {
  denied: 'Only super admins import.',
  unreachable:
    'The publisher cannot be reached. Imports are carried out by it: start it, or import the file with npm run import.',
}

async function act(asked: ImportAct, signal = new AbortController().signal): Promise<ImporterStatus> {
  return importerStatusSchema.parse(
    await sendToPublisher(IMPORT_PATH, JSON.stringify(asked), signal, IMPORT_WORDS),
  )
}

/** The files that wait in the publisher, and what it has read of them. */
export const importerStatusQuery = queryOptions({
  queryKey: ['imports', 'status'],
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
      await cacheSaved(client, importerStatusQuery.queryKey, await act(asked))
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
      at = takenSchema.parse(
        await sendToPublisher(`${IMPORT_FILE_PATH}?${search}`, part, signal, IMPORT_WORDS),
      ).at
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

const namesSchema = z.array(z.object({ site_name: z.string() }))

/** Has the admin show the name of the magazine that an import may have changed. Rejects with a BackendError. */
export async function showImportedName(): Promise<void> {
  const [settings] = namesSchema.parse(unwrap(await adminClient().from('site_settings').select('site_name')))
  if (settings !== undefined) setSiteName(settings.site_name)
}
