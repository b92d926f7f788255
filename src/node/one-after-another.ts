/** Runs tasks one after another, in the order of their arrival. */
export class OneAfterAnother {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the task does, whose failure ends no other one. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }
}
