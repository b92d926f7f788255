import { setTimeout as sleep } from 'node:timers/promises'

/** How long a request waits for a publisher that is still starting, in ms. */
const START_WAIT_MS = 20_000

/** Makes a copy of a picture that is not in the folder yet, by its file name; false when the site has no such. */
export type MakeCopy = (file: string) => Promise<boolean>

export type CopyRequests = ReturnType<typeof createCopyRequests>

/**
 * Leads requests for copies of pictures from the static server to the publisher, which starts after it. A publisher
 * that is given one writes pages before all copies that they name are made: only for a folder that nothing else serves.
 */
export function createCopyRequests() {
  const started = Promise.withResolvers<void>()
  let makeCopy: MakeCopy | null = null
  return {
    /** The server's side. Throws when no publisher starts in time. */
    make: async (file: string): Promise<boolean> => {
      if (makeCopy === null) await Promise.race([started.promise, sleep(START_WAIT_MS, null, { ref: false })])
      if (makeCopy === null) throw new Error('the publisher has not started')
      return makeCopy(file)
    },
    /** The publisher's side. */
    answerWith(make: MakeCopy): void {
      makeCopy = make
      started.resolve()
    },
  }
}
