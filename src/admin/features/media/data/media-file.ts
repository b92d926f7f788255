import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { mediaSchema, mediaType } from '../../../../domain/media.ts'
import { parseRow } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** A file with who uploaded it; null for those who may not read profiles. */
export const mediaFileSchema = z.extend(mediaSchema, {
  uploader: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type MediaFile = z.infer<typeof mediaFileSchema>

export const MEDIA_FILE_COLUMNS = `${mediaType.select}, uploader:profiles!media_uploaded_by_fkey(full_name, email)`

/** One file. Rejects with a BackendError 'not-found' when it is gone. */
export function mediaFileQuery(id: string) {
  return queryOptions({
    queryKey: keys.media.one(id),
    queryFn: async ({ signal }) =>
      parseRow(
        mediaFileSchema,
        await adminClient()
          .from('media')
          .select(MEDIA_FILE_COLUMNS)
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      ),
  })
}
