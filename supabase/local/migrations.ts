import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../../src/backend/error-message.ts'
import { ROOT } from './config.ts'
import type { Database } from './database.ts'
import { serviceSchemasSql } from './lite.ts'

/** The migrations of the project. */
export const MIGRATIONS_FOLDER = join(ROOT, 'supabase', 'migrations')

/** The file with everything that the migrations before it had made. */
export const BASELINE = '20261126000000'

/** The numbers of the migrations that the baseline replaced: the first and the last of each row of them. */
const REPLACED = [
  [1, 26],
  [30, 31],
  [35, 36],
  [40, 46],
  [50, 50],
  [55, 55],
  [60, 67],
  [69, 69],
  [75, 91],
] as const

/** The versions of all migrations that the baseline replaced, in order. */
export const VERSIONS_BEFORE_BASELINE: readonly string[] = REPLACED.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(20261122000000 + first + index)),
)

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
    const [, version, title] = /^(\d+)_(.+)\.sql$/.exec(name) ?? []
    if (version === undefined || title === undefined) continue
    files.push({ name, version, title, text: await readFile(join(folder, name), 'utf8') })
  }
  return files
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
 * In a database that was made before the baseline, the baseline counts as applied. Throws before any change when the
 * database was made with migrations that the folder does not hold, or with later ones than one that it lacks.
 */
export async function applyMigrations(
  database: Database,
  folder: string,
  onProgress: (line: string) => void,
): Promise<string[]> {
  const files = await readMigrations(folder)
  await recordBaseline(database, files)
  const recorded = await database.sql<{ version: string; text: string | null }>(
    'select version, statements[1] as text from supabase_migrations.schema_migrations',
  )
  refuseOtherMigrations(recorded, new Map(files.map(({ version, text }) => [version, text])))
  const applied = new Set(recorded.map(({ version }) => version))
  const pending = files.filter(({ version }) => !applied.has(version))
  refuseEarlierMigration(pending, [...applied].sort().at(-1))

  for (const migration of pending) {
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
  return pending.map(({ name }) => name)
}

/** The statement that records a migration as applied. */
function recordOf({ version, title, text }: Migration): string {
  return `insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${quote(version)}, ${quote(title)}, array[${quote(text)}]);`
}

/** Replaces the records of all migrations before the baseline by the baseline's record, which made the same database. */
async function recordBaseline(database: Database, files: readonly Migration[]): Promise<void> {
  const baseline = files.find(({ version }) => version === BASELINE)
  if (baseline === undefined) return
  const recorded = await database.sql<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  if (recorded.map(({ version }) => version).join() !== VERSIONS_BEFORE_BASELINE.join()) return
  await database.script(`delete from supabase_migrations.schema_migrations; ${recordOf(baseline)}`)
}

/** Throws when a recorded migration is missing in the folder or has another text there. */
function refuseOtherMigrations(
  recorded: { version: string; text: string | null }[],
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
      'If it is new, give it a name above all others, as `npm run migration` does. ' +
      'Otherwise the database was made by a commit between two versions: run `npm run reset`, which deletes everything in the data folder; if DATABASE_URL is set, use an empty database.',
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
