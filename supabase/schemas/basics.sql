-- Schemas, extensions, default privileges, and small functions that no single table owns.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- What no client may call or read: PostgREST does not serve this schema. Signed-in callers reach only the functions that
-- are granted to them, from functions of the schema public that run as the caller.
create schema if not exists private;
grant usage on schema private to authenticated, service_role;

-- Nothing is open to visitors and staff unless a grant beside the table or function opens it. The secret key
-- (service_role) may use everything in the schema public.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
-- The privileges that PUBLIC has by default can only be revoked for all schemas together.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant usage on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- The moment for which readers' view is computed: now, but in a preview of a later day that day (mantel.moment).
create function private.moment() returns timestamptz
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('mantel.moment', true), '')::timestamptz, now()) $$;
grant execute on function private.moment() to anon, authenticated, service_role;

-- True for requests with the secret key and for SQL outside any request (migrations, seed). Reads the setting `role`,
-- because current_user is the owner inside a security definer function.
create function private.is_service() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') $$;

-- Trigger: sets updated_at.
create function private.set_updated_at() returns trigger
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

/* A text as searches compare it: small letters without accents, the Latin letters for ø, ß and their like, one kind of
   apostrophe, quotation mark, hyphen and blank, nothing that cannot be seen (foldText in src/domain/fold-text.ts; a test
   compares them). */
create function private.fold_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
declare plain text := translate(p_text, '´‘’‚‛′ʼ`“”„‟«»‐‑‒–—―−', '''''''''''''''''""""""-------');
begin
  -- Most texts: without accents there is nothing else to do.
  if octet_length(plain) = length(plain) then return lower(plain); end if;
  return normalize(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(plain, NFKD),
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
    '', 'g')), 'øłđðħıŧς', 'olddhitσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC);
end $$;
-- Staff search lists with it: the computed columns search_text.
grant execute on function private.fold_text(text) to authenticated;

-- The day of a moment in UTC.
create function private.utc_day(moment timestamptz) returns date
language sql immutable set search_path = ''
as $$ select (moment at time zone 'utc')::date $$;

-- The start of a day in UTC. Comparing timestamps with it lets their indexes be used.
create function private.day_start(day date) returns timestamptz
language sql immutable set search_path = ''
as $$ select day::timestamp at time zone 'utc' $$;

-- Saving -------------------------------------------------------------------------------------------------------------

-- The columns that private.save_row writes. Each table that it saves lists its own beside its definition.
create table private.saved_columns (
  table_name text not null,
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.saved_columns enable row level security;
grant select on private.saved_columns to authenticated, service_role;
create policy "save functions read the columns" on private.saved_columns for select to authenticated using (true);

/* Saves one row of a table that has `id` and `version`. p_type is the row type of the table (null::public.pages), p_noun
   its name in error messages; only the table's columns in private.saved_columns are written. p_id null inserts; columns
   that p_row leaves out or sets to null get their default. Otherwise p_version must be the version the writer started
   from, and columns that p_row leaves out stay as they are.
   Raises PT404 when the row is gone, PT409 when it has another version, 42501 when the policies refuse the caller. */
create function private.save_row(
  p_type anyelement, p_noun text, p_id uuid, p_version integer, p_row jsonb)
returns anyelement
language plpgsql security invoker set search_path = ''
as $$
declare
  row_type text := pg_typeof(p_type);
  column_names text;
  new_values text;
  default_or_new_values text;
  stored p_type%type;
  saved p_type%type;
  same_version boolean;
begin
  select string_agg(format('%I', c), ', '), string_agg(format('($1).%I', c), ', '),
    string_agg(case when coalesce(p_row -> c, 'null') = 'null' then 'default' else format('($1).%I', c) end, ', ')
  into column_names, new_values, default_or_new_values
  from (select s.column_name from private.saved_columns s where s.table_name = row_type) as saved_column (c);

  if p_id is null then
    execute format('insert into %s (%s) values (%s) returning *', row_type, column_names, default_or_new_values)
    into saved using jsonb_populate_record(p_type, p_row);
    return saved;
  end if;

  execute format('select * from %s where id = $1', row_type) into stored using p_id;
  if stored.id is null then
    raise exception '% not found', initcap(p_noun) using errcode = 'PT404';
  end if;
  execute format('update %s set (%s) = row(%s) where id = $2 and version = $3 returning *',
    row_type, column_names, new_values)
  into saved using jsonb_populate_record(stored, p_row), p_id, p_version;
  if saved.id is null then
    -- Either somebody saved in between, or the policies let the caller read this row but not change it.
    execute format('select exists (select 1 from %s where id = $1 and version = $2)', row_type)
    into same_version using p_id, p_version;
    if same_version then
      raise exception 'You are not allowed to change this %', p_noun using errcode = '42501';
    end if;
    raise exception 'This % was saved by someone else in the meantime', p_noun using errcode = 'PT409';
  end if;
  return saved;
end $$;
grant execute on function private.save_row(anyelement, text, uuid, integer, jsonb) to authenticated, service_role;
