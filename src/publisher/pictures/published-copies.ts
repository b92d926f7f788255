import { errorMessage } from '../../backend/error-message.ts'
import { parseCopyName } from '../../content/pictures/pictures.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type Report, messageOf, reportProgress } from '../../node/report.ts'
import type { DistFolder } from '../folder/dist-folder.ts'
import type { PictureStore } from './store.ts'

/** How soon copies that failed for a passing reason are tried again. */
const RETRY_MS = 30_000
const PROGRESS_MS = 10_000

/** Copies up to this width are what most screens ask for: those of telephones, and of others where pictures stand in columns. */
const MAX_USUAL_WIDTH = 1_200

/** Whether few wait for a copy: an AVIF one, in whose place the WebP one is shown, and one that is printed. */
const isLater = (file: string): boolean => /(?:\.avif|-print\.jpg)$/.test(file)
const isWide = (file: string): boolean => {
  const copy = parseCopyName(file)
  return copy !== null && 'width' in copy && copy.width > MAX_USUAL_WIDTH
}

/**
 * What is made in the background, one after the other for all pictures: first what every browser shows and takes a tenth of
 * the time, and of each format the widths that most readers ask for. The last has what is left.
 */
const STEPS: readonly [what: string, isWanted: (file: string) => boolean][] = [
  ['copying pictures', (file) => !isLater(file) && !isWide(file)],
  ['copying pictures for large screens', (file) => !isLater(file)],
  ['copying pictures to smaller files', (file) => !isWide(file)],
  ['copying pictures for large screens to smaller files', () => true],
]

/** The written pages on record. */
interface PageRecords {
  /** How many pages name each copy, by its file name. */
  pictureUses(): Promise<Iterable<readonly [string, number]>>
  /** Requests a new rendering of the pages that name one of the copies. */
  invalidateNaming(copies: readonly string[]): Promise<unknown>
}

interface PublishedCopiesOptions {
  folder: Pick<DistFolder, 'files' | 'write' | 'remove'>
  records: PageRecords
  store: Pick<PictureStore, 'hasCopy' | 'readCopy' | 'copyNamed'>
  /** Whether pages may be written before the copies that they name, which follow on request and in the background. */
  copiesLater: boolean
  report: Report
}

/**
 * The copies of pictures in the folder that readers are served from: which of them pages name, and which of those are
 * not there yet. Copies that an earlier process did not make are made later, too; without `copiesLater`, the pages that
 * name them are rendered again.
 */
export class PublishedCopies {
  readonly #options: PublishedCopiesOptions
  /** How many pages name a copy, by its file name. */
  readonly #uses = new Map<string, number>()
  /** The named copies that are not in the folder, by the key of their picture. */
  readonly #missing = new Map<string, Set<string>>()
  /** The keys of pictures with copies to make in the background, the last build's first. */
  #queue: string[] = []
  /** The pictures whose copies are missing since the last build. */
  readonly #added = new Set<string>()
  #copying: Promise<void> | null = null
  #failure: Error | null = null
  #retryTimer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(options: PublishedCopiesOptions) {
    this.#options = options
  }

  static async open(options: PublishedCopiesOptions): Promise<PublishedCopies> {
    const copies = new PublishedCopies(options)
    await copies.#read()
    return copies
  }

  /** Puts copies into the folder for a page that is about to be written, or notes that they are to follow. */
  async addFor(files: Iterable<string>): Promise<void> {
    const { copiesLater, store } = this.#options
    await forEachLimit(files, 2, async (file) => {
      const isNamed = this.#uses.has(file)
      if (!isNamed || this.#isMissing(file)) {
        // The missing ones that other pages name are being copied already.
        if (copiesLater && (isNamed || !store.hasCopy(file))) this.#addMissing(file)
        else await this.#write(file)
      }
      // The copy is in use from now on, though no written page names it yet: another page does not write it again.
      this.#count(file, 0)
    })
  }

  /** Counts the copies that a written page names, in place of the ones that it named before. */
  replace(before: readonly string[], after: readonly string[]): void {
    for (const file of after) this.#count(file, 1)
    for (const file of before) this.#count(file, -1)
  }

  /** Removes the copies that no page names any more. */
  async removeUnused(): Promise<void> {
    for (const [file, pages] of this.#uses) {
      if (pages > 0) continue
      this.#uses.delete(file)
      this.#removeMissing(file)
      await this.#options.folder.remove(pathOf(file))
    }
  }

  /** The named copies, as files of the folder. */
  files(): string[] {
    return Array.from(this.#uses.keys(), pathOf)
  }

  /** Copies what is missing in the background. */
  copyMissing(): void {
    this.#queue = [...this.#added, ...this.#queue.filter((key) => !this.#added.has(key))]
    this.#added.clear()
    this.#startCopying()
  }

  /**
   * Makes a missing copy now, or the WebP copy in place of an AVIF one, which takes ten times as long and follows in the
   * background. Returns the copy to show; null when no page names it, or it cannot be made. Throws for a passing reason.
   */
  async copyNow(file: string): Promise<string | null> {
    if (this.#isStopped) throw new Error('the publisher has stopped')
    if (!this.#uses.has(file)) return null
    if (!this.#isMissing(file)) return file
    const webp = file.replace(/\.avif$/, '.webp')
    if (webp !== file && this.#uses.has(webp)) return this.copyNow(webp)
    if (!(await this.#options.store.copyNamed(keyOf(file), [file], 'high'))) return null
    await this.#writeLate(file)
    return file
  }

  /** How many copies are not made. */
  get left(): number {
    return this.#missing.values().reduce((sum, files) => sum + files.size, 0)
  }

  /** Resolves when nothing is copied, with whether anything was. Rejects with the last failure while a retry waits. */
  async idle(): Promise<boolean> {
    const wasCopying = this.#copying !== null
    while (this.#copying !== null) await this.#copying
    if (this.#failure !== null) throw this.#failure
    return wasCopying
  }

  /** Resolves when the copy that is being made is over, or aborted. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retryTimer)
    await this.#copying
  }

  async #read(): Promise<void> {
    const { folder, records, copiesLater } = this.#options
    const present = new Set(await folder.files())
    const absent: string[] = []
    for (const [file, pages] of await records.pictureUses()) {
      this.#uses.set(file, pages)
      if (present.has(pathOf(file))) continue
      this.#addMissing(file)
      absent.push(file)
    }
    if (!copiesLater && absent.length > 0) await records.invalidateNaming(absent)
  }

  #count(file: string, by: number): void {
    this.#uses.set(file, (this.#uses.get(file) ?? 0) + by)
  }

  #addMissing(file: string): void {
    const key = keyOf(file)
    this.#missing.set(key, (this.#missing.get(key) ?? new Set()).add(file))
    this.#added.add(key)
  }

  #removeMissing(file: string): void {
    const files = this.#missing.get(keyOf(file))
    files?.delete(file)
    if (files?.size === 0) this.#missing.delete(keyOf(file))
  }

  #isMissing(file: string): boolean {
    return this.#missing.get(keyOf(file))?.has(file) ?? false
  }

  async #write(file: string): Promise<void> {
    const { folder, store } = this.#options
    await folder.write(pathOf(file), await store.readCopy(file))
    this.#removeMissing(file)
  }

  /** Writes a copy that a page named when it was begun: the last such page may have been removed meanwhile. */
  async #writeLate(file: string): Promise<void> {
    await this.#write(file)
    if (!this.#uses.has(file)) await this.#options.folder.remove(pathOf(file))
  }

  #startCopying(): void {
    if (this.#isStopped || this.#copying !== null || this.#queue.length === 0) return
    clearTimeout(this.#retryTimer)
    this.#copying = this.#copyQueue()
      .then(
        () => {
          this.#failure = null
        },
        (error: unknown) => {
          if (this.#isStopped) return
          this.#failure = error instanceof Error ? error : new Error(errorMessage(error))
          this.#options.report(`pictures cannot be copied, it is tried again: ${messageOf(error)}`)
          this.#retryTimer = setTimeout(() => this.#startCopying(), RETRY_MS).unref()
        },
      )
      .finally(() => (this.#copying = null))
  }

  async #copyQueue(): Promise<void> {
    for (const [what, isWanted] of STEPS) await this.#copyAll(what, isWanted)
  }

  async #copyAll(what: string, isWanted: (file: string) => boolean): Promise<void> {
    const onProgress = reportProgress(this.#options.report, what, PROGRESS_MS)
    const wantedOf = (key: string) => [...(this.#missing.get(key) ?? [])].filter(isWanted)
    const refused = new Set<string>()
    const isLeft = (key: string) => !refused.has(key) && wantedOf(key).length > 0
    for (let done = 0; ;) {
      const key = this.#queue.find(isLeft)
      if (key === undefined || this.#isStopped) return
      const files = wantedOf(key)
      // A picture that is refused has its pages rendered again without it.
      // Moved to the back of the queue: should it fail, the others go first when it is tried again.
      this.#dequeue(key)
      this.#queue.push(key)
      if (await this.#options.store.copyNamed(key, files, 'low')) {
        for (const file of files) await this.#writeLate(file)
      } else refused.add(key)
      if (refused.has(key) || !this.#missing.has(key)) this.#dequeue(key)
      onProgress(++done, done + this.#queue.filter(isLeft).length)
    }
  }

  #dequeue(key: string): void {
    this.#queue = this.#queue.filter((other) => other !== key)
  }
}

const keyOf = (file: string): string => parseCopyName(file)?.key ?? ''

const pathOf = (file: string): string => `_images/${file}`
