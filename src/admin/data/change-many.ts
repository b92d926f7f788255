import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { type BackendError, toBackendError } from '../../backend/errors.ts'
import type { Json } from '../../backend/database.types.ts'
import type { PlannedChange } from '../../domain/prediction.ts'
import { idSchema } from '../../domain/row.ts'
import { parseRow } from './postgrest.ts'

/** An act on many rows of a table, as `change_many` of the database does it. */
export interface ManyChange {
  table: 'articles' | 'media' | 'tags' | 'subscribers'
  act: string
  /** What the act needs, such as a category. */
  given: Record<string, Json>
}

/** What an act may change of a row, as it was. */
const stateSchema = z.record(z.string(), z.json())
export type RowState = z.infer<typeof stateSchema>

const outcomeSchema = z.object({
  id: idSchema,
  /** Null for a row that is gone. */
  name: z.nullable(z.string()),
  /** `nothing`: the row is so already. */
  outcome: z.enum(['done', 'nothing', 'refused']),
  before: z.nullable(stateSchema),
  after: z.optional(z.nullable(stateSchema)),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.nullable(z.string())),
})
export type Outcome = z.infer<typeof outcomeSchema>

/** Outcomes by what they are. */
export interface Outcomes {
  done: Outcome[]
  nothing: Outcome[]
  refused: Outcome[]
}

interface ChosenRow extends Record<string, Json | undefined> {
  id: string
  /** What is known of the row: it is refused when it is not so by now. */
  expected?: Json
  /** What it is set back to. */
  to?: Json
}

function argumentsOf({ table, act, given }: ManyChange, rows: ChosenRow[]) {
  return { p_table: table, p_rows: rows, p_act: act, p_with: given }
}

async function call(
  change: ManyChange,
  rows: ChosenRow[],
  isLook: boolean,
  signal?: AbortSignal,
): Promise<Outcome[]> {
  const request = adminClient().rpc('change_many', { ...argumentsOf(change, rows), p_look: isLook })
  return parseRow(
    z.array(outcomeSchema),
    await (signal === undefined ? request : request.abortSignal(signal)),
  )
}

const byOutcome = (all: readonly Outcome[]): Outcomes => {
  const of = (outcome: Outcome['outcome']) => all.filter((one) => one.outcome === outcome)
  return { done: of('done'), nothing: of('nothing'), refused: of('refused') }
}

/** So many rows are looked at in one request: an embedded database answers one request at a time. */
const MAX_LOOK = 50

async function look(change: ManyChange, rows: ChosenRow[], signal?: AbortSignal): Promise<Outcomes> {
  const all: Outcome[] = []
  for (let at = 0; at < rows.length; at += MAX_LOOK)
    all.push(...(await call(change, rows.slice(at, at + MAX_LOOK), true, signal)))
  return byOutcome(all)
}

/** What a change would do to each of these rows. Rejects with a BackendError. */
export function lookAtMany(
  change: ManyChange,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Outcomes> {
  const rows = ids.map((id) => ({ id }))
  return look(change, rows, signal)
}

/**
 * Changes the rows that a look found can be changed, all or none. Rejects with a BackendError: 'conflict' when one of them
 * cannot be changed by now.
 */
export function changeMany(change: ManyChange, looked: readonly Outcome[]): Promise<Outcome[]> {
  return call(
    change,
    looked.map(({ id, before }) => ({ id, expected: before })),
    false,
  )
}

/** Sets back what a change has changed, but for the rows that were changed since. Rejects with a BackendError. */
export async function setBackMany(
  { table }: Pick<ManyChange, 'table'>,
  changed: readonly Outcome[],
): Promise<Outcomes> {
  const back: ManyChange = { table, act: 'set back', given: {} }
  const rows = changed.map(({ id, before, after = null }) => ({ id, to: before, expected: after }))
  const looked = await look(back, rows)
  const done = new Set(looked.done.map(({ id }) => id))
  if (done.size > 0)
    await call(
      back,
      rows.filter(({ id }) => done.has(id)),
      false,
    )
  return looked
}

/** The change of the rows that can be changed, to ask what it will do to the site. */
export function plannedChanges(change: ManyChange, looked: readonly Outcome[]): PlannedChange[] {
  const args = argumentsOf(
    change,
    looked.map(({ id }) => ({ id })),
  )
  return [{ call: 'change_many', args }]
}

/** Why a row is refused. */
export function refusalOf({ code, message, details }: Outcome): BackendError {
  return toBackendError({ code, message, details })
}
