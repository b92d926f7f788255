import { setTimeout as sleep } from 'node:timers/promises'

/** How long a request waits for a publisher that is still starting, in ms. */
const START_WAIT_MS = 20_000

/**
 * Makes a copy of a picture that is not in the folder yet, by its file name. Returns the file to answer with: another one
 * while this takes longer than a reader should wait; null when the site has no such copy.
 */
export type CopyOnRequest = (file: string) => Promise<string | null>

/**
 * Leads requests for copies of pictures from the static server to the publisher, which starts after it. A publisher
 * that is given one writes pages before all copies that they name are made: only for a folder that nothing else serves.
 */
export class CopyRequests {
  readonly #started = Promise.withResolvers<void>()
  #copy: CopyOnRequest | null = null

  /** The server's side. Throws when no publisher starts in time. */
  async copy(file: string): Promise<string | null> {
    if (this.#copy === null)
      await Promise.race([this.#started.promise, sleep(START_WAIT_MS, null, { ref: false })])
    if (this.#copy === null) throw new Error('the publisher has not started')
    return this.#copy(file)
  }

  /** The publisher's side. */
  answerWith(copy: CopyOnRequest): void {
    this.#copy = copy
    this.#started.resolve()
  }
}
