import { parseCopyName } from '../../content/pictures.ts'
import { forEachLimit } from '../../node/for-each-limit.ts'
import { type Report, messageOf, reportProgress } from '../../node/report.ts'
import type { SiteFolder } from '../folder/dist-folder.ts'
import type { PictureStore } from './store.ts'

/** How soon copies that failed for a passing reason are tried again. */
const RETRY_MS = 30_000
const PROGRESS_MS = 10_000

/** The written pages on record. */
interface PageRecords {
  /** How many pages name each copy, by its file name. */
  pictureUses(): Promise<Iterable<readonly [string, number]>>
  /** Has the pages that name one of the copies rendered again. */
  invalidateNaming(copies: readonly string[]): Promise<unknown>
}

interface SitePicturesOptions {
  site: Pick<SiteFolder, 'files' | 'write' | 'remove'>
  renderer: PageRecords
  store: Pick<PictureStore, 'has' | 'read' | 'makeNamed'>
  /** Whether pages may be written before the copies that they name, which follow on request and in the background. */
  copiesLater: boolean
  report: Report
}

export type SitePictures = Awaited<ReturnType<typeof openSitePictures>>

/**
 * The copies of pictures in the site folder: which of them pages name, and which of those are not there yet. Copies that
 * an earlier process left out are made later, too; without `copiesLater`, the pages that name them are rendered again.
 */
export async function openSitePictures(options: SitePicturesOptions) {
  const { site, renderer, store, copiesLater, report } = options
  /** How many pages name a copy, by its file name. */
  const uses = new Map<string, number>()
  /** The named copies that are not in the folder, by the key of their picture. */
  const missing = new Map<string, Set<string>>()
  /** The pictures with copies to be made in the background, first those of the last build. */
  let waiting: string[] = []
  const added = new Set<string>()
  let copying: Promise<void> | null = null
  let failure: Error | null = null
  let retryTimer: NodeJS.Timeout | undefined
  let isStopped = false

  const present = new Set(await site.files())
  const absent: string[] = []
  for (const [file, pages] of await renderer.pictureUses()) {
    uses.set(file, pages)
    if (present.has(pathOf(file))) continue
    addMissing(file)
    absent.push(file)
  }
  if (!copiesLater && absent.length > 0) await renderer.invalidateNaming(absent)

  function count(file: string, by: number): void {
    uses.set(file, (uses.get(file) ?? 0) + by)
  }

  function addMissing(file: string): void {
    const key = keyOf(file)
    missing.set(key, (missing.get(key) ?? new Set()).add(file))
    added.add(key)
  }

  function removeMissing(file: string): void {
    const files = missing.get(keyOf(file))
    files?.delete(file)
    if (files?.size === 0) missing.delete(keyOf(file))
  }

  const isMissing = (file: string): boolean => missing.get(keyOf(file))?.has(file) ?? false

  async function write(file: string): Promise<void> {
    await site.write(pathOf(file), await store.read(file))
    removeMissing(file)
  }

  /** Writes a copy that a page named when it was begun: the last such page may have gone meanwhile. */
  async function writeLate(file: string): Promise<void> {
    await write(file)
    if (!uses.has(file)) await site.remove(pathOf(file))
  }

  async function copyWaiting(): Promise<void> {
    const onProgress = reportProgress(report, 'copying pictures', PROGRESS_MS)
    let done = 0
    for (;;) {
      const key = waiting[0]
      if (key === undefined || isStopped) return
      const files = [...(missing.get(key) ?? [])]
      // To the end: should it fail, the others go first when it is tried again.
      waiting = [...waiting.filter((other) => other !== key), key]
      // A picture that is refused has its pages rendered again without it.
      if (files.length > 0 && (await store.makeNamed(key, files, 'low')))
        for (const file of files) await writeLate(file)
      waiting = waiting.filter((other) => other !== key)
      onProgress(++done, done + waiting.length)
    }
  }

  function start(): void {
    if (isStopped || copying !== null || waiting.length === 0) return
    clearTimeout(retryTimer)
    copying = copyWaiting()
      .then(
        () => {
          failure = null
        },
        (error: unknown) => {
          if (isStopped) return
          failure = error instanceof Error ? error : new Error(String(error))
          report(`pictures cannot be copied, it is tried again: ${messageOf(error)}`)
          retryTimer = setTimeout(start, RETRY_MS).unref()
        },
      )
      .finally(() => (copying = null))
  }

  return {
    /** Puts copies into the folder for a page that is about to be written, or notes that they are to follow. */
    async provide(files: Iterable<string>): Promise<void> {
      await forEachLimit(files, 2, async (file) => {
        const isNamed = uses.has(file)
        if (!isNamed || isMissing(file)) {
          // Of those that other pages name, the missing ones are being made already.
          if (copiesLater && (isNamed || !store.has(file))) addMissing(file)
          else await write(file)
        }
        // In use from now on, though no written page counts yet: another page does not write it again.
        count(file, 0)
      })
    },
    /** Counts the copies that a written page names, in place of those that it named before. */
    replace(before: readonly string[], after: readonly string[]): void {
      for (const file of after) count(file, 1)
      for (const file of before) count(file, -1)
    },
    /** Removes the copies that no page names any more. */
    async removeUnused(): Promise<void> {
      for (const [file, pages] of uses) {
        if (pages > 0) continue
        uses.delete(file)
        removeMissing(file)
        await site.remove(pathOf(file))
      }
    },
    /** The named copies, as files of the site folder. */
    files: (): string[] => Array.from(uses.keys(), pathOf),
    /** Makes what is missing in the background. */
    copyMissing(): void {
      waiting = [...added, ...waiting.filter((key) => !added.has(key))]
      added.clear()
      start()
    },
    /** Makes a missing copy now. False when no page names it, or it cannot be made. Throws for a passing reason. */
    async make(file: string): Promise<boolean> {
      if (isStopped) throw new Error('the publisher has stopped')
      if (!uses.has(file)) return false
      if (isMissing(file)) {
        if (!(await store.makeNamed(keyOf(file), [file], 'high'))) return false
        await writeLate(file)
      }
      return true
    },
    /** Resolves when nothing is copied, with whether anything was. Rejects with the last failure while a retry waits. */
    async idle(): Promise<boolean> {
      const wasCopying = copying !== null
      while (copying !== null) await copying
      if (failure !== null) throw failure
      return wasCopying
    },
    /** Resolves when the copy that is being made is over, or given up. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(retryTimer)
      await copying
    },
  }
}

const keyOf = (file: string): string => parseCopyName(file)?.key ?? ''

const pathOf = (file: string): string => `_images/${file}`
