import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { errorMessage } from '../../../src/backend/error-message.ts'
import { CallThread } from '../../../src/node/call-thread.ts'
import { currentCaller, currentCallIsLong, statementLimitMs } from '../http/callers.ts'
import { OPENED_AGAIN } from './database.ts'
import type { Notification, PgliteCalls, QueryResult } from './pglite-thread.ts'

/** How often one that may have taken so much is looked at, in ms. */
const WATCH_MS = 100
/** How much a statement may take after it was cancelled, in ms; longer where it takes longer to open the database. */
const MIN_GRACE_MS = 500

/** PostgreSQL's code and message for what a caller is told. */
const REASONS = {
  statement: ['57014', 'canceling statement due to statement timeout'],
  pause: ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  end: ['57P01', 'terminating connection due to administrator command'],
} as const

type Reason = keyof typeof REASONS

function errorOf(reason: Reason): Error {
  const [code, message] = REASONS[reason]
  return Object.assign(new Error(message), { code })
}

function isCancellation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === REASONS.statement[0]
}

type Thread = CallThread<PgliteCalls, Notification>
type Listener = (payload: string) => void

/**
 * PGlite, the only session of an embedded database, in a thread of its own. Callers have it one after the other, each until
 * it is released. A statement that takes more of the processor than its caller may is cancelled. The thread of one that goes
 * on all the same is ended, and opened again, as when it ends by itself: PostgreSQL keeps what was committed. How long a
 * statement lasts does not count: on a busy machine that says nothing of it.
 */
export class PgliteSession {
  readonly #folder: string
  readonly #listeners = new Map<string, Set<Listener>>()
  /** The thread, once it is open; replaced when it ends. */
  #thread: Promise<Thread> | null = null
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #isClosed = false
  /** As MIN_GRACE_MS: nothing is ended that would have been done before the database is open again. */
  #graceMs = MIN_GRACE_MS

  /** Opens the database in a folder, which gets the cluster in the archive unless it has one. */
  static async open(folder: string, cluster?: Blob): Promise<PgliteSession> {
    const session = new PgliteSession(folder)
    await session.#open(cluster)
    return session
  }

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Resolves, first come, first served, with the session, to be released. */
  async acquire(): Promise<Turn> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.#waiting += 1
    await before
    this.#waiting -= 1
    try {
      if (this.#isClosed) throw new Error('The database is closed')
      const thread = await (this.#thread ?? this.#open())
      return new Turn(thread, () => this.#waiting > 0, resolve, this.#graceMs)
    } catch (error) {
      resolve()
      throw error
    }
  }

  /** Runs a task with the session. */
  async use<T>(task: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = await this.acquire()
    try {
      return await task(turn)
    } finally {
      turn.release()
    }
  }

  /** As `listen` of a Database. */
  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const others = this.#listeners.get(channel)
    const listeners = others ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    if (others === undefined) await this.use((turn) => turn.call('listen', channel))
    return async () => void listeners.delete(listener)
  }

  async close(): Promise<void> {
    const turn = await this.acquire()
    this.#isClosed = true
    await turn.call('close')
    await turn.endThread('end')
    turn.release()
  }

  async #open(cluster?: Blob): Promise<Thread> {
    let isOpen = false
    const thread: Thread = new CallThread({
      file: join(import.meta.dirname, 'pglite-thread.ts'),
      onNote: ({ channel, payload }) => this.#notify(channel, payload),
      onEnd: (error) => void (isOpen && !this.#isClosed && this.#openAgain(error)),
      endError: () => errorOf('end'),
    })
    const channels = [...this.#listeners.keys()]
    const opening = thread
      .call('open', { folder: this.#folder, channels, ...(cluster && { cluster }) })
      .then((cpuMs) => {
        this.#graceMs = Math.max(MIN_GRACE_MS, cpuMs)
        return thread
      })
    this.#thread = opening
    try {
      await opening
      isOpen = true
      return thread
    } catch (error) {
      if (this.#thread === opening) this.#thread = null
      await thread.end(errorOf('end'))
      throw error
    }
  }

  async #openAgain({ message }: Error): Promise<void> {
    const startedAt = performance.now()
    try {
      await this.#open()
    } catch (error) {
      // The next caller tries again.
      return console.error(`supabase: the database cannot be opened again: ${errorMessage(error)}`)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.error(`supabase: the database ended (${message}), and was opened again in ${seconds} s`)
    for (const channel of this.#listeners.keys()) this.#notify(channel, OPENED_AGAIN)
  }

  #notify(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }
}

/** The use of the session by one caller, until it is released. */
class Turn {
  readonly #thread: Thread
  readonly #isAwaited: () => boolean
  readonly #pass: () => void
  readonly #graceMs: number
  /** Null for what is no request, which may take any time. */
  readonly #caller = currentCaller.getStore() ?? null
  readonly #isLongCall = currentCallIsLong.getStore() ?? false
  #timer: NodeJS.Timeout | undefined
  /** How many statements and pauses there were. */
  #steps = 0
  #isRunning = false
  /** How often the present pause was looked at. */
  #looks = 0
  /** Whether the present statement is being cancelled. */
  #isCancelled = false
  /** Whether nothing can be open, as after a commit. */
  #isIdle = true
  /** Why it has no session any more. */
  #end: Reason | null = null

  /** `isAwaited` tells whether others wait for the session; `pass` gives it to the next of them. */
  constructor(thread: Thread, isAwaited: () => boolean, pass: () => void, graceMs: number) {
    this.#thread = thread
    this.#isAwaited = isAwaited
    this.#pass = pass
    this.#graceMs = graceMs
  }

  async query(text: string, parameters: readonly unknown[] = []): Promise<Omit<QueryResult, 'jsonColumns'>> {
    const { rows, jsonColumns, affectedRows } = await this.call('query', text, parameters)
    this.#isIdle = text === 'commit' || text === 'rollback'
    for (const row of rows) {
      for (const name of jsonColumns) {
        const value = row[name]
        if (typeof value === 'string') row[name] = JSON.parse(value)
      }
    }
    return { rows, affectedRows }
  }

  async call<Name extends keyof PgliteCalls>(
    name: Name,
    ...input: Parameters<PgliteCalls[Name]>
  ): Promise<Awaited<ReturnType<PgliteCalls[Name]>>> {
    if (this.#end !== null) throw errorOf(this.#end)
    this.#isIdle = false
    this.#step(true)
    try {
      return await this.#thread.call(name, ...input)
    } catch (error) {
      throw this.#isCancelled && isCancellation(error) ? errorOf('statement') : error
    } finally {
      this.#step(false)
    }
  }

  /** Ends the thread, and what it runs. */
  endThread(reason: Reason): Promise<void> {
    return this.#thread.end(errorOf(reason))
  }

  /** Gives the session to the next caller; what is still open is rolled back before. */
  release(reason: Reason = 'end'): void {
    if (this.#end !== null) return
    this.#end = reason
    this.#steps += 1
    clearTimeout(this.#timer)
    if (this.#isIdle) return this.#pass()
    // Else the next would find what this one has left.
    this.#thread
      .call('reset')
      .catch(() => this.endThread('end'))
      .finally(this.#pass)
  }

  /** A statement begins, or a pause. */
  #step(isRunning: boolean): void {
    this.#isRunning = isRunning
    this.#isCancelled = false
    this.#looks = 0
    const step = (this.#steps += 1)
    clearTimeout(this.#timer)
    if (this.#caller === null || this.#end !== null) return
    // A thread takes no more of the processor than time passes.
    this.#watch(step, isRunning ? this.#limitMs(true) : WATCH_MS)
  }

  #limitMs(isAwaited: boolean): number {
    if (this.#caller === null) return Infinity
    return statementLimitMs(this.#caller, { isLong: this.#isLongCall, isAwaited })
  }

  #watch(step: number, ms: number): void {
    this.#timer = setTimeout(() => void this.#look(step), ms)
  }

  async #look(step: number): Promise<void> {
    const takenMs = this.#isRunning ? await this.#thread.cpuMs().catch(() => 0) : this.#pauseMs()
    // After the answers that have arrived while this thread was busy.
    await setImmediate()
    if (this.#steps !== step) return
    const limitMs = this.#limitMs(this.#isAwaited())
    if (takenMs >= limitMs && !this.#isRunning) return this.release('pause')
    if (takenMs >= limitMs + this.#graceMs) return this.endThread('statement')
    if (takenMs >= limitMs) this.#cancel()
    this.#watch(step, WATCH_MS)
  }

  /** Counted by looks: while this thread gets no time, its caller gets none either. */
  #pauseMs(): number {
    return (this.#looks += 1) * WATCH_MS
  }

  #cancel(): void {
    this.#isCancelled = true
    // A thread that cannot be told is ended soon.
    this.#thread.cancel().catch(() => undefined)
  }
}
