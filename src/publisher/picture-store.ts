import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  type PictureCopy,
  type PictureFile,
  type PictureIndex,
  parseCopyName,
  pictureFiles,
  pictureWidths,
} from '../content/pictures.ts'
import { type Focus, cropAround, SHARE_SIZE } from '../domain/focus.ts'
import { forEachLimit } from './for-each-limit.ts'
import { type OnProgress, type Report, messageOf } from './report.ts'
import { writeFileAtomic } from './write-file-atomic.ts'

/** Increase it when copies are made in another way: pictures get other keys then, and their copies are made again. */
const COPIES_VERSION = 1
/** The longest side that WebP takes, in pixels; AVIF takes about the same. */
const MAX_SIDE = 16_383
/** A thinner picture would be enlarged too far to fill the social image. */
const MAX_ASPECT_RATIO = 30

const FETCH_TIMEOUT_MS = 20_000
const MAX_BYTES = 60 * 1024 * 1024

export type PictureStore = Awaited<ReturnType<typeof openPictureStore>>

/**
 * Cache in `folder` of original pictures and their resized copies, by content hash, so that no picture is resized
 * twice. Without a valid list of known pictures they are fetched again.
 */
export async function openPictureStore(folder: string, report: Report) {
  const listFile = join(folder, 'known.json')
  const known = new Map<string, PictureFile>(await readKnown(listFile))
  const failedFetches = new Set<string>()
  const running = new Map<string, Promise<void>>()

  async function saveKnown(): Promise<void> {
    await writeFileAtomic(listFile, JSON.stringify({ version: COPIES_VERSION, pictures: [...known] }))
  }

  async function fetchOne(url: string): Promise<void> {
    const bytes = await download(url)
    if (bytes.length > MAX_BYTES) throw new Error('is larger than 60 MB')
    const key = createHash('sha256').update(`${COPIES_VERSION} `).update(bytes).digest('hex').slice(0, 16)
    const picture = { key, ...(await measure(bytes)) }
    if (!canBeCopied(picture)) throw new Error(`is too long and thin (${picture.width} × ${picture.height})`)
    const original = join(folder, key)
    if (!existsSync(original)) await writeFileAtomic(original, bytes)
    // A page that names a copy which cannot be made could not be published: the smallest shows whether all can.
    for (const file of pictureFiles(picture).slice(0, 1)) await make(file)
    known.set(url, picture)
  }

  async function make(file: string): Promise<string> {
    const made = join(folder, file)
    if (!existsSync(made)) {
      const job = running.get(file) ?? resize(folder, file).finally(() => running.delete(file))
      running.set(file, job)
      await job
    }
    return made
  }

  /** Fetches and measures the pictures not known yet. One that cannot be fetched or copied is left out and reported. */
  async function ensure(urls: Iterable<string>, onProgress?: OnProgress): Promise<void> {
    const missing = [...new Set(urls)].filter((url) => !known.has(url))
    let done = 0
    await forEachLimit(missing, 4, async (url) => {
      try {
        await fetchOne(url)
        failedFetches.delete(url)
      } catch (error) {
        if (isTransient(error)) failedFetches.add(url)
        else failedFetches.delete(url)
        report(`picture ${url} ${messageOf(error)}; its original is linked instead`)
      }
      onProgress?.(++done, missing.length)
    })
    if (missing.length > 0) await saveKnown()
  }

  return {
    /** Key and size of each known picture by URL. Only grows, and holds no picture whose copies cannot be made. */
    index: known as PictureIndex,
    /** URLs that failed for a passing reason (the storage did not answer, the disk was full): worth another `ensure`. */
    failedFetches: failedFetches as ReadonlySet<string>,
    ensure,
    /** A copy by its file name (`<key>-<width>.avif`, `<key>-share-50-50.jpg` …), made on first use. */
    read: async (file: string): Promise<Uint8Array> => readFile(await make(file)),
    /** Makes all copies of a picture ahead of need. */
    async prepare(url: string): Promise<void> {
      await ensure([url])
      const picture = known.get(url)
      if (picture) await forEachLimit(pictureFiles(picture), 2, async (file) => void (await make(file)))
    },
    /** Where a picture draws the eye. Keeps nothing of it. Throws when it cannot be fetched or read. */
    proposeFocus: async (url: string): Promise<Focus> => findFocus(await download(url)),
  }
}

/** The size of a picture in pixels, turned as the camera says. */
async function measure(picture: string | Buffer): Promise<{ width: number; height: number }> {
  const { width, height, orientation = 1 } = await sharp(picture).metadata()
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/** Sharp's attention strategy reports its point of interest when it crops; here the crop is half as high as the picture. */
async function findFocus(picture: Buffer): Promise<Focus> {
  const { data, info } = await sharp(picture)
    .rotate()
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
}

class NoAnswerError extends Error {}

/** Whether a retry may succeed: the storage did not answer, or this machine had no disk space or file handle left. */
function isTransient(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof Error && 'syscall' in error)
}

async function download(url: string): Promise<Buffer> {
  const throwNoAnswer = (error: unknown): never => {
    throw new NoAnswerError(messageOf(error))
  }
  // The storage serves its files itself: a redirect could lead to any address.
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  }).catch(throwNoAnswer)
  const { ok, status } = response
  if (status >= 500 || status === 408 || status === 429) throw new NoAnswerError(`answered ${status}`)
  if (!ok) throw new Error(`answered ${status}`)
  return Buffer.from(await response.arrayBuffer().catch(throwNoAnswer))
}

function canBeCopied({ width, height }: PictureFile): boolean {
  const widest = Math.max(...pictureWidths(width))
  const ratio = Math.max(width / height, height / width)
  return (height * widest) / width <= MAX_SIDE && ratio <= MAX_ASPECT_RATIO
}

async function resize(folder: string, file: string): Promise<void> {
  const copy = parseCopyName(file)
  if (copy === null) throw new Error(`not the name of a picture: ${file}`)
  await writeFileAtomic(join(folder, file), await encode(join(folder, copy.key), copy))
}

async function encode(original: string, copy: PictureCopy): Promise<Buffer> {
  const source = sharp(original, { failOn: 'none' }).rotate()
  if (copy.format === 'jpg') {
    return source
      .extract(cropAround(await measure(original), SHARE_SIZE, copy.focus))
      .resize({ ...SHARE_SIZE, fit: 'cover' })
      .flatten({ background: '#f6f4ef' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer()
  }
  const resized = source.resize({ width: copy.width, withoutEnlargement: true })
  return copy.format === 'avif'
    ? resized.avif({ quality: 54, effort: 0 }).toBuffer()
    : resized.webp({ quality: 76, effort: 1 }).toBuffer()
}

async function readKnown(file: string): Promise<[string, PictureFile][]> {
  try {
    const list = JSON.parse(await readFile(file, 'utf8')) as {
      version: number
      pictures: [string, PictureFile][]
    }
    return list.version === COPIES_VERSION ? list.pictures : []
  } catch {
    return []
  }
}
