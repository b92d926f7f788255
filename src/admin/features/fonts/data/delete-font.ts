import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { FONTS_BUCKET, type Font } from '../../../../domain/font.ts'
import { storagePathFromUrl } from '../../../../domain/media-address.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { removeFiles } from '../../../data/stored-files.ts'
import { withOrphanTracking } from '../../../data/orphaned-files.ts'

/** Deletes a font, the row first, then its file; global styles that used it use none then. Rejects with a BackendError. */
export function useDeleteFont(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, font_file_path }: Font) => {
      const path = storagePathFromUrl(font_file_path, FONTS_BUCKET)
      const paths = path === null ? [] : [path]
      let isGone = false
      await withOrphanTracking({ userId, bucket: FONTS_BUCKET, paths }, async () => {
        const rows = unwrap(await adminClient().from('fonts').delete().eq('id', id).select('id'))
        // The policies hide a row that may not be deleted; nothing is then an error.
        if (!Array.isArray(rows) || rows.length === 0) {
          throw new BackendError(
            'denied',
            null,
            'You are not allowed to delete this font, or it is gone already',
          )
        }
        isGone = true
        await removeFiles(FONTS_BUCKET, paths)
      }).catch((error: unknown) => {
        // The font is gone from the list; what is still stored is cleared away later.
        if (!isGone) throw error
      })
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.fonts.all }),
        client.invalidateQueries({ queryKey: keys.styles.all }),
      ])
    },
  })
}
