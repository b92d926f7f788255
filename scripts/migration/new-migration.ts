import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../../src/backend/error-message.ts'
import {
  applyMigrations,
  createSystemSchema,
  describeSqlError,
} from '../../supabase/local/database/migrations.ts'
import { openPglite } from '../../supabase/local/database/pglite.ts'
import { differentNames, readCatalog } from './catalog.ts'
import { migrationText } from './migration-text.ts'
import { type SchemaFile, readSchemaFiles } from './schema-files.ts'

/** What became of a new migration: `left` names what it does not make as the schemas do, `error` says why it does not run. */
type NewMigration =
  | { kind: 'equal' }
  | { kind: 'written'; file: string; left: string[] }
  | { kind: 'failing'; file: string; error: string }

/**
 * Writes the migration from the database of `<supabase>/migrations` to the database of `<supabase>/schemas`, and tries it.
 * Nothing is written where they are equal. In an empty folder the migration is a baseline: the schemas themselves.
 */
export async function writeNewMigration(supabase: string, name: string, now: Date): Promise<NewMigration> {
  const folder = join(supabase, 'migrations')
  const declared = await openPglite(null)
  const migrated = await openPglite(null)
  try {
    await createSystemSchema(declared)
    const files = readSchemaFiles(supabase)
    for (const { path, text } of files) {
      await declared.script(text).catch((error: unknown) => {
        throw new Error(`supabase/${path} failed: ${describeSqlError(error, text)}`)
      })
    }
    await createSystemSchema(migrated)
    await applyMigrations(migrated, folder, () => {})
    const to = await readCatalog(declared)
    const names = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
    const text = names.length === 0 ? baselineText(files) : migrationText(await readCatalog(migrated), to)
    if (text === '') return { kind: 'equal' }

    const file = join(folder, `${nextVersion(names, now)}_${name}.sql`)
    await writeFile(file, text)
    try {
      await applyMigrations(migrated, folder, () => {})
    } catch (error) {
      return { kind: 'failing', file, error: errorMessage(error) }
    }
    return { kind: 'written', file, left: differentNames(await readCatalog(migrated), to) }
  } finally {
    await declared.close()
    await migrated.close()
  }
}

function baselineText(files: readonly SchemaFile[]): string {
  const head =
    '-- Everything that a database had when this was written: the files of supabase/schemas, in their order.\n'
  return [head, ...files.map(({ path, text }) => `-- supabase/${path}\n\n${text}`)].join('\n')
}

/** The version of a new migration: the time in UTC, or one more than the highest that is there. */
export function nextVersion(names: readonly string[], now: Date): string {
  const time = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const highest = names
    .map((name) => name.slice(0, 14))
    .sort()
    .at(-1)
  return highest === undefined || time > highest ? time : String(BigInt(highest) + 1n)
}
