import type { SupabaseClient } from '@supabase/supabase-js'
import { FONTS_BUCKET } from '../../src/domain/font.ts'
import { MEDIA_BUCKET, thumbnailPath } from '../../src/domain/media-address.ts'
import { DEMO_FONTS, FONT_TYPE, fontRow, readFont } from './fonts.ts'
import { type PlannedPicture, makePicture, makeThumbnail } from './pictures.ts'
import { expectData, forEachLimit, insertMissing } from './service.ts'
import { stableId } from './stable.ts'

const DAY = 86_400_000

/**
 * Uploads the pictures and thumbnails, two at a time, and inserts their rows in `media`. `idOf` gives the account id for a
 * writer's name. Returns public URLs by picture name.
 */
export async function uploadPictures(
  service: SupabaseClient,
  pictures: readonly PlannedPicture[],
  idOf: (writer: string) => string,
  now: Date,
  onProgress: (line: string) => void,
): Promise<Map<string, string>> {
  const bucket = service.storage.from(MEDIA_BUCKET)
  const urls = new Map<string, string>()
  const rows: object[] = []
  await forEachLimit(pictures, 2, async ({ name, source, caption, alt, uploader, daysAgo }) => {
    const { data, width, height } = await makePicture(source)
    const filename = `${name}.webp`
    const path = `${idOf(uploader)}/${filename}`
    await upload(service, MEDIA_BUCKET, path, data, 'image/webp')
    await upload(service, MEDIA_BUCKET, thumbnailPath(path), await makeThumbnail(data), 'image/webp')
    rows.push({
      id: stableId('media', name),
      filename,
      original_filename: source.file,
      mime_type: 'image/webp',
      size_bytes: data.length,
      uploaded_by: idOf(uploader),
      storage_path: path,
      thumbnail_path: thumbnailPath(path),
      alt_text: alt,
      caption,
      width,
      height,
      created_at: new Date(now.getTime() - (Math.max(daysAgo, 0) + 2) * DAY).toISOString(),
    })
    urls.set(name, bucket.getPublicUrl(path).data.publicUrl)
    if (urls.size % 40 === 0) onProgress(`Pictures: ${urls.size} of ${pictures.length}`)
  })
  await insertMissing(service, 'media', rows)
  return urls
}

/** Uploads the demo fonts and inserts their rows in `fonts`. */
export async function uploadFonts(service: SupabaseClient, uploaderId: string): Promise<void> {
  const rows = await Promise.all(
    DEMO_FONTS.map(async (font) => {
      const data = await readFont(font)
      await upload(service, FONTS_BUCKET, font.path, data, FONT_TYPE)
      const { publicUrl } = service.storage.from(FONTS_BUCKET).getPublicUrl(font.path).data
      return fontRow(font, publicUrl, data.length, uploaderId)
    }),
  )
  await insertMissing(service, 'fonts', rows)
}

async function upload(
  service: SupabaseClient,
  bucket: string,
  path: string,
  data: Buffer,
  contentType: string,
): Promise<void> {
  const answer = await service.storage
    .from(bucket)
    .upload(path, data, { contentType, cacheControl: '31536000', upsert: true })
  expectData(`Uploading ${path}`, answer)
}
