import { setTimeout as sleep } from 'node:timers/promises'
import { secretClient } from '../../backend/client.ts'
import { type LetterEnv, readBounceMailbox } from '../../backend/env/letter-env.ts'
import { type Report, messageOf } from '../../node/report.ts'
import type { WorkerProcess } from '../../node/worker-process.ts'
import { LetterStore } from '../../letters/sending/letter-store.ts'
import { END_EARLY, type LetterAccess, accessOf } from './letter-access.ts'
import type { LetterTasks } from './letter-process.ts'
import { letterProcess } from './letter-worker.ts'
import { ReturnedMails } from './returned-mails.ts'

export interface LetterLoopOptions extends LetterAccess {
  env: LetterEnv
  /** Whether this publisher is the one at work. */
  isAtWork: () => boolean
  /** How often the database is asked at least, in ms. */
  pollMs: number
  report: Report
}

/** How soon a lease that is lost is noticed while letters go out. */
const WATCH_MS = 1_000
/** How long a stop waits for the mails that are being handed over. */
const STOP_WAIT_MS = 5_000

/**
 * Sends letters at their time while this publisher is at work, in a process of its own with low priority, so that a publish never
 * waits for a letter.
 */
export class LetterLoop {
  readonly #options: LetterLoopOptions
  readonly #store: LetterStore
  readonly #worker: WorkerProcess<LetterTasks>
  readonly #over: Promise<void>
  readonly #returned: ReturnedMails | null
  #isStopping = false
  #woken = Promise.withResolvers<void>()
  #lastProblem = ''

  constructor(options: LetterLoopOptions) {
    this.#options = options
    this.#store = new LetterStore(secretClient(options.supabaseUrl, options.secretKey))
    this.#worker = letterProcess(options.report)
    this.#over = this.#run()
    this.#returned = readBounceMailbox() === null ? null : new ReturnedMails(options)
  }

  /** Asks the database at once what is due. */
  wake(): void {
    this.#woken.resolve()
  }

  /** Ends it after the mails that are being handed over. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#returned?.stop()
    this.wake()
    this.#worker.tell(END_EARLY)
    await Promise.race([this.#over, sleep(STOP_WAIT_MS, undefined, { ref: false })])
    this.#worker.stop()
  }

  async #run(): Promise<void> {
    let hasTold = false
    while (!this.#isStopping) {
      this.#woken = Promise.withResolvers()
      let waitMs: number | null = null
      if (this.#options.isAtWork()) {
        try {
          if (!hasTold) await this.#tell()
          hasTold = true
          waitMs = await this.#work()
          this.#lastProblem = ''
        } catch (error) {
          this.#report(messageOf(error))
        }
      } else hasTold = false
      const { pollMs } = this.#options
      const late = new AbortController()
      const pause = sleep(Math.min(waitMs ?? pollMs, pollMs), undefined, { signal: late.signal, ref: false })
      await Promise.race([this.#woken.promise, pause.catch(() => undefined)])
      late.abort()
    }
  }

  /** Tells the database by what letters go out. */
  async #tell(): Promise<void> {
    const { env } = this.#options
    await this.#store.recordAdapter(env.adapter, env.adapter === 'none' ? null : env.from)
  }

  /** Sends what is due. Resolves with the ms until something may be; null: nothing waits. */
  async #work(): Promise<number | null> {
    const { due, next_ms, is_sending } = await this.#store.due()
    if (due.length === 0 && !is_sending) return next_ms
    const { env, isAtWork } = this.#options
    if (env.adapter === 'none') return next_ms
    const watch = setInterval(() => {
      if (!isAtWork()) this.#worker.tell(END_EARLY)
    }, WATCH_MS).unref()
    const access = accessOf(this.#options)
    const waitMs = await this.#worker.run('work', access, Infinity).finally(() => clearInterval(watch))
    const waits = [waitMs, (await this.#store.due()).next_ms].filter((ms) => ms !== null)
    return waits.length === 0 ? null : Math.min(...waits)
  }

  #report(problem: string): void {
    if (!this.#isStopping && problem !== this.#lastProblem)
      this.#options.report(`letters are tried again: ${problem}`)
    this.#lastProblem = problem
  }
}
