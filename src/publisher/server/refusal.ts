import { cut } from '../../domain/text/cut.ts'
import { messageOf } from '../../node/report.ts'
import { ProcessEndedError } from '../../node/worker-process.ts'

/** The longest sentence that the table of imports takes, in characters. */
const MAX_PROBLEM = 2000

/** Thrown for what is not done, as a sentence for the person, with the status of the answer. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Why something failed, for the person. A process that has ended says nothing of use: `ended` stands for it. */
export function problemOf(error: unknown, ended: string): string {
  return error instanceof ProcessEndedError ? ended : cut(messageOf(error), MAX_PROBLEM)
}
