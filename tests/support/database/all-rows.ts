import type { Stack } from '../../../supabase/local/stack.ts'

type Sql = Stack['sql']

/**
 * The rows of all tables of a magazine, sorted, by table. Times that are not before `since` are the database's own and are
 * 'now'. Numbers that the database counts (identity columns) are not there, since they are not given again after a failure; nor
 * are the columns of `but`, by table.
 */
export async function allRows(
  sql: Sql,
  since: Date,
  but: Readonly<Record<string, readonly string[]>> = {},
): Promise<Record<string, string[]>> {
  const tables = await sql<{ table: string; counted: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as table, coalesce((select array_agg(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attidentity <> ''), '{}') as counted
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private', 'storage') order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { table, counted } of tables) {
    const found = await sql<{ row: unknown }>(`select to_jsonb(t) - $1::text[] as row from ${table} t`, [
      [...counted, ...(but[table] ?? [])],
    ])
    rows[table] = found.map(({ row }) => JSON.stringify(row, (_, value) => ofNow(value, since))).sort()
  }
  return rows
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function ofNow(value: unknown, since: Date): unknown {
  return typeof value === 'string' && TIME.test(value) && Date.parse(value) >= since.getTime() ? 'now' : value
}
