import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { invalidate } from '../../data/entity-mutation.ts'
import { deleteOrphanedFiles } from '../../data/orphaned-files.ts'
import { uploadFile } from '../../media-picker/data/upload-file.ts'
import { describeError } from '../../resources/describe-error.ts'
import { type QueuedUpload, type UploadsEnded, UploadQueue } from './upload-queue.ts'

/**
 * The uploads of this screen, cancelled when it is left. Orphaned files of interrupted uploads are deleted when the screen
 * opens and when the network is back.
 */
export function useUploads(
  userId: string,
  /** A function that never changes. */
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
