/** Runs one task at a time, in the order they were asked for. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that lets the next one in. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }
}
