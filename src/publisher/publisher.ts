import type { Prediction } from '../domain/prediction.ts'
import { type BuildOptions, type Builds, openBuilds } from './builds.ts'
import { type Lease, takeLease } from './lease.ts'
import { prepareSiteBundle } from './open-site.ts'
import type { BuildKind } from './outbox.ts'
import { type NextRun, PublishLoop } from './publish-loop.ts'
import { messageOf } from './report.ts'
import type { TriedChange } from './site-process.ts'

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

/**
 * Starts the publisher: waits until no other is at work, bundles the site if its code changed, brings `distDir` up to
 * date with the database, then renders again what each event of the outbox changed. When another publisher has taken
 * over, it waits again, and starts anew. Resolves when the first build begins. Rejects when the site cannot be bundled or
 * the backend not read.
 */
export async function startPublisher(options: PublisherOptions) {
  const { report, pollMs = POLL_MS } = options
  const firstRun = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])])
  const loop = new PublishLoop({
    run: (kind, next) => run(kind, next).finally(firstRun.resolve),
    pollMs,
    onFailure(error) {
      if (!signal.aborted) report(`publishing failed, it is tried again: ${messageOf(error)}`)
    },
  })
  let opened: Opened | null = null

  async function open(): Promise<Opened> {
    // What is due before the site is open is found when it is.
    const wake = () => void (opened && loop.wake('catch-up'))
    const lease = await takeLease({
      ...options,
      signal,
      onWait: () => void prepareSiteBundle(options).catch(() => undefined),
      onLost: wake,
    })
    try {
      const builds = await openBuilds({ ...options, lease, onDue: wake })
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
    if (opened !== null) return opened.builds.run(kind, next)
    opened = await open()
    return opened.builds.run('full', next)
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
     * another publisher is at work.
     */
    async predict(readChange: () => Promise<TriedChange>): Promise<Prediction> {
      // Without the lease the loop waits for it, perhaps for days.
      builds()
      await loop.idle()
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
      stopping.abort()
      await loop.stop()
      await close()
    },
  }
}
