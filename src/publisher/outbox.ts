import * as z from 'zod/mini'
import { secretClient } from '../backend/client.ts'
import { BackendError, toBackendError } from '../backend/errors.ts'
import type { LeftOut } from '../content/rows.ts'
import type { BuildStats } from './timings.ts'

const eventSchema = z.object({ id: z.number(), entity: z.string(), entity_id: z.string() })
const begunSchema = z.object({
  build_id: z.nullable(z.number()),
  events: z.array(eventSchema),
  next_due_ms: z.nullable(z.number()),
})

/** One change that readers could see: the table and the row's id. */
export type PublishEvent = z.infer<typeof eventSchema>
/** What is due now, under a new build's id (null: nothing to do), and in how many ms the next scheduled event is. */
export type BegunBuild = z.infer<typeof begunSchema>

export type BuildKind = 'full' | 'publish' | 'catch-up'

/** The publisher's side of publish_outbox and builds. Needs the secret key. Throws a BackendError. */
export class Outbox {
  readonly #client

  constructor(supabaseUrl: string, secretKey: string) {
    this.#client = secretClient(supabaseUrl, secretKey)
  }

  /** Takes what is due. A 'publish' starts no build when nothing is; the other kinds always do. */
  async begin(kind: BuildKind): Promise<BegunBuild> {
    const { data, error, status } = await this.#client.rpc('begin_build', { p_kind: kind })
    if (error) throw failure('the outbox cannot be read', error, status)
    return begunSchema.parse(data)
  }

  /** Records a build as live, and its events as processed; with an `error` as failed, its events still waiting. */
  async finish({ build_id, events }: BegunBuild, stats: BuildStats, error: string | null): Promise<void> {
    if (build_id === null) return
    const { error: refused, status } = await this.#client.rpc('finish_build', {
      p_build: build_id,
      p_events: events.map((event) => event.id),
      p_stats: stats,
      p_error: error,
    })
    if (refused) throw failure('the build cannot be recorded', refused, status)
  }

  /** Records all that is not published as it should be, in place of what was recorded before. */
  async recordProblems(problems: readonly LeftOut[]): Promise<void> {
    const p_problems = problems.map(({ entity, id, reason }) => ({ entity, entity_id: id, reason }))
    const { error, status } = await this.#client.rpc('set_publish_problems', { p_problems })
    if (error) throw failure('what is not published cannot be recorded', error, status)
  }
}

function failure(what: string, error: unknown, status: number): BackendError {
  const { kind, code, message } = toBackendError(error, status)
  return new BackendError(kind, code, `${what}: ${message}`, error)
}
