import { setTimeout as sleep } from 'node:timers/promises'
import type { Prediction } from '../domain/prediction.ts'
import { messageOf } from '../node/report.ts'
import { type BuildOptions, type Builds, openBuilds } from './builds.ts'
import { Lease } from './database/lease.ts'
import { prepareBundle } from './rendering/bundle.ts'
import type { BuildKind } from './database/outbox.ts'
import { type NextRun, PublishLoop } from './publish-loop.ts'
import type { TriedChange } from './rendering/render-process.ts'

export interface PublisherOptions extends Omit<BuildOptions, 'lease' | 'onDue'> {
  /** Polling interval of the outbox, in ms. */
  pollMs?: number
}

interface Opened {
  lease: Lease
  builds: Builds
}

export type Publisher = Awaited<ReturnType<typeof startPublisher>>

const POLL_MS = 60_000
/** How long a prediction waits for the build that runs. */
const MAX_PREDICTION_WAIT_MS = 5_000

/**
 * Starts the publisher: waits until no other is at work, bundles the site if its code changed, brings `distDir` up to
 * date with the database, then renders again what each event of the outbox changed. When another publisher has taken
 * over, it waits again, and starts anew. Resolves when the first build begins. Rejects when the site cannot be bundled or
 * the backend not read.
 */
export async function startPublisher(options: PublisherOptions) {
  const { report, pollMs = POLL_MS } = options
  const firstRun = Promise.withResolvers<void>()
  let isStopping = false
  /** Gives up the opening of the site and its first build; null when that is over. */
  let start: AbortController | null = null
  const giveUpStart = () => {
    isStopping = true
    start?.abort()
  }
  options.signal?.addEventListener('abort', giveUpStart)
  const loop = new PublishLoop({
    run: (kind, next) => run(kind, next).finally(firstRun.resolve),
    pollMs,
    onFailure(error) {
      if (!isStopping) report(`publishing failed, it is tried again: ${messageOf(error)}`)
    },
  })
  let opened: Opened | null = null

  async function open(): Promise<Opened> {
    // What is due before the site is open is found when it is.
    const wake = () => void (opened && loop.wake('catch-up'))
    start = new AbortController()
    const { signal } = start
    if (isStopping) start.abort()
    const lease = await Lease.take({
      ...options,
      signal,
      onWait: () => void prepareBundle(options).catch(() => undefined),
      onLost: wake,
    })
    // At once: without it nothing more is written, and another publisher need not wait.
    signal.addEventListener('abort', () => void lease.release())
    try {
      signal.throwIfAborted()
      const builds = await openBuilds({ ...options, signal, lease, onDue: wake })
      return { lease, builds }
    } catch (error) {
      await lease.release()
      throw error
    }
  }

  async function close(): Promise<void> {
    const closed = opened
    opened = null
    await closed?.builds.stop()
    await closed?.lease.release()
  }

  async function run(kind: BuildKind, next: NextRun): Promise<number> {
    if (opened?.lease.isLost()) await close()
    const isFirst = opened === null || kind === 'full'
    opened ??= await open()
    if (!isFirst) return opened.builds.run(kind, next)
    return opened.builds.run('full', next).finally(() => (start = null))
  }

  /** Throws when another publisher is at work. */
  function builds(): Builds {
    if (opened === null || opened.lease.isLost()) throw new Error('Another publisher is at work')
    return opened.builds
  }

  opened = await open()
  loop.wake('full')
  return {
    /**
     * Resolves after the first build, and what went before it. Not when all is done: while people write, it may never be.
     * A failure has been reported, and is retried.
     */
    firstBuild: firstRun.promise,
    /** Requests a read of the outbox. Cheap; a burst becomes one build. */
    wake: () => loop.wake(),
    /**
     * What a change would have written that is not made; asked between two builds. Rejects while publishing fails or
     * takes long, or another publisher is at work.
     */
    async predict(readChange: () => Promise<TriedChange>): Promise<Prediction> {
      // Without the lease the loop waits for it, perhaps for days.
      builds()
      const late = sleep(MAX_PREDICTION_WAIT_MS, 'late', { ref: false })
      if ((await Promise.race([loop.idle(), late])) === 'late') throw new Error('A build is running')
      const change = await readChange()
      return builds().predict(change)
    },
    /**
     * Resolves when nothing is running, nothing that is due waits, and all copies of pictures are made. Rejects with the
     * last failure.
     */
    async idle(): Promise<void> {
      await loop.idle()
      // A picture that cannot be copied makes a build due.
      while (await opened?.builds.copiesIdle()) await loop.idle()
    },
    async stop(): Promise<void> {
      giveUpStart()
      await loop.stop()
      await close()
    },
  }
}
