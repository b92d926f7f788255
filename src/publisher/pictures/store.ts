import { createHash } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { opendir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PictureFile, type PictureIndex, parseCopyName, pictureFiles } from '../../content/pictures.ts'
import type { SkippedRow } from '../../content/rows.ts'
import type { Focus } from '../../domain/focus.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type OnProgress, type Report, messageOf } from '../../node/report.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import { RefusedError, checkFile, checkFormat, checkSize, isTransient, refusalReason } from './check.ts'
import { PictureCopier } from './copy.ts'
import { fetchPicture } from './fetch.ts'

/** Increase it when copies are made in another way: pictures get other keys then, and their copies are made again. */
const COPIES_VERSION = 3
const FETCHES_AT_ONCE = 4
/** How long the files of a picture that is not in use stay: it may be of a story that is not published yet. */
const MAX_UNUSED_MS = 30 * 24 * 60 * 60_000

interface PictureStoreOptions {
  /** True: a picture is known once it was read to its end. False: only when the copies that pages name are made. */
  copiesLater?: boolean
  /** Called when a picture is known that `ensureUntil` did not wait for, or a known one is refused. */
  onChange?: () => void
}

/**
 * Cache in a folder of original pictures and their resized copies, by content hash, so that no picture is resized
 * twice. The list of known pictures is kept in a file, without those that were not asked for since the store was opened:
 * a picture that is not in it is fetched again. So the first call of `ensure` is to name all pictures in use.
 */
export class PictureStore {
  readonly #folder: string
  readonly #report: Report
  readonly #copiesLater: boolean
  readonly #onChange: () => void
  readonly #known: Map<string, PictureFile>
  /** Why pictures are not copied, by URL. They are not tried again. */
  readonly #refused: Map<string, string>
  /** The pictures of the list that were not asked for since the store was opened. */
  readonly #unasked: Set<string>
  readonly #failedFetches = new Set<string>()
  /** The pictures being fetched, by URL, and those being checked, by key: several URLs may have the same file. */
  readonly #fetching = new Map<string, Promise<void>>()
  readonly #checking = new Map<string, Promise<PictureFile>>()
  readonly #copier: PictureCopier
  #isStopped = false

  private constructor(folder: string, list: KnownPictures, report: Report, options: PictureStoreOptions) {
    this.#folder = folder
    this.#report = report
    this.#copiesLater = options.copiesLater ?? false
    this.#onChange = options.onChange ?? (() => undefined)
    this.#known = new Map(list.pictures)
    this.#refused = new Map(list.refused)
    this.#unasked = new Set([...this.#known.keys(), ...this.#refused.keys()])
    this.#copier = new PictureCopier(folder, (key) => this.#restoreOriginal(key))
  }

  static async open(
    folder: string,
    report: Report,
    options: PictureStoreOptions = {},
  ): Promise<PictureStore> {
    return new PictureStore(folder, await readList(listFileIn(folder)), report, options)
  }

  /** Key and size of each known picture by URL. */
  get index(): PictureIndex {
    return this.#known
  }

  /** URLs that failed for a passing reason (the storage did not answer, the disk was full): worth another `ensure`. */
  get failedFetches(): ReadonlySet<string> {
    return this.#failedFetches
  }

  /** The pictures that were asked for and are never copied. */
  refused(): SkippedRow[] {
    return Array.from(this.#refused, ([id, reason]) => ({ entity: 'picture', id, reason })).filter(
      ({ id }) => !this.#unasked.has(id),
    )
  }

  /** Fetches, checks and copies the pictures not known yet. One that cannot be is skipped and reported. */
  async ensure(urls: Iterable<string>, onProgress?: OnProgress): Promise<void> {
    const asked = new Set(urls)
    for (const url of asked) this.#unasked.delete(url)
    const missing = [...asked].filter((url) => !this.#isDecided(url))
    let done = 0
    await forEachLimit(missing, FETCHES_AT_ONCE, async (url) => {
      if (this.#isStopped) return
      const job = this.#fetching.get(url) ?? this.#tryToFetch(url).finally(() => this.#fetching.delete(url))
      this.#fetching.set(url, job)
      await job
      onProgress?.(++done, missing.length)
    })
    if (missing.length > 0) await this.#saveList()
  }

  /** The same, but does not wait once it is `tooLate`: what is missing then is known later. */
  async ensureUntil(tooLate: AbortSignal, urls: readonly string[]): Promise<void> {
    const job = this.ensure(urls)
    if (urls.every((url) => this.#isDecided(url))) return job
    const { promise, resolve } = Promise.withResolvers<'late'>()
    const onAbort = () => resolve('late')
    if (tooLate.aborted) onAbort()
    tooLate.addEventListener('abort', onAbort)
    const late = await Promise.race([promise, job])
    tooLate.removeEventListener('abort', onAbort)
    if (late) {
      job.then(this.#onChange, (error: unknown) =>
        this.#report(`pictures cannot be stored: ${messageOf(error)}`),
      )
    }
  }

  /** Whether a copy is made, by its file name (`<key>-<width>.avif`, `<key>-share-50-50.jpg` …). */
  hasCopy(file: string): boolean {
    return this.#copier.has(file)
  }

  /** The bytes of a copy, made on first use. */
  async readCopy(file: string): Promise<Uint8Array> {
    await this.#copier.copy([file])
    return readFile(join(this.#folder, file))
  }

  /**
   * Makes copies of the picture `key` that pages name already. False when one cannot be made, for which the picture is
   * refused. Throws for a passing reason.
   */
  async copyNamed(key: string, files: readonly string[], priority: 'high' | 'low'): Promise<boolean> {
    if (!this.#isKnown(key)) return false
    try {
      await (priority === 'high' ? this.#copier.copy(files) : this.#copier.copyInBackground(files))
      return true
    } catch (error) {
      if (isTransient(error)) throw error
      await this.#refuse(key, refusalReason(error))
      return false
    }
  }

  /** Makes all copies of a picture before a page names them, those that take long when nothing else is to be done. */
  async copyAll(url: string): Promise<void> {
    await this.ensure([url])
    const picture = this.#known.get(url)
    if (!picture) return
    const files = pictureFiles(picture)
    await this.#copier.copy(files.filter((file) => !file.endsWith('.avif')))
    await this.#copier.copyInBackground(files)
  }

  /** Removes old files of pictures that were not asked for since the store was opened, and what a crash left. */
  async removeUnused(): Promise<void> {
    for (const url of this.#unasked) {
      this.#known.delete(url)
      this.#refused.delete(url)
    }
    this.#unasked.clear()
    if (!existsSync(this.#folder)) return
    const used = new Set(this.#known.values().map(({ key }) => key))
    const oldest = Date.now() - MAX_UNUSED_MS
    for await (const { name } of await opendir(this.#folder)) {
      const [, key] = /^([0-9a-f]{16})(?:-|$)/.exec(name) ?? []
      if (key === undefined ? !name.endsWith('.tmp') : used.has(key)) continue
      const file = join(this.#folder, name)
      // Looked at and removed in one go: it may be fetched again in the next moment.
      const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
      if (mtimeMs < oldest && !(key && (this.#checking.has(key) || this.#isKnown(key)))) rmSync(file)
    }
  }

  /** Where a picture draws the eye. Keeps nothing of it. Throws when it cannot be fetched or read. */
  async proposeFocus(url: string): Promise<Focus> {
    const bytes = await fetchPicture(url)
    checkFormat(bytes)
    return this.#copier.findFocus(bytes)
  }

  /** Ends the processes that copy pictures. */
  stop(): void {
    this.#isStopped = true
    this.#copier.stop()
  }

  /** Whether a picture is known or refused. */
  #isDecided(url: string): boolean {
    return this.#known.has(url) || this.#refused.has(url)
  }

  #isKnown(key: string): boolean {
    return this.#known.values().some((picture) => picture.key === key)
  }

  async #tryToFetch(url: string): Promise<void> {
    try {
      await this.#fetch(url)
      this.#failedFetches.delete(url)
    } catch (error) {
      if (isTransient(error)) this.#failedFetches.add(url)
      else this.#failedFetches.delete(url)
      if (error instanceof RefusedError) this.#refused.set(url, error.message)
      this.#report(`picture ${url} ${messageOf(error)}; its original is linked instead`)
    }
  }

  async #fetch(url: string): Promise<void> {
    const bytes = await fetchPicture(url)
    checkFile(bytes)
    const key = keyOf(bytes)
    const job = this.#checking.get(key) ?? this.#check(key, bytes).finally(() => this.#checking.delete(key))
    this.#checking.set(key, job)
    this.#known.set(url, await job)
  }

  async #check(key: string, bytes: Buffer): Promise<PictureFile> {
    const original = join(this.#folder, key)
    if (!existsSync(original)) await writeFileAtomic(original, bytes)
    try {
      const picture = { key, ...(await this.#copier.measure(original)) }
      checkSize(picture)
      // Before any page names them, so that no page names one that cannot be made.
      if (!this.#copiesLater) await this.#copier.copy(pageCopies(picture))
      return picture
    } catch (error) {
      if (isTransient(error)) throw error
      if (!this.#isKnown(key)) await rm(original, { force: true })
      throw new RefusedError(refusalReason(error))
    }
  }

  async #restoreOriginal(key: string): Promise<void> {
    for (const [url, picture] of this.#known) {
      if (picture.key !== key) continue
      const bytes = await fetchPicture(url)
      if (keyOf(bytes) === key) return writeFileAtomic(join(this.#folder, key), bytes)
    }
  }

  /** Lists a known picture as refused. */
  async #refuse(key: string, reason: string): Promise<void> {
    for (const [url, picture] of this.#known) {
      if (picture.key !== key) continue
      this.#known.delete(url)
      this.#refused.set(url, reason)
      this.#unasked.delete(url)
      this.#report(`picture ${url} ${reason}; its original is linked instead`)
    }
    this.#onChange()
    await this.#saveList()
  }

  async #saveList(): Promise<void> {
    const isAsked = ([url]: readonly [string, unknown]) => !this.#unasked.has(url)
    const list: StoredList = {
      version: COPIES_VERSION,
      pictures: [...this.#known].filter(isAsked),
      refused: [...this.#refused].filter(isAsked),
    }
    await writeFileAtomic(listFileIn(this.#folder), JSON.stringify(list))
  }
}

/** The key of a picture, a hash: pictures of the same bytes are one. */
function keyOf(bytes: Buffer): string {
  return createHash('sha256').update(`${COPIES_VERSION} `).update(bytes).digest('hex').slice(0, 16)
}

/** The copies that every page with the picture names. */
function pageCopies(picture: PictureFile): string[] {
  return pictureFiles(picture).filter((file) => parseCopyName(file)?.format !== 'jpg')
}

interface KnownPictures {
  pictures: [url: string, picture: PictureFile][]
  refused: [url: string, reason: string][]
}

type StoredList = KnownPictures & { version: number }

const listFileIn = (folder: string): string => join(folder, 'known.json')

async function readList(file: string): Promise<KnownPictures> {
  try {
    const { version, pictures, refused = [] } = JSON.parse(await readFile(file, 'utf8')) as StoredList
    // Without their colours, which earlier versions did not read, pictures are read again; their copies stay.
    const known = pictures.filter(([, { colours }]) => colours !== undefined)
    if (version === COPIES_VERSION) return { pictures: known, refused }
  } catch {
    // No list, or a broken one: all pictures are fetched again.
  }
  return { pictures: [], refused: [] }
}
