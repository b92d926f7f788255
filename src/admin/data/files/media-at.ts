import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../backend/admin-client.ts'
import { batched } from '../../../backend/batched.ts'
import { mediaPath } from '../../../domain/media/media-address.ts'
import { mediaSchema, mediaType } from '../../../domain/media/media.ts'
import { parseRows } from '../requests/postgrest.ts'

const mediaByPath = batched(async (paths) => {
  const rows = parseRows(
    mediaSchema,
    await adminClient().from('media').select(mediaType.select).in('storage_path', paths),
  )
  return new Map(rows.map((row) => [row.storage_path, row]))
})

/**
 * The file of the media library that a picture's address names; null for pictures from elsewhere. The files of a
 * gallery are read in one request.
 */
export function mediaAtQuery(url: string) {
  const path = mediaPath(url)
  return queryOptions({
    queryKey: ['media', 'at', path],
    queryFn: () => (path === null ? null : mediaByPath(path)),
  })
}
