import type { Database } from '../../../supabase/local/database/database.ts'
import { applyMigrations, MIGRATIONS_FOLDER } from '../../../supabase/local/database/migrations.ts'
import { serviceSchemasSql } from '../../../supabase/local/auth/lite.ts'
import { openPostgres } from '../../../supabase/local/database/postgres.ts'

/**
 * What a hosted project grants in the schema public on tables, sequences and functions to come: `open`, everything to
 * anon, authenticated and service_role, in older projects; `closed`, nothing to them, in newer ones.
 */
export const DEFAULT_PRIVILEGES = ['open', 'closed'] as const
export type DefaultPrivileges = (typeof DEFAULT_PRIVILEGES)[number]

/** The superuser of the server; as on a hosted project, `postgres` is none. */
export const SUPERUSER = 'supabase_admin'
export const PASSWORD = 'postgres'

/** The roles of a hosted project, once a server. */
const ROLES = `
do $$
begin
  if to_regrole('authenticator') is not null then return; end if;
  create role postgres login password '${PASSWORD}' nosuperuser createdb createrole replication bypassrls;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  create role supabase_auth_admin login password '${PASSWORD}' noinherit createrole;
  create role supabase_storage_admin login password '${PASSWORD}' noinherit createrole;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role to postgres with admin option;
  grant authenticator to ${SUPERUSER};
  grant anon, authenticated, service_role to supabase_storage_admin;
  grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
  -- The extension supautils lets postgres write policies for stored files, whose tables it does not own. What else an
  -- owner may do the migrations must not use: a test reads them for it.
  grant supabase_storage_admin to postgres with inherit true, set false;
  alter role postgres set search_path = "$user", public, extensions;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
end $$;
`

/** The schemas of the services, their owners, and what postgres may do with them. */
const SCHEMAS = `
create schema extensions;
create extension pgcrypto with schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant all on schema extensions to postgres;

do $$
declare item record;
begin
  for item in
    select format('%s %s', case when c.relkind = 'S' then 'sequence' else 'table' end, c.oid::regclass) as name, n.nspname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'S')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select format('function %s', p.oid::regprocedure), n.nspname
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('auth', 'storage')
  loop
    execute format('alter %s owner to supabase_%s_admin', item.name, item.nspname);
  end loop;
end $$;
alter schema auth owner to supabase_admin;
alter schema storage owner to supabase_admin;
grant all on schema auth to supabase_auth_admin;
grant all on schema storage to supabase_storage_admin;
grant usage on schema auth, storage to postgres, anon, authenticated, service_role;
grant all on all tables in schema auth to postgres;
grant all on all sequences in schema auth to postgres;
grant all on all routines in schema auth to postgres;
grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;
grant all on database current_database to postgres;
`

const PRIVILEGES: Readonly<Record<DefaultPrivileges, string>> = {
  open: `
    alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;`,
  closed: '',
}

/**
 * A new database laid out as in a hosted project, with all migrations applied by `postgres`. `serverUrl` is the server's
 * address as its superuser. Returns the database's address as superuser, for `copyDatabase`.
 */
export async function createHostedTemplate(
  serverUrl: string,
  privileges: DefaultPrivileges,
): Promise<string> {
  const name = `hosted-${privileges}`
  const url = await createHostedDatabase(serverUrl, name, privileges)
  const database = await openPostgres(asPostgres(url))
  await createMigrationsTable(database)
  await applyMigrations(database, MIGRATIONS_FOLDER, () => {})
  await database.close()
  return url
}

/** The table of applied migrations, as the Supabase CLI creates it. */
export async function createMigrationsTable(database: Database): Promise<void> {
  await database.script(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);`)
}

/** A new database laid out as in a hosted project before its first migration. Returns its address as superuser. */
export async function createHostedDatabase(
  serverUrl: string,
  name: string,
  privileges: DefaultPrivileges,
): Promise<string> {
  const server = await openPostgres(serverUrl)
  await server.script(ROLES)
  await server.sql(`create database "${name}" template template0 owner postgres`)
  await server.close()
  const url = new URL(`/${name}`, serverUrl).href
  const database = await openPostgres(url)
  await database.script(
    [
      serviceSchemasSql(),
      SCHEMAS.replace('current_database', `"${name}"`),
      'grant usage on schema public to anon, authenticated, service_role;',
      // As owner of its database, which a copy of it has not.
      'grant all on schema public to postgres;',
      PRIVILEGES[privileges],
    ].join('\n'),
  )
  await database.close()
  return url
}

/** The same address for the role `postgres`, as which `supabase db push` connects. */
export function asPostgres(url: string): string {
  const address = new URL(url)
  address.username = 'postgres'
  address.password = PASSWORD
  return address.href
}
