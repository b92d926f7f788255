import type { Database } from '../../../supabase/local/database/database.ts'
import { FIRST_VERSIONS, readFormerMigrations } from '../../../supabase/upgrades/former-migrations.ts'

/** The commits that databases from before the baseline may stand at, with the number of the former migrations of each. */
export const FORMER_COMMITS = {
  '1d8fddc8': 4,
  '4f2b427c': 10,
  '17c26428': 27,
  b9211adb: 31,
  '68e0dcf4': 35,
  dcdb6d3b: 36,
  a73383f8: 36,
  dc12c1ad: 66,
} as const

/** The commit before the first of the former migrations, which made the same as the migrations of this one. */
export const FIRST_COMMIT = 'cbaa1f04'

/** SQL that records migrations with any text, in place of all. */
export function recordsSql(versions: readonly string[]): string {
  const rows = versions.map((version) => `('${version}', 'name', array['text'])`)
  return `
    truncate supabase_migrations.schema_migrations;
    insert into supabase_migrations.schema_migrations (version, name, statements) values ${rows.join(', ')};`
}

/** Migrates a database with the system schema as a commit from before the baseline did. */
export async function migrateAsFormerCommit(
  database: Pick<Database, 'script'>,
  commit: keyof typeof FORMER_COMMITS | typeof FIRST_COMMIT,
): Promise<void> {
  const count = commit === FIRST_COMMIT ? 1 : FORMER_COMMITS[commit]
  for (const { name, text } of (await readFormerMigrations()).slice(0, count)) {
    await database.script(`${text};
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values ('${name.slice(0, 14)}', '${name.slice(15, -4)}', array[$text_of_file$${text}$text_of_file$]);`)
  }
  if (commit === FIRST_COMMIT) await database.script(recordsSql(FIRST_VERSIONS))
}
