import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'

/**
 * Runs the `<version>_<name>.sql` files of the folder that the database has not seen, in order, each in a transaction
 * together with its record, which has the shape `supabase db push` keeps. Returns the names of those it ran.
 */
export async function applyMigrations(
  database: Database,
  folder: string,
  onProgress: (line: string) => void,
): Promise<string[]> {
  const rows = await database.sql<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const seen = new Set(rows.map((row) => row.version))
  const files = (await readdir(folder)).filter((file) => /^\d+_.+\.sql$/.test(file)).sort()
  const pending = files.filter((file) => !seen.has(versionOf(file)))

  for (const file of pending) {
    onProgress(`migration ${file}`)
    const text = await readFile(join(folder, file), 'utf8')
    const name = file.slice(versionOf(file).length + 1, -'.sql'.length)
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${quote(versionOf(file))}, ${quote(name)}, array[${quote(text)}])`
    try {
      await database.script(`${text}\n;${record}`)
    } catch (error) {
      // The database's error is not kept as the cause: it carries the whole file, and all of it would be printed.
      // eslint-disable-next-line preserve-caught-error
      throw new Error(`The migration ${file} failed: ${describe(error, text)}`)
    }
  }
  return pending
}

function versionOf(file: string): string {
  return file.slice(0, file.indexOf('_'))
}

/** An SQL string literal of any text, whatever standard_conforming_strings says. */
function quote(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The database's message with the line it points at. */
function describe(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error)
  const { position, detail } = error as Error & { position?: string; detail?: string }
  const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length
  return [error.message, detail, line === null ? null : `line ${line}`].filter(Boolean).join(', ')
}
