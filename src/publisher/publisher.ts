import { setTimeout as sleep } from 'node:timers/promises'
import { registerMagazine } from '../backend/register-magazine.ts'
import type { Prediction } from '../domain/newsroom/prediction.ts'
import { messageOf } from '../node/report.ts'
import { type BuildOptions, Builds } from './builds.ts'
import { Lease } from './database/lease.ts'
import { prepareBundle } from './rendering/bundle.ts'
import type { BuildKind } from './database/outbox.ts'
import { type NextRun, PublishLoop } from './publish-loop.ts'
import type { Preview, TriedChange } from './rendering/render-process.ts'

export interface PublisherOptions extends Omit<BuildOptions, 'lease' | 'onDue'> {
  /** Polling interval of the outbox, in ms. */
  pollMs?: number
}

interface Opened {
  lease: Lease
  builds: Builds
  /** Aborts the build that runs: it counts as cut short, and the next publisher carries it out. */
  aborter: AbortController
}

const POLL_MS = 60_000
/** How long a stop waits for the build that runs: an import may take minutes. */
const STOP_WAIT_MS = 2_000
/** How long a prediction waits for the build that runs. */
const MAX_PREDICTION_WAIT_MS = 5_000

/**
 * Keeps `distDir` up to date with the database: renders again what each event of the outbox changed. One publisher of a
 * database is at work at a time, by its lease; when another has taken over, it waits again, and starts anew.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #loop: PublishLoop
  readonly #firstRun = Promise.withResolvers<void>()
  #opened: Opened | null = null
  /** Aborts the opening of the site and its first build; null when that is over. */
  #start: AbortController | null = null
  #isStopping = false

  private constructor(options: PublisherOptions) {
    this.#options = options
    options.signal?.addEventListener('abort', () => this.#abortStart())
    this.#loop = new PublishLoop({
      run: (kind, next) => this.#run(kind, next).finally(this.#firstRun.resolve),
      pollMs: options.pollMs ?? POLL_MS,
      onFailure: (error) => {
        if (!this.#isStopping) options.report(`publishing failed, it is tried again: ${messageOf(error)}`)
      },
    })
  }

  /**
   * Waits until no other publisher is at work, bundles the site if its code changed, and begins the first build. Rejects
   * when the site cannot be bundled or the backend not read.
   */
  static async start(options: PublisherOptions): Promise<Publisher> {
    const publisher = new Publisher(options)
    publisher.#opened = await publisher.#open()
    publisher.#loop.wake('full')
    return publisher
  }

  /**
   * Resolves after the first build, and what went before it. Not when all is done: while people write, it may never be.
   * A failure has been reported, and is retried.
   */
  get firstBuild(): Promise<void> {
    return this.#firstRun.promise
  }

  /** Requests a read of the outbox. Cheap; a burst becomes one build. */
  wake(): void {
    this.#loop.wake()
  }

  /**
   * What a change would have written that is not made; asked between two builds. Rejects while publishing fails or takes
   * long, or another publisher is at work.
   */
  async predict(readChange: () => Promise<TriedChange>): Promise<Prediction> {
    // Without the lease the loop waits for it, perhaps for days.
    this.#builds()
    const late = sleep(MAX_PREDICTION_WAIT_MS, 'late', { ref: false })
    if ((await Promise.race([this.#loop.idle(), late])) === 'late') throw new Error('A build is running')
    const change = await readChange()
    return this.#builds().predict(change)
  }

  /**
   * The page at an address as it would be after a change that is not made; also while a build runs, between two of its
   * pages. Its pictures are waited for until it is `tooLate`. Rejects when the page cannot be drawn, or another publisher is
   * at work.
   */
  async preview(change: TriedChange, pathname: string, tooLate: AbortSignal): Promise<Preview> {
    return this.#builds().preview(change, pathname, tooLate)
  }

  /** Whether it has the lease: no other publisher is at work. */
  isAtWork(): boolean {
    return this.#opened !== null && !this.#opened.lease.isLost()
  }

  /** Call it when somebody is at work in the admin: see `mayRest`. */
  stayAwake(): void {
    this.#opened?.builds.stayAwake()
  }

  /** See `copyAhead` in pictures/store.ts. */
  async pictureCopy(file: string): Promise<{ file: string; bytes: Uint8Array } | null> {
    return this.#builds().pictureCopy(file)
  }

  /** How many copies of pictures are not made; the ones that readers ask for are made first. */
  copiesLeft(): number {
    return this.#builds().copiesLeft()
  }

  /**
   * Resolves when nothing is running, nothing that is due waits, all pictures are known or refused, and all copies are
   * made. Rejects with the last failure.
   */
  async idle(): Promise<void> {
    await this.#loop.idle()
    // A picture that is known late, or cannot be copied, makes a build due.
    while (await this.#opened?.builds.picturesIdle()) await this.#loop.idle()
  }

  async stop(): Promise<void> {
    this.#abortStart()
    const stopped = this.#loop.stop()
    const late = sleep(STOP_WAIT_MS, undefined, { ref: false }).then(() => this.#opened?.aborter.abort())
    await Promise.race([stopped, late])
    await stopped
    await this.#close()
  }

  async #run(kind: BuildKind, next: NextRun): Promise<number> {
    if (this.#opened?.lease.isLost()) await this.#close()
    const isFirst = this.#opened === null || kind === 'full'
    this.#opened ??= await this.#open()
    if (!isFirst) return this.#opened.builds.run(kind, next)
    return this.#opened.builds.run('full', next).finally(() => (this.#start = null))
  }

  async #open(): Promise<Opened> {
    // What is due before the site is open is found when it is.
    const wake = () => void (this.#opened && this.#loop.wake('catch-up'))
    const start = new AbortController()
    const { signal } = start
    this.#start = start
    if (this.#isStopping) start.abort()
    const lease = await Lease.take({
      ...this.#options,
      signal,
      onWait: () => void prepareBundle(this.#options).catch(() => undefined),
      onLost: wake,
    })
    // At once: without it nothing more is written, and another publisher need not wait.
    signal.addEventListener('abort', () => void lease.release())
    try {
      signal.throwIfAborted()
      // Before a page shows a new sentence that readers agree to.
      await registerMagazine(this.#options)
      const builds = await Builds.open({ ...this.#options, signal, lease, onDue: wake })
      return { lease, builds, aborter: start }
    } catch (error) {
      await lease.release()
      throw error
    }
  }

  async #close(): Promise<void> {
    const closed = this.#opened
    this.#opened = null
    await closed?.builds.stop()
    await closed?.lease.release()
  }

  #abortStart(): void {
    this.#isStopping = true
    this.#start?.abort()
  }

  /** Throws when another publisher is at work. */
  #builds(): Builds {
    if (this.#opened === null || this.#opened.lease.isLost()) throw new Error('Another publisher is at work')
    return this.#opened.builds
  }
}
