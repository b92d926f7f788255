import { type Report, messageOf } from '../../node/report.ts'
import type { WorkerProcess } from '../../node/worker-process.ts'
import { letterProcess } from './letter-worker.ts'
import { type LetterAccess, accessOf } from './letter-access.ts'
import type { LetterTasks } from './letter-process.ts'

interface ReturnedMailsOptions extends LetterAccess {
  isAtWork: () => boolean
  report: Report
}

/** How often the mailbox is read, in ms. */
const EVERY_MS = 2 * 60_000
/** The processor time of one reading. */
const READ_MS = 60_000

/** Reads the mailbox of letters from time to time, in a process of its own, while this publisher is at work. */
export class ReturnedMails {
  readonly #options: ReturnedMailsOptions
  readonly #worker: WorkerProcess<LetterTasks>
  readonly #timer: NodeJS.Timeout
  #isReading = false
  #lastProblem = ''

  constructor(options: ReturnedMailsOptions) {
    this.#options = options
    this.#worker = letterProcess(options.report)
    this.#timer = setInterval(() => void this.#read(), EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#worker.stop()
  }

  async #read(): Promise<void> {
    const { isAtWork, report } = this.#options
    if (this.#isReading || !isAtWork()) return
    this.#isReading = true
    try {
      await this.#worker.run('returned', accessOf(this.#options), READ_MS)
      this.#lastProblem = ''
    } catch (error) {
      const problem = messageOf(error)
      if (problem !== this.#lastProblem) report(`the mailbox of letters cannot be read: ${problem}`)
      this.#lastProblem = problem
    } finally {
      this.#isReading = false
    }
  }
}
