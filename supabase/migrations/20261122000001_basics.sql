-- Schemas, extensions, default rights and helpers that no single table owns.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Tables and functions that only triggers and security definer functions use. PostgREST does not serve this schema.
create schema if not exists private;

-- Nothing is open to visitors and staff unless a later line grants it. The secret key (service_role) may use everything
-- in the schema public.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
-- The rights that PUBLIC has by default can only be revoked for all schemas together.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant usage on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- True for requests with the secret key and for SQL outside any request (migrations, seed). Reads the setting `role`,
-- because current_user is the owner inside a security definer function.
create function private.is_service() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') $$;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$ begin new.updated_at := now(); return new; end $$;

-- The slug of a name: lower case, accents removed as far as plain SQL goes, other characters dropped.
create function public.slugify(value text) returns text
language sql immutable set search_path = ''
as $$
  select trim(both '-' from regexp_replace(regexp_replace(
    translate(lower(value), 'áàâäãåāéèêëēíìîïīóòôöõøōúùûüūçñýÿßœæ', 'aaaaaaaeeeeeiiiiiooooooouuuuucnyysoa'),
    '[^a-z0-9\s-]', '', 'g'), '[\s-]+', '-', 'g'))
$$;
grant execute on function public.slugify(text) to anon, authenticated;
