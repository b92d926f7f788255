import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { MEDIA_BUCKET, THUMBNAIL_SIDE, thumbnailPath } from '../domain/media/media-address.ts'
import {
  MAX_PICTURE_PIXELS,
  MAX_UPLOAD_BYTES,
  STORED_TYPES,
  TOO_MANY_PIXELS,
  heicRefusal,
  storedEnding,
} from '../domain/media/media.ts'
import { type DownloadOptions, download } from './download.ts'
import type { OldAddresses } from './plan/old-addresses.ts'
import type { PlannedPicture } from './plan/planned.ts'
import { type SourceFiles, localFile } from './source-files.ts'

/** Where the files of pictures come from: a folder first, the old site second. */
export interface PictureSource extends DownloadOptions {
  /** A copy of the old site's files, such as wp-content/uploads. */
  folder: string | null
  /** The same as a ZIP. */
  zip: SourceFiles | null
  /** Reads a file beside the texts, by its path in the folder or ZIP; null: there is none. */
  readBeside: (path: string) => Promise<Buffer | null>
  absolute: OldAddresses['absolute']
}

/** Reads the file of a picture. Rejects with a sentence. */
export async function readPicture(picture: PlannedPicture, source: PictureSource): Promise<Buffer> {
  const addresses = [picture.address, ...picture.addresses]
  for (const address of addresses) {
    const path = localFile(address)
    const local = path === null ? await readCopy(source, address) : await source.readBeside(path)
    if (local !== null) return local
  }
  const address = source.absolute(picture.address)
  if (address === null) throw new Error('it is not in the folder, and the file does not say where it was')
  return download(address, source)
}

/** A file of a copy of a part of the old site: the longest end of the address's path that is there; null: there is none. */
async function readCopy({ folder, zip }: PictureSource, address: string): Promise<Buffer | null> {
  const path = URL.parse(address, 'http://old')?.pathname ?? ''
  let segments: string[]
  try {
    segments = decodeURIComponent(path).split('/').filter(Boolean)
  } catch {
    return null
  }
  if (segments.some((segment) => segment === '..' || segment.includes('\0'))) return null
  const ends = segments.map((_, from) => segments.slice(from).join('/'))
  if (folder !== null) {
    const found = await readBelow(folder, ends)
    if (found !== null) return found
  }
  const inZip = ends.find((end) => zip?.has(end))
  return inZip === undefined || zip === null ? null : zip.bytes(inZip, MAX_UPLOAD_BYTES)
}

async function readBelow(folder: string, ends: readonly string[]): Promise<Buffer | null> {
  const root = await realpath(folder)
  for (const end of ends) {
    const file = await realpath(join(root, end)).catch(() => null)
    if (file === null || !file.startsWith(root + sep)) continue
    const found = await stat(file)
    if (!found.isFile()) continue
    if (found.size > MAX_UPLOAD_BYTES) throw new Error('it is larger than 50 MB')
    return readFile(file)
  }
  return null
}

/** Stores a picture with its thumbnail, and returns its row in the library. Rejects with a sentence. */
export async function storePicture(
  service: SupabaseClient,
  { id, address, alt, caption, credit }: PlannedPicture,
  data: Buffer,
): Promise<Record<string, unknown>> {
  const name = nameIn(address)
  const type = (await fileTypeFromBuffer(data))?.mime ?? ''
  if (/^image\/hei[cf]/.test(type)) throw new Error(heicRefusal(name))
  if (!type.startsWith('image/') || !STORED_TYPES.has(type))
    throw new Error('it is not a picture that browsers show')
  const { width, height, thumbnail } = await drawn(data)
  const path = `imports/${id}.${storedEnding({ name, type })}`
  const bucket = service.storage.from(MEDIA_BUCKET)
  const options = { cacheControl: '31536000', upsert: true }
  for (const [to, bytes, contentType] of [
    [path, data, type],
    [thumbnailPath(path), thumbnail, 'image/webp'],
  ] as const) {
    const { error } = await bucket.upload(to, bytes, { ...options, contentType })
    if (error !== null) throw new Error(`it could not be stored: ${error.message}`, { cause: error })
  }
  return {
    ...{
      filename: path.slice('imports/'.length),
      original_filename: name,
      mime_type: type,
      size_bytes: data.length,
    },
    ...{ storage_path: path, thumbnail_path: thumbnailPath(path), width, height },
    ...{ alt_text: alt || null, caption: caption || null, credit: credit || null },
    source: /^https?:/.test(address) ? address.slice(0, 500) : null,
  }
}

async function drawn(data: Buffer): Promise<{ width: number; height: number; thumbnail: Buffer }> {
  try {
    const image = sharp(data, { limitInputPixels: MAX_PICTURE_PIXELS }).autoOrient()
    const { autoOrient } = await image.metadata()
    const thumbnail = await image
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
    return { ...autoOrient, thumbnail }
  } catch (error) {
    const isLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new Error(isLarge ? `it ${TOO_MANY_PIXELS}` : 'it is damaged', { cause: error })
  }
}

/** The name of a file in its address. */
function nameIn(address: string): string {
  const last = (URL.parse(address, 'http://old')?.pathname ?? '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last).slice(0, 200) || 'picture'
  } catch {
    return last.slice(0, 200)
  }
}
