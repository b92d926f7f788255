import type { Database } from './database.ts'
import { serviceSchemasSql } from './lite.ts'

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
