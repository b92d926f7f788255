import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod'
import { MEDIA_BUCKET, thumbnailPath } from '../../../src/domain/media/media-address.ts'
import type { MadeBy } from '../../../src/domain/media/media-rights.ts'
import { MAGAZINE } from '../../../src/magazine/magazine.ts'
import { forEachLimit } from '../../../src/node/for-each-limit.ts'
import { expectData, insertMissing, upload } from '../service.ts'
import { stableId } from '../stable.ts'
import { bodyPictures } from '../story-content.ts'
import type { Story, StoryImage } from '../stories.ts'
import { isOriginal, isWhole, MEDIA_FOLDER, namedImage, openDrawings } from './drawing.ts'

/** A picture to upload. Its `name` is the same in every run. */
export interface PlannedPicture {
  name: string
  source: StoryImage
  caption: string | null
  alt: string
  /** Name of the author of the first story that uses it. */
  uploader: string
  /** Upload date in days before now, from the first story that uses it. */
  daysAgo: number
}

const DAY = 86_400_000

/** Every demo picture is drawn by a program. */
const RIGHTS = {
  credit: MAGAZINE.name,
  source: 'Rendered for the demo content',
  licence: null,
  licence_url: null,
  made_by: 'rendering' satisfies MadeBy,
  release_on_file: false,
}

/** By file name. */
const RESTRICTIONS: ReadonlyMap<string, string> = new Map([
  ['bedroom-0.webp', 'Not on covers'],
  ['kitchen-0.webp', 'Not cropped to less than half of its width'],
])

/** Pictures that are drawn and uploaded at the same time: while one waits for the API, another is drawn. */
const PICTURES_AT_ONCE = 4

/** Alt texts by file name in supabase/seed/media. */
export async function readAltTexts(): Promise<ReadonlyMap<string, string>> {
  const source: unknown = JSON.parse(await readFile(join(MEDIA_FOLDER, 'alt-texts.json'), 'utf8'))
  return new Map(Object.entries(z.record(z.string(), z.string().min(1)).parse(source)))
}

/**
 * The name a picture is stored under. The caption belongs to the stored file, so a lead picture with a caption is stored
 * per story; all others once per file, crop and flip.
 */
export function pictureName(story: Story, image: StoryImage): string {
  if (image === story.image && story.caption !== undefined) return story.slug
  const base = image.file.replace(/\.webp$/, '')
  const cut = image.crop.map((share) => Math.round(share * 100)).join('-')
  return `${base}${image.flip ? '-mirrored' : ''}${isWhole(image) ? '' : `-${cut}`}`
}

/** All pictures of the stories without duplicates, oldest first. Throws for an unknown file. */
export function planPictures(
  stories: readonly Story[],
  altTexts: ReadonlyMap<string, string>,
): PlannedPicture[] {
  const planned = new Map<string, PlannedPicture>()
  for (const story of stories.toSorted((a, b) => b.days_ago - a.days_ago)) {
    for (const source of [story.image, ...story.gallery, ...bodyPictures(story.body).map(namedImage)]) {
      const name = pictureName(story, source)
      if (planned.has(name)) continue
      const alt = altTexts.get(source.file)
      if (alt === undefined) throw new Error(`${story.slug}.md: there is no picture ${source.file}`)
      const caption = (source === story.image && story.caption) || null
      planned.set(name, { name, source, caption, alt, uploader: story.author, daysAgo: story.days_ago })
    }
  }
  return [...planned.values()]
}

/**
 * Uploads the pictures without a row in `media`, and their thumbnails, some at a time, and inserts their rows. `idOf`
 * gives the account id for a writer's name. Returns the public URLs of all by picture name.
 */
export async function uploadPictures(
  service: SupabaseClient,
  pictures: readonly PlannedPicture[],
  idOf: (writer: string) => string,
  now: Date,
  onProgress: (line: string) => void,
): Promise<Map<string, string>> {
  const bucket = service.storage.from(MEDIA_BUCKET)
  const stored = await service
    .from('media')
    .select('id, storage_path')
    .returns<{ id: string; storage_path: string }[]>()
  const storedPaths = new Map(
    expectData('Reading the media', stored).map((row) => [row.id, row.storage_path]),
  )
  const urls = new Map<string, string>()
  const rows: object[] = []
  const drawings = await openDrawings()
  await forEachLimit(
    pictures,
    PICTURES_AT_ONCE,
    async ({ name, source, caption, alt, uploader, daysAgo }) => {
      const id = stableId('media', name)
      const [type, ending] = isOriginal(source) ? ['image/webp', 'webp'] : ['image/jpeg', 'jpg']
      const filename = `${name}.${ending}`
      const path = storedPaths.get(id) ?? `${idOf(uploader)}/${filename}`
      urls.set(name, bucket.getPublicUrl(path).data.publicUrl)
      if (storedPaths.has(id)) return
      const { data, thumbnail, width, height } = await drawings.draw(source)
      await upload(service, MEDIA_BUCKET, path, data, type)
      await upload(service, MEDIA_BUCKET, thumbnailPath(path), thumbnail, 'image/webp')
      rows.push({
        id,
        filename,
        original_filename: basename(source.file).replace(/webp$/, ending),
        mime_type: type,
        size_bytes: data.length,
        uploaded_by: idOf(uploader),
        storage_path: path,
        thumbnail_path: thumbnailPath(path),
        alt_text: alt,
        caption,
        width,
        height,
        ...RIGHTS,
        restriction: RESTRICTIONS.get(source.file) ?? null,
        created_at: new Date(now.getTime() - (Math.max(daysAgo, 0) + 2) * DAY).toISOString(),
      })
      if (urls.size % 40 === 0) onProgress(`Pictures: ${urls.size} of ${pictures.length}`)
    },
  )
  await insertMissing(service, 'media', rows)
  return urls
}
