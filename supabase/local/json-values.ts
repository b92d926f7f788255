import type { Connection } from '@supabase/lite'

type Row = Record<string, unknown>

/**
 * Stores strings and booleans sent for a json column as JSON, as PostgREST does. The API server takes such a string
 * for the text of a JSON value, reads it, and sends on what it has read.
 */
export function keepJsonValues(connection: Connection): void {
  const before = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (original, vars) => {
    const ast = await before(original, vars)
    const { from, values } = ast as { from?: string; values?: Row | Row[] }
    if (from === undefined || values === undefined) return ast
    const { columns } = await connection.introspect({ useCache: true })
    const names = columns
      .filter(({ table, type }) => table === from && (type === 'json' || type === 'jsonb'))
      .map(({ name }) => name)
    return {
      ...ast,
      values: Array.isArray(values) ? values.map((row) => encode(row, names)) : encode(values, names),
    }
  }
}

function encode(row: Row, names: string[]): Row {
  const encoded = { ...row }
  for (const name of names) {
    const value = row[name]
    if (typeof value !== 'string' && typeof value !== 'boolean') continue
    // Once for the database, once more for the API server, which takes the outer one off.
    encoded[name] = JSON.stringify(JSON.stringify(value))
  }
  return encoded
}
