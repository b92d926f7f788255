import { type BuildOptions, openBuilds } from './builds.ts'
import { PublishLoop } from './publish-loop.ts'
import { messageOf } from './report.ts'

export interface PublisherOptions extends Omit<BuildOptions, 'onPictureChange'> {
  /** Polling interval of the outbox, in ms. */
  pollMs?: number
}

export type Publisher = Awaited<ReturnType<typeof startPublisher>>

const POLL_MS = 60_000

/**
 * Starts the publisher: bundles the site if its code changed, brings `distDir` up to date with the database, then
 * renders again what each event of the outbox changed. Resolves after the first build. Rejects when the site cannot be
 * bundled or the backend not read.
 */
export async function startPublisher(options: PublisherOptions) {
  const { report, pollMs = POLL_MS } = options
  const builds = await openBuilds({ ...options, onPictureChange: () => loop.wake('catch-up') })
  const firstRun = Promise.withResolvers<void>()
  const loop = new PublishLoop({
    run: (kind) => builds.run(kind).finally(firstRun.resolve),
    pollMs,
    onFailure(error) {
      if (!options.signal?.aborted) report(`publishing failed, it is tried again: ${messageOf(error)}`)
    },
  })
  loop.wake('full')
  // Not until the loop is idle: while people write, it may never be. A failure has been reported, and is retried.
  await firstRun.promise
  return {
    /** Requests a read of the outbox. Cheap; a burst becomes one build. */
    wake: () => loop.wake(),
    /**
     * Resolves when nothing is running, nothing that is due waits, and all copies of pictures are made. Rejects with the
     * last failure.
     */
    async idle(): Promise<void> {
      await loop.idle()
      // A picture that cannot be copied makes a build due.
      while (await builds.copiesIdle()) await loop.idle()
    },
    async stop(): Promise<void> {
      await loop.stop()
      await builds.stop()
    },
  }
}
