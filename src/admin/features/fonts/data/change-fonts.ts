import { apiUrl } from '../../../../backend/env/api-url.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import {
  type Font,
  type FontForm,
  fontPath,
  FONTS_BUCKET,
  storedFontType,
} from '../../../../domain/media/font.ts'
import { storedFileUrl } from '../../../../domain/media/media-address.ts'
import { storedFilePath } from '../../../../domain/media/stored-file-path.ts'
import { useEntityMutation } from '../../../data/requests/entity-mutation.ts'
import { deleteWithFiles, withOrphanTracking } from '../../../data/files/orphaned-files.ts'
import { expectChanged, unwrap } from '../../../data/requests/postgrest.ts'
import { sendFile } from '../../../data/files/stored-files.ts'

/** Uploads a font and adds its row; when that fails, nothing stays. Rejects with a BackendError. */
export const useUploadFont = (userId: string) =>
  useEntityMutation(['fonts'], ({ form, file }: { form: FontForm; file: File }) => {
    const path = fontPath(form.font_name, file.name, serverClock.now().getTime())
    return withOrphanTracking({ userId, bucket: FONTS_BUCKET, paths: [path] }, async () => {
      await sendFile(FONTS_BUCKET, path, file.slice(0, file.size, storedFontType(file)))
      unwrap(
        await adminClient()
          .from('fonts')
          .insert({
            ...form,
            font_file_path: storedFileUrl(apiUrl(), FONTS_BUCKET, path),
            mime_type: file.type || null,
            file_size: file.size,
            uploaded_by: userId,
          }),
      )
    })
  })

/** Deletes a font, the row first, then its file; global styles no longer use it. Rejects with a BackendError. */
export async function deleteFont(userId: string, { id, font_file_path }: Font): Promise<void> {
  const path = storedFilePath(font_file_path, apiUrl(), FONTS_BUCKET)
  const paths = path === null ? [] : [path]
  await deleteWithFiles({ userId, bucket: FONTS_BUCKET, paths }, async () => {
    expectChanged(
      await adminClient().from('fonts').delete().eq('id', id).select('id'),
      'You are not allowed to delete this font, or it is gone already',
    )
    return paths
  })
}
