import { errorMessage } from '../backend/error-message.ts'
import type { BuildKind } from './database/outbox.ts'

/** Wakes this close to each other, such as the wakes of one save, share a run. Wakes during a run share the next one. */
export const COALESCE_MS = 1
export const RETRY_MIN_MS = 1_000
export const RETRY_MAX_MS = 30_000

/** The next run, as the present one sees it. */
export interface NextRun {
  /** Aborted when it is requested: the present one then no longer waits for slow pictures. */
  readonly requested: AbortSignal
  /** The present run carries the publish out itself, so that only a more thorough run is left; `requested` begins anew. */
  claimPublish(): void
  /** Requests a run for when the next scheduled event is due, in `ms`. */
  dueIn(ms: number): void
}

export interface PublishLoopOptions {
  /** Runs one build. Resolves with the ms until the next event is due: 0 when more may wait, Infinity for none. */
  run(kind: BuildKind, next: NextRun): Promise<number>
  /** Called after each failed run, which is retried by itself. */
  onFailure(error: Error): void
  /** How often a run is requested at least, in ms. */
  pollMs: number
}

type State =
  | { name: 'idle'; timer: NodeJS.Timeout | undefined }
  | { name: 'waiting'; timer: NodeJS.Timeout; kind: BuildKind }
  /** `next`: the kind of run requested during this one. */
  | { name: 'running'; timer: NodeJS.Timeout; next: BuildKind | null; requested: AbortController }
  | { name: 'backing-off'; timer: NodeJS.Timeout; error: Error }
  | { name: 'stopping' }
  | { name: 'stopped' }
type Running = State & { name: 'running' }

/**
 * Decides when the publisher runs a build; never two at once.
 *
 *     idle         wake, poll timer        → waiting
 *     waiting      COALESCE_MS later       → running
 *     running      nothing is due          → idle
 *     running      wake, poll timer        → running, then waiting
 *     running      claimPublish            → running: it carries out the publish that was requested
 *     running      more is due             → waiting
 *     running      failed                  → backing-off, or waiting when woken meanwhile
 *     backing-off  wake, retry timer       → waiting
 *     running      stop                    → stopping → stopped
 *     any other    stop                    → stopped
 */
export class PublishLoop {
  readonly #options: PublishLoopOptions
  #state: State = { name: 'idle', timer: undefined }
  #changed = Promise.withResolvers<void>()
  /** Failed runs in a row. */
  #failures = 0

  constructor(options: PublishLoopOptions) {
    this.#options = options
  }

  /** Requests a run. Cheap; the wakes of a burst become one run of the most thorough kind among them. */
  wake(kind: BuildKind = 'publish'): void {
    const state = this.#state
    if (state.name === 'waiting') state.kind = moreThorough(state.kind, kind)
    else if (state.name === 'running') {
      state.next = moreThorough(state.next ?? kind, kind)
      state.requested.abort()
    } else if (state.name === 'idle' || state.name === 'backing-off') this.#wait(kind)
  }

  /** Resolves when nothing runs and nothing that is due waits. Rejects with the last failure while backing off. */
  async idle(): Promise<void> {
    while (['waiting', 'running', 'stopping'].includes(this.#state.name)) await this.#changed.promise
    if (this.#state.name === 'backing-off') throw this.#state.error
  }

  /** Ends the loop; resolves when the current run, if any, is over. */
  async stop(): Promise<void> {
    if (this.#state.name === 'running') this.#enter({ name: 'stopping' })
    else if (this.#state.name !== 'stopping') this.#enter({ name: 'stopped' })
    await this.idle()
  }

  #enter(state: State): void {
    if ('timer' in this.#state) clearTimeout(this.#state.timer)
    this.#state = state
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #wait(kind: BuildKind): void {
    this.#enter({ name: 'waiting', kind, timer: setTimeout(() => void this.#run(), COALESCE_MS) })
  }

  async #run(): Promise<void> {
    if (this.#state.name !== 'waiting') return
    // A failed run may have left more undone than the next events say.
    const kind = this.#failures > 0 ? moreThorough(this.#state.kind, 'catch-up') : this.#state.kind
    const running: Running = {
      name: 'running',
      timer: this.#wakeIn(this.#options.pollMs),
      next: null,
      requested: new AbortController(),
    }
    this.#enter(running)
    try {
      const dueMs = await this.#options.run(kind, this.#nextOf(running))
      this.#failures = 0
      this.#afterRun(dueMs)
    } catch (error) {
      this.#failures += 1
      this.#afterRun(error instanceof Error ? error : new Error(errorMessage(error)))
    }
  }

  /** The next run as the present one sees it. */
  #nextOf(running: Running): NextRun {
    const dueIn = (ms: number) => {
      if (this.#state !== running) return
      clearTimeout(running.timer)
      running.timer = this.#wakeIn(Math.min(ms, this.#options.pollMs))
    }
    return {
      get requested() {
        return running.requested.signal
      },
      claimPublish() {
        if (running.next === 'publish') running.next = null
        running.requested = new AbortController()
        dueIn(Infinity)
      },
      dueIn,
    }
  }

  #afterRun(result: number | Error): void {
    const state = this.#state
    if (result instanceof Error) this.#options.onFailure(result)
    if (state.name !== 'running') this.#enter({ name: 'stopped' })
    else if (state.next !== null || result === 0) this.#wait(state.next ?? 'publish')
    else if (result instanceof Error) {
      const retryMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** (this.#failures - 1))
      this.#enter({ name: 'backing-off', error: result, timer: this.#wakeIn(retryMs) })
    } else {
      const pauseMs = Math.min(result, this.#options.pollMs)
      this.#enter({ name: 'idle', timer: this.#wakeIn(pauseMs) })
    }
  }

  #wakeIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.wake(), ms)
  }
}

const THOROUGHNESS: readonly BuildKind[] = ['publish', 'catch-up', 'full']

function moreThorough(a: BuildKind, b: BuildKind): BuildKind {
  return THOROUGHNESS.indexOf(a) < THOROUGHNESS.indexOf(b) ? b : a
}
