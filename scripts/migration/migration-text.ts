import { type Catalog, differentNames } from './catalog.ts'

const NOTE = '-- WRITE HERE'

/**
 * The SQL that turns one database into another: first what is dropped, then what is made, in the order in which `to` was
 * made. New tables and columns are written. How to change or drop others only a person knows: a comment that begins with
 * WRITE HERE names them.
 */
export function migrationText(from: Catalog, to: Catalog): string {
  const names = new Set(differentNames(from, to))
  /** Whether the object has to be dropped and made again; where a person drops it, `drop` is null. */
  const isReplaced = (name: string) => {
    const [before, after] = [from.get(name), to.get(name)]
    return before !== undefined && after !== undefined && before.fixed !== after.fixed
  }
  // What is made again has lost what was said of it.
  const replaced = new Set(
    [...names].filter((name) => isReplaced(name) && from.get(name)?.drop).map((name) => to.get(name)?.oid),
  )
  for (const [name, { oid }] of to) {
    if (/^(grants of|comment on) /.test(name) && replaced.has(oid)) names.add(name)
  }

  const drops: { oid: number; text: string }[] = []
  const creates: { oid: number; text: string }[] = []
  const rows: string[] = []
  for (const name of [...to.keys(), ...from.keys()]) {
    if (!names.delete(name) || isWithTable(name, from, to)) continue
    const [before, after] = [from.get(name), to.get(name)]
    if (name.startsWith('rows of ')) {
      rows.push(changeOfRows(name, before?.definition ?? '', after?.definition ?? ''))
    } else if (after === undefined) {
      const { oid = 0, drop = null } = before ?? {}
      drops.push({
        oid,
        text: drop ?? `${NOTE} what removes the ${name}, and what becomes of what it holds.`,
      })
    } else if (before !== undefined && isReplaced(name)) {
      const { drop } = before
      if (drop !== null) drops.push({ oid: before.oid, text: drop })
      creates.push({
        oid: after.oid,
        text: (drop && after.create) ?? changeNote(name, before.definition, after.definition),
      })
    } else {
      creates.push({
        oid: after.oid,
        text: after.create ?? changeNote(name, before?.definition, after.definition),
      })
    }
  }
  return [
    ...drops.sort((a, b) => b.oid - a.oid).map(({ text }) => text),
    ...creates.sort((a, b) => a.oid - b.oid).map(({ text }) => text),
    ...rows,
  ]
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('\n')
}

/** Whether it comes and goes with a table, which is made, or dropped by hand. */
function isWithTable(name: string, from: Catalog, to: Catalog): boolean {
  const table = /^column (.+)\.[^.]+$/.exec(name)?.[1]
  if (table === undefined) return false
  return !from.has(`relation ${table}`) || !to.has(`relation ${table}`)
}

function changeNote(name: string, before: string | undefined, after: string): string {
  const lines =
    before === undefined
      ? [`makes the ${name}:`, after]
      : [`changes the ${name}`, `from ${before}`, `to ${after}`]
  return `${NOTE} what ${lines.join('\n').replaceAll('\n', '\n--   ')}`
}

/** Rows are JSON objects, one a line. */
function changeOfRows(name: string, before: string, after: string): string {
  const table = name.slice('rows of '.length)
  const parse = (text: string) => text.split('\n').filter((line) => line !== '')
  const [had, has] = [parse(before), parse(after)]
  const changes = [
    ...had.filter((row) => !has.includes(row)).map((row) => ({ row, isNew: false })),
    ...has.filter((row) => !had.includes(row)).map((row) => ({ row, isNew: true })),
  ]
  return changes
    .map(({ row, isNew }) => {
      const values = Object.entries(JSON.parse(row) as Record<string, unknown>).map(
        ([column, value]) => [column, literal(value)] as const,
      )
      if (values.some(([, value]) => value === null))
        return `${NOTE} what ${isNew ? 'adds to' : 'removes from'} the ${name}:\n--   ${row}`
      return isNew
        ? `insert into ${table} (${values.map(([column]) => column).join(', ')}) values (${values.map(([, value]) => value).join(', ')});`
        : `delete from ${table} where ${values.map(([column, value]) => `${column} is not distinct from ${value}`).join(' and ')};`
    })
    .join('\n')
}

/** A value of JSON in SQL; null for one that has parts, whose type JSON does not tell. */
function literal(value: unknown): string | null {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return typeof value === 'object' && value !== null ? null : String(value)
}
