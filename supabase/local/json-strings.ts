import type { Database } from './database.ts'

type Row = Record<string, unknown>

/**
 * Stores a string sent for a json column as a JSON string, as PostgREST does. The API server would take the string for
 * the text of a JSON value and refuse all that is not one. `driver` is what sends the values on: that of PostgreSQL writes
 * them as JSON by itself, PGlite's does not. Call it when the migrations have run.
 */
export async function keepJsonStrings(database: Database, driver: 'pglite' | 'postgres'): Promise<void> {
  // The API server reads a string that is JSON once more before it sends it on.
  const asSent =
    driver === 'postgres' ? JSON.stringify : (value: string) => JSON.stringify(JSON.stringify(value))
  const columns = await database.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type in ('json', 'jsonb')`,
  )
  const byTable = Map.groupBy(columns, (column) => column.table_name)

  const encode = (row: Row, table: string): Row => {
    const encoded = { ...row }
    for (const { column_name: name } of byTable.get(table) ?? []) {
      const value = encoded[name]
      if (typeof value === 'string') encoded[name] = asSent(value)
    }
    return encoded
  }

  const { connection } = database
  const before = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (original, vars) => {
    const ast = await before(original, vars)
    const { from, values } = ast as { from?: string; values?: Row | Row[] }
    if (from === undefined || values === undefined) return ast
    return {
      ...ast,
      values: Array.isArray(values) ? values.map((row) => encode(row, from)) : encode(values, from),
    }
  }
}
