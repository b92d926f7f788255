import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { fontPath, FONTS_BUCKET, type FontForm } from '../../../../domain/font.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { sendFile } from '../../../data/stored-files.ts'
import { withOrphanTracking } from '../../../data/orphaned-files.ts'

export interface FontUpload {
  form: FontForm
  file: File
}

/** Puts a font into its bucket and adds its row; when that fails, nothing stays. Rejects with a BackendError. */
export function useUploadFont(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ form, file }: FontUpload) => {
      const path = fontPath(form.font_name, file.name, Date.now())
      return withOrphanTracking({ userId, bucket: FONTS_BUCKET, paths: [path] }, async () => {
        await sendFile(FONTS_BUCKET, path, file)
        const { publicUrl } = adminClient().storage.from(FONTS_BUCKET).getPublicUrl(path).data
        unwrap(
          await adminClient()
            .from('fonts')
            .insert({
              ...form,
              font_file_path: publicUrl,
              mime_type: file.type || null,
              file_size: file.size,
              uploaded_by: userId,
            }),
        )
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.fonts.all }),
  })
}
