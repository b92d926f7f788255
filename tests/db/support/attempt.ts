import { SUBJECTS } from './subjects.ts'
import type { Key, Subject, Who } from './subject.ts'
import type { Operation } from './law.ts'
import type { Caller, World } from './world.ts'

/** Does what the law speaks of and gives what came of it: the number of rows, or the code of the error. */
export async function attempt(
  world: World,
  caller: Caller,
  subjectName: string,
  operation: Operation,
): Promise<string> {
  const subject = SUBJECTS[subjectName]
  if (subject === undefined) throw new Error(`The law speaks of an unknown subject: ${subjectName}`)
  const who = { self: caller === 'anon' ? null : world.id[caller], other: world.otherId }
  return operation === 'insert'
    ? insert(world, caller, subject, who)
    : reach(world, caller, subject, who, operation)
}

async function insert(world: World, caller: Caller, subject: Subject, who: Who): Promise<string> {
  if (subject.offer === undefined) throw new Error(`Nobody inserts this into ${subject.table}`)
  const { row, key } = await subject.offer(world, who)
  const { error } = await world.as[caller].from(subject.table).insert(row)
  return error === null ? String((await find(world, subject.table, key)).length) : error.code
}

async function reach(
  world: World,
  caller: Caller,
  subject: Subject,
  who: Who,
  operation: Exclude<Operation, 'insert'>,
): Promise<string> {
  const key = await subject.make(world, who)
  const table = world.as[caller].from(subject.table)
  if (operation === 'select') {
    const { data, error } = await table.select(Object.keys(key).join(',')).match(key)
    return error === null ? String(data.length) : error.code
  }
  const before = await find(world, subject.table, key)
  const { error } = await (operation === 'update' ? table.update(subject.patch) : table.delete()).match(key)
  if (error !== null) return error.code
  const after = await find(world, subject.table, key)
  // A change may move the row to another key; then, too, it is no longer what it was.
  return String(before.filter((row) => !after.includes(row)).length)
}

/** The rows with this key, past all policies, as text that tells any change. */
async function find(world: World, table: string, key: Key): Promise<string[]> {
  const where = Object.keys(key).map((column, at) => `${column}::text = $${at + 1}`)
  const rows = await world.sql<{ row: string }>(
    `select t::text as row from public.${table} t where ${where.join(' and ')}`,
    Object.values(key).map(String),
  )
  return rows.map(({ row }) => row)
}
