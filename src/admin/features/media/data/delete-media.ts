import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type Media } from '../../../../domain/media.ts'
import { MEDIA_BUCKET } from '../../../../domain/media-address.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { removeFiles } from '../../../data/stored-files.ts'
import { withOrphanTracking } from '../../../data/orphaned-files.ts'

export interface MediaDeletion {
  file: Pick<Media, 'id' | 'storage_path' | 'thumbnail_path'>
  /** That the person has been told where it is used. */
  evenIfUsed: boolean
}

const pathsSchema = z.array(z.string())

/**
 * Deletes a file with its thumbnail: the row first, then what is stored. Rejects with a BackendError, 'conflict' when
 * the file is in use and `evenIfUsed` is not set.
 */
export function useDeleteMedia(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, evenIfUsed }: MediaDeletion) => {
      const { id, storage_path, thumbnail_path } = file
      const known = [storage_path, thumbnail_path].filter((path) => path !== null)
      let isGone = false
      return withOrphanTracking({ userId, bucket: MEDIA_BUCKET, paths: known }, async () => {
        const paths = pathsSchema.parse(
          unwrap(await adminClient().rpc('delete_media', { p_media: id, p_even_if_used: evenIfUsed })),
        )
        isGone = true
        await removeFiles(MEDIA_BUCKET, paths)
      }).catch((error: unknown) => {
        // The file is gone from the library; what is still stored is cleared away later.
        if (!isGone) throw error
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.media.all, refetchType: 'active' }),
  })
}
