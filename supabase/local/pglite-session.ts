import { join } from 'node:path'
import { CallThread } from '../../src/node/call-thread.ts'
import { type Caller, currentCaller, keepsOthersWaiting, STATEMENT_MS } from './callers.ts'
import { OPENED_AGAIN } from './database.ts'
import type { Notification, PgliteCalls, QueryResult } from './pglite-thread.ts'

/**
 * How long a statement, or a pause between two, may take while others wait for the only session there is, in ms. The next of
 * them waits for the database to open, too.
 */
const AWAITED_MS: Readonly<Record<Caller, number>> = { ...STATEMENT_MS, visitor: 2000, signedIn: 2000 }
/** How often one that has taken so long is looked at again, in ms. */
const WATCH_MS = 100

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

type Thread = CallThread<PgliteCalls, Notification>
type Listener = (payload: string) => void

/**
 * PGlite, the only session of an embedded database, in a thread of its own. Callers have it one after the other, each until
 * it is released. The thread is ended when a statement takes longer than its caller may take, since nothing else stops it,
 * and opened again, as when it ends by itself: PostgreSQL keeps what was committed.
 */
export class PgliteSession {
  readonly #folder: string
  readonly #listeners = new Map<string, Set<Listener>>()
  /** The thread, once it is open; replaced when it ends. */
  #thread: Promise<Thread> | null = null
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #isClosed = false

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
      return new Turn(thread, () => this.#waiting > 0, resolve)
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
      .then(() => thread)
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
      return console.error(`supabase: the database cannot be opened again: ${String(error)}`)
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
  /** Null for what is no request, which may take any time. */
  readonly #caller = currentCaller.getStore() ?? null
  readonly #keepsOthersWaiting = keepsOthersWaiting.getStore() ?? false
  #timer: NodeJS.Timeout | undefined
  /** How many statements and pauses there were. */
  #steps = 0
  #isRunning = false
  /** Whether nothing can be open, as after a commit. */
  #isIdle = true
  /** Why it has no session any more. */
  #end: Reason | null = null

  /** `isAwaited` tells whether others wait for the session; `pass` gives it to the next of them. */
  constructor(thread: Thread, isAwaited: () => boolean, pass: () => void) {
    this.#thread = thread
    this.#isAwaited = isAwaited
    this.#pass = pass
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
    const step = (this.#steps += 1)
    clearTimeout(this.#timer)
    if (this.#caller === null || this.#end !== null) return
    const alone = STATEMENT_MS[this.#caller]
    const awaited = this.#keepsOthersWaiting ? alone : AWAITED_MS[this.#caller]
    const startedAt = performance.now()
    const check = () => {
      const ms = performance.now() - startedAt
      if (ms < (this.#isAwaited() ? awaited : alone)) this.#timer = setTimeout(check, WATCH_MS)
      // After the answers that have arrived while this thread was busy.
      else setImmediate(() => void (this.#steps === step && this.#cut()))
    }
    this.#timer = setTimeout(check, awaited)
  }

  #cut(): void {
    if (this.#isRunning) void this.endThread('statement')
    else this.release('pause')
  }
}
