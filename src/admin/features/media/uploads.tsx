import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { formatBytes } from '../../../domain/media/media.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { deleteOrphanedFiles } from '../../data/files/orphaned-files.ts'
import { uploadFile } from '../../media-picker/data/upload-file.ts'
import { describeError } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type QueuedUpload, type UploadsEnded, UploadQueue } from './upload-queue.ts'

/**
 * The uploads of this screen, cancelled when it is left. Orphaned files of interrupted uploads are deleted when the screen
 * opens and when the network is back.
 */
export function useUploads(
  userId: string,
  /** Must be a stable function. */
  onEnd: (ended: UploadsEnded) => void,
): { items: readonly QueuedUpload[]; queue: UploadQueue } {
  const client = useQueryClient()
  const [queue] = useState(
    () =>
      new UploadQueue({
        upload: (file, onProgress, signal) =>
          uploadFile({ file, altText: '' }, userId, { onProgress, signal }),
        describeError: (error) => describeError(error, { network: 'No connection' }),
        onEnd: (ended) => {
          void invalidate(client, 'media')
          onEnd(ended)
        },
      }),
  )
  useEffect(() => {
    const clear = () => void deleteOrphanedFiles(userId)
    clear()
    addEventListener('online', clear)
    return () => {
      removeEventListener('online', clear)
      queue.cancelAll()
    }
  }, [queue, userId])
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}

/** The uploads with their progress; each can be cancelled, and retried when it failed. */
export function UploadsPanel({ items, queue }: { items: readonly QueuedUpload[]; queue: UploadQueue }) {
  if (items.length === 0) return null
  const open = items.filter(({ state }) => state !== 'failed').length
  return (
    <Card
      title={open > 0 ? `Uploading ${open} ${open === 1 ? 'file' : 'files'}` : 'Not uploaded'}
      aside={
        <Button size="sm" variant="ghost" onPress={() => queue.cancelAll()}>
          {open > 0 ? 'Cancel all' : 'Clear'}
        </Button>
      }
    >
      <ul aria-label="Uploads" className="flex max-h-80 flex-col gap-3 overflow-y-auto">
        {items.map((item) => (
          <UploadRow key={item.id} item={item} queue={queue} />
        ))}
      </ul>
    </Card>
  )
}

function UploadRow({ item, queue }: { item: QueuedUpload; queue: UploadQueue }) {
  const { id, file, state, progress, reason } = item
  const hasFailed = state === 'failed'
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm">
          <span title={file.name} className="truncate font-semibold">
            {file.name}
          </span>
          <span className="shrink-0 text-soft">{formatBytes(file.size)}</span>
        </p>
        {hasFailed ? (
          <p className="text-sm text-madder">{reason || 'The server did not take it'}</p>
        ) : (
          <ProgressBar aria-label={`Uploading ${file.name}`} value={progress * 100} className="mt-1.5 block">
            {({ percentage = 0, valueText }) => (
              <span className="flex items-center gap-3">
                <span className="h-1 flex-1 overflow-hidden rounded-full bg-tint">
                  <span
                    className="block h-full origin-left rounded-full bg-prussian transition-transform duration-200"
                    style={{ transform: `scaleX(${percentage / 100})` }}
                  />
                </span>
                <span className="w-16 shrink-0 text-right text-xs text-soft">
                  {state === 'waiting' ? 'Waiting' : progress === 1 ? 'Storing…' : valueText}
                </span>
              </span>
            )}
          </ProgressBar>
        )}
      </div>
      {hasFailed && (
        <Button size="sm" aria-label={`Try Again: ${file.name}`} onPress={() => queue.retry(id)}>
          <RotateCcw aria-hidden className="size-3.5" />
          Try Again
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={hasFailed ? `Dismiss ${file.name}` : `Cancel ${file.name}`}
        onPress={() => queue.cancel(id)}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  )
}
