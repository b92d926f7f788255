import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { type BackendError, toBackendError } from '../../../backend/errors.ts'
import type { Json } from '../../../backend/database.types.ts'
import type { PlannedChange } from '../../../domain/newsroom/prediction.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { parseRow } from './postgrest.ts'

/** An act on selected rows of a table, carried out by the database function `bulk_change`. */
export interface BulkChange {
  table: 'articles' | 'media' | 'tags' | 'subscribers'
  act: string
  /** What the act needs, such as a category. */
  given: Record<string, Json>
}

/** The values of a row that acts can change. */
const stateSchema = z.record(z.string(), z.json())
export type RowState = z.infer<typeof stateSchema>

const outcomeSchema = z.object({
  id: idSchema,
  /** Null for a row that no longer exists. */
  name: z.nullable(z.string()),
  /** `nothing`: the row already has the wanted values. */
  outcome: z.enum(['done', 'nothing', 'refused']),
  before: z.nullable(stateSchema),
  after: z.optional(z.nullable(stateSchema)),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.nullable(z.string())),
})
export type Outcome = z.infer<typeof outcomeSchema>

/** Outcomes of a bulk change, grouped by kind. */
export interface Outcomes {
  done: Outcome[]
  nothing: Outcome[]
  refused: Outcome[]
}

interface ChosenRow extends Record<string, Json | undefined> {
  id: string
  /** The state the row was read in: a row that has changed since is refused. */
  expected?: Json
  /** The state to restore, for an undo. */
  to?: Json
}

function argumentsOf({ table, act, given }: BulkChange, rows: ChosenRow[]) {
  return { p_table: table, p_rows: rows, p_act: act, p_with: given }
}

async function call(
  change: BulkChange,
  rows: ChosenRow[],
  isDryRun: boolean,
  signal?: AbortSignal,
): Promise<Outcome[]> {
  const request = adminClient().rpc('bulk_change', { ...argumentsOf(change, rows), p_dry_run: isDryRun })
  return parseRow(
    z.array(outcomeSchema),
    await (signal === undefined ? request : request.abortSignal(signal)),
  )
}

const byOutcome = (all: readonly Outcome[]): Outcomes => {
  const of = (outcome: Outcome['outcome']) => all.filter((one) => one.outcome === outcome)
  return { done: of('done'), nothing: of('nothing'), refused: of('refused') }
}

/** Rows of one request of a dry run. The embedded database answers one request at a time: others get their turn between. */
const MAX_DRY_RUN_ROWS = 50

async function dryRun(change: BulkChange, rows: ChosenRow[], signal?: AbortSignal): Promise<Outcomes> {
  const all: Outcome[] = []
  for (let at = 0; at < rows.length; at += MAX_DRY_RUN_ROWS)
    all.push(...(await call(change, rows.slice(at, at + MAX_DRY_RUN_ROWS), true, signal)))
  return byOutcome(all)
}

/** Dry run: what a change would do to each of these rows. Rejects with a BackendError. */
export function dryRunBulkChange(
  change: BulkChange,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Outcomes> {
  const rows = ids.map((id) => ({ id }))
  return dryRun(change, rows, signal)
}

/**
 * Changes rows that a dry run found changeable, all or none. Rejects with a BackendError: 'conflict' when one of them has
 * changed since the dry run.
 */
export function runBulkChange(change: BulkChange, changeable: readonly Outcome[]): Promise<Outcome[]> {
  return call(
    change,
    changeable.map(({ id, before }) => ({ id, expected: before })),
    false,
  )
}

/** Undoes a bulk change; rows that were changed again since are left alone. Rejects with a BackendError. */
export async function undoBulkChange(
  { table }: Pick<BulkChange, 'table'>,
  changed: readonly Outcome[],
): Promise<Outcomes> {
  const undo: BulkChange = { table, act: 'undo', given: {} }
  const rows = changed.map(({ id, before, after = null }) => ({ id, to: before, expected: after }))
  const outcomes = await dryRun(undo, rows)
  const done = new Set(outcomes.done.map(({ id }) => id))
  if (done.size > 0)
    await call(
      undo,
      rows.filter(({ id }) => done.has(id)),
      false,
    )
  return outcomes
}

/** The change of the changeable rows, in the form a prediction of its effects on the site takes. */
export function plannedChanges(change: BulkChange, changeable: readonly Outcome[]): PlannedChange[] {
  const args = argumentsOf(
    change,
    changeable.map(({ id }) => ({ id })),
  )
  return [{ call: 'bulk_change', args }]
}

/** Why a row is refused. */
export function refusalOf({ code, message, details }: Outcome): BackendError {
  return toBackendError({ code, message, details })
}
