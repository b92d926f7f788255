import { adminClient } from '../../../backend/admin-client.ts'
import { type Media, mediaSchema, mediaType } from '../../../domain/media.ts'
import { MEDIA_BUCKET, thumbnailPath } from '../../../domain/media-address.ts'
import { parseRow } from '../../data/postgrest.ts'
import { type SendOptions, sendFile } from '../../data/stored-files.ts'
import { withOrphanTracking } from '../../data/orphaned-files.ts'
import { readPicture } from '../read-picture.ts'
import { uploadPath } from '../upload-rules.ts'

export interface UploadedFile {
  file: File
  altText: string
}

/**
 * Puts a file into the media bucket under {userId}/{timestamp}.{ext}, of a picture the thumbnail beside it, and adds
 * its row: all of it or, when it fails or is ended, nothing. Rejects with a BackendError, or with the
 * reason of the signal.
 */
export async function uploadFile(
  { file, altText }: UploadedFile,
  userId: string,
  options: SendOptions = {},
): Promise<Media> {
  const path = uploadPath(userId, file, Date.now())
  const picture = await readPicture(file)
  const thumbnail = picture === null ? null : thumbnailPath(path)
  const paths = thumbnail === null ? [path] : [path, thumbnail]
  return withOrphanTracking({ userId, bucket: MEDIA_BUCKET, paths }, async () => {
    if (picture !== null && thumbnail !== null) {
      const { signal } = options
      await sendFile(MEDIA_BUCKET, thumbnail, picture.thumbnail, signal === undefined ? {} : { signal })
    }
    await sendFile(MEDIA_BUCKET, path, file, options)
    const answer = await adminClient()
      .from('media')
      .insert({
        filename: path.slice(path.lastIndexOf('/') + 1),
        original_filename: shortName(file.name),
        mime_type: file.type || 'application/octet-stream',
        size_bytes: file.size,
        uploaded_by: userId,
        storage_path: path,
        thumbnail_path: thumbnail,
        alt_text: altText.trim() || null,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
      })
      .select(mediaType.select)
      .single()
    return parseRow(mediaSchema, answer)
  })
}

const MAX_NAME = 500

/** The name as far as the database takes it, with its extension. */
function shortName(name: string): string {
  if (name.length <= MAX_NAME) return name
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_NAME - extension.length) + extension
}
