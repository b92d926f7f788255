import * as z from 'zod/mini'
import { cut } from '../../../domain/text/cut.ts'
import { adminClient } from '../../../backend/admin-client.ts'
import { serverClock } from '../../../backend/server-clock.ts'
import { BackendError } from '../../../backend/errors.ts'
import {
  type Media,
  MAX_PICTURE_PIXELS,
  bytesRefusal,
  isBrowserPicture,
  mediaSchema,
  mediaType,
  storedType,
  typeOfBytes,
  TOO_MANY_PIXELS,
} from '../../../domain/media/media.ts'
import type { DescribedColumns } from '../../../domain/media/picture-metadata.ts'
import { MEDIA_BUCKET, THUMBNAIL_SIDE, thumbnailPath } from '../../../domain/media/media-address.ts'
import { parseRow, unwrap } from '../../data/requests/postgrest.ts'
import { type SendOptions, sendFile } from '../../data/files/stored-files.ts'
import { deleteWithFiles, withOrphanTracking } from '../../data/files/orphaned-files.ts'
import { uploadPath } from '../upload-rules.ts'
import { readMetadata } from './read-metadata.ts'

/**
 * Uploads a file to the media bucket as {userId}/{timestamp}.{ext}, with a thumbnail if it is a picture, and adds its
 * row, with what the picture says of itself. When a step fails or is aborted, nothing stays; the last one, that adds the
 * row, is not aborted. Rejects with a BackendError, or with the reason of the signal.
 */
export async function uploadFile(
  { file, altText }: { file: File; altText: string },
  userId: string,
  options: SendOptions = {},
): Promise<Media> {
  return withStoredFile(file, userId, options, async (stored, described) => {
    const row = {
      ...described,
      ...stored,
      uploaded_by: userId,
      alt_text: altText.trim() || (described.alt_text ?? null),
    }
    return parseRow(
      mediaSchema,
      await adminClient().from('media').insert(row).select(mediaType.select).single(),
    )
  })
}

const pathsSchema = z.array(z.string())

/** Puts another file in the place of one of the library, wherever that is used. Rejects as `uploadFile` does. */
export async function replaceFile(
  { file, by }: { file: Pick<Media, 'id' | 'storage_path' | 'thumbnail_path'>; by: File },
  userId: string,
): Promise<void> {
  const paths = [file.storage_path, file.thumbnail_path].filter((path) => path !== null)
  await deleteWithFiles({ userId, bucket: MEDIA_BUCKET, paths }, () =>
    withStoredFile(by, userId, {}, async (stored) =>
      pathsSchema.parse(
        unwrap(await adminClient().rpc('replace_media', { p_media: file.id, p_file: stored })),
      ),
    ),
  )
}

/** What the database is told of a stored file. */
type StoredColumns = Pick<
  Media,
  | 'filename'
  | 'original_filename'
  | 'mime_type'
  | 'size_bytes'
  | 'storage_path'
  | 'thumbnail_path'
  | 'width'
  | 'height'
>

/** Stores a file with its thumbnail, and calls `use` with its columns; when that fails, the stored file is deleted. */
async function withStoredFile<Result>(
  file: File,
  userId: string,
  options: SendOptions,
  use: (stored: StoredColumns, described: DescribedColumns) => Promise<Result>,
): Promise<Result> {
  const given = await checkedType(file)
  const picture = await readPicture(file, given)
  const bytes = picture?.converted ?? file.slice(0, file.size, given)
  const { type } = bytes
  const path = uploadPath(userId, { name: file.name, type }, serverClock.now().getTime())
  // A converted one has none: its format does not know any.
  const described = picture === null || picture.converted !== null ? {} : await readMetadata(file)
  // Cancelled while the file was read: nothing is sent.
  options.signal?.throwIfAborted()
  const thumbnail = picture === null ? null : thumbnailPath(path)
  const paths = thumbnail === null ? [path] : [path, thumbnail]
  return withOrphanTracking({ userId, bucket: MEDIA_BUCKET, paths }, async () => {
    if (picture !== null && thumbnail !== null) {
      const { signal } = options
      await sendFile(MEDIA_BUCKET, thumbnail, picture.thumbnail, signal === undefined ? {} : { signal })
    }
    await sendFile(MEDIA_BUCKET, path, bytes, options)
    options.signal?.throwIfAborted()
    const stored = {
      filename: path.slice(path.lastIndexOf('/') + 1),
      original_filename: shortName(file.name),
      mime_type: type,
      size_bytes: bytes.size,
      storage_path: path,
      thumbnail_path: thumbnail,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
    }
    return use(stored, described)
  })
}

/** The type to store a file with, as all of its bytes say. Rejects with a BackendError for one that cannot be shown. */
async function checkedType(file: File): Promise<string> {
  const type = storedType(file) ?? 'application/octet-stream'
  const { fileTypeFromBlob } = await import('file-type')
  const found = (await fileTypeFromBlob(file))?.mime
  const refusal = bytesRefusal(file.name, type, found)
  if (refusal !== null) throw new BackendError('invalid', null, refusal)
  return typeOfBytes(type, found) ?? type
}

const MAX_NAME = 500

/** The name, shortened to what the database accepts, with its extension. */
function shortName(name: string): string {
  if (name.length <= MAX_NAME) return name
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return cut(name, MAX_NAME - extension.length) + extension
}

interface ReadPicture {
  /** In pixels, after the rotation that the camera recorded. */
  width: number
  height: number
  thumbnail: Blob
  /** What is stored in place of the file; null: the file itself. */
  converted: Blob | null
}

/**
 * The size of a picture and its thumbnail; null for a file that is no picture that browsers read. A BMP picture becomes
 * PNG, since readers get smaller copies of all pictures, and of BMP none are made. Rejects with a BackendError for a
 * picture with too many pixels, and for a broken one, which readers would not see either.
 */
async function readPicture(file: File, type: string): Promise<ReadPicture | null> {
  if (!isBrowserPicture(type)) return null
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height > MAX_PICTURE_PIXELS)
      throw new BackendError('invalid', null, `The picture ${TOO_MANY_PIXELS}.`)
    const thumbnail = await drawPicture(image, { longest: THUMBNAIL_SIDE, type: 'image/webp' })
    const converted =
      type === 'image/bmp'
        ? await drawPicture(image, { longest: Math.max(width, height), type: 'image/png' })
        : null
    return { width, height, thumbnail, converted }
  } catch (error) {
    if (error instanceof BackendError) throw error
    throw new BackendError(
      'invalid',
      null,
      `This browser cannot read the picture ${file.name}: it may be damaged.`,
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A picture in another format, its longer side at most `longest` pixels. */
async function drawPicture(
  image: HTMLImageElement,
  { longest, type }: { longest: number; type: 'image/webp' | 'image/png' },
): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, longest / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  // A browser that writes no WebP gives PNG, which is as readable and only larger.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.8))
  if (blob === null) throw new Error('This browser writes no pictures')
  return blob
}
