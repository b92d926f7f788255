/** Draws the pictures of the demo content. A changed drawing, also by another version of sharp, is cached anew. */
import { createHash, hash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { THUMBNAIL_SIDE } from '../../../src/domain/media/media-address.ts'
import { writeFileAtomic } from '../../../src/node/write-file-atomic.ts'
import type { StoryImage } from '../stories.ts'

export const MEDIA_FOLDER = join(import.meta.dirname, '..', 'media')
const CACHE_FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'mantel')

/** A picture, a WebP thumbnail of it, and its size in pixels. */
export interface DrawnPicture {
  data: Buffer
  thumbnail: Buffer
  width: number
  height: number
}

/** Opens the cache of drawn pictures below `folder`; pictures of another version of this code or of sharp are deleted. Errors only cost its use. */
export async function openDrawings(folder = CACHE_FOLDER) {
  const code = createHash('sha256').update(await readFile(import.meta.filename))
  const name = `demo-pictures-${code
    .update(JSON.stringify([sharp.versions, THUMBNAIL_SIDE]))
    .digest('hex')
    .slice(0, 16)}`
  for (const other of await readdir(folder).catch(() => [])) {
    if (other.startsWith('demo-pictures-') && other !== name)
      await rm(join(folder, other), { recursive: true, force: true }).catch(() => undefined)
  }

  return {
    /** The picture, drawn or as it was drawn before. */
    async draw(image: StoryImage): Promise<DrawnPicture> {
      const original = await readFile(join(MEDIA_FOLDER, image.file))
      const inputs = JSON.stringify([hash('sha256', original), image.flip, image.crop])
      const path = join(folder, name, hash('sha256', inputs).slice(0, 32))
      try {
        const data = await readFile(path)
        const { width, height } = await sharp(data).metadata()
        return { data, thumbnail: await readFile(`${path}-thumbnail.webp`), width, height }
      } catch {
        // Not drawn yet, or unreadable.
      }
      const picture = await makePicture(image)
      try {
        await writeFileAtomic(path, picture.data)
        await writeFileAtomic(`${path}-thumbnail.webp`, picture.thumbnail)
      } catch {
        // A folder that cannot be written: drawn again the next time.
      }
      return picture
    },
  }
}

/** A picture: the original, or a JPEG when it is cropped or flipped. */
async function makePicture(image: StoryImage): Promise<DrawnPicture> {
  const original = await readFile(join(MEDIA_FOLDER, image.file))
  const { width, height } = await sharp(original).metadata()
  if (isOriginal(image)) return { data: original, thumbnail: await makeThumbnail(original), width, height }
  const [x, y, w, h] = image.crop
  const left = Math.round(x * width)
  const top = Math.round(y * height)
  const cut = {
    left,
    top,
    width: Math.min(Math.round(w * width), width - left),
    height: Math.min(Math.round(h * height), height - top),
  }
  // Encoded and decoded in half the time of WebP.
  const data = await sharp(original).extract(cut).flop(image.flip).jpeg({ quality: 88 }).toBuffer()
  return { data, thumbnail: await makeThumbnail(data), width: cut.width, height: cut.height }
}

/** The WebP thumbnail of a picture. */
function makeThumbnail(picture: Buffer): Promise<Buffer> {
  return sharp(picture)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 1 })
    .toBuffer()
}

/** A picture without crop or flip. */
export function wholeImage(file: string): StoryImage {
  return { file, flip: false, crop: [0, 0, 1, 1] }
}

/** A picture as texts of stories name it: its file, and its crop in percent: `hall-2-30-0-46-100.webp`. */
export function namedImage(name: string): StoryImage {
  const [, base, ...crop] = /^(.+?)-(\d+)-(\d+)-(\d+)-(\d+)\.webp$/.exec(name) ?? []
  if (base === undefined) return wholeImage(name)
  const [x = 0, y = 0, w = 0, h = 0] = crop.map((percent) => Number(percent) / 100)
  return { file: `${base}.webp`, flip: false, crop: [x, y, w, h] }
}

export function isWhole({ crop }: Pick<StoryImage, 'crop'>): boolean {
  const [x, y, w, h] = crop
  return x === 0 && y === 0 && w === 1 && h === 1
}

/** Whether the picture is the original as it is. */
export function isOriginal(image: Pick<StoryImage, 'crop' | 'flip'>): boolean {
  return isWhole(image) && !image.flip
}
