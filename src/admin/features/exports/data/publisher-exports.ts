import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  EXPORT_PATH,
  type ExportAct,
  type ExporterStatus,
  type ExportFile,
  exporterStatusSchema,
  exportTicketSchema,
} from '../../../../domain/newsroom/exports.ts'
import { cacheSaved } from '../../../data/requests/entity-mutation.ts'
import { type PublisherWords, sendToPublisher } from '../../../data/requests/publisher-acts.ts'

/** How often the publisher is asked while it makes an export, and otherwise, in ms: somebody else may begin one. */
const POLL_MS = { running: 1_000, otherwise: 15_000 }

export const EXPORT_WORDS: PublisherWords = {
  denied: 'Only super admins export.',
  unreachable:
    'The publisher cannot be reached. It makes exports: start it, or export the magazine with npm run export.',
}

function send(act: ExportAct, signal = new AbortController().signal): Promise<unknown> {
  return sendToPublisher(EXPORT_PATH, JSON.stringify(act), signal, EXPORT_WORDS)
}

/** The export that the publisher makes or has made. */
export const exporterStatusQuery = queryOptions({
  queryKey: ['exports', 'status'],
  queryFn: async ({ signal }): Promise<ExporterStatus> =>
    exporterStatusSchema.parse(await send({ act: 'show' }, signal)),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.data?.kind === 'running' ? POLL_MS.running : POLL_MS.otherwise),
})

/** Has the publisher do something; the screen shows the result when it resolves. Rejects with a BackendError. */
export function useExportAct(): (act: Extract<ExportAct, { act: 'begin' | 'drop' }>) => Promise<void> {
  const client = useQueryClient()
  return async (act) => {
    try {
      await cacheSaved(client, exporterStatusQuery.queryKey, exporterStatusSchema.parse(await send(act)))
    } catch (error) {
      // Perhaps somebody else was quicker.
      void client.invalidateQueries({ queryKey: exporterStatusQuery.queryKey })
      throw error
    }
  }
}

/** Has the browser download a file, from an address that opens it once. Rejects with a BackendError. */
export async function download(file: ExportFile, name: string): Promise<void> {
  const { path } = exportTicketSchema.parse(await send({ act: 'ticket', file }))
  const link = document.createElement('a')
  link.href = `${__PUBLISHER_URL__}${path}`
  link.download = name
  link.click()
}
