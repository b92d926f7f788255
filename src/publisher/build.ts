import { messageOf } from '../node/report.ts'
import type { BegunBuild, BuildKind, Outbox } from './database/outbox.ts'
import { type BuildStats, Timings } from './database/timings.ts'
import { rowKeyOf } from './rendering/row-key.ts'
import type { UpdateSteps } from './update-site.ts'

type BuildState = 'running' | 'preempted' | 'live' | 'failed'

/**
 * One build, from its begin in the outbox to its end there. One that is preempted waits while a publish, a build of its
 * own, goes before the rest of it; only one build runs at a time.
 *
 *     running      a publish is requested, and the rest is long → preempted
 *     preempted    that publish has ended                       → running
 *     running      its files are with the readers               → live
 *     running      an error                                     → failed; its events wait for the next build
 *     preempted    the publish has failed                       → failed
 *     any          its process ends                             → cut short: the next build that begins records it
 */
export class Build {
  readonly timings = new Timings()
  readonly #outbox: Outbox
  readonly #begun: BegunBuild
  /** The builds that it goes before, the first one first. */
  readonly #preempts: readonly Build[]
  #state: BuildState = 'running'

  private constructor(outbox: Outbox, begun: BegunBuild, preempts: readonly Build[]) {
    this.#outbox = outbox
    this.#begun = begun
    this.#preempts = preempts
  }

  /** Begins a build of all that is due, but for the events of the builds that it preempts. */
  static async begin(outbox: Outbox, kind: BuildKind, preempts: readonly Build[] = []): Promise<Build> {
    const begun = await outbox.begin(
      kind,
      preempts.map((build) => build.#begun),
    )
    return new Build(outbox, begun, preempts)
  }

  get begun(): BegunBuild {
    return this.#begun
  }

  /** Whether nothing was due. */
  get isEmpty(): boolean {
    return this.#begun.build_id === null
  }

  get isPreempting(): boolean {
    return this.#preempts.length > 0
  }

  /** The keys of the rows that its events name. */
  get rows(): ReadonlySet<string> {
    return new Set(this.#begun.events.map(({ entity, entity_id }) => rowKeyOf({ entity, id: entity_id })))
  }

  /** Rows that were changed in one transaction are events of one build: readers see all of them or none. */
  get steps(): UpdateSteps {
    return this.rows.size === 1 ? 'first pages, then the others' : 'all together'
  }

  /** The build whose pages it writes, with later ones; 0: all that are not as they are now. */
  get sinceBuild(): number {
    return this.isPreempting ? (this.#begun.build_id ?? 0) : 0
  }

  /** Runs `publish` with the builds that it preempts, of which this is the last. */
  async preempt(publish: (preempts: readonly Build[]) => Promise<void>): Promise<void> {
    this.#state = 'preempted'
    await publish([...this.#preempts, this])
    this.#state = 'running'
  }

  /**
   * Runs `work` as a part of the build; should it fail, the failure is recorded. `signal`: the publisher's start is
   * aborted; then the build counts as cut short, as that of a killed process.
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

  /** Records it as live. If that request fails, the database may have it all the same: it has not failed. */
  async finish(stats: BuildStats & { is_asked: boolean }): Promise<void> {
    this.#state = 'live'
    await this.#outbox.finish(this.#begun, stats, null)
  }
}
