import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../../../src/backend/error-message.ts'
import {
  type RecordedMigration,
  lackingMigrations,
  LAST_FORMER_COMMIT,
  readFormerMigrations,
} from '../../upgrades/former-migrations.ts'
import { ROOT } from '../config.ts'
import { serviceSchemasSql } from '../auth/lite.ts'
import type { Database } from './database.ts'

/** The migrations of the project. */
export const MIGRATIONS_FOLDER = join(ROOT, 'supabase', 'migrations')

/** The version of the first migration, which makes everything that those before it had made. */
export const BASELINE = '20261129083057'

interface Migration {
  name: string
  version: string
  title: string
  text: string
}

/** The `<version>_<name>.sql` files of the folder, in order. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const files: Migration[] = []
  for (const name of (await readdir(folder)).sort()) {
    if (/^\d+_.+\.sql$/.test(name)) files.push(migrationOf(name, await readFile(join(folder, name), 'utf8')))
  }
  return files
}

function migrationOf(name: string, text: string): Migration {
  const [, version = '', title = ''] = /^(\d+)_(.+)\.sql$/.exec(name) ?? []
  return { name, version, title, text }
}

/** The SQL of everything a new database of the project gets: the system schema and the migrations. */
export async function wholeSchemaSql(): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER)
  return [serviceSchemasSql(), ROLES_AND_GRANTS, ...migrations.map(({ name, text }) => name + text)].join(
    '\n',
  )
}

/**
 * Applies the `<version>_<name>.sql` files of the folder that are not recorded in the database, in order, each in a
 * transaction with its record, which has the shape of `supabase db push`. Returns the names of the applied files.
 * A database from before the baseline first gets what it lacks of the migrations before. Throws before any change when the
 * database was made with migrations that neither holds, or with later ones than one that it lacks.
 */
export async function applyMigrations(
  database: Database,
  folder: string,
  onProgress: (line: string) => void,
): Promise<string[]> {
  const files = await readMigrations(folder)
  const earlier = await applyFormerMigrations(database, files, onProgress)
  const recorded = await readRecorded(database)
  refuseOtherMigrations(recorded, new Map(files.map(({ version, text }) => [version, text])))
  const applied = new Set(recorded.map(({ version }) => version))
  const pending = files.filter(({ version }) => !applied.has(version))
  refuseEarlierMigration(pending, [...applied].sort().at(-1))
  for (const migration of pending) await apply(database, migration, onProgress)
  return [...earlier, ...pending].map(({ name }) => name)
}

function readRecorded(database: Database): Promise<RecordedMigration[]> {
  return database.sql<RecordedMigration>(
    'select version, statements[1] as text from supabase_migrations.schema_migrations order by version',
  )
}

/** Runs a migration in a transaction with its record. */
async function apply(
  database: Database,
  migration: Migration,
  onProgress: (line: string) => void,
): Promise<void> {
  const { name, text } = migration
  onProgress(`migration ${name}`)
  try {
    await database.script(`${text}\n;${recordOf(migration)}`)
  } catch (error) {
    // The database's error is not kept as the cause: it carries the whole file, and all of it would be printed.
    // eslint-disable-next-line preserve-caught-error
    throw new Error(`The migration ${name} failed: ${describeSqlError(error, text)}`)
  }
}

/** The statement that records a migration as applied. */
function recordOf({ version, title, text }: Migration): string {
  return `insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${quote(version)}, ${quote(title)}, array[${quote(text)}]);`
}

/**
 * Brings a database from before the baseline to what the baseline makes: runs the former migrations that it lacks, and
 * records the baseline in place of all. One that was killed meanwhile goes on where it was. Returns the migrations that it ran.
 */
async function applyFormerMigrations(
  database: Database,
  files: readonly Migration[],
  onProgress: (line: string) => void,
): Promise<Migration[]> {
  const baseline = files.find(({ version }) => version === BASELINE)
  const recorded = await readRecorded(database)
  if (baseline === undefined || recorded.length === 0 || recorded.some(({ version }) => version === BASELINE))
    return []
  const former = (await readFormerMigrations()).map(({ name, text }) => migrationOf(name, text))
  const lacking = lackingMigrations(recorded, former)?.map(({ name, text }) => migrationOf(name, text))
  if (lacking === undefined) {
    refuseGaps(recorded, former)
    return []
  }
  const replaceRecords = (migration: Migration) =>
    database.script(`delete from supabase_migrations.schema_migrations; ${recordOf(migration)}`)
  // Those before the first, which made the same, are then not looked at any more.
  const [first] = former
  if (first !== undefined && recorded[0]?.version !== first.version) await replaceRecords(first)
  for (const migration of lacking) await apply(database, migration, onProgress)
  await replaceRecords(baseline)
  return lacking
}

/** Throws when a database has some of the former migrations but lacks one below another that it has. */
function refuseGaps(recorded: readonly RecordedMigration[], former: readonly Migration[]): void {
  const texts = new Map(former.map(({ version, text }) => [version, text]))
  if (recorded.some(({ version, text }) => texts.get(version) !== text)) return
  throw new Error(
    `This database was made by a commit of Mantel between two versions: it has the migration ${recorded.at(-1)?.version}, but not all before it; nothing was changed. ` +
      `Start the commit ${LAST_FORMER_COMMIT} with it once (\`git checkout ${LAST_FORMER_COMMIT}\`), which adds them, and then this version.`,
  )
}

/** Throws when a recorded migration is missing in the folder or has another text there. */
function refuseOtherMigrations(
  recorded: readonly RecordedMigration[],
  texts: ReadonlyMap<string, string>,
): void {
  const other = recorded.filter(({ version, text }) => texts.get(version) !== text).map((row) => row.version)
  if (other.length === 0) return
  throw new Error(
    `This database was made by another version of Mantel (its migrations ${other.join(', ')} are not those of supabase/migrations); nothing was changed. ` +
      'Start that version, or run `npm run reset`, which deletes everything in the data folder; if DATABASE_URL is set, use an empty database.',
  )
}

/** Throws when a migration that the database lacks comes before its last: a new database would run them in another order. */
function refuseEarlierMigration(pending: readonly Migration[], last: string | undefined): void {
  const earlier = pending.find(({ version }) => last !== undefined && version < last)
  if (earlier === undefined) return
  throw new Error(
    `The migration ${earlier.name} comes before ${last}, which this database has already; nothing was changed. ` +
      'Give it a name above all others, as `npm run migration` does.',
  )
}

/** An SQL string literal of any text, whatever standard_conforming_strings says. */
function quote(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The database's message about a script, with the line it points at. */
export function describeSqlError(error: unknown, text: string): string {
  if (!(error instanceof Error)) return errorMessage(error)
  const { position, detail } = error as Error & { position?: string; detail?: string }
  const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length
  return [error.message, detail, line === null ? null : `line ${line}`].filter(Boolean).join(', ')
}

/** Creates what a new hosted project has before its first migration: roles, grants, and the schemas auth and storage. */
export async function createSystemSchema(database: Database): Promise<void> {
  const [found] = await database.sql<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as "exists"`,
  )
  // Grants only the first time: a migration may revoke them.
  await database.script(serviceSchemasSql() + (found?.exists ? '' : ROLES_AND_GRANTS))
}

const ROLES_AND_GRANTS = `
do $$
begin
  if to_regrole('anon') is null then create role anon nologin noinherit; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin noinherit; end if;
  if to_regrole('service_role') is null then create role service_role nologin noinherit bypassrls; end if;
  if to_regrole('authenticator') is null then create role authenticator login noinherit; end if;
end $$;
grant anon, authenticated, service_role to authenticator;

create schema if not exists extensions;
grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;

alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create schema supabase_migrations;
create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
`
