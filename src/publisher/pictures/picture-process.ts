/** Reads and copies pictures in a process of its own, whose time and memory are limited: see copy.ts. */
import { existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type PictureCopy, type PictureFile, parseCopyName } from '../../content/pictures/pictures.ts'
import { type Focus, CROPS, cropAround } from '../../domain/media/focus.ts'
import { MAX_PICTURE_PIXELS } from '../../domain/media/media.ts'
import { CHECKED_SIDE, pictureColours } from '../../domain/media/picture-colours.ts'
import { STANDARD_THEME } from '../../domain/theme/theme.ts'
import { type Tasks, serveTasks } from '../../node/worker-process.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import { xmpFileOf } from './xmp-file.ts'

/** Memory of the whole process, in MB: an interlaced picture of the most pixels takes about half of it. */
const MAX_MEMORY_MB = 1_280

/** 0.7 s of work for each megapixel; one effort more takes four times as long and makes files 2 % smaller. */
const AVIF = { quality: 50, effort: 3 }
/** For copies of more pixels, such as of a page that was photographed from top to bottom: they would take too long. */
const QUICK_AVIF = { quality: 54, effort: 0 }
const MAX_AVIF_PIXELS = 12_000_000
/** 0.1 s for each megapixel. */
const WEBP = { quality: 76, effort: 4 }

/** At most, in pixels: 145 of them to an inch where a page has one picture across its text. */
const PRINT_SIZE = { width: 800, height: 960 }

/** What transparent pictures have behind them, whatever the theme. */
const PAPER = STANDARD_THEME.light.paper

// Each picture is read once.
sharp.cache(false)

/** `animated` reads all frames of a picture that moves; the pixels of all of them count. */
const open = (picture: string | Uint8Array, animated = false) =>
  sharp(picture, { failOn: 'none', limitInputPixels: MAX_PICTURE_PIXELS, sequentialRead: true, animated })

const tasks = {
  /**
   * The size of a picture in pixels, turned as the camera says, and its colours. Throws when it has too many pixels, or
   * cannot be read.
   */
  async check({ file }: { file: string }): Promise<Omit<PictureFile, 'key'>> {
    // Read to the end: a header may be right, and what follows broken.
    const small = await open(file)
      .resize({ width: CHECKED_SIDE, height: CHECKED_SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    const { dominant, isOpaque } = await sharp(small).stats()
    const pixels = await sharp(small).flatten({ background: PAPER }).toColourspace('srgb').raw().toBuffer()
    const colour = isOpaque ? { colour: hexColour(dominant) } : {}
    return { ...(await measure(file)), ...colour, colours: pictureColours(pixels) }
  },

  /** Makes a copy of the picture in `folder` that the file name begins with, and writes it beside the picture. */
  async copy({ folder, file }: { folder: string; file: string }): Promise<void> {
    const copy = parseCopyName(file)
    if (copy === null) throw new Error(`not the name of a picture: ${file}`)
    if (existsSync(join(folder, file))) return
    // A system error, which does not refuse the picture.
    await access(join(folder, copy.key))
    await writeFileAtomic(join(folder, file), await encode(join(folder, copy.key), copy))
  },

  /** Sharp tells where a picture draws the eye when it crops it; here the crop is half as high as the picture. */
  async findFocus({ picture }: { picture: Uint8Array }): Promise<Focus> {
    const { data, info } = await open(picture)
      .autoOrient()
      .resize({ width: 480, height: 480, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const { info: crop } = await sharp(data, { raw: { width, height, channels } })
      .resize({ width, height: Math.ceil(height / 2), fit: 'cover', position: 'attention' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const percent = (pixels: number, whole: number) => Math.min(100, Math.round((100 * pixels) / whole))
    return [percent(crop.attentionX ?? width / 2, width), percent(crop.attentionY ?? height / 2, height)]
  },
} satisfies Tasks

export type PictureTasks = typeof tasks

const hexColour = ({ r, g, b }: Record<'r' | 'g' | 'b', number>): string =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`

async function measure(picture: string): Promise<Pick<PictureFile, 'width' | 'height' | 'isAnimated'>> {
  const { width, height, orientation = 1, format, pages = 1 } = await open(picture).metadata()
  // A TIFF has pages, too, which are no frames.
  if (pages > 1 && (format === 'gif' || format === 'webp')) return { width, height, isAnimated: true }
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/** A copy has nothing of the original's metadata, and the XMP that is kept beside it. */
async function encode(original: string, copy: PictureCopy): Promise<Buffer> {
  const drawn = await draw(original, copy)
  const xmpFile = xmpFileOf(original)
  const withXmp = existsSync(xmpFile) ? drawn.withXmp(await readFile(xmpFile, 'utf8')) : drawn
  return withXmp.toBuffer()
}

async function draw(original: string, copy: PictureCopy): Promise<Sharp> {
  const { width, height, isAnimated } = await measure(original)
  if (copy.format === 'webp' && isAnimated) {
    const all = open(original, true).resize({ width: copy.width, withoutEnlargement: true })
    return all.webp({ quality: WEBP.quality, effort: 2 })
  }
  const source = open(original).autoOrient()
  if (copy.format === 'print') {
    return source
      .resize({ ...PRINT_SIZE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: PAPER })
      .jpeg({ quality: 72, mozjpeg: true })
  }
  if (copy.format === 'jpg') {
    return source
      .extract(cropAround(await measure(original), CROPS[copy.crop], copy.focus))
      .resize({ ...CROPS[copy.crop], fit: 'cover' })
      .flatten({ background: PAPER })
      .jpeg({ quality: 80, mozjpeg: true })
  }
  const resized = source.resize({ width: copy.width, withoutEnlargement: true })
  if (copy.format === 'webp') return resized.webp(WEBP)
  const isLarge = (copy.width ** 2 * height) / width > MAX_AVIF_PIXELS
  return resized.avif(isLarge ? QUICK_AVIF : AVIF)
}

serveTasks(tasks, MAX_MEMORY_MB)
