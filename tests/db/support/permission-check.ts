import { ROW_KINDS } from './row-kinds.ts'
import type { Key, RowKind, Who } from './row-kind.ts'
import type { Operation } from './permission-table.ts'
import type { Caller, Backend } from './backend.ts'

/** Tries an operation on a new row of a kind as a caller. Returns the number of affected rows, or the error's code. */
export async function tryOperation(
  backend: Backend,
  caller: Caller,
  name: string,
  operation: Operation,
): Promise<string> {
  const rowKind = ROW_KINDS[name]
  if (rowKind === undefined) throw new Error(`Unknown kind of row: ${name}`)
  const who = { self: caller === 'anon' ? null : backend.id[caller], other: backend.otherId }
  return operation === 'insert'
    ? insert(backend, caller, rowKind, who)
    : access(backend, caller, rowKind, who, operation)
}

async function insert(backend: Backend, caller: Caller, rowKind: RowKind, who: Who): Promise<string> {
  if (rowKind.newRow === undefined) throw new Error(`This kind of row in ${rowKind.table} cannot be inserted`)
  const { row, key } = await rowKind.newRow(backend, who)
  const { error } = await backend.as[caller].from(rowKind.table).insert(row)
  return error === null ? String((await find(backend, rowKind.table, key)).length) : error.code
}

async function access(
  backend: Backend,
  caller: Caller,
  rowKind: RowKind,
  who: Who,
  operation: Exclude<Operation, 'insert'>,
): Promise<string> {
  const key = await rowKind.create(backend, who)
  const table = backend.as[caller].from(rowKind.table)
  if (operation === 'select') {
    const { data, error } = await table.select(Object.keys(key).join(',')).match(key)
    return error === null ? String(data.length) : error.code
  }
  const before = await find(backend, rowKind.table, key)
  const { error } = await (operation === 'update' ? table.update(rowKind.patch) : table.delete()).match(key)
  if (error !== null) return error.code
  const after = await find(backend, rowKind.table, key)
  // An update may also move the row to another key.
  return String(before.filter((row) => !after.includes(row)).length)
}

/** The rows with this key as text, past all policies. */
async function find(backend: Backend, table: string, key: Key): Promise<string[]> {
  const where = Object.keys(key).map((column, at) => `${column}::text = $${at + 1}`)
  const rows = await backend.sql<{ row: string }>(
    `select t::text as row from public.${table} t where ${where.join(' and ')}`,
    Object.values(key).map(String),
  )
  return rows.map(({ row }) => row)
}
