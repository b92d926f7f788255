import { messageOf } from '../node/report.ts'
import type { BegunBuild, BuildKind, Outbox } from './database/outbox.ts'
import { type BuildStats, Timings } from './timings.ts'
import { rowKeyOf } from './rendering/row-key.ts'
import type { UpdateSteps } from './update-site.ts'

/** Longest time that a build goes on before others go first again. */
const MAX_TURN_MS = 2_000

type BuildState = 'running' | 'preempted' | 'live' | 'failed'

/**
 * One build, from its begin in the outbox to its end there. One that is preempted waits while a publish, a build of its
 * own, goes before the rest of it; only one build runs at a time.
 *
 *     running      a publish is requested, and the rest is long → preempted
 *     running      an import is due, and pages are left         → running: it joins, what is left is planned anew
 *     running      it goes before another, and a publish is due → running: the publish joins, its pages are the next ones
 *     preempted    that publish is live                         → running
 *     running      its files are with the readers               → live
 *     running      an error                                     → failed; its events wait for the next build
 *     preempted    the publish has failed                       → failed
 *     any          its process ends                             → cut short: the next build that begins records it
 */
export class Build {
  readonly timings = new Timings()
  /** The keys of the rows that its events name. */
  readonly rows = new Set<string>()
  /** Those of them that search engines are told of: not what an import has changed. */
  readonly announcedRows = new Set<string>()
  /** The keys of the rows of its latest events: a publish goes first also among many events that have joined. */
  readonly latestRows = new Set<string>()
  readonly #outbox: Outbox
  readonly #begun: BegunBuild
  /** The builds that it goes before, the first one first. */
  readonly #preempts: readonly Build[]
  #state: BuildState = 'running'
  #preemptableFrom = 0

  private constructor(outbox: Outbox, begun: BegunBuild, preempts: readonly Build[]) {
    this.#outbox = outbox
    this.#begun = begun
    this.#preempts = preempts
    this.#addRows(begun)
  }

  /** Begins a build of what is due. */
  static async begin(outbox: Outbox, kind: BuildKind): Promise<Build> {
    return new Build(outbox, await outbox.begin(kind), [])
  }

  /**
   * Claims what is due while this build runs. Returns a build that is to go before the rest of it; or, of what has joined
   * this one, the events. Nothing is due when the build is empty. `joins`: whether an import may; otherwise it waits.
   */
  async claimMore({ joins }: { joins: boolean }): Promise<Build | { joined: BegunBuild }> {
    const running = [...this.#preempts, this]
    const begun = await this.#outbox.begin(
      'publish',
      running.map((build) => build.#begun),
      { joins },
    )
    if (begun.build_id === null || begun.build_id !== this.#begun.build_id)
      return new Build(this.#outbox, begun, running)
    this.#begun.events.push(...begun.events)
    this.#addRows(begun)
    return { joined: begun }
  }

  get begun(): BegunBuild {
    return this.#begun
  }

  /** The ids of the files of the library that its events name. */
  get files(): string[] {
    const own = this.#begun.events.filter(({ entity }) => entity === 'media')
    return [...new Set(own.map(({ entity_id }) => entity_id))]
  }

  /** Whether nothing was due. */
  get isEmpty(): boolean {
    return this.#begun.build_id === null
  }

  get isPreempting(): boolean {
    return this.#preempts.length > 0
  }

  /** Whether others may go first: after a turn as long as theirs was, so that it ends also where stories come without a pause. */
  get isPreemptable(): boolean {
    return performance.now() >= this.#preemptableFrom
  }

  /**
   * Of rows that were changed in one transaction readers see all or none. Of an import they see a few pages at a time: what
   * is as large as the magazine would wait for minutes, and hold up every publish.
   */
  get steps(): UpdateSteps {
    if (this.#begun.is_many) return 'few at a time'
    return this.#begun.are_together ? 'all together' : 'first pages, then the others'
  }

  /** The build whose pages it writes, with later ones; 0: all that are not as they are now. */
  get sinceBuild(): number {
    return this.isPreempting ? (this.#begun.build_id ?? 0) : 0
  }

  /** Runs what goes before the rest of this build. */
  async preempt(goFirst: () => Promise<void>): Promise<void> {
    const started = performance.now()
    this.#state = 'preempted'
    await goFirst()
    this.#state = 'running'
    const ended = performance.now()
    this.#preemptableFrom = ended + Math.min(ended - started, MAX_TURN_MS)
  }

  /**
   * Runs `work` as a part of the build; should it fail, the failure is recorded. `signal`: the publisher's start is
   * aborted; then the build counts as cut short, like the build of a killed process.
   */
  async recordingFailure<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const isRunning = this.#state === 'running' || this.#state === 'preempted'
      if (isRunning && signal?.aborted !== true) {
        this.#state = 'failed'
        await this.#outbox.finish(this.#begun, this.timings.stats(), messageOf(error)).catch(() => undefined)
      }
      throw error
    }
  }

  /**
   * Records it as live. If that request fails, the database may have it all the same: it has not failed. See `finish` of
   * the outbox.
   */
  async finish(stats: BuildStats & { is_asked: boolean }): Promise<number | null> {
    this.#state = 'live'
    return this.#outbox.finish(this.#begun, stats, null)
  }

  #addRows({ events }: BegunBuild): void {
    this.latestRows.clear()
    for (const { entity, entity_id: id, is_silent: isSilent } of events) {
      const key = rowKeyOf({ entity, id })
      this.rows.add(key)
      this.latestRows.add(key)
      if (!isSilent) this.announcedRows.add(key)
    }
  }
}
