import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { pictureFiles, pictureWidths } from '../content/pictures.ts'
import type { PictureFile, PictureIndex } from '../content/pictures.ts'

/** Raised when copies are made in another way: each picture then gets another key, and its copies are made anew. */
const COPIES = 1
/** The longest side that WebP takes; AVIF takes about the same. */
const LONGEST_SIDE = 16_383
/** A strip any thinner would have to be blown up beyond all measure to fill the social image. */
const MOST_STRETCHED = 30

const FETCH_TIMEOUT_MS = 20_000
const MAX_BYTES = 60 * 1024 * 1024

/**
 * Originals and their resized copies, kept by content hash in `folder` so that no picture is resized twice.
 * `index` maps the address of a picture to its key and size, for pages; `read` gives a file that a page names
 * (`<key>-<width>.avif`, `<key>-share.jpg` …), making it when it is asked for the first time.
 */
export interface PictureStore {
  /** Only grows, and holds no picture whose copies cannot be made. */
  index: PictureIndex
  /** Addresses left out because the storage did not answer or nothing could be kept: worth learning again. */
  missed: ReadonlySet<string>
  /** Fetches and measures those addresses not known yet. What cannot be fetched or copied is left out and reported. */
  learn(urls: Iterable<string>, onProgress?: (done: number, total: number) => void): Promise<void>
  read(file: string): Promise<Uint8Array>
  /** Makes all copies of a picture ahead of need. */
  prepare(url: string): Promise<void>
}

/** Opens the store in `folder`. A corrupt or absent list of known pictures only costs fetching them again. */
export async function openPictureStore(
  folder: string,
  report: (line: string) => void,
): Promise<PictureStore> {
  await mkdir(folder, { recursive: true })
  const listFile = join(folder, 'known.json')
  const known = new Map<string, PictureFile>(await readKnown(listFile))
  const missed = new Set<string>()
  const running = new Map<string, Promise<void>>()

  async function saveKnown(): Promise<void> {
    await writeAtomically(listFile, JSON.stringify({ version: COPIES, pictures: [...known] }))
  }

  async function fetchOne(url: string): Promise<void> {
    const bytes = await download(url)
    if (bytes.length > MAX_BYTES) throw new Error('is larger than 60 MB')
    const { width, height, orientation } = await sharp(bytes).metadata()
    const turned = (orientation ?? 1) >= 5
    const key = createHash('sha256').update(`${COPIES} `).update(bytes).digest('hex').slice(0, 16)
    const picture = { key, width: turned ? height : width, height: turned ? width : height }
    if (!fitsItsCopies(picture)) throw new Error(`is too long and thin (${width} × ${height})`)
    const original = join(folder, key)
    if (!existsSync(original)) await writeAtomically(original, bytes)
    // A page that names a copy which cannot be made could not be published: the smallest shows whether all can.
    for (const file of pictureFiles(picture).slice(0, 1)) await make(file)
    known.set(url, picture)
  }

  async function make(file: string): Promise<string> {
    const made = join(folder, file)
    const job =
      running.get(file) ??
      (existsSync(made) ? Promise.resolve() : resize(folder, file).finally(() => running.delete(file)))
    if (!existsSync(made)) running.set(file, job)
    await job
    return made
  }

  const store: PictureStore = {
    index: known,
    missed,
    async learn(urls, onProgress) {
      const missing = [...new Set(urls)].filter((url) => !known.has(url))
      let done = 0
      await inParallel(missing, 4, async (url) => {
        try {
          await fetchOne(url)
          missed.delete(url)
        } catch (error) {
          if (isPassing(error)) missed.add(url)
          else missed.delete(url)
          report(
            `picture ${url} ${error instanceof Error ? error.message : String(error)}; its original is linked instead`,
          )
        }
        onProgress?.(++done, missing.length)
      })
      if (missing.length > 0) await saveKnown()
    },
    read: async (file) => readFile(await make(file)),
    async prepare(url) {
      await store.learn([url])
      const picture = known.get(url)
      if (picture) await inParallel(pictureFiles(picture), 2, async (file) => void (await make(file)))
    },
  }
  return store
}

class NoAnswer extends Error {}

/** Whether it may be otherwise in a minute: the storage did not answer, or this machine had no room or no handle left. */
function isPassing(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof Error && 'syscall' in error)
}

async function download(url: string): Promise<Buffer> {
  const noAnswer = (error: unknown): never => {
    throw new NoAnswer(error instanceof Error ? error.message : String(error))
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(noAnswer)
  const { ok, status } = response
  if (status >= 500 || status === 408 || status === 429) throw new NoAnswer(`answered ${status}`)
  if (!ok) throw new Error(`answered ${status}`)
  return Buffer.from(await response.arrayBuffer().catch(noAnswer))
}

function fitsItsCopies({ width, height }: PictureFile): boolean {
  const widest = Math.max(...pictureWidths(width))
  const stretched = Math.max(width / height, height / width)
  return (height * widest) / width <= LONGEST_SIDE && stretched <= MOST_STRETCHED
}

const FILE_NAME = /^([0-9a-f]{16})-(?:(\d+)\.(avif|webp)|share\.jpg)$/

async function resize(folder: string, file: string): Promise<void> {
  const match = FILE_NAME.exec(file)
  const [, key, width, format] = match ?? []
  if (!key) throw new Error(`not the name of a picture: ${file}`)
  const source = sharp(join(folder, key), { failOn: 'none' }).rotate()
  const shaped =
    format && width
      ? source.resize({ width: Number(width), withoutEnlargement: true })
      : source.resize({ width: 1200, height: 630, fit: 'cover', position: 'attention' })
  const bytes =
    format === 'avif'
      ? await shaped.avif({ quality: 54, effort: 0 }).toBuffer()
      : format === 'webp'
        ? await shaped.webp({ quality: 76, effort: 1 }).toBuffer()
        : await shaped.flatten({ background: '#f6f4ef' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
  await writeAtomically(join(folder, file), bytes)
}

async function writeAtomically(path: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  await writeFile(temporary, bytes)
  await rename(temporary, path)
}

async function readKnown(file: string): Promise<[string, PictureFile][]> {
  try {
    const list = JSON.parse(await readFile(file, 'utf8')) as {
      version: number
      pictures: [string, PictureFile][]
    }
    return list.version === COPIES ? list.pictures : []
  } catch {
    return []
  }
}

/** Runs `work` over `items`, at most `width` at a time. The first error stops it. */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
