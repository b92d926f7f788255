import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type PictureFile, parseCopyName } from '../../content/pictures/pictures.ts'
import type { Focus } from '../../domain/media/focus.ts'
import { OverBudgetError, ProcessEndedError, WorkerPool, WorkerProcess } from '../../node/worker-process.ts'
import type { PictureTasks } from './picture-process.ts'

/** How much of the processor one copy of a picture may take, and anything else that is done with one. */
const MAX_COPY_MS = 60_000
/** Each process may take more than a GB of memory. */
const MAX_PROCESSES = 4
const PROCESS = {
  file: join(import.meta.dirname, 'picture-process.ts'),
  /** The memory of JavaScript; the pictures themselves are held outside of it. */
  maxHeapMb: 256,
  /** Starting one takes some 0.3 s. */
  maxIdleMs: 5_000,
}

/**
 * Makes the copies of pictures in `folder`, which holds the original of each under its key. Works in processes of their
 * own (picture-process.ts), and makes each copy once for all callers that wait for it.
 */
export class PictureCopier {
  readonly #folder: string
  readonly #restoreOriginal: (key: string) => Promise<void>
  readonly #workers = new WorkerPool<PictureTasks>(
    PROCESS,
    Math.max(2, Math.min(MAX_PROCESSES, availableParallelism())),
  )
  readonly #background = new WorkerProcess<PictureTasks>({ ...PROCESS, hasLowPriority: true })
  /** What is being copied, by file name. */
  readonly #running = new Map<string, Promise<void>>()
  #isStopped = false

  /** `restoreOriginal` puts the original of a picture back that is no longer there. */
  constructor(folder: string, restoreOriginal: (key: string) => Promise<void>) {
    this.#folder = folder
    this.#restoreOriginal = restoreOriginal
  }

  /** Whether a copy is made. */
  has(file: string): boolean {
    return existsSync(join(this.#folder, file))
  }

  /** Makes copies of one picture, unless they are there. */
  async copy(files: readonly string[]): Promise<void> {
    const missing = files.filter((file) => !this.has(file))
    const unmade = missing.filter((file) => !this.#running.has(file))
    if (unmade.length > 0) {
      const job = this.#restoreOriginalOf(unmade)
        .then(() => this.#copyWith(this.#workers, unmade))
        .finally(() => {
          for (const file of unmade) this.#running.delete(file)
        })
      for (const file of unmade) this.#running.set(file, job)
    }
    await Promise.all(this.#runningOf(missing))
  }

  /** The same, when the processor has nothing else to do. */
  async copyInBackground(files: readonly string[]): Promise<void> {
    await Promise.allSettled(this.#runningOf(files))
    const missing = files.filter((file) => !this.has(file))
    if (missing.length === 0) return
    await this.#restoreOriginalOf(missing)
    try {
      await this.#copyWith(this.#background, missing)
    } catch (error) {
      if (this.#isStopped || !(error instanceof ProcessEndedError) || error instanceof OverBudgetError)
        throw error
      // Other work may have left it nothing of the processor: no reason to refuse the picture.
      await this.copy(missing)
    }
  }

  /** The size of the original in `file`, in pixels. Throws when it cannot be read to its end. */
  measure(file: string): Promise<Omit<PictureFile, 'key'>> {
    return this.#workers.run('check', { file }, MAX_COPY_MS)
  }

  /** Where a picture draws the eye. Throws when it cannot be read. */
  findFocus(picture: Uint8Array): Promise<Focus> {
    return this.#workers.run('findFocus', { picture }, MAX_COPY_MS)
  }

  /** Ends the processes. */
  stop(): void {
    this.#isStopped = true
    this.#workers.stop()
    this.#background.stop()
  }

  async #copyWith(
    processes: WorkerPool<PictureTasks> | WorkerProcess<PictureTasks>,
    files: readonly string[],
  ): Promise<void> {
    for (const file of files) await processes.run('copy', { folder: this.#folder, file }, MAX_COPY_MS)
  }

  #runningOf(files: readonly string[]): Promise<void>[] {
    return files.flatMap((file) => this.#running.get(file) ?? [])
  }

  async #restoreOriginalOf([file = '']: readonly string[]): Promise<void> {
    const key = parseCopyName(file)?.key
    if (key !== undefined && !this.has(key)) await this.#restoreOriginal(key)
  }
}
