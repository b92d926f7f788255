import { createHash } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { opendir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type PictureFile,
  type PictureIndex,
  parseCopyName,
  pictureFiles,
} from '../../content/pictures/pictures.ts'
import type { SkippedRow } from '../../content/rows.ts'
import type { Focus } from '../../domain/media/focus.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type OnProgress, type Report, messageOf } from '../../node/report.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import {
  OLD_TIME_REASON,
  RefusedError,
  checkFile,
  checkFormat,
  checkSize,
  isTooSlow,
  isTransient,
  refusalReason,
} from './check.ts'
import { PictureCopier } from './copy.ts'
import { type PictureStorage, fetchPicture } from './fetch.ts'
import { xmpFileOf } from './xmp-file.ts'

/** Increase it when copies are made in another way: pictures get other keys then, and their copies are made again. */
const COPIES_VERSION = 3
const FETCHES_AT_ONCE = 4
/** How long the files of a picture that is not in use stay: it may be of a story that is not published yet. */
const MAX_UNUSED_MS = 30 * 24 * 60 * 60_000

/** When a picture that took too long is tried again. */
const SLOW_RETRY_MS = 60 * 60_000

/** The address of a picture, and the XMP of its copies (null: none). */
export type WantedPicture = readonly [url: string, xmp: string | null]

interface PictureStoreOptions {
  storage: PictureStorage
  /** True: a picture is known once it was read to its end. False: only when the copies that pages name are made. */
  copiesLater?: boolean
  /** Called when a picture is known that `ensureUntil` did not wait for, or a known one is refused. */
  onChange?: () => void
}

/**
 * Cache in a folder of original pictures and their resized copies, by a hash of the original and of the XMP that its
 * copies get, so that no picture is resized twice. A file lists the known pictures, without the ones not asked for since
 * the store was opened; a picture that is not listed is fetched again. So the first call of `ensure` has to name all
 * pictures in use.
 */
export class PictureStore {
  readonly #folder: string
  readonly #report: Report
  readonly #copiesLater: boolean
  readonly #onChange: () => void
  readonly #storage: PictureStorage
  readonly #known: Map<string, PictureFile>
  /** Why pictures are not copied, by URL. They are not tried again; after too long a time they are once a timer ends. */
  readonly #refused: Map<string, string>
  readonly #slow = new Map<string, NodeJS.Timeout>()
  /** The pictures of the list that were not asked for since the store was opened. */
  readonly #unasked: Set<string>
  readonly #failedFetches = new Map<string, string | null>()
  /** Digests of the XMP in the copies of pictures, by URL: of known pictures, and as last asked for. */
  readonly #knownXmp: Map<string, string>
  readonly #wantedXmp: Map<string, string>
  /** The URLs that `ensure` was called with. */
  readonly #shown = new Set<string>()
  /** The pictures being fetched, by URL and XMP, and those being checked, by key: several URLs may have the same file. */
  readonly #fetching = new Map<string, Promise<void>>()
  readonly #checking = new Map<string, Promise<PictureFile>>()
  /** What `ensureUntil` did not wait for. */
  readonly #late = new Set<Promise<void>>()
  readonly #copier: PictureCopier
  #isStopped = false

  private constructor(folder: string, list: KnownPictures, report: Report, options: PictureStoreOptions) {
    this.#folder = folder
    this.#report = report
    this.#copiesLater = options.copiesLater ?? false
    this.#onChange = options.onChange ?? (() => undefined)
    this.#storage = options.storage
    this.#known = new Map(list.pictures.map(([url, picture]) => [url, picture]))
    this.#knownXmp = new Map(list.pictures.map(([url, , xmp = '']) => [url, xmp]))
    this.#wantedXmp = new Map(this.#knownXmp)
    this.#refused = new Map(list.refused)
    this.#unasked = new Set([...this.#known.keys(), ...this.#refused.keys()])
    this.#copier = new PictureCopier(folder, (key) => this.#restoreOriginal(key))
  }

  static async open(folder: string, report: Report, options: PictureStoreOptions): Promise<PictureStore> {
    return new PictureStore(folder, await readList(listFileIn(folder)), report, options)
  }

  /** Key and size of each known picture by URL. */
  get index(): PictureIndex {
    return this.#known
  }

  /** Pictures that failed for a passing reason (the storage did not answer, the disk was full): worth another `ensure`. */
  get failedFetches(): ReadonlyMap<string, string | null> {
    return this.#failedFetches
  }

  /** The pictures that were asked for and are never copied. */
  refused(): SkippedRow[] {
    return Array.from(this.#refused, ([id, reason]) => ({ entity: 'picture', id, reason })).filter(
      ({ id }) => !this.#unasked.has(id),
    )
  }

  /** Fetches, checks and copies the pictures not known yet. One that cannot be is skipped and reported. */
  async ensure(pictures: Iterable<WantedPicture>, onProgress?: OnProgress): Promise<void> {
    const asked = [...new Map(pictures)]
    for (const [url] of asked) this.#shown.add(url)
    await this.#ensure(asked, onProgress)
  }

  async #ensure(asked: readonly WantedPicture[], onProgress?: OnProgress): Promise<void> {
    for (const [url, xmp] of asked) {
      this.#unasked.delete(url)
      this.#wantedXmp.set(url, digestOf(xmp))
    }
    const missing = asked.filter((picture) => !this.#isDecided(picture))
    let done = 0
    await forEachLimit(missing, FETCHES_AT_ONCE, async (picture) => {
      if (this.#isStopped) return
      const name = picture.join(' ')
      const job =
        this.#fetching.get(name) ?? this.#tryToFetch(picture).finally(() => this.#fetching.delete(name))
      this.#fetching.set(name, job)
      await job
      onProgress?.(++done, missing.length)
    })
    if (missing.length > 0) await this.#saveList()
  }

  /** Whether each of these pictures is known or refused. */
  areDecided(pictures: readonly WantedPicture[]): boolean {
    return pictures.every((picture) => this.#isDecided(picture))
  }

  /** As `ensure`, but does not wait once it is `tooLate`: what is missing then is known later. */
  async ensureUntil(tooLate: AbortSignal, pictures: readonly WantedPicture[]): Promise<void> {
    const job = this.ensure(pictures)
    if (this.areDecided(pictures)) return job
    const { promise, resolve } = Promise.withResolvers<'late'>()
    const onAbort = () => resolve('late')
    if (tooLate.aborted) onAbort()
    tooLate.addEventListener('abort', onAbort)
    const late = await Promise.race([promise, job])
    tooLate.removeEventListener('abort', onAbort)
    if (late) {
      const reported = job
        .then(this.#onChange, (error: unknown) =>
          this.#report(`pictures cannot be stored: ${messageOf(error)}`),
        )
        .finally(() => this.#late.delete(reported))
      this.#late.add(reported)
    }
  }

  /** Resolves when the pictures that `ensureUntil` did not wait for are decided, with whether there were any. */
  async lateDecided(): Promise<boolean> {
    const late = [...this.#late]
    await Promise.all(late)
    return late.length > 0
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
      await this.#refuse(key, refusalReason(error), isTooSlow(error))
      return false
    }
  }

  /**
   * A copy that no page names, for a preview: it, or the WebP copy in place of an AVIF one that is not made yet, which takes
   * ten times as long. Null when the picture is not known or cannot be copied.
   */
  async copyAhead(file: string): Promise<{ file: string; bytes: Uint8Array } | null> {
    const made = this.hasCopy(file) ? file : file.replace(/\.avif$/, '.webp')
    const key = parseCopyName(made)?.key
    if (key === undefined || !(await this.copyNamed(key, [made], 'high'))) return null
    return { file: made, bytes: await this.readCopy(made) }
  }

  /**
   * Makes all copies of a picture before a page names them; slow ones when there is nothing else to do. The XMP of a page's
   * copies is given to `ensure`.
   */
  async copyAll([url, xmp]: WantedPicture): Promise<void> {
    if (this.#shown.has(url) && this.#wantedXmp.get(url) !== digestOf(xmp)) return
    await this.#ensure([[url, xmp]])
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
      this.#knownXmp.delete(url)
      this.#wantedXmp.delete(url)
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
    const bytes = await fetchPicture(url, this.#storage)
    checkFormat(bytes)
    return this.#copier.findFocus(bytes)
  }

  /** Ends the processes that copy pictures. */
  stop(): void {
    this.#isStopped = true
    for (const timer of this.#slow.values()) clearTimeout(timer)
    this.#copier.stop()
  }

  /** Whether a picture is known with this XMP, or refused. */
  #isDecided([url, xmp]: WantedPicture): boolean {
    return (this.#known.has(url) && this.#knownXmp.get(url) === digestOf(xmp)) || this.#refused.has(url)
  }

  #isKnown(key: string): boolean {
    return this.#known.values().some((picture) => picture.key === key)
  }

  async #tryToFetch([url, xmp]: WantedPicture): Promise<void> {
    try {
      await this.#fetch([url, xmp])
      this.#failedFetches.delete(url)
    } catch (error) {
      if (isTransient(error)) this.#failedFetches.set(url, xmp)
      else this.#failedFetches.delete(url)
      if (error instanceof RefusedError) this.#addRefused([url, xmp], error.message, isTooSlow(error))
      this.#report(`picture ${url} ${messageOf(error)}; its original is linked instead`)
    }
  }

  async #fetch([url, xmp]: WantedPicture): Promise<void> {
    const bytes = (await this.#readOriginal(url)) ?? (await fetchPicture(url, this.#storage))
    checkFile(bytes)
    const key = keyOf(bytes, xmp)
    const job =
      this.#checking.get(key) ?? this.#check(key, bytes, xmp).finally(() => this.#checking.delete(key))
    this.#checking.set(key, job)
    const picture = await job
    // Other rights were asked for meanwhile.
    if (this.#wantedXmp.get(url) !== digestOf(xmp)) return
    this.#known.set(url, picture)
    this.#knownXmp.set(url, digestOf(xmp))
  }

  /** The original of a picture that is known with another XMP; the bytes at an address never change. */
  async #readOriginal(url: string): Promise<Buffer | null> {
    const key = this.#known.get(url)?.key
    return key === undefined ? null : readFile(join(this.#folder, key)).catch(() => null)
  }

  async #check(key: string, bytes: Buffer, xmp: string | null): Promise<PictureFile> {
    const original = join(this.#folder, key)
    if (xmp !== null) await writeFileAtomic(xmpFileOf(original), xmp)
    if (!existsSync(original)) await writeFileAtomic(original, bytes)
    try {
      const picture = { key, ...(await this.#copier.measure(original)) }
      checkSize(picture)
      // Before any page names them, so that no page names one that cannot be made.
      if (!this.#copiesLater) await this.#copier.copy(pageCopies(picture))
      return picture
    } catch (error) {
      if (isTransient(error)) throw error
      if (!this.#isKnown(key)) {
        await rm(original, { force: true })
        await rm(xmpFileOf(original), { force: true })
      }
      throw new RefusedError(refusalReason(error), { cause: error })
    }
  }

  #addRefused([url, xmp]: WantedPicture, reason: string, isSlow: boolean): void {
    this.#refused.set(url, reason)
    if (!isSlow) return
    const tryAgain = () => {
      this.#slow.delete(url)
      if (!this.#refused.delete(url)) return
      this.#failedFetches.set(url, xmp)
      this.#onChange()
    }
    clearTimeout(this.#slow.get(url))
    this.#slow.set(url, setTimeout(tryAgain, SLOW_RETRY_MS).unref())
  }

  async #restoreOriginal(key: string): Promise<void> {
    for (const [url, picture] of this.#known) {
      if (picture.key !== key) continue
      const bytes = await fetchPicture(url, this.#storage)
      const original = join(this.#folder, key)
      const xmp = await readFile(xmpFileOf(original), 'utf8').catch(() => null)
      if (keyOf(bytes, xmp) === key) return writeFileAtomic(original, bytes)
    }
  }

  /** Lists a known picture as refused. */
  async #refuse(key: string, reason: string, isSlow: boolean): Promise<void> {
    const xmp = await readFile(xmpFileOf(join(this.#folder, key)), 'utf8').catch(() => null)
    for (const [url, picture] of this.#known) {
      if (picture.key !== key) continue
      this.#known.delete(url)
      this.#addRefused([url, xmp], reason, isSlow)
      this.#unasked.delete(url)
      this.#report(`picture ${url} ${reason}; its original is linked instead`)
    }
    this.#onChange()
    await this.#saveList()
  }

  async #saveList(): Promise<void> {
    const isAsked = ([url]: readonly [string, ...unknown[]]) => !this.#unasked.has(url)
    const list: StoredList = {
      version: COPIES_VERSION,
      pictures: Array.from(
        this.#known,
        ([url, picture]) => [url, picture, this.#knownXmp.get(url) ?? ''] as const,
      ).filter(isAsked),
      refused: [...this.#refused].filter((entry) => isAsked(entry) && !this.#slow.has(entry[0])),
    }
    await writeFileAtomic(listFileIn(this.#folder), JSON.stringify(list))
  }
}

/** The key of a picture, a hash: pictures of the same bytes and XMP are one. */
function keyOf(bytes: Buffer, xmp: string | null): string {
  const hash = createHash('sha256').update(`${COPIES_VERSION} `).update(bytes)
  return hash
    .update(xmp ?? '')
    .digest('hex')
    .slice(0, 16)
}

/** The copies that every page with the picture names. */
function pageCopies(picture: PictureFile): string[] {
  return pictureFiles(picture).filter((file) => parseCopyName(file)?.format !== 'jpg')
}

/** Digest of an XMP text; '' for none. */
function digestOf(xmp: string | null): string {
  return xmp === null ? '' : createHash('sha256').update(xmp).digest('hex').slice(0, 16)
}

/** `xmp` is the digest of the XMP of its copies. */
interface KnownPictures {
  pictures: (readonly [url: string, picture: PictureFile, xmp?: string])[]
  refused: [url: string, reason: string][]
}

type StoredList = KnownPictures & { version: number }

const listFileIn = (folder: string): string => join(folder, 'known.json')

async function readList(file: string): Promise<KnownPictures> {
  try {
    const { version, pictures, refused = [] } = JSON.parse(await readFile(file, 'utf8')) as StoredList
    // Pictures of earlier versions, which read other colours of them or none, are read again; their copies stay.
    const known = pictures.filter(([, { colours }]) => Array.isArray(colours))
    const refusedForGood = refused.filter(([, reason]) => !OLD_TIME_REASON.test(reason))
    if (version === COPIES_VERSION) return { pictures: known, refused: refusedForGood }
  } catch {
    // No list, or a broken one: all pictures are fetched again.
  }
  return { pictures: [], refused: [] }
}
