import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { keys } from '../../data/keys.ts'
import { deleteOrphanedFiles } from '../../data/orphaned-files.ts'
import { uploadFile } from '../../media-picker/data/upload-file.ts'
import { uploadFailure } from '../../media-picker/upload-rules.ts'
import { UploadQueue, type QueuedUpload, type UploadsEnded } from './upload-queue.ts'

/**
 * The uploads of this screen, which end with it. What an upload that was cut off left in the storage is cleared away
 * when the screen opens and when the network is back.
 */
export function useUploads(
  userId: string,
  onEnd: (ended: UploadsEnded) => void,
): { items: readonly QueuedUpload[]; queue: UploadQueue } {
  const client = useQueryClient()
  const tell = useRef(onEnd)
  useEffect(() => {
    tell.current = onEnd
  })
  const [queue] = useState(
    () =>
      new UploadQueue({
        upload: (file, onProgress, signal) =>
          uploadFile({ file, altText: '' }, userId, { onProgress, signal }),
        reasonOf: uploadFailure,
        onEnd: (ended) => {
          void client.invalidateQueries({ queryKey: keys.media.all })
          tell.current(ended)
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
