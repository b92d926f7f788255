/** Thrown for what is not done, as a sentence for the person, with the status of the answer. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
