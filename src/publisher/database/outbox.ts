import * as z from 'zod/mini'
import { secretClient } from '../../backend/client.ts'
import { BackendError } from '../../backend/errors.ts'
import type { SkippedRow } from '../../content/rows.ts'
import type { BuildStats } from '../timings.ts'
import { callFunction } from './call-function.ts'

/** One change that readers could see: the table and the row's id. `is_silent`: nobody outside is told of it. */
const eventSchema = z.object({
  id: z.number(),
  entity: z.string(),
  entity_id: z.string(),
  is_silent: z.boolean(),
})
/** In how many ms the next event is due; null: none waits. */
const dueSchema = z.nullable(z.number())
const begunSchema = z.object({
  build_id: z.nullable(z.number()),
  events: z.array(eventSchema),
  rows: z.nullable(z.record(z.string(), z.array(z.record(z.string(), z.unknown())))),
  has_more: z.boolean(),
  is_many: z.boolean(),
  is_import: z.boolean(),
  are_together: z.boolean(),
  next_due_ms: dueSchema,
})

/**
 * The events that a build has claimed, under its id (null: nothing to do), and the rows that they name as a visitor may see
 * them, by table (null: they have to be read). `has_more`: others are due; `is_import`: they are of an import; `is_many`: they
 * are of one, or as many as one brings; `are_together`: one transaction changed several of the rows. `next_due_ms`: when the
 * next scheduled event is due.
 */
export type BegunBuild = z.infer<typeof begunSchema>

export type BuildKind = 'full' | 'publish' | 'catch-up'

/** What readers get of a build at the public address. `unreachable`: the publisher gets no page from there. */
export type Readers = 'seen' | 'old' | 'unreachable'

/** The publisher's lease, whose number every call carries. */
interface NumberedLease {
  number: number
  /** Called when the database refused the number. Returns the error to be thrown. */
  lose(): Error
}

/**
 * The publisher's side of publish_outbox and builds. Needs the secret key. Throws a BackendError, a LeaseError when
 * another publisher has taken over.
 */
export class Outbox {
  readonly #client
  readonly #lease: NumberedLease

  constructor(supabaseUrl: string, secretKey: string, lease: NumberedLease) {
    this.#client = secretClient(supabaseUrl, secretKey)
    this.#lease = lease
  }

  /**
   * Claims the due events that no `running` build has claimed. Creates a build for them, or, where they are an import and
   * `joins` is true, adds them to the last running one. A 'publish' creates no build when nothing is due; other kinds always
   * do. Builds that have not ended and are not `running` are recorded as cut short.
   */
  async begin(
    kind: BuildKind,
    running: readonly BegunBuild[] = [],
    { joins = false }: { joins?: boolean } = {},
  ): Promise<BegunBuild> {
    const args = { p_kind: kind, p_running: running.map(({ build_id }) => build_id), p_joins: joins }
    return begunSchema.parse(await this.#call('the outbox cannot be read', 'begin_build', args))
  }

  /**
   * Records a build as live, and its events as processed; with an `error` as failed, its events still waiting.
   * `is_asked`: what readers see of it is recorded later. Resolves with the ms until the next event is due, 0 or less for
   * one that is; null: none waits.
   */
  async finish(
    { build_id, events }: BegunBuild,
    stats: BuildStats & { is_asked?: boolean },
    error: string | null,
  ): Promise<number | null> {
    const nextDueMs = await this.#call('the build cannot be recorded', 'finish_build', {
      p_build: build_id,
      p_events: events.map((event) => event.id),
      p_stats: stats,
      p_error: error,
    })
    return dueSchema.parse(nextDueMs)
  }

  /** Records what readers get of a live build at the public address. */
  async recordReaders({ build_id }: BegunBuild, readers: Readers): Promise<void> {
    const args = { p_build: build_id, p_readers: readers }
    await this.#call('what readers see cannot be recorded', 'record_readers', args)
  }

  /** Records all that is not published as it should be, in place of what was recorded before. */
  async recordProblems(problems: readonly SkippedRow[]): Promise<void> {
    const p_problems = problems.map(({ entity, id, reason }) => ({ entity, entity_id: id, reason }))
    await this.#call('what is not published cannot be recorded', 'set_publish_problems', { p_problems })
  }

  #call(what: string, name: string, args: Record<string, unknown>): Promise<unknown> {
    const lease = this.#lease
    return callFunction(this.#client, what, name, { p_lease: lease.number, ...args }).catch(
      (error: unknown) => {
        throw error instanceof BackendError && error.code === 'PT409' ? lease.lose() : error
      },
    )
  }
}
