import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../supabase/local/database.ts'
import {
  applyMigrations,
  BASELINE,
  MIGRATIONS_FOLDER,
  VERSIONS_BEFORE_BASELINE,
} from '../../supabase/local/migrations.ts'

/** SQL that records the migrations that the baseline replaced, or others, in whatever words, in place of all. */
export function recordsBeforeBaselineSql(versions: readonly string[] = VERSIONS_BEFORE_BASELINE): string {
  const rows = versions.map((version) => `('${version}', 'name', array['text'])`)
  return `
    truncate supabase_migrations.schema_migrations;
    insert into supabase_migrations.schema_migrations (version, name, statements) values ${rows.join(', ')};`
}

/** Migrates a database with the system schema as the migrations did that the baseline replaced: to what it makes. */
export async function migrateAsBeforeBaseline(database: Database): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-baseline-'))
  const file = `${BASELINE}_baseline.sql`
  await copyFile(join(MIGRATIONS_FOLDER, file), join(folder, file))
  await applyMigrations(database, folder, () => {})
  await rm(folder, { recursive: true })
  await database.script(recordsBeforeBaselineSql())
}
