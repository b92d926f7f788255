import { createHash } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { opendir, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  type PictureFile,
  type PictureIndex,
  parseCopyName,
  pictureFiles,
  pictureWidths,
} from '../../content/pictures.ts'
import type { LeftOut } from '../../content/rows.ts'
import type { Focus } from '../../domain/focus.ts'
import { isPictureData, MAX_PICTURE_PIXELS, TOO_MANY_PIXELS } from '../../domain/media.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type OnProgress, type Report, messageOf } from '../../node/report.ts'
import {
  OverBudgetError,
  ProcessEndedError,
  openWorkPool,
  openWorkProcess,
} from '../../node/worker-process.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import type { PictureTasks } from './picture-process.ts'

/** Increase it when copies are made in another way: pictures get other keys then, and their copies are made again. */
const COPIES_VERSION = 1
/** The longest side that WebP takes, in pixels; AVIF takes about the same. */
const MAX_SIDE = 16_383
/** A thinner picture would be enlarged too far to fill the social image. */
const MAX_ASPECT_RATIO = 30

const NO_PICTURE = 'is no JPEG, PNG, WebP, AVIF, GIF or TIFF picture'

const FETCH_TIMEOUT_MS = 20_000
const MAX_BYTES = 60 * 1024 * 1024
/** For all copies of one picture together, and for anything else that is done with one. */
const MAX_COPY_MS = 30_000
/** Of the JavaScript in a process that copies pictures, in MB; the pictures themselves are held outside of it. */
const MAX_HEAP_MB = 256
/** Each may take more than a GB. */
const MAX_PROCESSES = 4
/** How long the files of a picture that is not in use stay: it may be of a story that is not published yet. */
const MAX_UNUSED_MS = 30 * 24 * 60 * 60_000
/** How long a process that copies pictures waits for the next. Starting one takes some 0.3 s. */
const MAX_IDLE_MS = 5_000

export type PictureStore = Awaited<ReturnType<typeof openPictureStore>>

interface PictureStoreOptions {
  /** True: a picture is known once it was read to its end. False: only when the copies that pages name are made. */
  copiesLater?: boolean
  /** Called when a picture is known that `ensureUntil` did not wait for, or a known one is refused. */
  onChange?: () => void
}

/**
 * Cache in `folder` of original pictures and their resized copies, by content hash, so that no picture is resized
 * twice. The list of known pictures is kept in a file, without those that were not asked for since the store was opened:
 * a picture that is not in it is fetched again. So the first call of `ensure` is to name all pictures in use.
 */
export async function openPictureStore(folder: string, report: Report, options: PictureStoreOptions = {}) {
  const { copiesLater = false, onChange = () => undefined } = options
  const listFile = join(folder, 'known.json')
  const list = await readList(listFile)
  const known = new Map(list.pictures)
  /** Why pictures are not copied, by URL. They are not tried again. */
  const refused = new Map(list.refused)
  /** The pictures of the list that were not asked for since the store was opened. */
  const unasked = new Set([...known.keys(), ...refused.keys()])
  const failedFetches = new Set<string>()
  /** What is being fetched, by URL, checked, by key (several URLs may have the same file), and copied, by file name. */
  const fetching = new Map<string, Promise<void>>()
  const checking = new Map<string, Promise<PictureFile>>()
  const copying = new Map<string, Promise<void>>()
  const processOptions = {
    file: join(import.meta.dirname, 'picture-process.ts'),
    maxHeapMb: MAX_HEAP_MB,
    maxIdleMs: MAX_IDLE_MS,
  }
  const workers = openWorkPool<PictureTasks>(
    processOptions,
    Math.max(2, Math.min(MAX_PROCESSES, availableParallelism())),
  )
  const background = openWorkProcess<PictureTasks>({ ...processOptions, hasLowPriority: true })
  let isStopped = false

  async function saveList(): Promise<void> {
    const isAsked = ([url]: readonly [string, unknown]) => !unasked.has(url)
    const stored: StoredList = {
      version: COPIES_VERSION,
      pictures: [...known].filter(isAsked),
      refused: [...refused].filter(isAsked),
    }
    await writeFileAtomic(listFile, JSON.stringify(stored))
  }

  async function fetchOne(url: string): Promise<void> {
    const bytes = await download(url)
    if (bytes.length > MAX_BYTES) throw new RefusedError('is larger than 60 MB')
    // Judged before a decoder sees it: an SVG may take minutes.
    if (!isPictureData(bytes)) throw new RefusedError(NO_PICTURE)
    const key = keyOf(bytes)
    const job = checking.get(key) ?? checkOne(key, bytes).finally(() => checking.delete(key))
    checking.set(key, job)
    known.set(url, await job)
  }

  async function checkOne(key: string, bytes: Buffer): Promise<PictureFile> {
    const original = join(folder, key)
    if (!existsSync(original)) await writeFileAtomic(original, bytes)
    try {
      const picture = { key, ...(await workers.run('check', { file: original }, MAX_COPY_MS)) }
      checkSize(picture)
      // Before any page names them, so that no page names one that cannot be made.
      if (!copiesLater) await make(pageCopies(picture))
      return picture
    } catch (error) {
      if (isTransient(error)) throw error
      if (!isKnown(key)) await rm(original, { force: true })
      throw new RefusedError(refusalReason(error))
    }
  }

  const has = (file: string): boolean => existsSync(join(folder, file))

  /** Fetches the original of a copy again when it is no longer there. */
  async function restoreOriginalOf(copy = ''): Promise<void> {
    const key = parseCopyName(copy)?.key
    if (key === undefined || has(key)) return
    for (const [url, picture] of known) {
      if (picture.key !== key) continue
      const bytes = await download(url)
      if (keyOf(bytes) === key) return writeFileAtomic(join(folder, key), bytes)
    }
  }

  /** Makes copies of one picture, each once for all who wait for it. */
  async function make(files: readonly string[]): Promise<void> {
    const missing = files.filter((file) => !has(file))
    const unmade = missing.filter((file) => !copying.has(file))
    if (unmade.length > 0) {
      const job = restoreOriginalOf(unmade[0])
        .then(() => workers.run('copy', { folder, files: unmade }, MAX_COPY_MS))
        .finally(() => {
          for (const file of unmade) copying.delete(file)
        })
      for (const file of unmade) copying.set(file, job)
    }
    await Promise.all(missing.map((file) => copying.get(file) ?? Promise.resolve()))
  }

  async function makeInBackground(files: readonly string[]): Promise<void> {
    await Promise.allSettled(files.map((file) => copying.get(file) ?? Promise.resolve()))
    const missing = files.filter((file) => !has(file))
    if (missing.length === 0) return
    await restoreOriginalOf(missing[0])
    try {
      await background.run('copy', { folder, files: missing }, MAX_COPY_MS)
    } catch (error) {
      if (isStopped || !(error instanceof ProcessEndedError)) throw error
      // Other work may have left it too little of the processor: no reason to refuse the picture.
      await make(missing)
    }
  }

  const isKnown = (key: string): boolean => known.values().some((picture) => picture.key === key)

  /** Lists a known picture as refused. */
  async function refuse(key: string, reason: string): Promise<void> {
    for (const [url, picture] of known) {
      if (picture.key !== key) continue
      known.delete(url)
      refused.set(url, reason)
      unasked.delete(url)
      report(`picture ${url} ${reason}; its original is linked instead`)
    }
    onChange()
    await saveList()
  }

  async function tryOne(url: string): Promise<void> {
    try {
      await fetchOne(url)
      failedFetches.delete(url)
    } catch (error) {
      if (isTransient(error)) failedFetches.add(url)
      else failedFetches.delete(url)
      if (error instanceof RefusedError) refused.set(url, error.message)
      report(`picture ${url} ${messageOf(error)}; its original is linked instead`)
    }
  }

  /** Fetches, checks and copies the pictures not known yet. One that cannot be is left out and reported. */
  async function ensure(urls: Iterable<string>, onProgress?: OnProgress): Promise<void> {
    const asked = new Set(urls)
    for (const url of asked) unasked.delete(url)
    const missing = [...asked].filter((url) => !known.has(url) && !refused.has(url))
    let done = 0
    await forEachLimit(missing, 4, async (url) => {
      if (isStopped) return
      const job = fetching.get(url) ?? tryOne(url).finally(() => fetching.delete(url))
      fetching.set(url, job)
      await job
      onProgress?.(++done, missing.length)
    })
    if (missing.length > 0) await saveList()
  }

  /** The same, but does not wait once it is `tooLate`: what is missing then is known later. */
  async function ensureUntil(tooLate: AbortSignal, urls: readonly string[]): Promise<void> {
    const job = ensure(urls)
    if (urls.every((url) => known.has(url) || refused.has(url))) return job
    const { promise, resolve } = Promise.withResolvers<'late'>()
    const giveUp = () => resolve('late')
    if (tooLate.aborted) giveUp()
    tooLate.addEventListener('abort', giveUp)
    const late = await Promise.race([promise, job])
    tooLate.removeEventListener('abort', giveUp)
    if (late) job.then(onChange, (error: unknown) => report(`pictures cannot be stored: ${messageOf(error)}`))
  }

  return {
    /** Key and size of each known picture by URL. */
    index: known as PictureIndex,
    /** URLs that failed for a passing reason (the storage did not answer, the disk was full): worth another `ensure`. */
    failedFetches: failedFetches as ReadonlySet<string>,
    /** The pictures that were asked for and are never copied. */
    refused: (): LeftOut[] =>
      Array.from(refused, ([id, reason]) => ({ entity: 'picture', id, reason })).filter(
        ({ id }) => !unasked.has(id),
      ),
    ensure,
    ensureUntil,
    /** A copy by its file name (`<key>-<width>.avif`, `<key>-share-50-50.jpg` …), made on first use. */
    async read(file: string): Promise<Uint8Array> {
      await make([file])
      return readFile(join(folder, file))
    },
    /** Whether a copy is made. */
    has,
    /**
     * Makes copies of the picture `key` that pages name already. False when one cannot be made, for which the picture
     * is refused. Throws for a passing reason.
     */
    async makeNamed(key: string, files: readonly string[], priority: 'high' | 'low'): Promise<boolean> {
      if (!isKnown(key)) return false
      try {
        await (priority === 'high' ? make(files) : makeInBackground(files))
        return true
      } catch (error) {
        if (isTransient(error)) throw error
        await refuse(key, refusalReason(error))
        return false
      }
    },
    /** Makes all copies of a picture ahead of need. */
    async prepare(url: string): Promise<void> {
      await ensure([url])
      const picture = known.get(url)
      if (picture) await make(pictureFiles(picture))
    },
    /** Removes old files of pictures that were not asked for since the store was opened, and what a crash left. */
    async removeUnused(): Promise<void> {
      for (const url of unasked) {
        known.delete(url)
        refused.delete(url)
      }
      unasked.clear()
      if (!existsSync(folder)) return
      const used = new Set(known.values().map(({ key }) => key))
      const oldest = Date.now() - MAX_UNUSED_MS
      for await (const { name } of await opendir(folder)) {
        const [, key] = /^([0-9a-f]{16})(?:-|$)/.exec(name) ?? []
        if (key === undefined ? !name.endsWith('.tmp') : used.has(key)) continue
        const file = join(folder, name)
        // Looked at and removed in one go: it may be fetched again in the next moment.
        const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
        if (mtimeMs < oldest && !(key && (checking.has(key) || isKnown(key)))) rmSync(file)
      }
    },
    /** Where a picture draws the eye. Keeps nothing of it. Throws when it cannot be fetched or read. */
    async proposeFocus(url: string): Promise<Focus> {
      const picture = await download(url)
      if (!isPictureData(picture)) throw new Error(NO_PICTURE)
      return workers.run('findFocus', { picture }, MAX_COPY_MS)
    },
    /** Ends the processes that copy pictures. */
    stop(): void {
      isStopped = true
      workers.stop()
      background.stop()
    },
  }
}

/** What stands for a picture: pictures of the same bytes are one. */
function keyOf(bytes: Buffer): string {
  return createHash('sha256').update(`${COPIES_VERSION} `).update(bytes).digest('hex').slice(0, 16)
}

/** The copies that every page with the picture names. */
function pageCopies(picture: PictureFile): string[] {
  return pictureFiles(picture).filter((file) => parseCopyName(file)?.format !== 'jpg')
}

/** A picture is not copied, and will not be when it is tried again. */
class RefusedError extends Error {}

function refusalReason(error: unknown): string {
  if (error instanceof RefusedError || error instanceof OverBudgetError) return error.message
  const message = messageOf(error)
  return /exceeds pixel limit/i.test(message) ? TOO_MANY_PIXELS : `cannot be read: ${message}`
}

class NoAnswerError extends Error {}

/**
 * Whether a retry may succeed: the storage did not answer, this machine had no disk space or file handle left, or the
 * process was ended from outside.
 */
function isTransient(error: unknown): boolean {
  if (error instanceof ProcessEndedError) return !(error instanceof OverBudgetError)
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

/** Throws when copies of the picture would be larger than their formats allow. */
function checkSize({ width, height }: PictureFile): void {
  if (width * height > MAX_PICTURE_PIXELS) throw new RefusedError(TOO_MANY_PIXELS)
  const widest = Math.max(...pictureWidths(width))
  const ratio = Math.max(width / height, height / width)
  if ((height * widest) / width > MAX_SIDE || ratio > MAX_ASPECT_RATIO) {
    throw new RefusedError(`is too long and thin (${width} × ${height})`)
  }
}

interface StoredList {
  version: number
  pictures: [url: string, picture: PictureFile][]
  refused: [url: string, reason: string][]
}

async function readList(file: string): Promise<Pick<StoredList, 'pictures' | 'refused'>> {
  try {
    const { version, pictures, refused = [] } = JSON.parse(await readFile(file, 'utf8')) as StoredList
    if (version === COPIES_VERSION) return { pictures, refused }
  } catch {
    // No list, or a broken one: all pictures are fetched again.
  }
  return { pictures: [], refused: [] }
}
