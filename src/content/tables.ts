import { type Changes, type Entity, type Row, type Rows, ENTITIES } from './rows.ts'

/** The rows by table and id. A table is never changed: a change makes a new one. */
export type Tables = { readonly [E in Entity]: ReadonlyMap<string, Row<E>> }

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

export function createTables(rows: Rows): Tables {
  const tables: Partial<Record<Entity, ReadonlyMap<string, unknown>>> = {}
  for (const entity of ENTITIES) tables[entity] = byId<Row<Entity>>(rows[entity])
  return tables as Tables
}

/** The tables after the changes; tables without changes are the same objects. */
export function changeTables(tables: Tables, changes: Changes): Tables {
  const next: Partial<Record<Entity, ReadonlyMap<string, unknown>>> = { ...tables }
  for (const entity of ENTITIES) {
    const change = changes[entity]
    if (change === undefined || change.put.length + change.gone.length === 0) continue
    const table = new Map<string, Row<Entity>>(tables[entity])
    for (const id of change.gone) table.delete(id)
    for (const row of change.put) table.set(row.id, row)
    next[entity] = table
  }
  return next as Tables
}
