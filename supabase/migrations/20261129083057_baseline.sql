-- Everything that a database had when this was written: the files of supabase/schemas, in their order.

-- supabase/schemas/basics.sql

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

/* A text in a form of Unicode, with at most 30 marks on one letter: to put more in order takes time with their square, and
   no time limit ends that (normalized in src/domain/fold-text.ts; a test compares them). All functions normalize with it. */
create function private.normalized(p_text text, p_form text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  marks constant text :=
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7\u09c8\u09cb-\u09cd\u09d7\u09e2\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0ce2\u0ce3\u0cf3\u0d00-\u0d03\u0d3b\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U00011344\U00011347\U00011348\U0001134b-\U0001134d\U00011357\U00011362\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937\U00011938\U0001193b-\U0001193e\U00011940\U00011942\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0\U00016ff1\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]';
begin
  -- Most texts: all forms of ASCII are the same.
  if octet_length(p_text) = length(p_text) then return p_text; end if;
  return pg_catalog.normalize(regexp_replace(p_text, '(' || marks || '{30})' || marks || '+', '\1', 'g'), p_form);
end $$;
grant execute on function private.normalized(text, text) to authenticated, service_role;

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
  return private.normalized(replace(replace(replace(replace(translate(lower(regexp_replace(private.normalized(plain, 'NFKD'),
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
    '', 'g')), 'øłđðħıŧς', 'olddhitσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'NFC');
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

-- supabase/schemas/roles.sql

-- The roles of the staff, and the checks of them that policies and functions make.

create type public.app_role as enum ('super_admin', 'editor', 'contributor', 'viewer');

/* Whether the caller has one of these roles, in a session that lacks no factor and whose account was not removed: its
   access token works for up to an hour. Security definer, because the policies of profiles use it themselves. In PL/pgSQL,
   which keeps its plans for the session: a SQL function that cannot be inlined is planned at each call, which took more time
   than the rows of most requests. Not granted to visitors, who have no role. */
create function public.has_role(variadic roles public.app_role[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles) and p.removed_at is null)
    and public.get_missing_factor() = 'nothing';
end $$;
grant execute on function public.has_role(public.app_role[]) to authenticated;

-- The caller's role; null in a session that lacks a factor or whose account was removed.
create function public.current_role_name() returns public.app_role
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.role from public.profiles p
    where p.id = auth.uid() and p.removed_at is null and public.get_missing_factor() = 'nothing');
end $$;
grant execute on function public.current_role_name() to authenticated;

-- Raises 42501 for callers who are no editors.
create function private.require_editor() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors read the analytics' using errcode = '42501';
  end if;
end $$;

-- supabase/schemas/second_factor.sql

/* A second factor (TOTP, of the auth server): who has one needs it in every session, and a setting demands one of super
   admins. The auth server only writes into the token that it was given (the claim aal); refusing sessions without it is
   the database's part: has_role, current_role_name, and restrictive policies for what people may do without a role. */

/* What the caller's session lacks: 'nothing', the 'code' of a factor that is switched on, or a factor at all ('setup').
   For a visitor nothing. */
create function public.get_missing_factor() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when auth.uid() is null or auth.jwt() ->> 'aal' = 'aal2' then 'nothing'
    when exists (select 1 from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified') then 'code'
    when exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = 'super_admin')
      and (select s.require_second_factor from public.site_settings s) then 'setup'
    else 'nothing' end;
end $$;
grant execute on function public.get_missing_factor() to authenticated;

-- Trigger: only who has signed in with a second factor demands it of all super admins. Nobody locks themselves out.
create function private.guard_second_factor_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception 'Switch on your own second factor first: then you may demand one of all super admins'
      using errcode = '23514';
  end if;
  return new;
end $$;

-- The accounts that have a second factor, for super admins.
create function public.get_accounts_with_factor() returns table (id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct f.user_id from auth.mfa_factors f
  where f.status = 'verified' and public.has_role('super_admin')
$$;
grant execute on function public.get_accounts_with_factor() to authenticated;

-- supabase/schemas/content_limits.sql

-- Limits in the units that matter to a page: bytes of a body, levels of its JSON, entries of a list, and the length of an
-- address, whose last part is the name of a file. A row from before a limit can be saved as long as the column in question
-- stays as it is. The same limits in the forms: src/domain/body/limits.ts, src/domain/slug.ts.

-- Levels of objects and arrays.
create function private.max_json_depth() returns integer language sql immutable set search_path = '' as $$ select 100 $$;
-- Characters.
create function private.max_slug_length() returns integer language sql immutable set search_path = '' as $$ select 200 $$;

-- Whether a value has more levels of objects and arrays than private.max_json_depth.
create function private.is_too_deep(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_path_exists(value,
    ('strict $.**{' || private.max_json_depth() || '} ? (@.type() == "object" || @.type() == "array")')::jsonpath)
$$;

-- A number of bytes in words.
create function private.byte_words(bytes integer) returns text
language sql immutable set search_path = ''
as $$ select case when bytes < 1000000 then bytes / 1000 || ' kB' else bytes / 1000000 || ' MB' end $$;

-- Trigger with arguments: the column, what people call it, its maximum in bytes.
create function private.check_json_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_bytes integer := tg_argv[2];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(new_value) then
    raise exception '% must be nested at most % levels deep', tg_argv[1], private.max_json_depth() using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger with arguments: the column, what people call it, its maximum of entries and in bytes.
create function private.check_list_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_entries integer := tg_argv[2];
  max_bytes integer := tg_argv[3];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if jsonb_array_length(new_value) > max_entries then
    raise exception '% must have at most % entries', tg_argv[1], max_entries using errcode = '23514';
  end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger of tables with a column `facts`: a list of labels and values, [{"label": "Year", "value": "1971"}]. The same limits in
-- the forms: src/domain/fact.ts.
create function private.check_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare fact jsonb;
begin
  if tg_op = 'UPDATE' and new.facts = old.facts then return new; end if;
  if jsonb_typeof(new.facts) <> 'array' then
    raise exception 'House facts must be a list of labels and values' using errcode = '23514';
  end if;
  if jsonb_array_length(new.facts) > 20 then
    raise exception 'House facts must have at most 20 entries' using errcode = '23514';
  end if;
  for fact in select value from jsonb_array_elements(new.facts) loop
    if jsonb_typeof(fact -> 'label') is distinct from 'string' or jsonb_typeof(fact -> 'value') is distinct from 'string'
       or (select count(*) from jsonb_object_keys(fact)) <> 2 then
      raise exception 'House facts must be a list of labels and values' using errcode = '23514';
    end if;
    if trim(fact ->> 'label') = '' then
      raise exception 'Every fact needs a label' using errcode = '23514';
    end if;
    if char_length(fact ->> 'label') > 60 then
      raise exception 'The label of a fact must be at most 60 characters' using errcode = '23514';
    end if;
    if char_length(fact ->> 'value') > 300 then
      raise exception 'A fact must be at most 300 characters' using errcode = '23514';
    end if;
  end loop;
  return new;
end $$;

-- Trigger of a table with a column `captions`: texts by the address of their picture. The same limit in the forms:
-- src/domain/caption.ts.
create function private.check_captions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.captions = old.captions then return new; end if;
  if jsonb_typeof(new.captions) <> 'object'
     or exists (select 1 from jsonb_each(new.captions) where jsonb_typeof(value) <> 'string') then
    raise exception 'Captions must be texts by the address of their picture' using errcode = '23514';
  end if;
  if exists (select 1 from jsonb_each_text(new.captions) where char_length(value) > 2000) then
    raise exception 'A caption must be at most 2,000 characters' using errcode = '23514';
  end if;
  if octet_length(new.captions::text) > 500000 then
    raise exception 'Captions must be at most %', private.byte_words(500000) using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger with an argument: what people call the slug.
create function private.check_slug_length() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if char_length(new.slug) > private.max_slug_length() and (tg_op = 'INSERT' or new.slug <> old.slug) then
    raise exception '% must be at most % characters', tg_argv[0], private.max_slug_length() using errcode = '23514';
  end if;
  return new;
end $$;

-- supabase/schemas/rate_limits.sql

-- Rate limits: for what visitors send, and for rows that accounts add. Of a visitor's IP address only hashes are kept, for
-- twenty minutes.

create table private.rate_limits (
  action text not null,
  caller text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (action, caller, window_start)
);
create index rate_limits_window_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;

/* Counts a request of a caller. Returns how many there have been in the last ten minutes, which are counted by the minute:
   with windows that begin at fixed times, a caller could send twice the limit around such a time. */
create function private.count_request(p_action text, p_caller text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute timestamptz := date_trunc('minute', now());
  hits_of_minute integer;
begin
  insert into private.rate_limits as r (action, caller, window_start) values (p_action, p_caller, this_minute)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into hits_of_minute;
  if hits_of_minute = 1 then delete from private.rate_limits where window_start < now() - interval '20 minutes'; end if;
  return (
    select sum(hits) from private.rate_limits
    where action = p_action and caller = p_caller and window_start >= this_minute - interval '10 minutes'
  );
end $$;

-- The headers of the request; an empty object outside any.
create function private.request_headers() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb $$;

/* The visitor's IP address as the proxy in front of the API reports it; null without a proxy. On a hosted project that is
   Cloudflare, which sets cf-connecting-ip itself. Of X-Forwarded-For the last entry counts: the nearest proxy added it,
   the entries before it may be the sender's own. */
create function private.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(trim(h ->> 'cf-connecting-ip'), ''),
    nullif(trim(regexp_replace(h ->> 'x-forwarded-for', '^.*,', '')), ''))
  from private.request_headers() h
$$;

/* The part of an IP address that names its customer (of IPv6, the first 64 bits: one customer has all of the rest), and
   the larger network that it belongs to. Text that is no address stands for itself. */
create function private.address_networks(p_address text, out customer text, out network text)
language sql immutable set search_path = ''
as $$
  select case when not is_ip then p_address when family(ip) = 4 then host(ip) else set_masklen(ip, 64)::cidr::text end,
    case when not is_ip then p_address else set_masklen(ip, case family(ip) when 4 then 24 else 48 end)::cidr::text end
  from (select pg_input_is_valid(p_address, 'inet') as is_ip) checked,
    lateral (select case when is_ip then host(p_address::inet)::inet end as ip) parsed
$$;

-- Counts a request of an IP address. Whether its customer or its network has sent more than so many in ten minutes.
create function private.is_over_limit(p_action text, p_address text, p_customer_limit integer, p_network_limit integer)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare networks record;
begin
  if p_address is null then return false; end if;
  networks := private.address_networks(p_address);
  return private.count_request(p_action, md5(networks.customer)) > p_customer_limit
    or private.count_request(p_action, md5('network ' || networks.network)) > p_network_limit;
end $$;

/* Trigger for inserts by visitors: at most 8 in ten minutes from one address, 60 from one network (so that one machine
   with many addresses does not use up the limit of all), and 600 from all visitors together, more than a magazine's best
   day brings.
   A visitor's request inserts one row: with several, the answer about one row could be had without its being counted,
   since what fails is undone, the count with it. The same holds for a request that fails after its insert, because it
   asks for exactly one row back.
   A form sent without JavaScript arrives through the edge function submit-form, whose own address says nothing about
   the reader. It uses the secret key and names the reader's address in the header x-reader-address, which is believed
   with that key only. */
create function private.enforce_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  service boolean := private.is_service();
  address text := case
    when service then nullif(trim(private.request_headers() ->> 'x-reader-address'), '')
    else private.visitor_address()
  end;
begin
  if service and address is null then return new; end if;
  if not service and public.has_role('super_admin', 'editor') then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'counted'
     or private.request_headers() ->> 'accept' ilike '%vnd.pgrst%' then
    raise exception 'Send one row, and ask for none back' using errcode = 'PT400';
  end if;
  perform set_config('mantel.visitor_row', 'counted', true);
  if private.count_request(tg_table_name, '*') > 600 or private.is_over_limit(tg_table_name, address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  return new;
end $$;

-- How many rows accounts have added, by the hour, for a day.
create table private.added_rows (
  profile_id uuid not null,
  table_name text not null,
  hour timestamptz not null,
  number bigint not null,
  primary key (profile_id, table_name, hour)
);
create index added_rows_hour_idx on private.added_rows (hour);
alter table private.added_rows enable row level security;

/* Counts rows that a person adds to a table, where they are called p_rows. Raises p_code for more than p_most in 24 hours,
   counted by the hour. */
create function private.count_added_rows(p_person uuid, p_table text, p_rows text, p_number bigint, p_most integer,
  p_code text default 'PT429')
returns void
language plpgsql security definer set search_path = ''
as $$
declare this_hour timestamptz := date_trunc('hour', now());
begin
  insert into private.added_rows as a (profile_id, table_name, hour, number)
  values (p_person, p_table, this_hour, p_number)
  on conflict (profile_id, table_name, hour) do update set number = a.number + excluded.number;
  delete from private.added_rows where hour < this_hour - interval '24 hours';
  if p_most < (select sum(a.number) from private.added_rows a where a.profile_id = p_person and a.table_name = p_table) then
    raise exception 'Nobody can add more than % % in 24 hours', to_char(p_most, 'FM999,999'), p_rows using errcode = p_code;
  end if;
end $$;

/* Trigger for inserts by accounts, with arguments: what the rows are called, and how many a person may add in 24 hours. Far more
   than anybody makes by hand or imports; it stops scripts. The secret key is not counted. */
create function private.limit_added_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare added bigint := (select count(*) from added_now);
begin
  if added > 0 and auth.uid() is not null and not private.is_service() then
    perform private.count_added_rows(auth.uid(), tg_table_name, tg_argv[0], added, tg_argv[1]::integer);
  end if;
  return null;
end $$;

-- supabase/schemas/names.sql

-- Names of people: what may stand in one, and when two are the same.

-- A name with a blank for each control character, mark that turns the direction of writing, and letter that cannot be
-- seen (HIDDEN_CHARACTERS in src/domain/person-name.ts; a test compares them).
create function private.without_hidden_characters(name text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0378\u0379\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u180b-\u180f\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U00013455\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U000e00ff\U000e01f0-\U0010ffff]', ' ', 'g')
$$;

/* What the spellings of a name have in common: letters and digits without case, marks, blanks and punctuation, with the
   Latin letter for each that looks like it. Null for a name without any (nameKey in src/domain/person-name.ts; a test
   compares them).
   Cherokee letters in both cases: not every collation knows their small ones. Of the last 27, outlined and raised
   capitals, NFKD makes Latin letters from Unicode 16 and 17 on.
   Two indexes hold its values (author_profiles_name_key, profiles_name_key): a migration that changes it, or what it
   calls, has to `reindex` both. */
create function private.name_key(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(translate(lower(regexp_replace(private.normalized(name, 'NFKD'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u2800\u2e00-\u2e7f\u3000-\u303f\u3099-\u309c\ufe00-\ufe2f\ufeff\ufff9-\uffff\U000e0000-\U000e01ef]',
    '', 'g')), 'аαᴀɑᎪꭺꓮвβʙᏏꮟᏴᏼꓐсᴄᏟꮯꓚᴅᎠꭰꓓеεᴇᎬꭼꓰꜰꓝɢɡցᏀꮐᏳᏻꓖнһʜհᎻꮋᏂꮒꓧіιıɪɩᎥꭵᏆꮖꓲјᴊᎫꭻꓙкκᴋᏦꮶꓗӏʟᏞꮮꓡмᴍᎷꮇꓟηпɴոꓠоοᴏօꓳрρᴘᏢꮲꓑԛզʀᎡꭱᏒꮢꓣѕꜱᏕꮥᏚꮪꓢтτᴛᎢꭲꓔυᴜսꓴνᴠᏙꮩꓦԝᴡᎳꮃᏔꮤꓪхχꓫуʏᎩꭹᎽꮍꓬᴢᏃꮓꓜς𜳖𜳗𜳘𜳙𜳚𜳛𜳜𜳝𜳞𜳟𜳠𜳡𜳢𜳣𜳤𜳥𜳦𜳧𜳨𜳩𜳪𜳫𜳬𜳭𜳮𜳯꟱',
    'aaaaaaabbbbbbbbcccccddddeeeeeeffgggggggghhhhhhhhhiiiiiiiiiijjjjjkkkkkklllllmmmmmnnnnnoooooppppppqqrrrrrrsssssssttttttuuuuvvvvvwwwwwwwxxxyyyyyyyzzzzσabcdefghijklmnopqrstuvwxyzs'), '')
$$;
-- Who writes a row also needs the right to call the functions of its indexes.
grant execute on function private.name_key(text) to authenticated, service_role;

-- The built-in editorial team, whose names and author pages nobody else gets. register_magazine writes it.
create table private.team (name text primary key, addresses text[] not null);
alter table private.team enable row level security;
insert into private.team values
  ('Mantel Editorial', array['/author/mantel-editorial']), ('Ines Abril', array['/author/ines-abril']),
  ('Tomas Reyne', array['/author/tomas-reyne']), ('Odile Marsh', array['/author/odile-marsh']);

create function private.team_names() returns text[]
language sql stable security definer set search_path = ''
as $$ select coalesce(array_agg(t.name order by t.name), '{}') from private.team t $$;

-- Trigger: refuses a name with hidden characters. A person without published stories changes their own name freely; from
-- then on it is a byline, and an editor changes it.
create function private.guard_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare name text := case tg_table_name when 'profiles' then to_jsonb(new) ->> 'full_name' else to_jsonb(new) ->> 'name' end;
begin
  if name <> private.without_hidden_characters(name) then
    raise exception 'A name cannot have control characters or other characters that cannot be seen' using errcode = '23514';
  end if;
  if tg_table_name <> 'profiles' or tg_op = 'INSERT' then return new; end if;
  if private.is_service() then
    new.name_confirmed := true;
  elsif new.full_name is distinct from old.full_name then
    if public.has_role('super_admin', 'editor') then
      new.name_confirmed := true;
    elsif public.must_ask_for_name() then
      raise exception 'You have published stories: ask an editor for a new public name' using errcode = '42501';
    else
      new.name_confirmed := false;
    end if;
  end if;
  return new;
end $$;

-- supabase/schemas/publisher_lease.sql

-- One publisher at a time: a lease that the publisher at work renews every few seconds. When it is not renewed, it ends by
-- the database's clock, and another publisher may take it. All of it is called with the secret key.

create table private.publisher_lease (
  singleton boolean primary key default true check (singleton),
  -- Grows each time the lease is taken. Every write of a publisher carries the number that it got: of one that was paused,
  -- and does not know that another took over, it is stale, and the write is refused.
  number bigint not null default 0,
  -- The machine and the data folder. A folder is locked by its publisher: the next one there needs not wait for the lease.
  holder text not null default '',
  -- '-infinity': given back.
  expires_at timestamptz not null default '-infinity'
);
alter table private.publisher_lease enable row level security;
insert into private.publisher_lease default values;

-- When a lease that is taken or renewed now ends.
create function private.publisher_lease_end() returns timestamptz
language sql volatile set search_path = ''
as $$ select clock_timestamp() + interval '8 seconds' $$;

-- Takes the lease when it is free. Returns its number (null: another holds it) and who holds it, or held it before.
create function public.take_publisher_lease(p_holder text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare lease private.publisher_lease;
begin
  select * into lease from private.publisher_lease for update;
  if lease.holder <> p_holder and lease.expires_at > clock_timestamp() then
    -- It lasts longer than any only when the clock was set back.
    update private.publisher_lease set expires_at = private.publisher_lease_end()
    where expires_at > private.publisher_lease_end();
    return jsonb_build_object('number', null, 'holder', lease.holder);
  end if;
  update private.publisher_lease
  set number = lease.number + 1, holder = p_holder, expires_at = private.publisher_lease_end();
  return jsonb_build_object('number', lease.number + 1, 'holder', lease.holder);
end $$;

-- Refuses a publisher whose lease another has taken. Until the transaction ends, nobody else takes it.
create function private.require_publisher_lease(p_number bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from private.publisher_lease where number = p_number for share;
  if not found then raise exception 'Another publisher has taken over' using errcode = 'PT409'; end if;
end $$;

-- Renews the lease, also one that has ended but that nobody has taken since.
create function public.renew_publisher_lease(p_number bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.publisher_lease set expires_at = private.publisher_lease_end()
  where number = p_number and expires_at <> '-infinity';
  if not found then perform private.require_publisher_lease(null); end if;
end $$;

-- Gives the lease back, so that the next publisher need not wait for its end.
create function public.release_publisher_lease(p_number bigint) returns void
language sql volatile security definer set search_path = ''
as $$ update private.publisher_lease set expires_at = '-infinity' where number = p_number $$;

-- supabase/schemas/build_hook.sql

-- Webhooks of hosted projects: new events are posted to our own publisher (signed) and to the build hook of a static
-- host. Without the extensions pg_net and pgcrypto nothing is posted.

-- The address of our own publisher; the guide to going live says how to set this row.
create table private.publish_webhook (
  singleton boolean primary key default true check (singleton),
  url text not null check (url ~ '^https?://'),
  secret text not null check (char_length(secret) >= 32)
);
alter table private.publish_webhook enable row level security;

-- The last call of the static host's build hook: whether the host accepted it, and further attempts when it did not. A
-- build takes in every change, so the last call stands for those before it.
create table private.build_hook_call (
  singleton boolean primary key default true check (singleton),
  -- Of pg_net, which keeps the answer in net._http_response for some hours.
  request_id bigint not null,
  attempts integer not null default 1,
  called_at timestamptz not null default now(),
  -- Why the last attempt failed; null while it is unanswered, and when it was accepted.
  error text,
  -- When the last call was made that the host accepted.
  accepted_at timestamptz
);
alter table private.build_hook_call enable row level security;

-- The last call, after its answer is looked up and recorded. Null without a call.
create function private.check_build_hook() returns private.build_hook_call
language plpgsql security definer set search_path = ''
as $$
declare call private.build_hook_call; answer record; failure text;
begin
  select * into call from private.build_hook_call;
  if not found or call.error is not null or call.accepted_at = call.called_at or to_regnamespace('net') is null then
    return call;
  end if;
  execute 'select status_code, timed_out, error_msg from net._http_response where id = $1'
  into answer using call.request_id;
  failure := case
    when answer.status_code between 200 and 299 then null
    when answer.status_code is not null then format('The host answered the build hook with status %s.', answer.status_code)
    when answer.timed_out then 'The host did not answer the build hook in time.'
    when answer.error_msg is not null then format('The host of the build hook could not be reached: %s.', left(answer.error_msg, 200))
    when call.called_at < now() - interval '5 minutes' then 'The host did not answer the build hook.'
  end;
  if failure is null and answer.status_code is null then return call; end if;
  update private.build_hook_call c
  set error = failure, accepted_at = case when failure is null then c.called_at else c.accepted_at end
  where c.request_id = call.request_id returning * into call;
  return call;
exception when others then
  raise warning 'build hook: %', sqlerrm;
  return call;
end $$;
grant execute on function private.check_build_hook() to authenticated, service_role;

/* Asks the static host for a build when something is due that it was not asked for yet, and again when the last call
   failed: 5 attempts, 1, 2, 4 and 8 minutes apart. Once a transaction at most. Runs when something is published; for
   scheduled articles and further attempts it has to run every minute; the guide to going live says how. */
create function private.call_build_hook() returns void
language plpgsql security definer set search_path = ''
as $$
declare build_hook text; is_due boolean; call private.build_hook_call; request bigint;
begin
  select deploy_hook_url into build_hook from public.deploy_settings;
  if build_hook is null or to_regnamespace('net') is null then return; end if;
  call := private.check_build_hook();
  update public.publish_outbox set posted_at = now() where id in (
    select o.id from public.publish_outbox o
    where o.posted_at is null and o.due_at <= now()
      -- A file just uploaded is on no page before an article uses it.
      and case when o.entity <> 'media' then true else not exists (
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at and o.due_at = o.created_at) end
    for update of o skip locked);
  is_due := found;
  if current_setting('mantel.build_hook_called', true) = 'yes' then return; end if;
  if not is_due and (call.error is null or call.attempts >= 5
     or now() < call.called_at + interval '1 minute' * power(2, call.attempts - 1)) then
    return;
  end if;
  execute 'select net.http_post(url := $1, body := ''{}''::jsonb)' into request using build_hook;
  insert into private.build_hook_call as c (request_id) values (request)
  on conflict (singleton) do update set request_id = excluded.request_id, called_at = now(), error = null,
    attempts = case when is_due then 1 else c.attempts + 1 end;
  perform set_config('mantel.build_hook_called', 'yes', true);
exception when others then
  -- The article is saved and waits in the outbox: a hook that cannot be called must not undo that.
  raise warning 'build hook: %', sqlerrm;
end $$;

-- Trigger: a new address of the hook gets the changes that the last one did not accept.
create function private.after_build_hook_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.publish_outbox o set posted_at = null from private.build_hook_call c
  where c.error is not null and o.posted_at > coalesce(c.accepted_at, '-infinity');
  update private.build_hook_call set error = null where error is not null;
  perform private.call_build_hook();
  return null;
end $$;

-- The last call of the build hook, for super admins: `sent` (not answered yet), `accepted`, `retrying` or `failed`; or
-- `impossible`, where there is a hook and nothing to call it with.
create function public.get_build_hook_call()
returns table (status text, called_at timestamptz, attempts integer, error text)
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if not public.has_role('super_admin') then return; end if;
  if to_regnamespace('net') is null then
    return query select 'impossible', d.updated_at, 0, 'The database lacks the extension pg_net, so nothing is called.'
      from public.deploy_settings d where d.hook_host is not null;
    return;
  end if;
  return query select
      case when c.error is not null and c.attempts < 5 then 'retrying' when c.error is not null then 'failed'
           when c.accepted_at = c.called_at then 'accepted' else 'sent' end,
      c.called_at, c.attempts, c.error
    from private.check_build_hook() c where c.request_id is not null;
end $$;
grant execute on function public.get_build_hook_call() to authenticated;

-- Trigger of the outbox: posts to the static host and to the publisher, and removes what no publisher will take.
create function private.post_publish_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hook private.publish_webhook;
  stamp text := floor(extract(epoch from clock_timestamp()))::bigint::text;
  body text;
  signature text;
begin
  perform private.call_build_hook();
  if current_setting('mantel.publisher_called', true) = 'yes' then return null; end if;
  perform set_config('mantel.publisher_called', 'yes', true);
  -- Without a publisher events are never marked as processed. One that starts later renders everything anyway.
  delete from public.publish_outbox where id in (
    select o.id from public.publish_outbox o
    where o.processed_at is null and o.build_id is null and o.due_at < now() - interval '30 days'
    for update skip locked);
  if to_regnamespace('net') is null then return null; end if;
  select * into hook from private.publish_webhook;
  if found then
    body := json_build_object('event', (select max(id) from public.publish_outbox), 'nonce', gen_random_uuid())::jsonb::text;
    execute 'select encode(extensions.hmac($1, $2, ''sha256''), ''hex'')' into signature using stamp || '.' || body, hook.secret;
    execute 'select net.http_post(url := $1, body := $2::jsonb, headers := $3)' using hook.url, body,
      jsonb_build_object('content-type', 'application/json', 'x-mantel-timestamp', stamp, 'x-mantel-signature', signature);
  end if;
  return null;
exception when others then
  raise warning 'publish webhook: %', sqlerrm;
  return null;
end $$;

-- supabase/schemas/builds.sql

-- Builds of the site: what the publisher records of each, and what it could not publish. It writes with the secret key
-- and the number of its lease (publisher_lease.sql).

create table public.builds (
  id bigint generated always as identity primary key,
  -- cut short: its publisher ended, or could not record how it ended; the next build carried out its events.
  status text not null default 'running' check (status in ('running', 'live', 'failed', 'cut short')),
  kind text not null default 'publish' check (kind in ('full', 'publish', 'catch-up')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  duration_ms integer,
  pages_rendered integer,
  pages_removed integer,
  timings jsonb not null default '{}',
  error text,
  -- Whether readers see the build: the publisher asks the public address for some of its pages. asking: not known yet.
  -- seen: the address answers with the new pages. old: with others, as a cache may. unreachable: the publisher gets no page
  -- from there. Null: nothing to ask, or a build of an earlier version.
  readers text check (readers in ('asking', 'seen', 'old', 'unreachable')),
  -- When it was found out; of `old`, for the last time.
  readers_at timestamptz
);
create index builds_started_idx on public.builds (started_at desc);
create index builds_running_idx on public.builds (id) where status = 'running';
-- Each build deletes those that are older than 30 days.
create index builds_finished_idx on public.builds (finished_at);

alter table public.builds enable row level security;
grant select on public.builds to authenticated;
create policy "staff see builds" on public.builds for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

/* Claims events that are due, by the database's clock, but for those of the builds `p_running`, as a new build. Events of
   one transaction have its time; more than 50 of them are an import. Others go before it: while there are any, they alone
   are claimed. While builds are running, with `p_joins` an import, and more than 50 other events, join the last of
   `p_running`; without it an import waits. What is due while a build goes before another joins it, unless rows of one
   transaction are to be shown together. A part of begin_build, which adds the rows: a security definer may not take a
   visitor's role. */
create function private.start_build(p_lease bigint, p_kind text, p_running bigint[], p_joins boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claimed jsonb; ids bigint[]; has_more boolean; is_many boolean; has_import boolean; are_together boolean;
  next_due timestamptz; build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  with pending as (
    select o.id, o.entity, o.entity_id, o.created_at, count(*) over (partition by o.created_at) > 50 as is_import
    from public.publish_outbox o
    where o.processed_at is null and o.due_at <= now() and coalesce(o.build_id <> all (p_running), true)
  ), taken as (
    select * from pending
    where p_kind <> 'publish' or not is_import
      or (p_joins or p_running = '{}') and not exists (select from pending where not is_import)
    order by id limit 5000
  )
  select jsonb_agg(jsonb_build_object('id', t.id, 'entity', t.entity, 'entity_id', t.entity_id) order by t.id),
    array_agg(t.id), count(*) < (select count(*) from pending), count(*) > 50,
    coalesce(bool_or(t.is_import), false),
    exists (select from taken group by created_at having count(distinct (entity, entity_id)) > 1)
  into claimed, ids, has_more, is_many, has_import, are_together
  from taken t;
  claimed := private.with_rows_of_files(claimed);
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  if p_joins and is_many or cardinality(p_running) > 1 and claimed is not null and not are_together then
    build := p_running[cardinality(p_running)];
  elsif claimed is not null or p_kind <> 'publish' then
    -- A full build, or one after a failure, runs even when nothing is due.
    update public.builds set status = 'cut short', finished_at = now()
    where status = 'running' and id <> all (p_running);
    insert into public.builds (kind) values (p_kind) returning id into build;
  end if;
  update public.publish_outbox set build_id = build where id = any (ids);
  return jsonb_build_object('build_id', build, 'events', coalesce(claimed, '[]'), 'has_more', has_more,
    'is_many', is_many, 'is_import', has_import, 'are_together', are_together,
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $$;
grant execute on function private.start_build(bigint, text, bigint[], boolean) to service_role;

/* Claims events for a build, as start_build says: with the `rows` that they name as private.public_rows returns them; null
   when the publisher is to read them itself, because they are many, not all of them can be returned, or a build has failed.
   `has_more`: events are due that were not claimed; `is_many`: more than 50 were; `is_import`: they are of an import;
   `are_together`: one transaction changed several of the rows. */
create function public.begin_build(
  p_lease bigint, p_kind text default 'publish', p_running bigint[] default '{}', p_joins boolean default false)
returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare build jsonb := private.start_build(p_lease, p_kind, p_running, p_joins); found_rows jsonb;
begin
  if p_kind = 'publish' and not (build ->> 'is_many')::boolean then
    begin
      found_rows := private.public_rows(build -> 'events');
    exception when others then
      found_rows := null;
    end;
  end if;
  return build || jsonb_build_object('rows', found_rows);
end $$;

-- Records how a build ended, and marks its events as published if it succeeded. In p_stats `is_asked` says whether the
-- publisher asks the public address for its pages.
create function public.finish_build(
  p_lease bigint, p_build bigint, p_events bigint[], p_stats jsonb, p_error text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  update public.builds set
    status = case when p_error is null then 'live' else 'failed' end, error = left(p_error, 2000), finished_at = now(),
    duration_ms = (p_stats ->> 'duration_ms')::integer, pages_rendered = (p_stats ->> 'pages_rendered')::integer,
    pages_removed = (p_stats ->> 'pages_removed')::integer, timings = coalesce(p_stats -> 'timings', '{}'),
    readers = case when p_error is null and (p_stats ->> 'is_asked')::boolean then 'asking' end
  where id = p_build;
  if p_error is null then
    update public.publish_outbox set processed_at = now() where id = any (p_events) and processed_at is null;
  end if;
  -- Published events and old builds are kept for 30 days.
  delete from public.publish_outbox where processed_at < now() - interval '30 days';
  delete from public.builds where finished_at < now() - interval '30 days';
end $$;

-- Records what the public address answered.
create function public.record_readers(p_lease bigint, p_build bigint, p_readers text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  update public.builds set readers = p_readers, readers_at = now() where id = p_build;
end $$;

-- What the publisher could not publish as it should be, and why: rows that it left out, pages that keep their last good
-- version (entity 'address', id the path), and pictures without copies (entity 'picture', id the URL). The list is the
-- publisher's own and always whole.
create table public.publish_problems (
  entity text not null,
  entity_id text not null,
  reason text not null,
  since timestamptz not null default now(),
  primary key (entity, entity_id)
);

alter table public.publish_problems enable row level security;
grant select on public.publish_problems to authenticated;
create policy "staff see what is not published" on public.publish_problems for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- Replaces the list.
create function public.set_publish_problems(p_lease bigint, p_problems jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  delete from public.publish_problems p where not exists (
    select 1 from jsonb_to_recordset(p_problems) as n (entity text, entity_id text)
    where n.entity = p.entity and n.entity_id = p.entity_id);
  insert into public.publish_problems (entity, entity_id, reason)
  select n.entity, n.entity_id, left(string_agg(distinct n.reason, '; '), 2000)
  from jsonb_to_recordset(p_problems) as n (entity text, entity_id text, reason text)
  group by n.entity, n.entity_id
  on conflict (entity, entity_id) do update set reason = excluded.reason;
end $$;

-- supabase/schemas/outbox.sql

-- The outbox: each change that readers could see waits here until a build has published it. The tables whose changes they
-- see have a trigger that adds to it.

create table public.publish_outbox (
  id bigint generated always as identity primary key,
  entity text not null,
  entity_id text not null,
  -- In the future for a scheduled article.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  build_id bigint references public.builds (id) on delete set null,
  processed_at timestamptz,
  -- When a static host was asked for a build with this change. Hosts do not report whether it succeeded.
  posted_at timestamptz
);
create index publish_outbox_waiting_idx on public.publish_outbox (due_at, id) where processed_at is null;
create index publish_outbox_entity_idx on public.publish_outbox (entity, entity_id, id desc);
create index publish_outbox_unposted_idx on public.publish_outbox (due_at) where posted_at is null;
create index publish_outbox_build_idx on public.publish_outbox (build_id);
-- Each build deletes the events that are older than 30 days.
create index publish_outbox_processed_idx on public.publish_outbox (processed_at);

alter table public.publish_outbox enable row level security;
grant select on public.publish_outbox to authenticated;
create policy "staff see what waits for a build" on public.publish_outbox for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create trigger limit_added_rows after insert on public.publish_outbox referencing new table as added_now
for each statement execute function private.limit_added_rows('changes', '50000');

create trigger post_publish_webhook after insert on public.publish_outbox
for each statement execute function private.post_publish_webhook();

-- Adds a change to the outbox and wakes a publisher that listens.
create function private.enqueue(p_entity text, p_id text, p_due timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare event_id bigint;
begin
  insert into public.publish_outbox (entity, entity_id, due_at) values (p_entity, p_id, greatest(p_due, now()))
  returning id into event_id;
  perform pg_notify('publish', event_id::text);
end $$;

-- Trigger for tables of which readers see every row.
create function private.public_row_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare ignored text[] := array['updated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored then return null; end if;
  perform private.enqueue(tg_table_name, case when tg_op = 'DELETE' then old.id::text else new.id::text end);
  return null;
end $$;

-- Trigger of profiles. Anybody may sign up and rename themselves; readers see only the names of authors with a published
-- article.
create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.articles a where a.author_id = new.id and a.status = 'published'
             and a.published_at <= clock_timestamp() and a.deleted_at is null) then
    perform private.enqueue('profiles', new.id::text);
  end if;
  return null;
end $$;

-- Trigger of articles.
create function private.article_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean := false; was_online boolean; is_published boolean := false; row_id text;
begin
  row_id := coalesce(new.id, old.id)::text;
  if tg_op <> 'INSERT' then was_published := old.status = 'published' and old.deleted_at is null; end if;
  if tg_op <> 'DELETE' then is_published := new.status = 'published' and new.deleted_at is null; end if;
  if not was_published and not is_published then return null; end if;
  if was_published and is_published and to_jsonb(old) - array['updated_at', 'version'] = to_jsonb(new) - array['updated_at', 'version'] then
    return null;
  end if;
  -- By the time of this moment, not of the transaction's begin: it may have waited for a lock.
  was_online := was_published and old.published_at <= clock_timestamp();
  -- A published article that is scheduled anew disappears now and comes back at its new date: two events.
  if was_online then perform private.enqueue('articles', row_id); end if;
  if is_published and (new.published_at > clock_timestamp() or not was_online) then
    perform private.enqueue('articles', row_id, new.published_at);
  end if;
  return null;
end $$;

-- Trigger of pages.
create function private.page_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op <> 'INSERT' and old.status = 'published') or (tg_op <> 'DELETE' and new.status = 'published') then
    perform private.enqueue('pages', case when tg_op = 'DELETE' then old.id::text else new.id::text end);
  end if;
  return null;
end $$;

/* How far the last change of an article is, for the editor. It is live when the public address answers with it; delivered
   when the publisher could not ask there, or ended before it had an answer; stale while readers get the old page. Where
   no publisher takes it, it was sent to the static host or waits for a build that somebody starts there. An article that
   the publisher left out is not live, although the build is. */
create function public.get_publish_state(p_article uuid)
returns table (event_id bigint, due_at timestamptz, created_at timestamptz, processed_at timestamptz, status text,
               duration_ms integer, error text)
language sql volatile security invoker set search_path = ''
as $$
  select o.id, o.due_at, o.created_at, o.processed_at,
    case when o.processed_at is not null and p.reason is not null then 'failed'
         when o.processed_at is not null then
           case when b.readers = 'old' then 'stale'
                when b.readers = 'asking' and b.finished_at > now() - interval '1 minute' then 'publishing'
                when b.readers in ('asking', 'unreachable') then 'delivered' else 'live' end
         when b.status = 'failed' or refused.error is not null then 'failed'
         when o.due_at > now() then 'scheduled' when o.build_id is not null then 'publishing'
         when o.posted_at is not null then 'sent' when o.due_at < now() - interval '1 minute' then 'waiting'
         else 'publishing' end,
    case when o.processed_at is not null then (extract(epoch from
      (case when b.readers in ('seen', 'old') then b.readers_at else o.processed_at end
       - greatest(o.created_at, o.due_at))) * 1000)::integer end,
    coalesce(p.reason, b.error, refused.error)
  from public.publish_outbox o left join public.builds b on b.id = o.build_id
  left join public.publish_problems p on p.entity = 'articles' and p.entity_id = p_article::text
  left join lateral (select c.error from private.check_build_hook() c
    where o.processed_at is null and o.posted_at > coalesce(c.accepted_at, '-infinity')) refused on true
  where o.entity = 'articles' and o.entity_id = p_article::text
  order by o.id desc limit 1
$$;
grant execute on function public.get_publish_state(uuid) to authenticated;

-- supabase/schemas/accounts.sql

-- Accounts: the profile of each with its role, who may sign up, and the sessions of a person.

create table public.profiles (
  -- The user of the auth server. Not a foreign key: the profile of a removed account stays where its name is needed.
  id uuid primary key,
  full_name text check (char_length(full_name) <= 200),
  email text check (char_length(email) <= 320),
  role public.app_role not null default 'viewer',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether an editor gave or confirmed the name: only then it may be that of an author without an account.
  name_confirmed boolean not null default false,
  -- Whether the person has shown that the e-mail address is theirs.
  email_confirmed boolean not null default false,
  -- When the account was removed (handle_user_deleted); null while there is one.
  removed_at timestamptz
);
create index profiles_full_name_idx on public.profiles (full_name);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_created_idx on public.profiles (created_at desc);
create index profiles_name_key on public.profiles (private.name_key(full_name));

-- What staff search.
create function public.search_text(public.profiles) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.full_name, $1.email)) $$;
grant execute on function public.search_text(public.profiles) to authenticated;

-- A profile goes with its account, however that is deleted (handle_user_deleted): deleting the profile alone would leave
-- an account that can sign in but has no role. Visitors see the profiles of authors (articles.sql).
alter table public.profiles enable row level security;
grant select (id, full_name, name_confirmed) on public.profiles to anon;
grant select, update (full_name, role) on public.profiles to authenticated;
-- Their own profile people can read in any session: the admin needs it to ask for the code of the second factor.
create policy "own profile and, for editors, all" on public.profiles for select to authenticated
using (id = (select auth.uid()) and removed_at is null or (select public.has_role('super_admin', 'editor')));
create policy "own profile or a super admin" on public.profiles for update to authenticated
using (removed_at is null and (id = (select auth.uid()) or (select public.has_role('super_admin'))))
with check (removed_at is null and (id = (select auth.uid()) or (select public.has_role('super_admin'))));
create policy "sessions with every factor change profiles" on public.profiles as restrictive for update to authenticated
using ((select public.get_missing_factor()) = 'nothing');

-- Only a super_admin changes roles, nobody their own, and the last super_admin stays.
create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    if new.role is distinct from old.role and auth.uid() is not null then
      if not public.has_role('super_admin') then
        raise exception 'Only a super admin can change roles' using errcode = '42501';
      end if;
      if old.id = auth.uid() then
        raise exception 'You cannot change your own role' using errcode = '42501';
      end if;
    end if;
    if not (old.role = 'super_admin' and new.role <> 'super_admin') then
      return new;
    end if;
  elsif old.role <> 'super_admin' then
    return old;
  end if;
  -- The lock serialises demotions: two at once would each find the other super admin still there.
  perform pg_advisory_xact_lock(hashtext('mantel.last_super_admin'));
  if not exists (select 1 from public.profiles where role = 'super_admin' and id <> old.id) then
    raise exception 'The last super admin cannot be demoted or removed' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger guard_profile before update or delete on public.profiles
for each row execute function private.guard_profile();
create trigger guard_name before insert or update of full_name on public.profiles
for each row execute function private.guard_name();
create trigger profile_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.profile_changed();
-- A confirmed name may bring stories to an author page.
create trigger name_confirmed_changed after update of name_confirmed on public.profiles
for each row when (old.name_confirmed <> new.name_confirmed) execute function private.profile_changed();

-- Profiles follow the users of the auth server -----------------------------------------------------------------------

-- Each new account gets a profile. Nobody has confirmed the name that somebody signed up with.
create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email, email_confirmed)
  values (new.id,
    left(nullif(trim(private.without_hidden_characters(new.raw_user_meta_data ->> 'full_name')), ''), 200),
    new.email, new.email_confirmed_at is not null)
  on conflict (id) do nothing;
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users
for each row execute function private.handle_new_user();

-- A profile has the e-mail address of its user.
create function private.handle_user_email_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_changed after update of email on auth.users
for each row when (new.email is distinct from old.email)
execute function private.handle_user_email_change();

-- A profile tells whether the e-mail address of its user is confirmed.
create function private.handle_user_email_confirmed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email_confirmed = new.email_confirmed_at is not null where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_confirmed after update of email_confirmed_at on auth.users
for each row when ((new.email_confirmed_at is null) <> (old.email_confirmed_at is null))
execute function private.handle_user_email_confirmed();

-- Whether a row that outlives its person names this profile: a story, a revision, an upload, an author profile … These are
-- the columns whose foreign key is `on delete set null`.
create function private.is_profile_named(p_profile uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare reference record; is_named boolean;
begin
  for reference in
    select c.conrelid::regclass as table_name, a.attname as column_name
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype = 'n'
  loop
    execute format('select exists (select 1 from %s where %I = $1)', reference.table_name, reference.column_name)
    into is_named using p_profile;
    if is_named then return true; end if;
  end loop;
  return false;
end $$;

/* A deleted user loses role and e-mail address here. Their open stories go to the heir who was announced (announce_removal),
   in the same transaction. The profile itself goes unless something names it: stories keep their byline, and the history
   and the uploads the name of the person. */
create function private.handle_user_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare heir uuid;
begin
  select a.heir_id into heir from private.announced_actors a
  where a.account = old.id::text and a.created_at > now() - interval '1 minute';
  if heir is not null then
    update public.articles set author_id = heir where id in (select o from private.open_articles(old.id) o);
  end if;
  if private.is_profile_named(old.id) then
    perform private.add_author_of_stories(old.id);
    delete from public.name_requests where profile_id = old.id;
    update public.profiles set removed_at = now(), role = 'viewer', email = null, email_confirmed = false where id = old.id;
  else
    delete from public.profiles where id = old.id;
  end if;
  return null;
end $$;
create trigger on_auth_user_deleted after delete on auth.users
for each row execute function private.handle_user_deleted();

-- Sign-up ------------------------------------------------------------------------------------------------------------

/* Refuses new accounts while sign-up is closed, however they are made: with an address to confirm or without, by a
   one-time code, anonymously, by OAuth. Allowed are invitations and the accounts of the edge function create-user, which
   marks them in app_metadata: only the secret key writes that. The auth server writes both later in its transaction, so
   this checks when the transaction ends. */
create function private.refuse_closed_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select sign_up_open from public.site_settings), true) then return null; end if;
  if exists (select 1 from auth.users u where u.id = new.id and u.invited_at is null
             and not coalesce(u.raw_app_meta_data, '{}') ? 'created_by') then
    raise exception 'Sign-up is closed' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger refuse_closed_sign_up after insert on auth.users
deferrable initially deferred for each row execute function private.refuse_closed_sign_up();

/* Drops the password of an account that is invited before its address was confirmed: the person who signed up with that
   address first chose it, and may not be its owner. The auth server keeps it, and accepting the invitation would make it
   work. */
create function private.drop_unconfirmed_password() returns trigger
language plpgsql set search_path = ''
as $$ begin new.encrypted_password := null; return new; end $$;
create trigger drop_unconfirmed_password before update of invited_at on auth.users
for each row when (new.invited_at is distinct from old.invited_at and new.email_confirmed_at is null)
execute function private.drop_unconfirmed_password();

/* Refuses metadata of a user that is too large: anybody who signs up sends it, and the auth server puts it into each access
   token. Stored metadata that is larger can only become smaller. */
create function private.check_user_metadata(metadata jsonb, stored jsonb default null) returns void
language plpgsql immutable set search_path = ''
as $$
declare max_bytes constant integer := 16 * 1024;
begin
  if octet_length(metadata::text) > greatest(max_bytes, octet_length(stored::text)) then
    raise exception 'The metadata of a user must be at most %', private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(metadata) then
    raise exception 'The metadata of a user must be nested at most % levels deep', private.max_json_depth()
      using errcode = '23514';
  end if;
end $$;

create function private.check_metadata_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_user_metadata(new.raw_user_meta_data,
    case when tg_op = 'UPDATE' then old.raw_user_meta_data end);
  return new;
end $$;
create trigger check_metadata_of_user before insert or update of raw_user_meta_data on auth.users
for each row execute function private.check_metadata_of_user();

-- Sessions -----------------------------------------------------------------------------------------------------------

-- The sessions of the caller, which they see and end. They are the auth server's: a session that is gone cannot be
-- renewed, and its access token works until it expires, an hour at most.
create function public.list_own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  -- As JSON: older auth servers lack columns.
  select s.id, to_jsonb(s) ->> 'user_agent', s.created_at,
    greatest(s.created_at, s.updated_at, (to_jsonb(s) ->> 'refreshed_at')::timestamp at time zone 'UTC'),
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and coalesce((to_jsonb(s) ->> 'not_after')::timestamptz > now(), true)
    and public.get_missing_factor() = 'nothing'
  order by 5 desc, 4 desc
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one of the caller's sessions, or all but the present one (p_session null). Returns how many.
create function public.end_own_sessions(p_session uuid default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare devices text[]; device text;
begin
  if auth.uid() is null or public.get_missing_factor() <> 'nothing' then
    raise exception 'Please sign in again' using errcode = '42501';
  end if;
  with ended as (
    delete from auth.sessions s
    where s.user_id = auth.uid()
      and case when p_session is null then s.id::text is distinct from auth.jwt() ->> 'session_id' else s.id = p_session end
    returning coalesce(to_jsonb(s) ->> 'user_agent', '') as device)
  select array_agg(ended.device) into devices from ended;
  if exists (select 1 from public.profiles p where p.id = auth.uid() and p.role <> 'viewer') then
    foreach device in array coalesce(devices, '{}') loop
      perform private.add_audit_entry('session', null, null, null, device);
    end loop;
  end if;
  return coalesce(cardinality(devices), 0);
end $$;
grant execute on function public.end_own_sessions(uuid) to authenticated;

-- supabase/schemas/audit_log.sql

/* The audit log: who did what and when. Written by the triggers and functions below only, read by super admins, changed by
   nobody. Rows are kept for two years; the first entry of a day deletes older ones.
   A new kind of entry: the check below and src/domain/audit.ts, and what calls private.add_audit_entry with it. */

create table public.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('sign-in', 'account-created', 'account-invited', 'account-deleted', 'role', 'publish',
    'unpublish', 'delete', 'restore', 'settings', 'export', 'second-factor', 'session', 'rights', 'preview')),
  -- Without a foreign key, and with the name of that moment: an entry outlives the account. Null where no person of the
  -- staff acted: a visitor, the secret key, Supabase itself.
  actor_id uuid,
  actor_name text not null,
  -- The table and the id of what was changed.
  entity text,
  entity_id text,
  -- Its name or title at that moment. Null for readers' data: an erased address must not live on here.
  subject text,
  note text
);
create index audit_log_created_idx on public.audit_log (created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc);
create index audit_log_kind_idx on public.audit_log (kind, created_at desc);

-- What staff search.
create function public.search_text(public.audit_log) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.actor_name, $1.subject, $1.note)) $$;
grant execute on function public.search_text(public.audit_log) to authenticated;

alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "super admins read the audit log" on public.audit_log for select to authenticated
using ((select public.has_role('super_admin')));
create trigger limit_added_rows after insert on public.audit_log referencing new table as added_now
for each statement execute function private.limit_added_rows('entries of the audit log', '50000');

-- Trigger: refuses every change but the removal of old entries.
create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '2 years' then return old; end if;
  raise exception 'The audit log cannot be changed' using errcode = '42501';
end $$;
create trigger refuse_audit_change before update or delete on public.audit_log
for each row execute function private.refuse_audit_change();
create trigger refuse_audit_truncate before truncate on public.audit_log
for each statement execute function private.refuse_audit_change();

/* Who acts on an account through an edge function. The auth server carries out its requests in a connection of its own,
   which does not know the caller; so the function announces them right before. `account` is an id or e-mail address. */
create table private.announced_actors (
  account text primary key,
  actor_id uuid not null,
  created_at timestamptz not null default now(),
  -- Who gets the open stories of an account that is about to be removed (handle_user_deleted).
  heir_id uuid
);
alter table private.announced_actors enable row level security;

-- Announces who acts on an account. With the secret key only.
create function public.announce_actor(p_account text, p_actor uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.announced_actors where created_at < now() - interval '1 minute';
  insert into private.announced_actors (account, actor_id) values (lower(trim(p_account)), p_actor)
  on conflict (account) do update set actor_id = excluded.actor_id, created_at = now(), heir_id = null;
$$;
grant execute on function public.announce_actor(text, uuid) to service_role;

-- Announces who removes an account, and who gets its open stories. With the secret key only.
create function public.announce_removal(p_account uuid, p_actor uuid, p_heir uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_heir = p_account or not exists (select 1 from public.profiles p where p.id = p_heir and p.role <> 'viewer') then
    raise exception 'This account cannot write stories' using errcode = '23514';
  end if;
  perform public.announce_actor(p_account::text, p_actor);
  update private.announced_actors set heir_id = p_heir where account = p_account::text;
end $$;
grant execute on function public.announce_removal(uuid, uuid, uuid) to service_role;

-- The caller is about to change their own account at the auth server, which does not know them in the database.
create function public.announce_own_change() returns void
language sql volatile security definer set search_path = ''
as $$ select public.announce_actor(auth.uid()::text, auth.uid()) where auth.uid() is not null $$;
grant execute on function public.announce_own_change() to authenticated;

-- Adds an entry. The actor is p_actor, the caller of the request, or who was announced for one of p_accounts; p_other names
-- one who is none of the staff. The note also says when it was one of many (change_many).
create function private.add_audit_entry(
  p_kind text, p_entity text, p_entity_id text, p_subject text, p_note text,
  p_actor uuid default null, p_accounts text[] default '{}', p_other text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := coalesce(p_actor, auth.uid(), (
    select a.actor_id from private.announced_actors a
    where a.account = any (p_accounts) and a.created_at > now() - interval '1 minute' limit 1));
begin
  if not exists (select 1 from public.audit_log where created_at >= private.day_start(private.utc_day(now()))) then
    delete from public.audit_log where created_at < now() - interval '2 years';
  end if;
  insert into public.audit_log (kind, actor_id, actor_name, entity, entity_id, subject, note)
  values (p_kind, actor,
    coalesce(
      (select coalesce(p.full_name, p.email, 'Without a name') from public.profiles p where p.id = actor),
      case when actor is not null then 'Deleted account'
           when p_other is not null then p_other
           when current_setting('role', true) = 'service_role' then 'Secret key'
           else 'Supabase' end),
    p_entity, p_entity_id, left(p_subject, 300), left(nullif(concat_ws('. ', nullif(p_note, ''), nullif(current_setting('mantel.at_once', true), '')), ''), 2000));
end $$;

-- Accounts -----------------------------------------------------------------------------------------------------------

-- Sign-ins of staff. Those of readers are left out: anybody could fill the log with them.
create function private.log_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.profiles p where p.id = new.user_id and p.role <> 'viewer') then
    -- As JSON: the column is missing where the auth server is an old one.
    perform private.add_audit_entry('sign-in', null, null, null, to_jsonb(new) ->> 'user_agent', new.user_id);
  end if;
  return null;
end $$;
create trigger log_sign_in after insert on auth.sessions
for each row execute function private.log_sign_in();

-- New accounts and invitations, without the address of a reader who signs up. Whether an account is invited the auth
-- server writes later in its transaction, so this runs when that ends.
create function private.log_new_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account record; is_sign_up boolean; accounts text[];
begin
  select u.id, u.email, u.invited_at, u.confirmation_sent_at, p.full_name into account
  from auth.users u join public.profiles p on p.id = u.id where u.id = new.id;
  -- A new account that is invited runs this twice, at the insert of its profile and the update of invited_at.
  if not found or tg_table_name = 'users' and exists (
    select 1 from public.audit_log l where l.kind = 'account-invited' and l.entity_id = account.id::text
    and l.created_at > now() - interval '1 minute') then return null; end if;
  accounts := array[account.id::text, lower(account.email)];
  is_sign_up := account.invited_at is null and account.confirmation_sent_at is not null;
  perform private.add_audit_entry(
    case when account.invited_at is null then 'account-created' else 'account-invited' end,
    'profiles', account.id::text, case when not is_sign_up then account.email end,
    case when is_sign_up then 'Signed up' else account.full_name end,
    null, case when is_sign_up then '{}' else accounts end, case when is_sign_up then 'Visitor' end);
  return null;
end $$;
create constraint trigger log_new_account after insert on public.profiles
deferrable initially deferred for each row execute function private.log_new_account();
create constraint trigger log_invitation after update of invited_at on auth.users
deferrable initially deferred for each row when (new.invited_at is distinct from old.invited_at)
execute function private.log_new_account();

-- New roles and deleted accounts, without the address of a deleted reader. The profile of a deleted account may stay.
create function private.log_profile_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  accounts text[] := array[old.id::text, lower(old.email)];
  staff_email text := case when old.role <> 'viewer' then old.email end;
begin
  if tg_op = 'DELETE' or new.removed_at is not null then
    perform private.add_audit_entry('account-deleted', 'profiles', old.id::text, coalesce(old.full_name, staff_email),
      staff_email, null, accounts);
  else
    perform private.add_audit_entry('role', 'profiles', new.id::text, coalesce(new.full_name, new.email),
      replace(old.role || ' → ' || new.role, '_', ' '), null, accounts);
  end if;
  return null;
end $$;
create trigger log_role after update of role on public.profiles
for each row when (old.role is distinct from new.role and new.removed_at is null)
execute function private.log_profile_change();
create trigger log_deleted_account after delete on public.profiles
for each row when (old.removed_at is null) execute function private.log_profile_change();
create trigger log_removed_account after update of removed_at on public.profiles
for each row when (old.removed_at is null and new.removed_at is not null) execute function private.log_profile_change();

-- Second factors that are switched on or removed.
create function private.log_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- Only the person themselves can switch one on: it takes a code.
  perform private.add_audit_entry('second-factor', 'profiles', account::text,
    (select coalesce(p.full_name, p.email) from public.profiles p where p.id = account),
    case tg_op when 'DELETE' then 'Removed' else 'Switched on' end,
    case tg_op when 'DELETE' then null else account end, array[account::text]);
  return null;
end $$;
create trigger log_factor after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.log_factor();
create trigger log_removed_factor after delete on auth.mfa_factors
for each row when (old.status = 'verified' and pg_trigger_depth() = 0) execute function private.log_factor();

-- Content and settings -----------------------------------------------------------------------------------------------
-- The triggers stand beside the tables. Of content only what a request does itself is logged (pg_trigger_depth() = 0), not
-- what a trigger does about it, such as emptying the trash.

-- The name of any row; none of what readers have sent.
create function private.audit_subject(p_table text, p_row jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when p_table not in ('subscribers', 'contact_messages') then
    coalesce(p_row ->> 'title', p_row ->> 'name', p_row ->> 'original_filename', p_row ->> 'font_name', p_row ->> 'old_slug',
      p_row ->> 'page')
  end
$$;

-- Trigger: publishing and unpublishing of articles and pages, and the trash of articles.
create function private.log_publish() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  after jsonb := to_jsonb(new);
  was_published boolean := before ->> 'status' = 'published' and before ->> 'deleted_at' is null;
  is_published boolean := after ->> 'status' = 'published' and after ->> 'deleted_at' is null;
  due timestamptz := (after ->> 'published_at')::timestamptz;
  done text; note text;
begin
  was_published := coalesce(was_published, false);
  if before ->> 'deleted_at' is null and after ->> 'deleted_at' is not null then
    done := 'delete';
    note := 'Moved to the trash';
  elsif before ->> 'deleted_at' is not null and after ->> 'deleted_at' is null then
    done := 'restore';
  elsif was_published and not is_published then
    done := 'unpublish';
    note := initcap(after ->> 'status');
  elsif is_published and (not was_published or before ->> 'version' <> after ->> 'version') then
    done := 'publish';
    note := case when due > now() then 'Scheduled for ' || to_char(due at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone()
                 when was_published then 'Changes' end;
  end if;
  if done is not null then
    perform private.add_audit_entry(done, tg_table_name, after ->> 'id', private.audit_subject(tg_table_name, after), note);
  end if;
  return null;
end $$;

-- Trigger: deleted rows.
create function private.log_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('delete', tg_table_name, old.id::text,
    private.audit_subject(tg_table_name, to_jsonb(old)), null);
  return null;
end $$;

-- A value of a setting, in words.
create function private.audit_value(p_value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_value = 'true' then 'on'
    when p_value = 'false' then 'off'
    when jsonb_typeof(p_value) = 'array' then coalesce(
      (select string_agg(replace(item, '_', ' '), ', ') from jsonb_array_elements_text(p_value) item), 'none')
    else coalesce(left(nullif(p_value #>> '{}', ''), 80), 'none') end
$$;

-- Trigger: changed settings, each with its value before and after.
create function private.log_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  -- Fonts have ids, which say nothing; the address of the hook is a secret, its host is not.
  select string_agg(case
      when tg_table_name = 'global_styles' then replace(replace(key, '_id', ''), '_', ' ')
      when key = 'deploy_hook_url' then 'new address'
      else replace(key, '_', ' ') || ': ' || case when before ? key then private.audit_value(before -> key) || ' → ' else '' end
        || private.audit_value(value) end, ', ' order by key)
  into note
  from jsonb_each(after) where value is distinct from before -> key;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, case tg_table_name
    when 'site_settings' then 'Settings' when 'deploy_settings' then 'Deploy hook' else 'Global styles' end, note);
  return null;
end $$;

-- Exports, and the screen --------------------------------------------------------------------------------------------

-- Called by the admin before it hands out a file; without the entry there is no file.
create function public.log_export(p_what text, p_rows integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors export' using errcode = '42501';
  end if;
  perform private.add_audit_entry('export', null, null, left(trim(p_what), 120),
    format('%s %s', p_rows, case p_rows when 1 then 'row' else 'rows' end));
end $$;
grant execute on function public.log_export(text, integer) to authenticated;

-- The staff who have entries in the log, by their latest name, for its filter.
create function public.get_audit_actors() returns table (id uuid, name text)
language sql stable security invoker set search_path = ''
as $$
  select distinct on (l.actor_id) l.actor_id, coalesce(p.full_name, p.email, l.actor_name)
  from public.audit_log l left join public.profiles p on p.id = l.actor_id
  where l.actor_id is not null order by l.actor_id, l.id desc
$$;
grant execute on function public.get_audit_actors() to authenticated;

-- supabase/schemas/media_references.sql

-- Which rows name which stored files, by whatever spelling of an address: what readers see of a file, and who may change
-- it, follows from that. A file of the library and one without a row are named alike.

-- A text as a browser reads it: with the signs that character references of HTML and escapes of JSON stand for. Tabs and
-- line breaks that are written so are left out, as browsers do in addresses.
create function private.unescape_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- References to other signs of ASCII have no name.
  named jsonb := '{"amp": "&", "sol": "/", "period": ".", "colon": ":", "lowbar": "_", "UnderBar": "_", "num": "#",
    "percnt": "%", "bsol": "\\", "quest": "?", "equals": "=", "commat": "@", "dollar": "$", "plus": "+", "comma": ",",
    "semi": ";", "excl": "!", "ast": "*", "midast": "*", "lpar": "(", "rpar": ")", "lsqb": "[", "lbrack": "[",
    "rsqb": "]", "rbrack": "]", "lcub": "{", "lbrace": "{", "rcub": "}", "rbrace": "}", "verbar": "|", "vert": "|",
    "VerticalLine": "|", "Hat": "^", "grave": "`", "DiacriticalGrave": "`", "fjlig": "fj", "quot": "\"", "QUOT": "\"",
    "apos": "''", "lt": "<", "gt": ">", "AMP": "&", "nbsp": " ", "Tab": "", "NewLine": ""}';
  escape text; digits text; code bigint; sign text;
begin
  if p_text !~ '&|\\u' then return p_text; end if;
  for escape in
    select match[1]
    from regexp_matches(p_text, '(&#[0-9]+;?|&#[xX][0-9A-Fa-f]+;?|&[A-Za-z]+;|\\u[0-9A-Fa-f]{4})', 'g') as match
    group by 1 order by char_length(match[1]) desc
  loop
    if escape ~ '^&[A-Za-z]' then sign := named ->> btrim(escape, '&;');
    else
      digits := ltrim(substring(escape from '([0-9A-Fa-f]+);?$'), '0');
      code := case when digits = '' or char_length(digits) > 7 then 0
        when escape ~ '^&#[0-9]' then digits::bigint
        else ('x' || lpad(digits, 8, '0'))::bit(32)::bigint end;
      sign := case when code in (9, 10, 13) then ''
        when code between 32 and 55295 or code between 57344 and 1114111 then chr(code::integer) end;
    end if;
    if sign is not null then p_text := replace(p_text, escape, sign); end if;
  end loop;
  return p_text;
end $$;

-- An address with the signs that %20 and the like stand for. What is not UTF-8 stays, since no file has such a name.
create function private.percent_decoded(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare encoded text;
begin
  if p_address !~ '%[0-9A-Fa-f]{2}' then return p_address; end if;
  for encoded in
    select match[1] from regexp_matches(p_address, '((?:%[0-9A-Fa-f]{2})+)', 'g') as match
    group by 1 order by char_length(match[1]) desc
  loop
    begin
      p_address := replace(p_address, encoded, convert_from(decode(replace(encoded, '%', ''), 'hex'), 'UTF8'));
    exception when others then null;
    end;
  end loop;
  return p_address;
end $$;

/* The path of the file that an address names, decoded: of an address that begins with p_folder, the address of a bucket; null for
   any other, one that leads out of the folder among them. Query and fragment do not count. The same rule as storedFilePath
   in src/domain/media-address.ts; tests/fixtures/file-addresses.ts has the cases of both. */
create function private.stored_file_path(p_address text, p_folder text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := split_part(split_part(p_address, '?', 1), '#', 1); path text;
begin
  if not starts_with(address, p_folder) then return null; end if;
  path := substr(address, char_length(p_folder) + 1);
  if path !~* '^(?:(?!\.\.?(?:/|$))(?:[A-Za-z0-9!$&''()*+,;=:@_~.-]|%(?![01]|2[5EF]|5C|7F)[0-9A-F]{2})+(?:/(?!$)|$))+$' then
    return null;
  end if;
  path := private.percent_decoded(path);
  return case when strpos(path, '%') = 0 then path end;
end $$;

-- An address without query and fragment, with the signs that %20 and the like stand for, and without `.` and `..`.
create function private.plain_address(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := replace(private.percent_decoded(split_part(split_part(p_address, '?', 1), '#', 1)), '\', '/');
begin
  if address ~ '/\.\.?(/|$)' then
    address := regexp_replace(address, '/\.(?=/|$)', '', 'g');
    for step in 1 .. 20 loop
      exit when address !~ '/[^/]+/\.\.(/|$)';
      address := regexp_replace(address, '/[^/]+/\.\.(?=/|$)', '', 'g');
    end loop;
  end if;
  -- A path in a bucket has at most 1,000 characters.
  return right(btrim(address), 1001);
end $$;

/* The addresses in the texts of a row. In quotation marks, and as a whole value, an address may have blanks. Where it is
   not clear which signs belong to it, each reading is returned: `at /a(1).webp).` names /a, /a(1).webp and /a(1).webp).
   In PL/pgSQL, which keeps its plan. */
create function private.addresses_in(p_row jsonb) returns setof text
language plpgsql immutable set search_path = ''
as $$
begin
  return query
  -- Materialized: else the last condition is tried before the union.
  with stored as (
    select v #>> '{}' as value from jsonb_path_query(p_row, 'strict $.** ? (@.type() == "string")') v
    where v #>> '{}' ~ '[/\\&%]'
  ), read_as_json as (
    select value from stored
    union select regexp_replace(regexp_replace(value, '\\[ntr]', '', 'g'), '\\(["\\/])', '\1', 'g')
    from stored where strpos(value, '\') > 0
  ), slashed as (
    select value from read_as_json
    -- Browsers read a backslash in an address as a slash.
    union select replace(value, '\', '/') from read_as_json where strpos(value, '\') > 0
  ), texts as (
    select value from slashed
    -- Only where a slash, or the begin of an address, is written so: the addresses found are unescaped below.
    union select private.unescape_text(value) from slashed
    where value ~ '&(#|sol;|bsol;|colon;|Tab;|NewLine;)|\\u'
  ), addresses as materialized (
    select value as address from texts where value ~* '^\s*(https?:|/)' and char_length(value) <= 4000
    union select match[1] from texts, regexp_matches(value, '"\s*((?:https?:|/)[^"<>\\]*)(?=\\?")', 'gi') as match
    union select match[1] from texts, regexp_matches(value, '''\s*((?:https?:|/)[^''<>\\]*)(?='')', 'gi') as match
    union select match[1]
    from texts, regexp_matches(value, '(?<!<)([^[:space:]"''<>()\\?#&,;]*/[^[:space:]"''<>()\\?#&,;]+)', 'g') as match
    union select run
    from texts, regexp_matches(value, '(?<!<)([^[:space:]"<>\\]*/[^[:space:]"<>\\]+)', 'g') as match,
      lateral (values (match[1]), (rtrim(match[1], '.,;:!?''()[]{}*&'))) as reading (run)
  ), plain as materialized (
    select distinct private.plain_address(
      private.unescape_text(right(regexp_replace(address, '[\t\n\r]', '', 'g'), 4000))) as address
    from addresses
  )
  select p.address from plain p where strpos(p.address, '/') > 0;
end $$;

-- What files of one picture have in common: the name at the end of a path or address without its ending, for a thumbnail
-- that of its original.
create function private.file_stem(p_path text) returns text
language sql immutable set search_path = ''
as $$ select left(regexp_replace(substring(p_path from '[^/]*$'), '(-thumb\.webp|\.[^.]*)$', ''), 200) $$;

-- Whether an address (plain_address) names a stored file: it ends with its path. Who names a picture names its thumbnail,
-- and the other way around.
create function private.is_address_of(p_address text, p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select right('/' || p_address, char_length(p_path) + 1) = '/' || p_path
    -- Both without their endings.
    or '-thumb.webp' in (right(p_path, 11), right(p_address, 11))
      and right('/' || regexp_replace(p_address, '(-thumb\.webp|\.[^./]*)$', ''),
            char_length(regexp_replace(p_path, '(-thumb\.webp|\.[^./]*)$', '')) + 1)
          = '/' || regexp_replace(p_path, '(-thumb\.webp|\.[^./]*)$', '')
$$;

-- The addresses that the rows of a table hold. Without a key: addresses are longer than an index takes.
create table private.media_references (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  address text not null,
  -- private.file_stem of the address.
  stem text not null,
  -- Since when readers see the row, also in the future; null: they do not.
  public_from timestamptz
);
create index media_references_row_idx on private.media_references (row_id, table_name);
create index media_references_stem_idx on private.media_references (stem);
alter table private.media_references enable row level security;

-- Since when readers see a row, also in the future; null: they do not. Rows of a table without states are always seen.
create function private.public_from(p_table text, p_row jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when p_table in ('article_templates', 'article_working_copies') then null
    when p_table = 'front_versions' then (p_row ->> 'live_from')::timestamptz
    when not p_row ? 'status' then '-infinity'
    when p_row ->> 'status' = 'published' and p_row ->> 'deleted_at' is null
      then coalesce((p_row ->> 'published_at')::timestamptz, '-infinity')
  end
$$;

/* The files of the library that a row names and that may not be shown at a time: `files`, their names with the reasons, null
   when there are none, and the id of the first. Only the references p_addresses are looked at; null: all. */
create function private.refused_files(
  p_table text, p_row_id text, p_at timestamptz, p_addresses text[], out files text, out first text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select string_agg(format('“%s” %s', f.name, f.reason), ', ' order by f.name), min(f.id::text)
  into files, first from (
    select distinct m.id, m.original_filename as name, case
      when m.usable_from > p_at then 'may be shown only from '
        || to_char(m.usable_from at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI')
      else 'may be shown only until '
        || to_char(m.usable_until at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI') end as reason
    from private.media_references r
    join public.media m on private.file_stem(m.storage_path) = r.stem
    where r.table_name = p_table and r.row_id = p_row_id and (p_addresses is null or r.address = any (p_addresses))
      and (m.usable_from is not null or m.usable_until is not null)
      and not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, p_at)
      and private.is_address_of(r.address, m.storage_path)) f;
end $$;
grant execute on function private.refused_files(text, text, timestamptz, text[]) to service_role;

/* Raises 23514 when a row that shall be published names files of the library that may not be shown at that time. Only the
   references p_addresses are looked at; null: all. The error's detail is the id of the first such file. In a preview of a
   day nothing is refused. */
create function private.require_rights(p_table text, p_row_id text, p_at timestamptz, p_addresses text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare refused record;
begin
  -- Where a file is replaced, the new one is shown or not as the old one was.
  if p_addresses = '{}' or current_setting('mantel.replaced_media', true) <> ''
     or current_setting('mantel.moment', true) <> '' then
    return;
  end if;
  select * into refused from private.refused_files(p_table, p_row_id, p_at, p_addresses);
  if refused.files is not null then
    raise exception 'Not published: %. Use another file, or let an editor give a reason to show it in the media library.',
      refused.files using errcode = '23514', detail = refused.first;
  end if;
end $$;

/* A value with the paths of stored files (/storage/v1/object/public/media/…) in place of their addresses, which are those of
   the day: the API gets another port or host. Of this magazine is what begins like one of private.own_addresses, and on any
   other host what names a file that this magazine has stored. Who reads puts the present address in front (withFileAddresses
   in src/domain/media-address.ts). */
create function private.with_stored_paths(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  value text := p_value::text;
  -- JSON within a text may write a slash with backslashes.
  slash constant text := '\\*/';
  folder constant text := replace('/storage/v1/object/public/(media|fonts)/', '/', slash);
  host constant text := replace('https?://[^\s"''<>\\/?#()]+(?:/[A-Za-z0-9_.~-]+){0,4}', '/', slash);
begin
  if strpos(value, 'storage') = 0 or value !~* (host || folder) then return p_value; end if;
  return (
    select string_agg(case
      when exists (select from private.own_addresses o where lower(o.address) = found.origin || '/storage/v1/object/public/')
        or private.is_used_storage_path(found.bucket, found.file)
        or found.bucket = 'media' and exists (
          select from public.media m where found.file in (m.storage_path, m.thumbnail_path))
      then substr(part, char_length(match[1]) + 1) else part end, '' order by place)
    from (
      select part, place, case when strpos(part, 'storage') > 0 then regexp_match(part,
        '^(' || host || ')' || folder || '([^\s"''<>?#&()\\]+(?:\\+/[^\s"''<>?#&()\\]+)*)', 'i') end as match
      from regexp_split_to_table(value, '(?=https?:)', 'i') with ordinality as parts (part, place)
      -- Each is matched once.
      offset 0) as parts,
      lateral (select lower(replace(match[1], '\', '')), match[2],
        private.percent_decoded(rtrim(replace(match[3], '\', ''), '.,;:!*')) offset 0) as found (origin, bucket, file))::jsonb;
end $$;

-- Trigger of tables whose texts name files: what is stored is the path of a file, not the address of the day.
create function private.store_paths() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare given jsonb := to_jsonb(new); stored jsonb := private.with_stored_paths(given);
begin
  if stored <> given then new := jsonb_populate_record(new, stored); end if;
  return new;
end $$;

-- Trigger of tables whose texts name files. Argument: the column with the id of the row. The table's name as text:
-- tg_table_name has the collation "C", with which no index of media_references can be used.
create function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  owner_id text := coalesce(new_row, old_row) ->> tg_argv[0];
  seen_from timestamptz := private.public_from(owner_table, new_row);
  seen_before timestamptz := private.public_from(owner_table, old_row);
  -- They name no file, so that a publish reads no text.
  ignored text[] := array['updated_at', 'version', 'status', 'published_at', 'publish_at', 'deleted_at', 'hero',
    'featured', 'read_time'];
  addresses text[]; added text[] := '{}';
begin
  if tg_op = 'DELETE' then
    delete from private.media_references r where r.table_name = owner_table and r.row_id = owner_id;
    return null;
  end if;
  if tg_op = 'INSERT' or old_row - ignored <> new_row - ignored then
    addresses := array(select private.addresses_in(new_row));
    delete from private.media_references r
    where r.table_name = owner_table and r.row_id = owner_id and r.address <> all (addresses);
    added := array(
      select a from unnest(addresses) a
      where a not in (select r.address from private.media_references r
                      where r.table_name = owner_table and r.row_id = owner_id));
    insert into private.media_references (table_name, row_id, address, stem, public_from)
    select owner_table, owner_id, a, private.file_stem(a), seen_from from unnest(added) a;
  end if;
  update private.media_references r set public_from = seen_from
  where r.table_name = owner_table and r.row_id = owner_id and r.public_from is distinct from seen_from;
  if seen_from is not null then
    -- What readers were shown before only ceases to be shown.
    perform private.require_rights(owner_table, owner_id, greatest(seen_from, now()),
      case when seen_before = seen_from then added end);
  end if;
  return null;
end $$;

/* Whether a row that readers see names a stored file of the media library, given by its path. Readers see the rows of
   `media` of such files only, and nobody below editor changes what they see of one: every policy and trigger asks here.
   In PL/pgSQL, which keeps its plan. */
create function private.is_published_file(p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.media_references r
    where r.stem = private.file_stem(p_path) and r.public_from <= private.moment() and private.is_address_of(r.address, p_path));
end $$;
grant execute on function private.is_published_file(text) to anon, authenticated, service_role;

-- Whether a text or a value of JSON names a stored file.
create function private.names_file(p_value jsonb, p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.addresses_in(p_value) a where private.is_address_of(a, p_path)) $$;
grant execute on function private.names_file(jsonb, text) to authenticated, service_role;

-- The ids of the rows of a table that name a stored file.
create function private.rows_naming_file(p_path text, p_table text) returns setof text
language sql stable security definer set search_path = ''
as $$
  select distinct r.row_id from private.media_references r
  where r.stem = private.file_stem(p_path) and r.table_name = p_table and private.is_address_of(r.address, p_path)
$$;
grant execute on function private.rows_naming_file(text, text) to authenticated, service_role;

-- supabase/schemas/settings.sql

-- Settings of the whole magazine. Each table holds one row at most.

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  site_name text not null default 'Mantel' check (char_length(site_name) <= 120 and trim(site_name) <> ''),
  tagline text not null default 'love where you live.' check (char_length(tagline) <= 200),
  social_label text not null default 'Instagram' check (char_length(social_label) <= 60),
  social_url text check (social_url is null or social_url ~ '^https://' and char_length(social_url) <= 500),
  newsletter_enabled boolean not null default true,
  contact_enabled boolean not null default true,
  -- Shown to readers while the contact form is off.
  contact_email text check (contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 320),
  sign_up_open boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Whether a sign-up for the newsletter is pending until the link in a mail is opened.
  newsletter_confirm boolean not null default true,
  -- Of new passwords. The forms, create-user and the local auth server enforce it; on a hosted project the auth server has
  -- a setting of its own.
  min_password_length integer not null default 6 check (min_password_length between 6 and 32),
  -- Of super admins (second_factor.sql).
  require_second_factor boolean not null default false,
  -- The zone (such as Europe/Berlin) and the language (such as de) of the magazine's dates. Null: UTC, and English.
  time_zone text check (char_length(time_zone) <= 64),
  date_language text check (date_language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and char_length(date_language) <= 35),
  -- Whether the publisher tells search engines of changed pages (IndexNow).
  index_now boolean not null default false,
  -- The checks for which a story is not published (checks.sql).
  required_checks text[] not null default '{notes}' constraint site_settings_required_checks_check check (required_checks <@
    array['excerpt', 'category', 'share_picture', 'title_length', 'writer', 'picture_credits', 'alt_text', 'headings', 'notes',
      'rights', 'comments'] and cardinality(required_checks) <= 11)
);
create unique index site_settings_single_idx on public.site_settings ((true));

alter table public.site_settings enable row level security;
-- What readers' pages and the sign-up form need. A new setting is private until it is named here, by a migration.
grant select (id, site_name, tagline, social_label, social_url, newsletter_enabled, newsletter_confirm, contact_enabled,
  contact_email, sign_up_open, min_password_length, time_zone, date_language, index_now)
on public.site_settings to anon;
grant select, insert, update on public.site_settings to authenticated;
create policy "visitors read site settings" on public.site_settings for select to anon using (true);
-- Other accounts read them as visitors do, without their session.
create policy "writers read site settings" on public.site_settings for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "super admins add site settings" on public.site_settings for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change site settings" on public.site_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

-- Trigger of both tables: each change raises the version. A client updates `where version = …`; no row changed means a
-- conflict.
create function private.before_settings_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.id := old.id;
  new.updated_at := old.updated_at;
  new.version := old.version;
  if to_jsonb(new) - 'hook_host' <> to_jsonb(old) - 'hook_host' then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger before_settings_update before update on public.site_settings
for each row execute function private.before_settings_update();
-- Trigger: refuses a time zone that the database does not know.
create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Names only: as a zone the database would also take a formula such as XYZ+3, which browsers do not know.
  if not exists (select from pg_catalog.pg_timezone_names n where n.name = new.time_zone) then
    raise exception '"%" is not a time zone', new.time_zone using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_time_zone before insert or update of time_zone on public.site_settings
for each row when (new.time_zone is not null) execute function private.check_time_zone();
create trigger guard_second_factor_insert before insert on public.site_settings
for each row when (new.require_second_factor) execute function private.guard_second_factor_setting();
create trigger guard_second_factor_update before update of require_second_factor on public.site_settings
for each row when (new.require_second_factor and not old.require_second_factor)
execute function private.guard_second_factor_setting();
create trigger public_row_changed after insert or update or delete on public.site_settings
for each row execute function private.public_row_changed();
create trigger addresses_as_paths before insert or update on public.site_settings
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.site_settings
for each row execute function private.update_media_references('id');
create trigger log_settings after insert or update on public.site_settings
for each row execute function private.log_settings();

-- The zone of the magazine's days.
create function private.time_zone() returns text
language sql stable security definer set search_path = ''
as $$ select coalesce((select time_zone from public.site_settings), 'UTC') $$;

-- The start of a day in the magazine's zone. Comparing timestamps with it lets their indexes be used.
create function private.local_day_start(day date) returns timestamptz
language sql stable set search_path = ''
as $$ select day::timestamp at time zone private.time_zone() $$;

-- The server's time, and the zone and the language of the magazine's dates (null: not set).
create function public.get_clock() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now', clock_timestamp(), 'time_zone', s.time_zone, 'date_language', s.date_language)
  from (values (1)) one left join public.site_settings s on true
$$;
grant execute on function public.get_clock() to authenticated;

-- Sets the zone and the language of the magazine's dates while it has no zone: to those of a super admin's browser.
create function public.set_first_calendar(p_time_zone text, p_date_language text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can change the settings' using errcode = '42501';
  end if;
  update public.site_settings s
  set time_zone = p_time_zone, date_language = coalesce(s.date_language, p_date_language) where s.time_zone is null;
  insert into public.site_settings (time_zone, date_language) values (p_time_zone, p_date_language) on conflict do nothing;
end $$;
grant execute on function public.set_first_calendar(text, text) to authenticated;

-- Trigger of the tables that forms of visitors fill: refuses what they send while the form is switched off, also through
-- the edge function submit-form, which uses the secret key and names the reader's address. Arguments: the column of the
-- switch, the error's text.
create function private.require_form_enabled() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare settings jsonb;
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null
     or public.has_role('super_admin', 'editor') then return new; end if;
  select to_jsonb(s) into settings from public.site_settings s;
  if not coalesce((settings ->> tg_argv[0])::boolean, true) then
    raise exception '%', tg_argv[1] using errcode = '42501';
  end if;
  return new;
end $$;

-- The build hook of a static host. Its address is a secret (it starts builds), so it is written and never read back;
-- hook_host tells whether one is set, and at which host.
create table public.deploy_settings (
  id uuid primary key default gen_random_uuid(),
  deploy_hook_url text check (deploy_hook_url ~ '^https://' and char_length(deploy_hook_url) <= 1000),
  hook_host text generated always as (substring(deploy_hook_url from '^https://(?:[^/?#@]*@)?([^/?#:@]+)')) stored,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index deploy_settings_single_idx on public.deploy_settings ((true));

alter table public.deploy_settings enable row level security;
grant select (id, hook_host, updated_at, version) on public.deploy_settings to authenticated;
grant insert, update on public.deploy_settings to authenticated;
create policy "super admins read deploy settings" on public.deploy_settings for select to authenticated
using ((select public.has_role('super_admin')));
create policy "super admins add deploy settings" on public.deploy_settings for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change deploy settings" on public.deploy_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

create trigger before_settings_update before update on public.deploy_settings
for each row execute function private.before_settings_update();
create trigger log_settings after insert or update on public.deploy_settings
for each row execute function private.log_settings();
create trigger after_build_hook_change after update of deploy_hook_url on public.deploy_settings
for each row when (new.deploy_hook_url is distinct from old.deploy_hook_url)
execute function private.after_build_hook_change();

-- supabase/schemas/media.sql

-- The media library: the files, the right to show them, and the focus of pictures.

-- Whether an array is a focus: percent of the picture's width and height, from the left and from the top.
create function private.is_focus(p_focus smallint[]) returns boolean
language sql immutable set search_path = ''
as $$
  select array_ndims(p_focus) = 1 and cardinality(p_focus) = 2 and array_position(p_focus, null) is null
    and 0 <= all (p_focus) and 100 >= all (p_focus)
$$;
grant execute on function private.is_focus(smallint[]) to authenticated, service_role;

create table public.media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (char_length(filename) <= 500),
  original_filename text not null check (char_length(original_filename) <= 500),
  mime_type text not null check (char_length(mime_type) <= 200),
  size_bytes bigint not null check (size_bytes between 0 and 52428800),
  uploaded_by uuid references public.profiles (id) on delete set null,
  storage_path text not null unique check (char_length(storage_path) <= 1000),
  -- Pictures only. Derived from storage_path, so that a list that knows only a picture's address can show the thumbnail.
  thumbnail_path text unique check (thumbnail_path = regexp_replace(storage_path, '\.[^./]*$', '') || '-thumb.webp'),
  alt_text text check (char_length(alt_text) <= 1000),
  caption text check (char_length(caption) <= 2000),
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now(),
  -- The point that stays in sight wherever the picture is cropped. Null means the middle.
  focus smallint[] check (private.is_focus(focus)),
  -- Who is named beside the picture.
  credit text check (char_length(credit) <= 300),
  -- Where it comes from: an agency, an archive, an address. For the staff only.
  source text check (char_length(source) <= 500),
  -- The name of the licence, and the address of its text.
  licence text check (char_length(licence) <= 200),
  licence_url text check (licence_url ~ '^https?://[^[:space:]]+$' and char_length(licence_url) <= 2000),
  -- What the licence does not allow, in words. For the staff only.
  restriction text check (char_length(restriction) <= 2000),
  -- The right to show the file holds from and until these times; null: without a begin or an end.
  usable_from timestamptz constraint media_usable_from_finite check (isfinite(usable_from)),
  usable_until timestamptz constraint media_usable_until_finite check (isfinite(usable_until)),
  -- Whether the people or the house shown have agreed in writing.
  release_on_file boolean not null default false,
  -- Null: not known.
  made_by text check (made_by in ('photograph', 'rendering', 'generated')),
  -- Why an editor had it shown outside of that time, and since when.
  rights_override text check (char_length(rights_override) <= 500),
  rights_override_at timestamptz,
  constraint media_usable_period_check check (usable_from < usable_until),
  -- A path inside the bucket, without segments that lead out of it: the publisher fetches what it names.
  constraint media_storage_path_is_in_bucket_check check (
    storage_path ~ '^[^/\\?#%\u0001-\u001f\u007f]+(/[^/\\?#%\u0001-\u001f\u007f]+)*$'
    and storage_path !~ '(^|/)\.\.?(/|$)')
);
create index media_created_idx on public.media (created_at desc);
create index media_uploaded_by_idx on public.media (uploaded_by);
create index media_usable_until_idx on public.media (usable_until);

-- What staff search.
create function public.search_text(public.media) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.original_filename, $1.alt_text, $1.caption, $1.credit, $1.licence)) $$;
grant execute on function public.search_text(public.media) to authenticated;

-- Whether a text has words, each of which is a list of LIKE patterns of which the text has to match one.
create function private.has_words(p_text text, p_words jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select 1 from jsonb_array_elements(p_words) word
    where p_text not like all (array(select jsonb_array_elements_text(word))))
$$;
grant execute on function private.has_words(text, jsonb) to authenticated;

-- The same words. Raises 22023 for more than any search has: the admin sends 6 kB at most.
create function private.checked_words(p_words jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_words::text) > 20000 then
    raise exception 'Search for fewer or shorter words' using errcode = '22023';
  end if;
  return p_words;
end $$;
grant execute on function private.checked_words(jsonb) to authenticated;

-- Whether the right to show a file holds at a time. An override stands for the begin, and for an end that had passed when
-- it was given.
create function private.is_usable(
  p_usable_from timestamptz, p_usable_until timestamptz, p_override_at timestamptz, p_at timestamptz)
returns boolean
language sql immutable set search_path = ''
as $$
  select (p_usable_from is null or p_usable_from <= p_at or p_override_at is not null)
    and (p_usable_until is null or p_usable_until > p_at or coalesce(p_override_at >= p_usable_until, false))
$$;
grant execute on function private.is_usable(timestamptz, timestamptz, timestamptz, timestamptz) to anon, authenticated;

alter table public.media enable row level security;
grant select (id, filename, mime_type, size_bytes, storage_path, thumbnail_path, alt_text, caption, width, height,
  created_at, focus, credit, licence, licence_url, made_by)
on public.media to anon;
grant select, insert, update, delete on public.media to authenticated;
create policy "readers see the files of what is published" on public.media for select to anon
using (private.is_usable(usable_from, usable_until, rights_override_at, private.moment())
       and private.is_published_file(storage_path));
create policy "writers see all files" on public.media for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers upload media" on public.media for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')) and uploaded_by = (select auth.uid()));
create policy "writers describe their media" on public.media for update to authenticated
using ((select public.has_role('super_admin', 'editor'))
       or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())))
with check ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())));
create policy "editors delete media" on public.media for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.media referencing new table as added_now
for each statement execute function private.limit_added_rows('files', '5000');

/* The files of what is published, for accounts that do not write: rows with the columns that visitors read, all others
   empty or, where they may not be, with what says nothing. The name that a file was uploaded with is the one that it is
   stored under. p_words are the words that are searched for, each with the LIKE patterns of which search_text has to match
   one. Those who write read the table, and no row here. */
create function public.published_files(p_words jsonb default '[]') returns setof public.media
language sql stable security definer set search_path = ''
as $$
  with readable as (
    select array_agg(a.attname::text) as names from pg_catalog.pg_attribute a
    where a.attrelid = 'public.media'::regclass and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('anon', a.attrelid, a.attnum, 'select'))
  select shown.* from readable cross join public.media m,
    jsonb_populate_record(null::public.media,
      jsonb_build_object('original_filename', m.filename, 'release_on_file', false)
      || (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(m)) where key = any (readable.names))) shown
  where not (select public.has_role('super_admin', 'editor', 'contributor'))
    and private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, private.moment())
    and private.is_published_file(m.storage_path)
    and (p_words = '[]' or private.has_words(public.search_text(shown), (select private.checked_words(p_words))))
$$;
grant execute on function public.published_files(jsonb) to authenticated;

-- Whether a file is published and the caller no editor: readers see its words and its focus as they are.
create function private.is_file_of_editors(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_service() and not public.has_role('super_admin', 'editor') and private.is_published_file(p_path)
$$;

-- The description of a file belongs to its uploader: with the path of another file, one of the site itself among them, a
-- new row would describe a picture that readers see.
create function private.before_media_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_service() and new.uploaded_by = auth.uid()
     and split_part(new.storage_path, '/', 1) <> auth.uid()::text then
    raise exception 'Only files that you have uploaded yourself can be added to the library' using errcode = '23514';
  end if;
  if private.is_file_of_editors(new.storage_path) then
    raise exception 'This file is published. An editor can add it to the library.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_media_insert before insert on public.media
for each row execute function private.before_media_insert();

-- An update changes the description of a file, never the file itself or its uploader, who becomes null when the account
-- is deleted.
create function private.before_media_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() or current_setting('mantel.replaced_media', true) = old.id::text then return new; end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.storage_path := old.storage_path;
  new.thumbnail_path := old.thumbnail_path;
  new.filename := old.filename;
  new.mime_type := old.mime_type;
  new.size_bytes := old.size_bytes;
  new.uploaded_by := old.uploaded_by;
  if to_jsonb(new) <> to_jsonb(old) and private.is_file_of_editors(old.storage_path) then
    raise exception 'This file is published. An editor can change its texts and its focus.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_media_update before update on public.media
for each row execute function private.before_media_update();

-- An override is given by an editor, while the right does not hold.
create function private.before_rights_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.rights_override := nullif(trim(new.rights_override), '');
  if tg_op = 'UPDATE' and new.rights_override is not distinct from old.rights_override then
    new.rights_override_at := old.rights_override_at;
    return new;
  end if;
  if not private.is_service() then
    if not public.has_role('super_admin', 'editor') then
      raise exception 'Only editors have a file shown outside of the time for which it may be used' using errcode = '42501';
    end if;
    if new.rights_override is not null and private.is_usable(new.usable_from, new.usable_until, null, now()) then
      raise exception 'This file may be used now: no reason is needed to show it' using errcode = '23514';
    end if;
    new.rights_override_at := now();
  end if;
  new.rights_override_at := case when new.rights_override is not null then coalesce(new.rights_override_at, now()) end;
  return new;
end $$;
create trigger before_rights_override_insert before insert on public.media
for each row when (new.rights_override is not null or new.rights_override_at is not null)
execute function private.before_rights_override();
create trigger before_rights_override before update on public.media
for each row when (new.rights_override is distinct from old.rights_override
                   or new.rights_override_at is distinct from old.rights_override_at)
execute function private.before_rights_override();

-- Adds to the outbox when the right to show a file will begin and end.
create function private.schedule_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare moment timestamptz;
begin
  foreach moment in array array_remove(array[new.usable_from, new.usable_until], null) loop
    if moment > clock_timestamp() then perform private.enqueue('media', new.id::text, moment); end if;
  end loop;
  return null;
end $$;
create trigger schedule_rights after insert or update of usable_from, usable_until on public.media
for each row execute function private.schedule_rights();

create function private.log_rights_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('rights', 'media', new.id::text, private.audit_subject('media', to_jsonb(new)),
    coalesce('Shown outside of the time of its right: ' || new.rights_override, 'Not shown outside of the time of its right any more'));
  return null;
end $$;
create trigger log_rights_override_insert after insert on public.media
for each row when (new.rights_override is not null) execute function private.log_rights_override();
create trigger log_rights_override after update of rights_override on public.media
for each row when (new.rights_override is distinct from old.rights_override) execute function private.log_rights_override();
create trigger public_row_changed after insert or update or delete on public.media
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.media
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Whether readers see a file, so that only editors change its texts and its focus.
create function public.is_media_published(p_media uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.media m where m.id = p_media and private.is_published_file(m.storage_path))
$$;
grant execute on function public.is_media_published(uuid) to authenticated;

-- The number of files of a kind, and their total size. p_words as of published_files.
create function public.media_totals(
  p_kind text default 'all', p_words jsonb default '[]', p_uploader uuid default null)
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from (select * from public.media file
        where p_words = '[]' or private.has_words(public.search_text(file), (select private.checked_words(p_words)))
        union all select * from public.published_files(p_words)) m
  where (p_uploader is null or m.uploaded_by = p_uploader)
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      when 'ending' then m.usable_until > now() and m.usable_until <= now() + interval '30 days'
      when 'ended' then m.usable_until <= now()
      when 'uncredited' then m.mime_type like 'image/%' and m.credit is null
      when 'undescribed' then m.mime_type like 'image/%' and coalesce(m.alt_text, '') = ''
      else true end
$$;
grant execute on function public.media_totals(text, jsonb, uuid) to authenticated;

-- What the publisher finds to be the focus of a picture. Apart from media, so that a proposal publishes nothing.
create table public.media_focus_proposals (
  media_id uuid primary key references public.media (id) on delete cascade,
  focus smallint[] not null check (private.is_focus(focus))
);
alter table public.media_focus_proposals enable row level security;
grant select on public.media_focus_proposals to authenticated;
create policy "writers see focus proposals" on public.media_focus_proposals for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- The pictures without a proposal, newest first. For the publisher, with the secret key only.
create function public.list_media_without_focus_proposal(p_take integer default 100)
returns table (id uuid, storage_path text, thumbnail_path text)
language sql stable security invoker set search_path = ''
as $$
  select m.id, m.storage_path, m.thumbnail_path
  from public.media m
  where m.mime_type in ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff')
    and not exists (select 1 from public.media_focus_proposals p where p.media_id = m.id)
  order by m.created_at desc, m.id
  limit p_take
$$;

-- supabase/schemas/withdrawn_files.sql

-- Files that rows which readers see still name, but that are not shown: their right does not hold now, or they were deleted.
-- Nothing is written when a right ends: the rows are read without these files from then on.

-- Files that were deleted from the library, by the storage path that no other file gets.
create table private.deleted_media (
  storage_path text primary key,
  media_id uuid not null,
  -- private.file_stem of the path.
  stem text not null
);
create index deleted_media_stem_idx on private.deleted_media (stem);
create index deleted_media_media_idx on private.deleted_media (media_id);
alter table private.deleted_media enable row level security;

create function private.note_deleted_media() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    delete from private.deleted_media d where d.storage_path = new.storage_path;
  elsif tg_op = 'DELETE' or new.storage_path <> old.storage_path then
    insert into private.deleted_media (storage_path, media_id, stem)
    values (old.storage_path, old.id, private.file_stem(old.storage_path)) on conflict do nothing;
  end if;
  return null;
end $$;
-- By its name before public_row_changed, whose build reads what is noted here.
create trigger note_deleted_media after insert or delete or update of storage_path on public.media
for each row execute function private.note_deleted_media();

-- Whoever writes a row of media computes what its index holds.
grant execute on function private.file_stem(text) to authenticated, service_role;
create index media_limited_idx on public.media (private.file_stem(storage_path))
where usable_from is not null or usable_until is not null;

-- The paths of the files that a row names and that are not shown. In PL/pgSQL, which keeps its plan.
create function private.withdrawn_files(p_table text, p_row_id text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- A load of all stories asks for each.
  if not exists (select from public.media m where m.usable_from is not null or m.usable_until is not null)
     and not exists (select from private.deleted_media) then
    return '{}';
  end if;
  return array(
    select distinct f.storage_path
    from private.media_references r
    cross join lateral (
      select m.storage_path from public.media m
      where private.file_stem(m.storage_path) = r.stem and (m.usable_from is not null or m.usable_until is not null)
        and not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, private.moment())
      union all
      select d.storage_path from private.deleted_media d where d.stem = r.stem
    ) f
    where r.row_id = p_row_id and r.table_name = p_table and private.is_address_of(r.address, f.storage_path)
    order by 1);
end $$;

-- From when on all files that a story names may be shown, as far as they wait for that; null: none waits.
create function private.usable_from(p_article uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(m.usable_from)
  from private.media_references r join public.media m on private.file_stem(m.storage_path) = r.stem
  where r.table_name = 'articles' and r.row_id = p_article::text and m.usable_from > now() and m.rights_override_at is null
    and private.is_address_of(r.address, m.storage_path)
$$;
grant execute on function private.usable_from(uuid) to service_role;

-- Whether an address names one of these files.
create function private.names_one_of(p_address text, p_paths text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from unnest(p_paths) path where private.names_file(to_jsonb(p_address), path))
$$;

-- Events ({id, entity, entity_id}), and in the name of those of files the rows that readers see and that name the file.
create function private.with_rows_of_files(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not jsonb_path_exists(p_events, '$[*] ? (@.entity == "media")') then return p_events; end if;
  return p_events || (
    select coalesce(jsonb_agg(distinct e || jsonb_build_object('entity', r.table_name, 'entity_id', r.row_id)), '[]')
    from jsonb_array_elements(p_events) e
    cross join lateral (
      select m.storage_path from public.media m where m.id = (e ->> 'entity_id')::uuid
      union all
      select d.storage_path from private.deleted_media d where d.media_id = (e ->> 'entity_id')::uuid
    ) f
    join private.media_references r on r.stem = private.file_stem(f.storage_path)
    where e ->> 'entity' = 'media' and r.public_from <= private.moment() and private.is_address_of(r.address, f.storage_path));
end $$;
grant execute on function private.with_rows_of_files(jsonb) to authenticated, service_role;

-- supabase/schemas/authors.sql

-- The author profiles that readers see: the people whom the magazine names. One may belong to an account, also to one that
-- was removed.

create table public.author_profiles (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid unique references public.profiles (id) on delete set null,
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  email text check (char_length(email) <= 320),
  role text check (char_length(role) <= 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  bio text check (char_length(bio) <= 4000),
  image_url text check (char_length(image_url) <= 2000),
  social_links jsonb not null default '{}' check (jsonb_typeof(social_links) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index author_profiles_created_idx on public.author_profiles (created_at desc);
create index author_profiles_name_key on public.author_profiles (private.name_key(name));

-- What staff search.
create function public.search_text(public.author_profiles) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.name, $1.email, $1.role, $1.slug)) $$;
grant execute on function public.search_text(public.author_profiles) to authenticated;

alter table public.author_profiles enable row level security;
grant select, insert, update, delete on public.author_profiles to authenticated;
create policy "editors read author profiles" on public.author_profiles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors add author profiles" on public.author_profiles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change author profiles" on public.author_profiles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove author profiles" on public.author_profiles for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.author_profiles referencing new table as added_now
for each statement execute function private.limit_added_rows('people', '1000');

-- An author without a slug gets one made from the name, with a number when it is taken.
create function private.fill_author_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare base text; candidate text; n int := 1;
begin
  new.updated_at := now();
  if coalesce(new.slug, '') <> '' then return new; end if;
  base := coalesce(nullif(public.slugify(new.name), ''), 'author');
  candidate := base;
  while exists (select 1 from public.author_profiles where slug = candidate and id <> new.id) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  new.slug := candidate;
  return new;
end $$;
create trigger fill_author_slug before insert or update on public.author_profiles
for each row execute function private.fill_author_slug();
create trigger guard_name before insert or update of name on public.author_profiles
for each row execute function private.guard_name();
create trigger check_social_link_limits before insert or update of social_links on public.author_profiles
for each row execute function private.check_json_limits('social_links', 'Social links', '10000');
create trigger public_row_changed after insert or update or delete on public.author_profiles
for each row execute function private.public_row_changed();
create trigger addresses_as_paths before insert or update on public.author_profiles
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.author_profiles
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.author_profiles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

/* Gives an account the author profile that its published stories keep when it is removed: the one of its name that no
   account has, or a new one. Not with the name of another author or of the editorial team, whose pages those are. */
create function private.add_author_of_stories(p_profile uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  select * into account from public.profiles p
  where p.id = p_profile and trim(p.full_name) <> '' and private.has_published_stories(p.id)
    and not exists (select 1 from public.author_profiles a where a.profile_id = p.id);
  if not found then return; end if;
  if account.name_confirmed then
    update public.author_profiles set profile_id = p_profile
    where id = private.unclaimed_author(p_profile, account.full_name);
    if found then return; end if;
  end if;
  if private.is_name_of_another(account.full_name, p_profile) then return; end if;
  insert into public.author_profiles (name, slug, profile_id, created_at)
  values (account.full_name, '', p_profile, account.created_at);
end $$;

/* An author profile and the account that it belongs to have one name: when it is renamed, so is the account that had the
   same name, or that was removed. The stories of a removed account go with its author profile to another account. */
create function private.follow_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.name <> old.name then
    update public.profiles p set full_name = new.name
    where p.id = new.profile_id and p.id = old.profile_id and p.full_name is distinct from new.name
      and (p.removed_at is not null or private.name_key(p.full_name) = private.name_key(old.name));
  end if;
  if new.profile_id <> old.profile_id then
    update public.articles a set author_id = new.profile_id
    where a.author_id = old.profile_id
      and exists (select 1 from public.profiles p where p.id = old.profile_id and p.removed_at is not null);
  end if;
  return null;
end $$;
create trigger follow_author after update of name, profile_id on public.author_profiles
for each row execute function private.follow_author();

/* What a sync does with each author who has an e-mail address and no account: `link` gives them the account that has
   confirmed that address, `invite` sends them an invitation, and `wait` nothing, since it was sent. An address gets one
   invitation and one author. */
create function public.get_author_sync() returns table (author_id uuid, name text, email text, profile_id uuid, action text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors sync authors' using errcode = '42501';
  end if;
  return query
  select a.id, a.name, trim(a.email), p.id,
    case when p.email_confirmed then 'link' when u.invited_at is not null then 'wait' else 'invite' end
  from (select distinct on (lower(trim(w.email))) w.* from public.author_profiles w
        where w.profile_id is null and trim(w.email) <> '' order by lower(trim(w.email)), w.created_at, w.id) a
  left join lateral (select o.id, o.email_confirmed from public.profiles o
    where lower(o.email) = lower(trim(a.email)) order by o.created_at, o.id limit 1) p on true
  left join auth.users u on u.id = p.id
  where not exists (select 1 from public.author_profiles own where own.profile_id = p.id)
  order by a.name, a.id;
end $$;
grant execute on function public.get_author_sync() to authenticated, service_role;

-- The columns of author profiles that readers may see.
create function public.get_public_author_profiles()
returns table (id uuid, slug text, name text, role text, bio text, image_url text, email text,
               created_at timestamptz, social_links jsonb, profile_id uuid)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.slug, a.name, a.role, a.bio,
    case when cardinality(private.withdrawn_files('author_profiles', a.id::text)) = 0 then a.image_url end, a.email, a.created_at, a.social_links, a.profile_id
  from public.author_profiles a order by a.name, a.id
$$;
grant execute on function public.get_public_author_profiles() to anon, authenticated;

-- What tells an account from another of the same name: to editors its e-mail address, to others the address of its author
-- page, or its role and its first day.
create function private.account_hint(p_account public.profiles) returns text
language sql stable security definer set search_path = ''
as $$
  select case when p_account.removed_at is not null then 'account removed' else coalesce(
    case when public.has_role('super_admin', 'editor') then p_account.email end,
    (select '/author/' || a.slug from public.author_profiles a where a.profile_id = p_account.id limit 1),
    initcap(replace(p_account.role::text, '_', ' ')) || ' since '
      || to_char(p_account.created_at at time zone private.time_zone(), 'YYYY-MM-DD')) end
$$;

-- What tells accounts and author profiles of one name apart, for those who write; of at most 200 at a time.
create function public.get_people_hints(p_ids uuid[]) returns table (id uuid, hint text)
language sql stable security definer set search_path = ''
as $$
  select person.id, person.hint
  from (
    select p.id, private.account_hint(p) from public.profiles p where p.id = any (p_ids[1:200])
    union all
    select a.id, '/author/' || a.slug from public.author_profiles a where a.id = any (p_ids[1:200])
  ) person (id, hint)
  where (select public.has_role('super_admin', 'editor', 'contributor'))
$$;
grant execute on function public.get_people_hints(uuid[]) to authenticated;

-- supabase/schemas/categories_and_tags.sql

-- Categories and tags of articles, and merging two tags.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) <= 120 and trim(name) <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  description text check (char_length(description) <= 2000),
  color text not null default '#6366f1' check (color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sections text[] not null default '{}' check (
    array_position(sections, null) is null and cardinality(sections) <= 50
    and char_length(array_to_string(sections, '')) <= 2000
  )
);
comment on column public.categories.sections is 'Slugs of the sections of the site that list its stories.';

-- What staff search.
create function public.search_text(public.categories) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.name, $1.description)) $$;
grant execute on function public.search_text(public.categories) to authenticated;

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert, update, delete on public.categories to authenticated;
create policy "everyone reads categories" on public.categories for select to anon, authenticated using (true);
create policy "editors add categories" on public.categories for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change categories" on public.categories for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove categories" on public.categories for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.categories referencing new table as added_now
for each statement execute function private.limit_added_rows('categories', '500');

create trigger set_updated_at before update on public.categories
for each row execute function private.set_updated_at();
create trigger public_row_changed after insert or update or delete on public.categories
for each row execute function private.public_row_changed();
create trigger addresses_as_paths before insert or update on public.categories
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.categories
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.categories
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) <= 120 and trim(name) <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  created_at timestamptz not null default now()
);
create index tags_created_idx on public.tags (created_at desc, id);

-- What staff search.
create function public.search_text(public.tags) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text($1.name) $$;
grant execute on function public.search_text(public.tags) to authenticated;

alter table public.tags enable row level security;
grant select on public.tags to anon, authenticated;
grant insert, update, delete on public.tags to authenticated;
create policy "everyone reads tags" on public.tags for select to anon, authenticated using (true);
create policy "writers add tags" on public.tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers change tags" on public.tags for update to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')))
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers remove tags" on public.tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create trigger limit_added_rows after insert on public.tags referencing new table as added_now
for each statement execute function private.limit_added_rows('tags', '2000');

create trigger public_row_changed after insert or update or delete on public.tags
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.tags
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Merging tags -------------------------------------------------------------------------------------------------------

-- Which tag took the place of one that was merged: an open editor may still name the old one.
create table private.merged_tags (
  from_id uuid primary key,
  into_id uuid not null references public.tags (id) on delete cascade
);
create index merged_tags_into_idx on private.merged_tags (into_id);
alter table private.merged_tags enable row level security;

/* Gives the articles and templates of one tag to another, leads its addresses to the other's page, and deletes it. The
   policies would let contributors move the tag of their own articles only; who may delete a tag may also merge it. */
create function public.merge_tags(p_from uuid, p_into uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare from_slug text;
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to merge tags' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A tag cannot be merged into itself' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.tags where id in (p_from, p_into) order by id for update;
  if not exists (select 1 from public.tags where id = p_into) then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.article_tags (article_id, tag_id)
  select t.article_id, p_into from public.article_tags t where t.tag_id = p_from on conflict do nothing;
  insert into public.article_template_tags (template_id, tag_id)
  select t.template_id, p_into from public.article_template_tags t where t.tag_id = p_from on conflict do nothing;
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  update public.slug_redirects set entity_id = p_into where kind = 'tag' and entity_id = p_from;
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, entity_id) values ('tag', from_slug, p_into);
end $$;
grant execute on function public.merge_tags(uuid, uuid) to authenticated;

-- Trigger of the tags of articles and templates: a tag that was merged meanwhile is stored as the other one. One that was
-- deleted is left out, like a deleted category.
create function private.resolve_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.tag_id := coalesce((select m.into_id from private.merged_tags m where m.from_id = new.tag_id), new.tag_id);
  if exists (select 1 from public.tags where id = new.tag_id) then return new; end if;
  return null;
end $$;

-- Trigger: a row that names a category that was deleted meanwhile is stored without one.
create function private.forget_deleted_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  return new;
end $$;

-- supabase/schemas/articles.sql

-- Articles and their tags: who may read and write them, and the rules that hold for every write.

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) <= 300 and trim(title) <> ''),
  title_emphasis text check (char_length(title_emphasis) <= 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'archived')),
  featured boolean not null default false,
  hero boolean not null default false,
  featured_image text check (char_length(featured_image) <= 2000),
  gallery text[] not null default '{}',
  read_time integer check (read_time between 1 and 600),
  category_id uuid references public.categories (id) on delete set null,
  author_id uuid references public.profiles (id) on delete set null,
  meta_title text check (char_length(meta_title) <= 60),
  meta_description text check (char_length(meta_description) <= 160),
  meta_keywords text[] not null default '{}',
  -- A date without end would be an event of the outbox that no publisher can wait for.
  published_at timestamptz constraint articles_published_at_finite check (isfinite(published_at)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  -- An optional line under the title.
  standfirst text check (char_length(standfirst) <= 300),
  -- The date chosen for an article that is not published; publishing makes it published_at.
  publish_at timestamptz constraint articles_publish_at_finite check (isfinite(publish_at)),
  -- When the words or pictures of the article were changed last. Readers are told this time, or the publish date when that
  -- is later.
  modified_at timestamptz not null default now(),
  -- The people of the story with their roles, in their order: [{"person_id", "role_id"}]. Null: none is named, and the
  -- story has its owner's person as writer (private.story_names, credits.sql).
  credits jsonb,
  -- Where the featured image stands on the page; null: by its shape.
  opening text check (opening in ('above', 'behind', 'beside', 'below', 'none')),
  -- Of the house: see private.check_facts.
  facts jsonb not null default '[]',
  -- In place of the captions of the library, by the address of the picture; empty: none. See private.check_captions.
  captions jsonb not null default '{}'
);
-- One hero is out at most, the others are scheduled.
create index articles_hero_idx on public.articles (published_at desc) where hero;
create index articles_updated_idx on public.articles (updated_at desc);
create index articles_created_idx on public.articles (created_at desc);
create index articles_category_idx on public.articles (category_id, published_at desc);
create index articles_author_idx on public.articles (author_id, published_at desc);
create index articles_published_idx on public.articles (published_at desc, id)
where status = 'published' and deleted_at is null;
create index articles_deleted_idx on public.articles (deleted_at) where deleted_at is not null;
create index articles_credits_idx on public.articles using gin (credits jsonb_path_ops);
-- For the readers' search (search.sql): an index for each order that they can choose; newest and oldest first share
-- articles_published_idx.
create index articles_by_title_idx on public.articles (title, id) include (published_at)
where status = 'published' and deleted_at is null;
create index articles_by_read_time_idx on public.articles (coalesce(read_time, 5), published_at desc, id)
where status = 'published' and deleted_at is null;
create index articles_title_trgm_idx on public.articles using gin (title extensions.gin_trgm_ops);
create index articles_excerpt_trgm_idx on public.articles using gin (excerpt extensions.gin_trgm_ops);

-- What staff search.
create function public.search_text(public.articles) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.title, $1.excerpt)) $$;
grant execute on function public.search_text(public.articles) to authenticated;

-- The files that are left out where readers see the row.
create function public.withdrawn_files(public.articles) returns text[]
language sql stable security definer set search_path = ''
as $$ select private.withdrawn_files('articles', $1.id::text) $$;
grant execute on function public.withdrawn_files(public.articles) to anon, authenticated;

alter table public.articles enable row level security;
grant select on public.articles to anon, authenticated;
grant insert, update, delete on public.articles to authenticated;
create policy "the public reads what is out" on public.articles for select to anon, authenticated
using (status = 'published' and published_at <= now() and deleted_at is null);
create policy "writers read all articles" on public.articles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and (deleted_at is null or (select public.has_role('super_admin', 'editor'))));
create policy "contributors start their own drafts" on public.articles for insert to authenticated
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors add articles" on public.articles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "contributors change their own drafts" on public.articles for update to authenticated
using ((select public.has_role('contributor')) and author_id = (select auth.uid())
       and status in ('draft', 'review') and deleted_at is null)
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors change articles" on public.articles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins delete articles" on public.articles for delete to authenticated
using ((select public.has_role('super_admin')));
create trigger limit_added_rows after insert on public.articles referencing new table as added_now
for each statement execute function private.limit_added_rows('articles', '1000');

-- Visitors see the profiles of those whose articles they see.
create policy "people with visible articles" on public.profiles for select to anon
using (exists (select 1 from public.articles a where a.author_id = profiles.id));

-- Rules of every write. Triggers fire by name: before_article_author, before_article_write, check_…, guard_byline.

-- An author whose profile was deleted meanwhile is left out. Before before_article_write, which takes what changes the row
-- for a new version.
create function private.forget_deleted_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.profiles where id = new.author_id) then new.author_id := null; end if;
  return new;
end $$;
create trigger before_article_author before insert or update of author_id on public.articles
for each row execute function private.forget_deleted_author();

-- Sets what no client may choose: version, publish date, trash date and the times of changes. A new hero that is out ends the one before it; a
-- scheduled one leaves it until it is out itself (end_former_hero).
create function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean; was_hero boolean;
begin
  was_published := tg_op = 'UPDATE' and old.status = 'published';
  was_hero := was_published and old.hero and old.published_at <= now();
  -- An open editor, a working copy or an old revision may still name a category that was deleted meanwhile. The article
  -- is then saved without one, as the articles that were not open lost theirs.
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, new.publish_at, now());
    new.publish_at := null;
  else
    -- An article that was out and is published again comes out anew.
    if was_published and new.publish_at <= now() then new.publish_at := null; end if;
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    -- By the database's clock: a wrong one in the browser would empty the trash too soon.
    if new.deleted_at is not null and not private.is_service() then
      new.deleted_at := coalesce(old.deleted_at, now());
    end if;
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    -- Flags, dates, status, owner, address, category and tags are no words of the article.
    new.modified_at := case
      when (new.title, new.title_emphasis, new.standfirst, new.content, new.excerpt, new.featured_image, new.gallery,
            new.captions, new.meta_title, new.meta_description, new.opening, new.facts)
        is distinct from (old.title, old.title_emphasis, old.standfirst, old.content, old.excerpt, old.featured_image,
            old.gallery, old.captions, old.meta_title, old.meta_description, old.opening, old.facts)
      then now() else old.modified_at end;
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if to_jsonb(new) <> to_jsonb(old) or current_setting('mantel.tags_change', true) = new.id::text then
      new.updated_at := now();
      new.version := old.version + 1;
    end if;
    if new.deleted_at is distinct from old.deleted_at and auth.uid() is not null
       and not public.has_role('super_admin') then
      raise exception 'Only a super admin can delete or restore an article' using errcode = '42501';
    end if;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
    new.modified_at := new.updated_at;
  end if;
  if new.hero and not was_hero and new.published_at <= now() then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id and published_at <= now();
  end if;
  return new;
end $$;
create trigger before_article_write before insert or update on public.articles
for each row execute function private.before_article_write();

-- Ends the hero whose place a scheduled one took by coming out. Runs at each build.
create function private.end_former_hero() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.articles a set hero = false where a.hero and exists (
    select 1 from public.articles later
    where later.hero and later.published_at > a.published_at and later.published_at <= now());
  return null;
end $$;
create trigger end_former_hero after insert on public.builds for each statement execute function private.end_former_hero();

create trigger check_content_limits before insert or update of content on public.articles
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_gallery_limits before insert or update of gallery on public.articles
for each row execute function private.check_list_limits('gallery', 'Gallery', '200', '200000');
create trigger check_keyword_limits before insert or update of meta_keywords on public.articles
for each row execute function private.check_list_limits('meta_keywords', 'Meta Keywords', '100', '20000');
create trigger check_facts before insert or update of facts on public.articles
for each row execute function private.check_facts();
create trigger check_captions before insert or update of captions on public.articles
for each row execute function private.check_captions();
create trigger check_slug_length before insert or update of slug on public.articles
for each row execute function private.check_slug_length('URL slug');

-- A story is not published under the name of an author before an editor has confirmed that it is the account's.
create function private.guard_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare writer public.profiles;
begin
  -- Others than editors are refused by the policies.
  if private.is_service() or not public.has_role('super_admin', 'editor')
     or new.status <> 'published' or new.deleted_at is not null
     or tg_op = 'UPDATE' and old.status = 'published' and old.deleted_at is null and old.author_id is not distinct from new.author_id
  then return new; end if;
  -- The lock makes a change of the name that is under way end first, or find the story published.
  select * into writer from public.profiles where id = new.author_id for share;
  if not writer.name_confirmed and private.is_name_of_another(writer.full_name, writer.id) then
    raise exception '“%” is the name of an author. Confirm under Authors that it is also the name of this account, or choose another author.',
      writer.full_name using errcode = '23514';
  end if;
  return new;
end $$;
create trigger guard_byline before insert or update of status, author_id, deleted_at on public.articles
for each row execute function private.guard_byline();

create trigger article_changed after insert or update or delete on public.articles
for each row execute function private.article_changed();
create trigger addresses_as_paths before insert or update on public.articles
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.articles
for each row execute function private.update_media_references('id');
create trigger log_publish after insert or update on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.log_publish();
create trigger log_delete after delete on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Deletes articles that were in the trash for 30 days. Runs when an article goes to the trash and at each build.
create function private.purge_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.articles where deleted_at < now() - interval '30 days';
  return null;
end $$;
create trigger purge_trash after update of deleted_at on public.articles
for each statement execute function private.purge_trash();
create trigger purge_trash after insert on public.builds for each statement execute function private.purge_trash();

-- Tags of articles ---------------------------------------------------------------------------------------------------

create table public.article_tags (
  article_id uuid not null references public.articles (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (article_id, tag_id)
);
create index article_tags_tag_idx on public.article_tags (tag_id);

-- Whether the caller may write this article, and so its tags and its working copy.
create function public.can_write_article(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor')
    or (public.has_role('contributor') and exists (
      select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid()
      and a.status in ('draft', 'review') and a.deleted_at is null))
$$;
grant execute on function public.can_write_article(uuid) to authenticated;

alter table public.article_tags enable row level security;
grant select on public.article_tags to anon, authenticated;
grant insert, delete on public.article_tags to authenticated;
create policy "tags of visible articles" on public.article_tags for select to anon, authenticated
using (exists (select 1 from public.articles a where a.id = article_id));
create policy "writers tag their articles" on public.article_tags for insert to authenticated
with check (public.can_write_article(article_id));
create policy "writers untag their articles" on public.article_tags for delete to authenticated
using (public.can_write_article(article_id));
create trigger limit_added_rows after insert on public.article_tags referencing new table as added_now
for each statement execute function private.limit_added_rows('tags of articles', '20000');

create trigger resolve_tag before insert on public.article_tags
for each row execute function private.resolve_tag();

-- Adds the article to the outbox.
create function private.article_tags_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare a public.articles;
begin
  select * into a from public.articles where id = coalesce(new.article_id, old.article_id);
  if a.status = 'published' and a.deleted_at is null then
    perform private.enqueue('articles', a.id::text, a.published_at);
  end if;
  return null;
end $$;
create trigger article_tags_changed after insert or update or delete on public.article_tags
for each row execute function private.article_tags_changed();

-- Saving -------------------------------------------------------------------------------------------------------------

insert into private.saved_columns select 'public.articles', unnest(array[
  'title', 'title_emphasis', 'standfirst', 'slug', 'content', 'excerpt', 'status', 'featured', 'featured_image', 'gallery',
  'read_time', 'category_id', 'author_id', 'meta_title', 'meta_description', 'meta_keywords', 'published_at', 'publish_at',
  'credits', 'opening', 'facts', 'captions']);

/* Saves an article with its tags and deletes its working copy, in one transaction. p_id null creates. Otherwise p_version
   must be the version the writer started from and, when the article is published, p_copy_version that of the working
   copy (null: there is none); or nothing changes and PT409 is raised. Fields absent from p_article stay as they are.
   p_note says why a story is sent back to its writer (start_thread, talk.sql). Runs as the caller: the policies decide. */
create function public.save_article(
  p_id uuid, p_version integer, p_article jsonb, p_tags uuid[] default null, p_copy_version integer default null,
  p_note text default null)
returns public.articles
language plpgsql security invoker set search_path = ''
as $$
declare saved public.articles; was_published boolean; tags_change boolean; copy_version integer;
begin
  select a.status = 'published' into was_published from public.articles a where a.id = p_id;
  tags_change := p_id is not null and p_tags is not null
    and array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1)
      is distinct from array(select distinct t from unnest(p_tags) t order by 1);
  perform set_config('mantel.tags_change', case when tags_change then p_id::text else '' end, true);
  saved := private.save_row(null::public.articles, 'article', p_id, p_version, p_article);
  perform set_config('mantel.tags_change', '', true);

  if p_id is not null then
    perform set_config('mantel.publishing_copy', p_id::text, true);
    delete from public.article_working_copies where article_id = p_id returning version into copy_version;
    perform set_config('mantel.publishing_copy', '', true);
    if was_published and copy_version is distinct from p_copy_version then
      raise exception 'This article was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
  end if;

  if p_tags is not null then
    delete from public.article_tags where article_id = saved.id and tag_id <> all (p_tags);
    insert into public.article_tags (article_id, tag_id)
    select saved.id, t from unnest(p_tags) t on conflict do nothing;
  end if;
  if p_note is not null then
    perform public.start_thread(jsonb_build_object('article_id', saved.id, 'kind', 'sent-back'), p_note);
  end if;
  return saved;
end $$;
grant execute on function public.save_article(uuid, integer, jsonb, uuid[], integer, text) to authenticated;

-- Whether another article has this slug, including articles in the trash, which most of the staff cannot read. Answers
-- only yes or no, and only to writers.
create function public.slug_taken(p_slug text, p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor', 'contributor')
    and exists (select 1 from public.articles a where a.slug = p_slug and a.id is distinct from p_article)
$$;
grant execute on function public.slug_taken(text, uuid) to authenticated;

-- The stories of an author that readers cannot see yet: drafts, those in review and scheduled ones.
create function private.open_articles(p_author uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.articles a
  where a.author_id = p_author and a.deleted_at is null
    and (a.status in ('draft', 'review') or a.status = 'published' and a.published_at > now())
$$;

create function public.count_open_articles(p_author uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.open_articles(p_author)
  where public.has_role('super_admin', 'editor', 'contributor')
$$;
grant execute on function public.count_open_articles(uuid) to authenticated;

-- Names of article authors for callers who may not read profiles: the authors of the articles the caller may read.
create function public.get_author_names() returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name from public.profiles p
  where exists (select 1 from public.articles a where a.author_id = p.id and (
    (a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    or public.has_role('super_admin', 'editor', 'contributor')))
  order by p.full_name, p.id
$$;
grant execute on function public.get_author_names() to anon, authenticated;

-- The labels of facts in the articles that the caller may read, those used most first; at most 100.
create function public.get_fact_labels() returns table (label text)
language sql stable security invoker set search_path = ''
as $$
  select fact ->> 'label' from public.articles a, jsonb_array_elements(a.facts) fact
  where a.facts <> '[]' group by 1 order by count(*) desc, 1 limit 100
$$;
grant execute on function public.get_fact_labels() to authenticated;

-- supabase/schemas/working_copies.sql

-- Unpublished edits to a published article. They wait here until Update; readers never see this table.

-- `data` holds what the editor shows (`form`, and `base`, the text it was begun from) and `patch`: the article's columns
-- and tag_ids as they would be saved. Only `patch` is read in SQL.
create table public.article_working_copies (
  article_id uuid primary key references public.articles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  base_version integer not null,
  version integer not null default 1,
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now()
);
create index article_working_copies_updated_by_idx on public.article_working_copies (updated_by);

alter table public.article_working_copies enable row level security;
grant select, insert, update, delete on public.article_working_copies to authenticated;
create policy "working copies of own articles" on public.article_working_copies for select to authenticated
using (public.can_write_article(article_id));
create policy "start a working copy" on public.article_working_copies for insert to authenticated
with check (public.can_write_article(article_id));
create policy "change a working copy" on public.article_working_copies for update to authenticated
using (public.can_write_article(article_id)) with check (public.can_write_article(article_id));
create policy "drop a working copy" on public.article_working_copies for delete to authenticated
using (public.can_write_article(article_id));

-- Sets what no client may choose: the version, the writer and the time.
create function private.before_working_copy_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := now();
  new.updated_by := (select p.id from public.profiles p where p.id = auth.uid());
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  return new;
end $$;
create trigger before_working_copy_write before insert or update on public.article_working_copies
for each row execute function private.before_working_copy_write();
-- A working copy holds the text up to three times: the form, what it was begun from, and the patch.
create trigger check_content_limits before insert or update of data on public.article_working_copies
for each row execute function private.check_json_limits('data', 'Content', '4000000');
create trigger addresses_as_paths before insert or update on public.article_working_copies
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.article_working_copies
for each row execute function private.update_media_references('article_id');

-- A list with the changes of two, as mergeLists of src/domain/field.ts merges them: mine without what they removed since
-- p_base, and what they added at its end.
create function private.merged_list(p_base jsonb, p_theirs jsonb, p_mine jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(item order by part, place), '[]') from (
    select 1 as part, place, item from jsonb_array_elements(p_mine) with ordinality as mine (item, place)
    where not p_base @> jsonb_build_array(item) or p_theirs @> jsonb_build_array(item)
    union all
    select 2, place, item from jsonb_array_elements(p_theirs) with ordinality as theirs (item, place)
    where not p_base @> jsonb_build_array(item) and not p_mine @> jsonb_build_array(item)) as merged
$$;

-- The patch of a working copy as Update writes it now: lists that were changed in the article meanwhile have the changes
-- of both.
create function private.patch_of_copy(p_copy public.article_working_copies) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  patch jsonb := coalesce(p_copy.data -> 'patch', '{}');
  stored jsonb; list text; base jsonb; theirs jsonb; mine jsonb;
begin
  select jsonb_build_object('tag_ids', private.article_tag_ids(a.id), 'credits', a.credits, 'gallery', a.gallery) into stored
  from public.articles a where a.id = p_copy.article_id;
  for list, theirs in select * from jsonb_each(stored) loop
    -- A story without credits has null.
    theirs := coalesce(nullif(theirs, 'null'), '[]');
    mine := coalesce(nullif(patch -> list, 'null'), '[]');
    base := p_copy.data #> array['base', list];
    if patch ? list and jsonb_typeof(base) = 'array' and base <> theirs then
      mine := private.merged_list(base, theirs, mine);
      patch := patch || jsonb_build_object(list, case when list <> 'credits' or mine <> '[]' then mine end);
    end if;
  end loop;
  return patch;
end $$;
grant execute on function private.patch_of_copy(public.article_working_copies) to service_role;

-- supabase/schemas/history.sql

-- The history of articles: a revision for each save, and one for each working copy that was discarded.

create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null references public.articles (id) on delete cascade,
  version integer not null,
  kind text not null default 'saved' check (kind in ('saved', 'working-copy')),
  data jsonb not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index article_revisions_article_idx on public.article_revisions (article_id, id desc);
create index article_revisions_created_by_idx on public.article_revisions (created_by);

-- Readable by those who may read the article; discarded working copies by those who may write it.
alter table public.article_revisions enable row level security;
grant select on public.article_revisions to authenticated;
create policy "writers read revisions" on public.article_revisions for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and exists (select 1 from public.articles a where a.id = article_id)
       and (kind = 'saved' or public.can_write_article(article_id)));
create trigger limit_added_rows after insert on public.article_revisions referencing new table as added_now
for each statement execute function private.limit_added_rows('revisions', '50000');

/* Thins the history of an article: every revision of the last 24 hours stays, and of the days before the last one of
   each day (in UTC) and kind, and each that was saved as published. Runs at the article's first revision of a day. */
create function private.thin_revisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.article_revisions r where r.article_id = new.article_id and r.id <> new.id
             and r.created_at >= private.day_start(private.utc_day(now()))) then
    return null;
  end if;
  delete from public.article_revisions where id in (
    select r.id from (
      select v.id, v.created_at, v.kind = 'saved' and v.data ->> 'status' = 'published' as is_published,
        lead(v.id) over (partition by v.kind, private.utc_day(v.created_at) order by v.id) is null as is_last_of_day
      from public.article_revisions v where v.article_id = new.article_id) r
    where r.created_at < now() - interval '24 hours' and not r.is_last_of_day and not r.is_published);
  return null;
end $$;
create trigger thin_revisions after insert on public.article_revisions
for each row execute function private.thin_revisions();

-- The ids of an article's tags, in order.
create function private.article_tag_ids(p_article uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(array(select t.tag_id from public.article_tags t where t.article_id = p_article order by t.tag_id))
$$;

-- Keeps each save as a revision, unless nothing of the text has changed.
create function private.record_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_stored text[] := array['id', 'created_at', 'updated_at', 'modified_at', 'version', 'hero', 'deleted_at'];
  -- Stored with each revision, but their change alone makes none: they say where and when a text appears.
  ignored text[] := not_stored || array['featured', 'read_time', 'published_at', 'publish_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored
     and coalesce(current_setting('mantel.tags_change', true), '') <> new.id::text then
    return null;
  end if;
  insert into public.article_revisions (article_id, version, data, created_by)
  values (new.id, new.version,
          to_jsonb(new) - not_stored || jsonb_build_object('tag_ids', private.article_tag_ids(new.id)),
          (select p.id from public.profiles p where p.id = auth.uid()));
  return null;
end $$;
create trigger record_revision after insert or update on public.articles
for each row execute function private.record_revision();

-- save_article writes the tags after the article: the newest revision then gets them.
create function private.add_tags_to_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_revisions r set data = r.data || jsonb_build_object('tag_ids', private.article_tag_ids(r.article_id))
  where r.id in (select max(v.id) from public.article_revisions v
                 where v.kind = 'saved' and v.article_id in (select c.article_id from changed c) group by v.article_id);
  return null;
end $$;
create trigger add_tags_to_revision_on_insert after insert on public.article_tags
referencing new table as changed for each statement execute function private.add_tags_to_revision();
create trigger add_tags_to_revision_on_delete after delete on public.article_tags
referencing old table as changed for each statement execute function private.add_tags_to_revision();

-- Keeps a discarded working copy as a revision: the article with the changes of the copy's patch. The caller's own copy
-- that save_article publishes is in the history as the article itself.
create function private.record_discarded_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare latest public.article_revisions; patch jsonb := private.patch_of_copy(old); changes jsonb; discarded jsonb;
begin
  if current_setting('mantel.publishing_copy', true) = old.article_id::text
     and old.updated_by is not distinct from auth.uid()
     or not exists (select 1 from public.articles where id = old.article_id) then
    return null;
  end if;
  select * into latest from public.article_revisions
  where article_id = old.article_id and kind = 'saved' order by id desc limit 1;
  select jsonb_object_agg(c, patch -> c) into changes
  from (select s.column_name from private.saved_columns s where s.table_name = 'public.articles'
        union all select 'tag_ids') as saved_column (c)
  where patch ? c;
  discarded := latest.data || changes;
  -- Null for a copy without a patch.
  if discarded <> latest.data then
    insert into public.article_revisions (article_id, version, kind, data, created_by)
    values (old.article_id, latest.version, 'working-copy', discarded, old.updated_by);
  end if;
  return null;
end $$;
create trigger record_discarded_copy after delete on public.article_working_copies
for each row execute function private.record_discarded_copy();

/* The history of an article, newest first, 50 revisions at a time; p_before is the id of the last one already listed.
   The editor's auto-save leaves a revision every half minute: unless p_every, only the last one of a person in each
   quarter of an hour is listed. `changed` names the fields that differ from the revision listed before.
   Runs as the caller. */
create function public.list_article_revisions(p_article uuid, p_every boolean default false, p_before bigint default null)
returns table (id bigint, kind text, created_at timestamptz, created_by uuid, author_name text, status text, changed text[],
               is_first boolean)
language sql stable security invoker set search_path = ''
as $$
  with grouped as (
    select r.*,
      lead(r.id) over w is null
        or lead(r.kind) over w <> r.kind
        or r.created_by is null or lead(r.created_by) over w is distinct from r.created_by
        or lead(r.data ->> 'status') over w is distinct from r.data ->> 'status'
        or floor(extract(epoch from lead(r.created_at) over w) / 900) <> floor(extract(epoch from r.created_at) / 900)
        as is_last
    from public.article_revisions r where r.article_id = p_article
    window w as (order by r.id)
  ), listed as (
    select t.*, lag(t.data) over (order by t.id) as before from grouped t where p_every or t.is_last
  ), page as (
    select * from listed l where p_before is null or l.id < p_before order by l.id desc limit 50
  )
  select p.id, p.kind, p.created_at, p.created_by, a.full_name, p.data ->> 'status',
    array(select k from jsonb_object_keys(p.data) k
          -- A column that is newer than the revision before has no key there.
          where p.before is not null and p.data -> k <> coalesce(p.before -> k, 'null') and k <> 'read_time' order by k),
    p.before is null
  from page p left join public.profiles a on a.id = p.created_by
  order by p.id desc
$$;
grant execute on function public.list_article_revisions(uuid, boolean, bigint) to authenticated;

-- supabase/schemas/pages.sql

-- Static pages. A page below another has the path of its parent before its own slug.

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) <= 300 and trim(title) <> ''),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published')),
  meta_title text check (char_length(meta_title) <= 200),
  meta_description text check (char_length(meta_description) <= 500),
  parent_id uuid references public.pages (id) on delete set null check (parent_id <> id),
  author_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- When the page was published, or its text changed, whichever was later.
  modified_at timestamptz not null default now()
);
create unique index pages_address_idx on public.pages (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug);
create index pages_parent_idx on public.pages (parent_id);
create index pages_author_idx on public.pages (author_id);

-- What staff search.
create function public.search_text(public.pages) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.title, $1.slug)) $$;
grant execute on function public.search_text(public.pages) to authenticated;

-- The files that are left out where readers see the row.
create function public.withdrawn_files(public.pages) returns text[]
language sql stable security definer set search_path = ''
as $$ select private.withdrawn_files('pages', $1.id::text) $$;
grant execute on function public.withdrawn_files(public.pages) to anon, authenticated;

alter table public.pages enable row level security;
grant select on public.pages to anon, authenticated;
grant insert, update, delete on public.pages to authenticated;
create policy "everyone reads published pages" on public.pages for select to anon, authenticated
using (status = 'published');
create policy "editors read pages" on public.pages for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors add pages" on public.pages for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change pages" on public.pages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove pages" on public.pages for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.pages referencing new table as added_now
for each statement execute function private.limit_added_rows('pages', '500');

-- Reserved slugs: those at the root that are the site's own addresses (SYSTEM_SLUGS in src/domain/slug.ts; a test compares
-- them) or those of sections, which register_magazine writes.
create table private.reserved_page_slugs (slug text primary key, is_section boolean not null default false);
alter table private.reserved_page_slugs enable row level security;
insert into private.reserved_page_slugs select unnest(array[
  'index', 'browse', 'article', 'author', 'authors', 'tag', 'contact', 'subscription', 'auth', 'admin', '404', 'feed',
  'rss', 'sitemap', 'robots', 'og', 'team', 'uploads', 'fonts', 'media', 'images', 'lists', 'share', 'publish', 'preview']);
insert into private.reserved_page_slugs select unnest(array[
  'design-journal', 'living-spaces', 'wellness-lifestyle', 'entertainment-hosting', 'guides-tips']), true;

-- Refuses a reserved slug and a page that would be its own parent, and sets what no client may choose.
create function private.before_page_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- `index` below any page: hosts serve the file index.html for the folder.
  if new.slug = 'index' or new.parent_id is null and exists (
    select 1 from private.reserved_page_slugs r where r.slug = new.slug) then
    raise exception 'The slug "%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  -- The lock serialises moves: two at once could make a circle that neither of them sees.
  if new.parent_id is not null then perform pg_advisory_xact_lock(hashtext('mantel.page_parents')); end if;
  if new.parent_id is not null and exists (
    with recursive up (id, parent_id) as (
      select p.id, p.parent_id from public.pages p where p.id = new.parent_id
      union
      select p.id, p.parent_id from public.pages p join up on p.id = up.parent_id
    ) select 1 from up where id = new.id
  ) then
    raise exception 'A page cannot be its own parent' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
    new.modified_at := case
      when new.status = 'published' and old.status <> 'published'
        or (new.title, new.content, new.excerpt, new.meta_title, new.meta_description)
          is distinct from (old.title, old.content, old.excerpt, old.meta_title, old.meta_description)
      then now() else old.modified_at end;
  else
    new.modified_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger before_page_write before insert or update on public.pages
for each row execute function private.before_page_write();
create trigger check_content_limits before insert or update of content on public.pages
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_slug_length before insert or update of slug on public.pages
for each row execute function private.check_slug_length('Slug');
create trigger page_changed after insert or update or delete on public.pages
for each row execute function private.page_changed();
create trigger addresses_as_paths before insert or update on public.pages
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.pages
for each row execute function private.update_media_references('id');
create trigger log_publish after insert or update on public.pages
for each row when (pg_trigger_depth() = 0) execute function private.log_publish();
create trigger log_delete after delete on public.pages
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

insert into private.saved_columns select 'public.pages', unnest(array[
  'title', 'slug', 'content', 'excerpt', 'status', 'meta_title', 'meta_description', 'parent_id', 'author_id']);

-- Saves a page as private.save_row does. Runs as the caller: the policies decide.
create function public.save_page(p_id uuid, p_version integer, p_page jsonb) returns public.pages
language sql security invoker set search_path = ''
as $$
  select * from private.save_row(null::public.pages, 'page', p_id, p_version, p_page)
$$;
grant execute on function public.save_page(uuid, integer, jsonb) to authenticated;

-- supabase/schemas/templates.sql

-- Templates for new articles: writers use them, editors edit them.

create table public.article_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 120 and trim(name) <> ''),
  description text check (char_length(description) <= 500),
  title_pattern text not null default '' check (char_length(title_pattern) <= 300),
  content jsonb not null default '{"html": ""}' check (jsonb_typeof(content) = 'object'),
  excerpt text check (char_length(excerpt) <= 2000),
  category_id uuid references public.categories (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  standfirst text check (char_length(standfirst) <= 300),
  -- As in articles.
  credits jsonb,
  opening text check (opening in ('above', 'behind', 'beside', 'below', 'none')),
  facts jsonb not null default '[]'
);
create unique index article_templates_name_idx on public.article_templates (lower(trim(name)));
create index article_templates_category_idx on public.article_templates (category_id);
create index article_templates_created_by_idx on public.article_templates (created_by);

alter table public.article_templates enable row level security;
grant select, insert, update, delete on public.article_templates to authenticated;
create policy "writers read templates" on public.article_templates for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors add templates" on public.article_templates for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change templates" on public.article_templates for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove templates" on public.article_templates for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.article_templates referencing new table as added_now
for each statement execute function private.limit_added_rows('templates', '500');

-- Sets what no client may choose: version, creator and times.
create function private.before_template_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_by := auth.uid();
      new.created_at := now();
      new.updated_at := now();
    end if;
  end if;
  return new;
end $$;
create trigger before_template_write before insert or update on public.article_templates
for each row execute function private.before_template_write();
create trigger before_template_category before insert or update of category_id on public.article_templates
for each row execute function private.forget_deleted_category();
create trigger check_content_limits before insert or update of content on public.article_templates
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_facts before insert or update of facts on public.article_templates
for each row execute function private.check_facts();
create trigger addresses_as_paths before insert or update on public.article_templates
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.article_templates
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.article_templates
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

create table public.article_template_tags (
  template_id uuid not null references public.article_templates (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (template_id, tag_id)
);
create index article_template_tags_tag_idx on public.article_template_tags (tag_id);

alter table public.article_template_tags enable row level security;
grant select, insert, delete on public.article_template_tags to authenticated;
create policy "writers read tags of templates" on public.article_template_tags for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors tag templates" on public.article_template_tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors untag templates" on public.article_template_tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger resolve_tag before insert on public.article_template_tags
for each row execute function private.resolve_tag();

insert into private.saved_columns select 'public.article_templates', unnest(array[
  'name', 'description', 'title_pattern', 'standfirst', 'content', 'excerpt', 'category_id', 'credits', 'opening',
  'facts']);

-- Saves a template as private.save_row does, and its tags, in one transaction. Runs as the caller: the policies decide.
create function public.save_template(p_id uuid, p_version integer, p_template jsonb, p_tags uuid[])
returns public.article_templates
language plpgsql security invoker set search_path = ''
as $$
declare saved public.article_templates;
begin
  saved := private.save_row(null::public.article_templates, 'template', p_id, p_version, p_template);
  delete from public.article_template_tags where template_id = saved.id and tag_id <> all (p_tags);
  insert into public.article_template_tags (template_id, tag_id)
  select saved.id, t from unnest(p_tags) t on conflict do nothing;
  return saved;
end $$;
grant execute on function public.save_template(uuid, integer, jsonb, uuid[]) to authenticated;

-- supabase/schemas/credits.sql

-- The credits of stories: which people took part in them, in which roles. They are a column of the story, so that they are
-- saved, kept, compared and published with it; the people are rows of author_profiles.

create table public.credit_roles (
  id uuid primary key default gen_random_uuid(),
  -- What the role is called, such as Photographs.
  name text not null check (char_length(name) <= 60 and trim(name) <> ''),
  -- What stands before the names of a story's people, such as 'photographs by'. A byline begins with a capital letter.
  byline text not null check (char_length(byline) <= 80 and trim(byline) <> ''),
  -- The role of the writers: that of the owner of a story without credits.
  is_words boolean not null default false,
  position integer not null default 0
);
create unique index credit_roles_name_idx on public.credit_roles (lower(trim(name)));
create unique index credit_roles_words_idx on public.credit_roles (is_words) where is_words;

insert into public.credit_roles (name, byline, is_words, position) values
  ('Words', 'words by', true, 0), ('Photographs', 'photographs by', false, 1), ('Styling', 'styling by', false, 2),
  ('Illustration', 'illustration by', false, 3), ('Architect', 'architect', false, 4), ('Thanks', 'thanks to', false, 5);

alter table public.credit_roles enable row level security;
grant select on public.credit_roles to anon, authenticated;
grant insert (id, name, byline, position), update (name, byline, position), delete on public.credit_roles to authenticated;
create policy "everyone reads roles of credits" on public.credit_roles for select to anon, authenticated using (true);
create policy "super admins add roles of credits" on public.credit_roles for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change roles of credits" on public.credit_roles for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));
create policy "super admins remove roles of credits" on public.credit_roles for delete to authenticated
using ((select public.has_role('super_admin')));
create trigger limit_added_rows after insert on public.credit_roles referencing new table as added_now
for each statement execute function private.limit_added_rows('roles of credits', '200');

create trigger public_row_changed after insert or update or delete on public.credit_roles
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.credit_roles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Which person took the place of one that was merged: an open editor, a working copy, a revision may still name the other.
create table private.merged_people (
  from_id uuid primary key,
  into_id uuid not null references public.author_profiles (id) on delete cascade
);
create index merged_people_into_idx on private.merged_people (into_id);
alter table private.merged_people enable row level security;

-- People whom writers name in the credits of a story, and who are no people of the magazine until an editor confirms them:
-- nothing that readers get is made of this table, and no story that names one of them is published.
create table public.proposed_people (
  -- In the credits of stories as the id of a person, who keeps it.
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  proposed_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The account of a writer without an author page (public.credit_account).
  profile_id uuid unique references public.profiles (id) on delete set null
);
create index proposed_people_proposed_by_idx on public.proposed_people (proposed_by, created_at);
alter table public.proposed_people enable row level security;
grant select, insert (name) on public.proposed_people to authenticated;
create policy "writers read proposed people" on public.proposed_people for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers propose people" on public.proposed_people for insert to authenticated
with check (proposed_by = (select auth.uid()) and (select public.has_role('super_admin', 'editor', 'contributor')));
create trigger limit_added_rows after insert on public.proposed_people referencing new table as added_now
for each statement execute function private.limit_added_rows('proposed people', '50');
create trigger guard_name before insert on public.proposed_people
for each row execute function private.guard_name();

-- Credits in a story or template -------------------------------------------------------------------------------------

-- Entries of one list of credits.
create function private.max_credits() returns integer language sql immutable set search_path = '' as $$ select 50 $$;

-- Trigger of articles and templates: credits are stored with the people, also proposed ones, and roles that there are, each
-- pair once. Who was merged meanwhile becomes the other person; a person or role that was deleted is left out, like a
-- deleted category.
-- Named to come before before_article_write, which takes what changes the row for a new version.
create function private.tidy_credits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare uuid_pattern constant text := '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
begin
  if jsonb_typeof(new.credits) = 'null' then new.credits := null; end if;
  if new.credits is null then return new; end if;
  if jsonb_typeof(new.credits) <> 'array' or exists (
    select 1 from jsonb_array_elements(new.credits) credit
    where not coalesce(credit ->> 'person_id' ~* uuid_pattern and credit ->> 'role_id' ~* uuid_pattern, false)) then
    raise exception 'Credits are a list, each with a person and a role' using errcode = '23514';
  end if;
  if jsonb_array_length(new.credits) > private.max_credits() then
    raise exception 'Credits must have at most % entries', private.max_credits() using errcode = '23514';
  end if;
  new.credits := (
    select jsonb_agg(jsonb_build_object('person_id', known.person_id, 'role_id', known.role_id) order by known.place)
    from (
      select p.id as person_id, r.id as role_id, min(given.place) as place
      from jsonb_array_elements(new.credits) with ordinality as given (credit, place)
      left join private.merged_people m on m.from_id = (given.credit ->> 'person_id')::uuid
      cross join lateral (select coalesce(m.into_id, (given.credit ->> 'person_id')::uuid) as id) p
      join public.credit_roles r on r.id = (given.credit ->> 'role_id')::uuid
      where exists (select from public.author_profiles a where a.id = p.id)
        or exists (select from public.proposed_people a where a.id = p.id)
      group by p.id, r.id) known);
  return new;
end $$;
create trigger before_article_credits before insert or update of credits on public.articles
for each row execute function private.tidy_credits();
create trigger before_template_credits before insert or update of credits on public.article_templates
for each row execute function private.tidy_credits();

-- Trigger of author profiles and roles: a deleted one leaves all credits. A role that stories use is not deleted.
create function private.leave_credits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named jsonb := jsonb_build_array(jsonb_build_object(
    case tg_table_name when 'credit_roles' then 'role_id' else 'person_id' end, old.id));
  stories bigint;
begin
  if tg_when = 'BEFORE' then
    if old.is_words then
      raise exception 'The role of the writers cannot be deleted' using errcode = '23514';
    end if;
    select count(*) into stories from public.articles a where a.credits @> named;
    if stories > 0 then
      raise exception '“%” is a role in % %', old.name, stories, case stories when 1 then 'story' else 'stories' end
        using errcode = '23514';
    end if;
    return old;
  end if;
  update public.articles set credits = credits where credits @> named;
  update public.article_templates set credits = credits where credits @> named;
  return null;
end $$;
create trigger guard_role before delete on public.credit_roles
for each row execute function private.leave_credits();
create trigger leave_credits after delete on public.credit_roles
for each row execute function private.leave_credits();
create trigger leave_credits after delete on public.author_profiles
for each row execute function private.leave_credits();

-- The names of a story's people, in their order: of those in its credits or, without credits, of its owner. The owner's
-- person is the author profile of the account; without one the account's name is used. In PL/pgSQL: see has_role.
create function private.story_names(a public.articles) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when a.credits is null then array(
      select coalesce(own.name, owner.full_name) from public.profiles owner
      left join public.author_profiles own on own.profile_id = owner.id
      where owner.id = a.author_id and coalesce(own.name, owner.full_name) is not null)
    else array(
      select p.name from jsonb_array_elements(a.credits) with ordinality as given (credit, place)
      join public.author_profiles p on p.id = (given.credit ->> 'person_id')::uuid
      group by p.id order by min(given.place)) end;
end $$;

-- The stories that name a person: in their credits, or as the owner of a story without credits.
create function private.stories_naming(p_person uuid, p_owners uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select a.id from public.articles a where a.credits @> jsonb_build_array(jsonb_build_object('person_id', p_person))
    union all
    select a.id from public.articles a where a.author_id = any (p_owners) and a.credits is null)
$$;

-- How many stories name a person, also those that are not published.
create function public.count_stories_of(p_person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select cardinality(private.stories_naming(a.id, array[a.profile_id])) from public.author_profiles a
  where a.id = p_person and public.has_role('super_admin', 'editor')
$$;
grant execute on function public.count_stories_of(uuid) to authenticated;

-- Merging people -----------------------------------------------------------------------------------------------------

/* Makes one person of two: the credits and addresses of p_from lead to p_into, who also gets the account, and each text
   that they do not have themselves. When both have an account, p_into is credited in the stories of the other's.
   Raises PT404 when one of them is gone. */
create function public.merge_people(p_from uuid, p_into uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare merged public.author_profiles; kept public.author_profiles; address text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors merge people' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A person cannot be merged into themselves' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.author_profiles where id in (p_from, p_into) order by id for update;
  select * into merged from public.author_profiles where id = p_from;
  select * into kept from public.author_profiles where id = p_into;
  if merged.id is null or kept.id is null then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
  if exists (select 1 from unnest(private.team_names()) t where private.name_key(t) = private.name_key(merged.name)) then
    raise exception '“%” belongs to the editorial team and keeps their page', merged.name using errcode = '23514';
  end if;

  if kept.profile_id is not null then
    update public.articles a
    set credits = jsonb_build_array(jsonb_build_object('person_id', p_into,
      'role_id', (select r.id from public.credit_roles r where r.is_words)))
    where a.author_id = merged.profile_id and a.credits is null;
  end if;
  update public.slug_redirects set entity_id = p_into where kind = 'author' and entity_id = p_from;
  update private.merged_people set into_id = p_into where into_id = p_from;
  insert into private.merged_people (from_id, into_id) values (p_from, p_into);
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  -- Takes the credits along: tidy_credits.
  delete from public.author_profiles where id = p_from;
  update public.author_profiles set
    profile_id = coalesce(kept.profile_id, merged.profile_id), email = coalesce(kept.email, merged.email),
    role = coalesce(kept.role, merged.role), bio = coalesce(kept.bio, merged.bio),
    image_url = coalesce(kept.image_url, merged.image_url), social_links = merged.social_links || kept.social_links
  where id = p_into;
  foreach address in array private.author_addresses(merged) loop
    continue when address = any (private.author_addresses(kept));
    insert into public.slug_redirects (kind, old_slug, entity_id)
    values ('author', substring(address from '/author/(.*)'), p_into)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end loop;
end $$;
grant execute on function public.merge_people(uuid, uuid) to authenticated;

-- Proposed people ----------------------------------------------------------------------------------------------------

-- Trigger: refuses to publish or schedule a story that names somebody whom no editor has confirmed (the check `people` in
-- src/domain/checks.ts).
create function private.require_confirmed_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from jsonb_array_elements(new.credits) credit
      join public.proposed_people p on p.id = (credit ->> 'person_id')::uuid) then
    raise exception 'Not published: people who are not confirmed.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger require_confirmed_people before insert or update of status, credits on public.articles
for each row when (new.status = 'published') execute function private.require_confirmed_people();

-- Makes people of those whom credits name and no editor has confirmed, and says how many. A writer whose account has an author
-- page by then is credited as that author.
create function private.confirm_people(p_credits jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare proposed public.proposed_people; known uuid; confirmed integer := 0;
begin
  for proposed in
    delete from public.proposed_people p
    where p.id::text in (
      select credit ->> 'person_id'
      from jsonb_array_elements(case jsonb_typeof(p_credits) when 'array' then p_credits else '[]' end) credit)
    returning *
  loop
    confirmed := confirmed + 1;
    select a.id into known from public.author_profiles a where a.profile_id = proposed.profile_id;
    if known is null then
      insert into public.author_profiles (id, name, slug, profile_id)
      values (proposed.id, proposed.name, '', proposed.profile_id);
    else
      insert into private.merged_people (from_id, into_id) values (proposed.id, known);
      update public.articles set credits = credits
      where credits @> jsonb_build_array(jsonb_build_object('person_id', proposed.id));
      update public.article_templates set credits = credits
      where credits @> jsonb_build_array(jsonb_build_object('person_id', proposed.id));
    end if;
  end loop;
  return confirmed;
end $$;
grant execute on function private.confirm_people(jsonb) to service_role;

-- Makes a person of one who was proposed. Raises PT404 when they are gone, or are one already.
create function public.confirm_person(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors confirm people' using errcode = '42501';
  end if;
  if private.confirm_people(jsonb_build_array(jsonb_build_object('person_id', p_id))) = 0 then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.confirm_person(uuid) to authenticated;

/* The id that the owner of a story without credits has in them, once somebody else is credited: of the author whom the
   site names as the owner, or of a proposed person. Editors confirm that one by asking, unless others have the name.
   Contributors ask for themselves. Null for an account without a name. */
create function public.credit_account(p_account uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles; person uuid; is_editor boolean := public.has_role('super_admin', 'editor');
begin
  if not (is_editor or (public.has_role('contributor') and p_account = (select auth.uid()))) then
    raise exception 'Only editors credit others' using errcode = '42501';
  end if;
  select * into account from public.profiles p where p.id = p_account and trim(p.full_name) <> '';
  if not found then return null; end if;
  select a.id into person from public.author_profiles a where a.profile_id = p_account;
  if person is null and account.name_confirmed then
    person := private.unclaimed_author(p_account, account.full_name);
  end if;
  if person is not null then return person; end if;
  insert into public.proposed_people (name, proposed_by, profile_id)
  values (account.full_name, (select auth.uid()), p_account)
  on conflict (profile_id) do update set name = excluded.name returning id into person;
  if is_editor and not private.is_name_of_another(account.full_name, p_account) then
    perform public.confirm_person(person);
  end if;
  return person;
end $$;
grant execute on function public.credit_account(uuid) to authenticated;

-- supabase/schemas/plan.sql

-- The plan of the newsroom: the day a story is planned for, who writes it, and what is to be done for it. A planned day is
-- a date without a time zone, and never a publish date. A plan without a story is an idea: as it is in no table that
-- readers see, it is never public. Those who may read drafts read the plan.

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  -- The story; null: an idea, which has a title of its own.
  article_id uuid unique references public.articles (id) on delete cascade,
  title text check (char_length(title) <= 300 and trim(title) <> ''),
  planned_on date check (planned_on between '2000-01-01' and '2100-01-01'),
  priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
  brief text not null default '' check (char_length(brief) <= 5000),
  -- Of an idea; the story has its own.
  category_id uuid references public.categories (id) on delete set null,
  -- Who writes it.
  person_id uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint plans_story_or_title_check check ((article_id is null) = (title is not null))
);
create index plans_planned_on_idx on public.plans (planned_on);
create index plans_person_idx on public.plans (person_id);
create index plans_category_idx on public.plans (category_id);
create index plans_created_by_idx on public.plans (created_by);

insert into private.saved_columns (table_name, column_name)
select 'public.plans', unnest(array['article_id', 'title', 'planned_on', 'priority', 'brief', 'category_id', 'person_id']);

-- Whether the caller may change a plan: an editor any, a contributor what they write.
create function private.may_change_plan(p_person uuid, p_article uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.has_role('super_admin', 'editor')
    or (public.has_role('contributor')
        and (p_person is not distinct from auth.uid()
             or exists (select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid())));
end $$;
grant execute on function private.may_change_plan(uuid, uuid) to authenticated;

alter table public.plans enable row level security;
grant select, delete on public.plans to authenticated;
grant insert (id, article_id, title, planned_on, priority, brief, category_id, person_id),
  update (article_id, title, planned_on, priority, brief, category_id, person_id) on public.plans to authenticated;
create policy "writers read the plan" on public.plans for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers plan what is theirs" on public.plans for insert to authenticated
with check (private.may_change_plan(person_id, article_id));
create policy "writers change plans that are theirs" on public.plans for update to authenticated
using (private.may_change_plan(person_id, article_id)) with check (private.may_change_plan(person_id, article_id));
create policy "writers remove plans that are theirs" on public.plans for delete to authenticated
using (private.may_change_plan(person_id, article_id));
create trigger limit_added_rows after insert on public.plans referencing new table as added_now
for each statement execute function private.limit_added_rows('plans', '1000');

-- Sets what no client may choose: version, creator and times. Refuses a contributor who plans somebody else's story.
create function private.before_plan_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.article_id is not null and public.has_role('contributor')
      and (tg_op = 'INSERT' or new.article_id is distinct from old.article_id)
      and not exists (select 1 from public.articles a where a.id = new.article_id and a.author_id = auth.uid()) then
    raise exception 'You plan only stories of your own' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
  end if;
  return new;
end $$;
create trigger before_plan_write before insert or update on public.plans
for each row execute function private.before_plan_write();
create trigger before_plan_category before insert or update of category_id on public.plans
for each row execute function private.forget_deleted_category();
create trigger log_delete after delete on public.plans
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- What is to be done for a plan.
create table public.plan_tasks (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid not null references public.plans (id) on delete cascade,
  -- Such as Photographs or Fact check.
  kind text not null check (char_length(kind) <= 60 and trim(kind) <> ''),
  person_id uuid references public.profiles (id) on delete set null,
  due_on date check (due_on between '2000-01-01' and '2100-01-01'),
  done_at timestamptz check (isfinite(done_at)),
  position integer not null default 0
);
create index plan_tasks_plan_idx on public.plan_tasks (plan_id, position);
create index plan_tasks_person_idx on public.plan_tasks (person_id, due_on) where done_at is null;

-- Whether the caller may change the tasks of a plan.
create function private.may_change_tasks(p_plan uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.may_change_plan(p.person_id, p.article_id) from public.plans p where p.id = p_plan $$;
grant execute on function private.may_change_tasks(uuid) to authenticated;

alter table public.plan_tasks enable row level security;
grant select, delete on public.plan_tasks to authenticated;
grant insert (id, plan_id, kind, person_id, due_on, done_at, position),
  update (kind, person_id, due_on, done_at, position) on public.plan_tasks to authenticated;
create policy "writers read tasks" on public.plan_tasks for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers add tasks to plans that are theirs" on public.plan_tasks for insert to authenticated
with check (private.may_change_tasks(plan_id));
create policy "writers change tasks of plans that are theirs" on public.plan_tasks for update to authenticated
using (private.may_change_tasks(plan_id)) with check (private.may_change_tasks(plan_id));
create policy "writers remove tasks of plans that are theirs" on public.plan_tasks for delete to authenticated
using (private.may_change_tasks(plan_id));
create trigger limit_added_rows after insert on public.plan_tasks referencing new table as added_now
for each statement execute function private.limit_added_rows('tasks', '10000');

-- A plan has at most as many tasks as its form takes (MAX_TASKS in src/domain/plan.ts).
create function private.check_task_count(p_tasks bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_tasks > 30 then raise exception 'A plan has at most 30 tasks' using errcode = '23514'; end if;
end $$;
grant execute on function private.check_task_count(bigint) to authenticated;

create function private.limit_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_task_count(count(*)) from public.plan_tasks t
  where t.plan_id in (select a.plan_id from added a) group by t.plan_id;
  return null;
end $$;
create trigger limit_tasks after insert on public.plan_tasks referencing new table as added
for each statement execute function private.limit_tasks();

-- Saves a plan as private.save_row does, and its tasks in their order, in one transaction. Runs as the caller: the policies
-- decide.
create function public.save_plan(p_id uuid, p_version integer, p_plan jsonb, p_tasks jsonb) returns public.plans
language plpgsql security invoker set search_path = ''
as $$
declare saved public.plans;
begin
  perform private.check_task_count(jsonb_array_length(p_tasks));
  saved := private.save_row(null::public.plans, 'plan', p_id, p_version, p_plan);
  delete from public.plan_tasks t where t.plan_id = saved.id
    and not exists (select 1 from jsonb_array_elements(p_tasks) kept where kept ->> 'id' = t.id::text);
  insert into public.plan_tasks (id, plan_id, kind, person_id, due_on, done_at, position)
  select (task ->> 'id')::uuid, saved.id, task ->> 'kind', (task ->> 'person_id')::uuid, (task ->> 'due_on')::date,
    (task ->> 'done_at')::timestamptz, place
  from jsonb_array_elements(p_tasks) with ordinality as tasks (task, place)
  on conflict (id) do update set kind = excluded.kind, person_id = excluded.person_id, due_on = excluded.due_on,
    done_at = excluded.done_at, position = excluded.position
  where plan_tasks.plan_id = saved.id;
  return saved;
end $$;
grant execute on function public.save_plan(uuid, integer, jsonb, jsonb) to authenticated;

-- Marks a task as done or to be done: also those may whose task it is. Raises 42501 for others.
create function public.set_task_done(p_task uuid, p_done boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare task public.plan_tasks;
begin
  select * into task from public.plan_tasks where id = p_task;
  if task.id is null or not (private.may_change_tasks(task.plan_id)
      or (task.person_id = auth.uid() and public.has_role('contributor'))) then
    raise exception 'You are not allowed to change this task' using errcode = '42501';
  end if;
  update public.plan_tasks set done_at = case when p_done then coalesce(done_at, now()) end where id = p_task;
  -- A form that was opened before would take it back: with another version of the plan it is a conflict.
  update public.plans set updated_at = now() where id = task.plan_id;
end $$;
grant execute on function public.set_task_done(uuid, boolean) to authenticated;

-- Begins the story of an idea, a draft of who writes it, and returns its id; of a plan with a story that one's. Raises
-- 42501 for who may not change the plan.
create function public.start_story(p_plan uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  plan public.plans;
  story uuid;
  base text;
  number integer := 1;
begin
  select * into plan from public.plans where id = p_plan for update;
  if plan.id is null or not private.may_change_plan(plan.person_id, plan.article_id) then
    raise exception 'You are not allowed to begin this story' using errcode = '42501';
  end if;
  if plan.article_id is not null then return plan.article_id; end if;
  base := coalesce(nullif(trim(both '-' from left(public.slugify(plan.title), 80)), ''), 'story');
  loop
    insert into public.articles (title, slug, category_id, author_id)
    values (trim(plan.title), base || case number when 1 then '' else '-' || number end, plan.category_id,
      coalesce(
        (select p.id from public.profiles p
         where p.id = plan.person_id and p.removed_at is null and p.role in ('super_admin', 'editor', 'contributor')),
        auth.uid()))
    on conflict (slug) do nothing returning id into story;
    exit when story is not null;
    number := number + 1;
  end loop;
  update public.plans set article_id = story, title = null where id = p_plan;
  return story;
end $$;
grant execute on function public.start_story(uuid) to authenticated;

-- Those who can be given a story or a task, and those who were and write no more, by name: writers read the names of their
-- colleagues, not their accounts.
create function public.get_colleagues() returns table (id uuid, full_name text, has_left boolean)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name, not writes
  from public.profiles p,
    lateral (select p.removed_at is null and p.role in ('super_admin', 'editor', 'contributor') as writes) now
  where public.has_role('super_admin', 'editor', 'contributor')
    and (writes or exists (select 1 from public.plans where person_id = p.id)
      or exists (select 1 from public.plan_tasks where person_id = p.id))
  order by p.full_name, p.id
$$;
grant execute on function public.get_colleagues() to authenticated;

-- The plan as a calendar that other programs subscribe to: a token in its address stands for the person. Only its hash is
-- kept.
create table private.calendar_tokens (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  token_hash bytea not null unique
);
alter table private.calendar_tokens enable row level security;

-- Makes the token of the caller's calendar and returns it; a former one ends. Raises 42501 for those without a plan.
create function public.renew_calendar_token() returns text
language plpgsql security definer set search_path = ''
as $$
declare token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to read the plan' using errcode = '42501';
  end if;
  insert into private.calendar_tokens (profile_id, token_hash) values (auth.uid(), sha256(convert_to(token, 'UTF8')))
  on conflict (profile_id) do update set token_hash = excluded.token_hash;
  return token;
end $$;
grant execute on function public.renew_calendar_token() to authenticated;

-- What the calendar of a token shows: of an editor every planned story, of a contributor their own, and the tasks of either
-- that are to be done. Null where the token is of nobody who may read the plan.
create function public.get_calendar(p_token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'stories', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'plan_id', p.id, 'title', coalesce(a.title, p.title), 'day', p.planned_on,
        'brief', p.brief, 'article_id', p.article_id, 'version', p.version, 'updated_at', p.updated_at) order by p.planned_on, p.id)
      from public.plans p left join public.articles a on a.id = p.article_id
      where p.planned_on is not null and a.deleted_at is null
        and (reader.role <> 'contributor' or p.person_id = reader.id or a.author_id = reader.id)), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'plan_id', p.id, 'kind', t.kind, 'title', coalesce(a.title, p.title), 'day', t.due_on,
        'article_id', p.article_id, 'version', p.version, 'updated_at', p.updated_at) order by t.due_on, t.id)
      from public.plan_tasks t join public.plans p on p.id = t.plan_id left join public.articles a on a.id = p.article_id
      where t.person_id = reader.id and t.due_on is not null and t.done_at is null and a.deleted_at is null), '[]'))
  from private.calendar_tokens c join public.profiles reader on reader.id = c.profile_id
  where c.token_hash = sha256(convert_to(p_token, 'UTF8')) and reader.removed_at is null
    and reader.role in ('super_admin', 'editor', 'contributor')
$$;

-- supabase/schemas/talk.sql

-- What the staff say about a story, in threads. A thread is about a passage of the text, a picture, a field or the whole
-- story. What it is about stands here and never in the story, so that no page, feed or copy of a story has a trace of it.
create table public.comment_threads (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  -- sent-back: the note of an editor who made the story a draft again.
  kind text not null check (kind in ('passage', 'picture', 'field', 'story', 'sent-back')),
  -- Of a picture its address, of a field its column.
  subject text check (char_length(subject) between 1 and 2000),
  -- Of a passage: its words, and those around it as far as they tell it from others (src/domain/passage.ts).
  quote text check (char_length(quote) between 1 and 1000),
  prefix text check (char_length(prefix) <= 300),
  suffix text check (char_length(suffix) <= 300),
  -- The words stand in the text a second time.
  is_repeated boolean not null default false,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete set null,
  -- Only those who write read it: begun while readers could not read the story.
  is_internal boolean not null default true,
  constraint comment_threads_place_check check (
    (subject is not null) = (kind in ('picture', 'field'))
    and (quote is not null and prefix is not null and suffix is not null) = (kind = 'passage'))
);
create index comment_threads_article_idx on public.comment_threads (article_id);
create index comment_threads_resolved_by_idx on public.comment_threads (resolved_by);

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.comment_threads (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  -- Plain text; a colleague is mentioned as <@id>.
  body text not null check (char_length(body) <= 4000 and trim(body) <> ''),
  -- The accounts that the text mentions.
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Only those who write read it: the thread is internal, or readers could not read the story when this was written.
  is_internal boolean not null default true
);
create index comments_thread_idx on public.comments (thread_id, created_at);
create index comments_author_idx on public.comments (author_id);

-- Viewers whom an editor invited into the conversation on a story. They read and write what is said there while the story
-- is out.
create table public.comment_guests (
  article_id uuid not null references public.articles (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  invited_by uuid default auth.uid() references public.profiles (id) on delete set null,
  invited_at timestamptz not null default now(),
  primary key (article_id, profile_id)
);
create index comment_guests_profile_idx on public.comment_guests (profile_id);
create index comment_guests_invited_by_idx on public.comment_guests (invited_by);

-- Whether the caller is of the staff: whoever has a role. A session without its second factor has none.
create function private.is_staff() returns boolean
language sql stable set search_path = ''
as $$ select public.has_role('super_admin', 'editor', 'contributor', 'viewer') $$;
grant execute on function private.is_staff() to authenticated;

-- Whether the caller writes for the magazine.
create function private.is_writer() returns boolean
language sql stable set search_path = ''
as $$ select public.has_role('super_admin', 'editor', 'contributor') $$;
grant execute on function private.is_writer() to authenticated;

alter table public.comment_guests enable row level security;
grant select, insert (article_id, profile_id), delete on public.comment_guests to authenticated;
create policy "writers see guests, and guests themselves" on public.comment_guests for select to authenticated
using ((select private.is_writer()) or profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "editors invite viewers" on public.comment_guests for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')) and exists (select 1 from public.articles a where a.id = article_id)
            and exists (select 1 from public.profiles p where p.id = profile_id and p.role = 'viewer' and p.removed_at is null));
create policy "editors end invitations" on public.comment_guests for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.comment_guests referencing new table as added_now
for each statement execute function private.limit_added_rows('invitations', '1000');

-- Who wrote the first comment of a thread.
create function private.thread_author(p_thread uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select c.author_id from public.comments c where c.thread_id = p_thread order by c.created_at, c.id limit 1 $$;
grant execute on function private.thread_author(uuid) to authenticated;

-- Somebody may read the stories that the policies of articles show them. Threads are made by start_thread.
alter table public.comment_threads enable row level security;
grant select, delete on public.comment_threads to authenticated;
grant update (quote, prefix, suffix, is_repeated, resolved_at) on public.comment_threads to authenticated;
create policy "writers and guests read threads of stories they read" on public.comment_threads for select to authenticated
using (exists (select 1 from public.articles a where a.id = article_id)
       and ((select private.is_writer())
            or not is_internal and exists (select 1 from public.comment_guests g
              where g.article_id = comment_threads.article_id and g.profile_id = (select auth.uid()))));
create policy "writers resolve threads, guests those they began" on public.comment_threads for update to authenticated
using (exists (select 1 from public.articles a where a.id = article_id)
       and ((select private.is_writer()) or private.thread_author(id) = (select auth.uid())));
create policy "editors delete threads" on public.comment_threads for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

alter table public.comments enable row level security;
grant select, delete on public.comments to authenticated;
grant insert (id, thread_id, body), update (body) on public.comments to authenticated;
create policy "writers and guests read comments of threads they read" on public.comments for select to authenticated
using (exists (select 1 from public.comment_threads t where t.id = thread_id)
       and (not is_internal or (select private.is_writer())));
create policy "writers and guests comment in threads they read" on public.comments for insert to authenticated
with check (author_id = (select auth.uid()) and exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "people edit their own comments" on public.comments for update to authenticated
using (author_id = (select auth.uid()) and exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "people delete their own comments, editors any" on public.comments for delete to authenticated
using (exists (select 1 from public.comment_threads t where t.id = thread_id)
       and (author_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor'))));
create trigger limit_added_rows after insert on public.comments referencing new table as added_now
for each statement execute function private.limit_added_rows('comments', '3000');

-- Sets what no client may choose: who resolved a thread, and when. Where a passage stands is changed by those who may
-- change the text: others see it as it was saved.
create function private.before_thread_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.quote, new.prefix, new.suffix, new.is_repeated) is distinct from (old.quote, old.prefix, old.suffix, old.is_repeated)
      and not private.is_service() and not public.can_write_article(new.article_id) then
    raise exception 'You are not allowed to change this article' using errcode = '42501';
  end if;
  -- The words of changes that wait are not for guests: the passage is stored anew when they are published.
  if not old.is_internal and exists (select 1 from public.article_working_copies c where c.article_id = new.article_id) then
    new.quote := old.quote;
    new.prefix := old.prefix;
    new.suffix := old.suffix;
    new.is_repeated := old.is_repeated;
  end if;
  if (new.resolved_at is null) <> (old.resolved_at is null) then
    new.resolved_at := case when new.resolved_at is not null then now() end;
    new.resolved_by := case when new.resolved_at is not null then auth.uid() end;
  elsif new.resolved_at is not null then
    new.resolved_at := old.resolved_at;
  end if;
  return new;
end $$;
create trigger addresses_as_paths before insert on public.comment_threads
for each row execute function private.store_paths();
create trigger before_thread_change before update on public.comment_threads
for each row execute function private.before_thread_change();

-- Whether readers read a story now.
create function private.is_out(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a
    where a.id = p_article and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
$$;

-- Sets what no client may choose: the author, the times, who reads it, and the mentions: those of the text whom the author
-- can mention, or had mentioned before. Raises PT429 for the 41st comment or edit in ten minutes of who is no editor.
create function private.before_comment_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare thread public.comment_threads; named uuid[];
begin
  select * into thread from public.comment_threads where id = new.thread_id;
  if not private.is_service() then
    if not public.has_role('super_admin', 'editor') and private.count_request('comment', auth.uid()::text) > 40 then
      raise exception 'Too many comments. Please try again in a few minutes.' using errcode = 'PT429';
    end if;
    if tg_op = 'INSERT' then new.author_id := auth.uid(); end if;
  end if;
  if tg_op = 'UPDATE' and new.body is distinct from old.body then new.edited_at := now(); end if;
  new.is_internal := tg_op = 'UPDATE' and old.is_internal or coalesce(thread.is_internal, true) or not private.is_out(thread.article_id);
  named := array(select match[1]::uuid from regexp_matches(new.body, '<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>', 'g') match);
  new.mentions := array(
    select p.id from public.profiles p
    where p.id = any (named) and (private.is_service() or tg_op = 'UPDATE' and p.id = any (old.mentions)
      or p.id in (select o.id from private.comment_people(thread.article_id) o where o.can_be_mentioned))
    order by p.id);
  return new;
end $$;
create trigger before_comment_write before insert or update of body on public.comments
for each row execute function private.before_comment_write();

-- A thread ends with its last comment. A comment that somebody else deleted is in the audit log, without its words.
create function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from old.author_id then
    perform private.add_audit_entry('delete', tg_table_name, old.id::text,
      (select a.title from public.comment_threads t join public.articles a on a.id = t.article_id where t.id = old.thread_id),
      (select 'Of ' || p.full_name from public.profiles p where p.id = old.author_id));
  end if;
  -- One end after the other, and after an answer that is under way.
  perform 1 from public.comment_threads t where t.id = old.thread_id for update;
  delete from public.comment_threads t where t.id = old.thread_id
    and not exists (select 1 from public.comments c where c.thread_id = t.id);
  return null;
end $$;
create trigger after_comment_delete after delete on public.comments
for each row when (pg_trigger_depth() = 0) execute function private.after_comment_delete();

-- A thread that an editor deleted with its comments is in the audit log, without their words.
create function private.after_thread_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('delete', tg_table_name, old.id::text,
    (select a.title from public.articles a where a.id = old.article_id), null);
  return null;
end $$;
create trigger after_thread_delete after delete on public.comment_threads
for each row when (pg_trigger_depth() = 0) execute function private.after_thread_delete();

-- Adds a thread, for start_thread alone, which checks who may and adds the first comment: no thread is without one.
create function private.add_thread(p_thread public.comment_threads) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.comment_threads (article_id, kind, subject, quote, prefix, suffix, is_repeated, is_internal)
  values (p_thread.article_id, p_thread.kind, p_thread.subject, p_thread.quote, p_thread.prefix, p_thread.suffix,
    coalesce(p_thread.is_repeated, false), p_thread.kind = 'sent-back' or not private.is_out(p_thread.article_id))
  returning id
$$;
grant execute on function private.add_thread(public.comment_threads) to authenticated;

/* Starts a thread with its first comment: for those who write, and for guests while the story is out. A note on sending
   back (kind sent-back) is of editors. Runs as the caller: the policies say which stories they read. Raises 42501 for
   others. */
create function public.start_thread(p_thread jsonb, p_body text) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare thread public.comment_threads := jsonb_populate_record(null::public.comment_threads, p_thread);
begin
  if not exists (select 1 from public.articles a where a.id = thread.article_id)
     or thread.kind = 'sent-back' and not public.has_role('super_admin', 'editor')
     or not private.is_writer() and not exists (select 1 from public.comment_guests g
       where g.article_id = thread.article_id and g.profile_id = auth.uid()) then
    raise exception 'You are not in the conversation on this article' using errcode = '42501';
  end if;
  thread.id := private.add_thread(thread);
  insert into public.comments (thread_id, body) values (thread.id, p_body);
  return thread.id;
end $$;
grant execute on function public.start_thread(jsonb, text) to authenticated;

-- Sends a story that waits for an editor back to its writer, with a note or (null) without. Runs as the caller.
create function public.send_back(p_article uuid, p_note text) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  if not public.can_write_article(p_article) then
    raise exception 'You are not allowed to change this article' using errcode = '42501';
  end if;
  update public.articles set status = 'draft' where id = p_article and status = 'review';
  if not found then
    raise exception 'This article does not wait for review any more' using errcode = 'PT409';
  end if;
  if p_note is not null then
    perform public.start_thread(jsonb_build_object('article_id', p_article, 'kind', 'sent-back'), p_note);
  end if;
end $$;
grant execute on function public.send_back(uuid, text) to authenticated;

-- The people of the conversation on a story: those who wrote, resolved or are mentioned in what the caller reads of it, its
-- guests, and to writers also all colleagues. A guest can mention those only, a writer the guests and all colleagues.
create function private.comment_people(p_article uuid) returns table (
  id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
language sql stable security definer set search_path = ''
as $$
  with me as (select private.is_writer() as writes), named as (
    select t.resolved_by as id from me, public.comment_threads t
    where t.article_id = p_article and (me.writes or not t.is_internal)
    union select unnest(c.author_id || c.mentions)
    from me, public.comments c join public.comment_threads t on t.id = c.thread_id
    where t.article_id = p_article and (me.writes or not c.is_internal))
  select p.id, p.full_name, p.name_confirmed, private.account_hint(p), writes_now or is_guest, is_guest
  from me, public.profiles p,
    lateral (select p.role in ('super_admin', 'editor', 'contributor') as writes_now,
      p.role = 'viewer' and exists (select 1 from public.comment_guests g
        where g.article_id = p_article and g.profile_id = p.id) as is_guest) now
  where p.id in (select n.id from named n) or is_guest or writes_now and me.writes
  order by p.full_name, p.id
$$;
grant execute on function private.comment_people(uuid) to authenticated;

create function public.get_comment_people(p_article uuid) returns table (
  id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
language sql stable security invoker set search_path = ''
as $$
  select p.* from private.comment_people(p_article) p
  where exists (select 1 from public.articles a where a.id = p_article)
    and ((select private.is_writer())
         or exists (select 1 from public.comment_guests g where g.article_id = p_article and g.profile_id = auth.uid()))
  order by p.full_name, p.id
$$;
grant execute on function public.get_comment_people(uuid) to authenticated;

-- The number of open threads of each of these stories that has any. Runs as the caller.
create function public.count_open_threads(p_articles uuid[]) returns table (article_id uuid, threads bigint)
language sql stable security invoker set search_path = ''
as $$
  select t.article_id, count(*) from public.comment_threads t
  where t.article_id = any (p_articles) and t.resolved_at is null group by 1
$$;
grant execute on function public.count_open_threads(uuid[]) to authenticated;

-- supabase/schemas/preview_links.sql

-- Previews: stories as readers would see them if they were published as they are now. Links show them to people without an
-- account; the publisher draws them (src/publisher/server/preview-requests.ts), and where there is none the edge function
-- preview answers. Both ask with the secret key.

-- The links of stories. A token in the address stands for the link. Only its hash is kept: whoever reads the table, or a
-- copy of it, cannot open what is written later.
create table public.preview_links (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  token_hash bytea not null unique,
  until timestamptz not null check (isfinite(until)),
  revoked_at timestamptz,
  -- How often the story was opened with it, and when last. Chat programs open links, too.
  openings integer not null default 0,
  opened_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- It was revoked because its maker lost the role or the account.
  ended_with_maker boolean not null default false
);
create index preview_links_article_idx on public.preview_links (article_id);
create index preview_links_created_by_idx on public.preview_links (created_by);

alter table public.preview_links enable row level security;
grant select (id, article_id, until, revoked_at, openings, opened_at, created_by, created_at, ended_with_maker)
on public.preview_links to authenticated;
create policy "writers see the links of stories they may change" on public.preview_links for select to authenticated
using (public.can_write_article(article_id));
create trigger limit_added_rows after insert on public.preview_links referencing new table as added_now
for each statement execute function private.limit_added_rows('links', '500');

-- Makes a link and returns its token, which is not to be had again. Raises 42501 for who may not change the story, 22023 for
-- a date that is past or more than 90 days ahead, PT429 for the 31st link of a person in ten minutes.
create function public.create_preview_link(p_article uuid, p_until timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
  story public.articles;
begin
  select * into story from public.articles where id = p_article and deleted_at is null;
  if story.id is null or not public.can_write_article(p_article) then
    raise exception 'You are not allowed to share this article' using errcode = '42501';
  end if;
  -- A day more than the form offers: it counts days.
  if p_until is null or p_until <= now() or p_until > now() + interval '91 days' then
    raise exception 'A preview ends within 90 days' using errcode = '22023';
  end if;
  if private.count_request('preview link', auth.uid()::text) > 30 then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  insert into public.preview_links (article_id, token_hash, until, created_by)
  values (p_article, sha256(convert_to(token, 'UTF8')), p_until, auth.uid());
  perform private.add_audit_entry('preview', 'articles', p_article::text, story.title,
    'Shared until ' || to_char(p_until at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone());
  return token;
end $$;
grant execute on function public.create_preview_link(uuid, timestamptz) to authenticated;

-- Ends a link; one that has ended stays as it is. Raises 42501 for who may not change its story.
create function public.revoke_preview_link(p_link uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare story uuid;
begin
  select article_id into story from public.preview_links where id = p_link;
  if story is null or not public.can_write_article(story) then
    raise exception 'You are not allowed to change this link' using errcode = '42501';
  end if;
  update public.preview_links set revoked_at = now() where id = p_link and revoked_at is null and until > now();
  if found then
    perform private.add_audit_entry('preview', 'articles', story::text,
      (select a.title from public.articles a where a.id = story), 'Revoked');
  end if;
end $$;
grant execute on function public.revoke_preview_link(uuid) to authenticated;

/* What somebody made or was given for their role ends with it: the preview links that they made, their calendar, and as a
   viewer with the account their invitations to comment. */
create function private.end_what_was_given() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare story uuid;
begin
  if new.removed_at is not null or new.role = 'viewer' then
    for story in
      with ended as (
        update public.preview_links l set revoked_at = now(), ended_with_maker = true
        where l.created_by = new.id and l.revoked_at is null and l.until > now()
        returning l.article_id)
      select distinct e.article_id from ended e
    loop
      perform private.add_audit_entry('preview', 'articles', story::text,
        (select a.title from public.articles a where a.id = story),
        'Revoked: ' || private.account_name(new.id) || ' does not write any more');
    end loop;
    delete from private.calendar_tokens c where c.profile_id = new.id;
  end if;
  if new.removed_at is not null or new.role <> 'viewer' then
    delete from public.comment_guests g where g.profile_id = new.id;
  end if;
  return null;
end $$;
create trigger end_what_was_given after update of role, removed_at on public.profiles
for each row when (old.role <> new.role or old.removed_at is null and new.removed_at is not null)
execute function private.end_what_was_given();

-- Whether the caller may have a story drawn, with a text that need not be saved: writers who can read it. Null: a new one.
create function public.may_preview(p_article uuid) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select public.has_role('super_admin', 'editor', 'contributor')
    and (p_article is null or exists (select 1 from public.articles a where a.id = p_article))
$$;
grant execute on function public.may_preview(uuid) to authenticated;

/* A story as it would be published with these columns and tags (null: those that it has): makes the change, reads what a
   publisher would read then, and takes everything back, as predict_change does. p_article null: a new story. People whom
   nobody has confirmed yet are named as they will be. The story, its
   pictures and the pages around it are those of the moment at which it comes out, `moment`: its date in the future; or else
   now, or when the last of its pictures may be shown. With the secret key only. Raises what a save raises, except for rights:
   `refused` names the files, with reasons, for which it would not be published; null: none. At the moment it is drawn
   without those that may not be shown then.
   Returns {id, slug, title, moment, refused, sections (those of its category), rows, events}. */
create function public.preview_story(p_article uuid, p_patch jsonb, p_tags uuid[] default null) returns jsonb
language plpgsql security invoker set search_path = '' set lock_timeout = '500ms'
as $$
declare
  story public.articles; comes_out timestamptz; moment timestamptz; last_event bigint; events jsonb; all_rows jsonb;
  shown jsonb; dates jsonb; other record; place integer := 0;
begin
  select * into story from public.articles a where a.id = p_article;
  select coalesce(max(o.id), 0) into last_event from public.publish_outbox o;
  -- A block with an exception handler is a savepoint: what it wrote, announced and set is gone when it raises.
  begin
    perform set_config('mantel.moment', now()::text, true);
    perform private.confirm_people(case when p_patch ? 'credits' then p_patch -> 'credits' else story.credits end);
    story := public.save_article(p_article, story.version, p_patch || '{"status": "published"}', p_tags,
      (select c.version from public.article_working_copies c where c.article_id = p_article and story.status = 'published'));
    comes_out := story.published_at;
    moment := case when comes_out > now() then comes_out else greatest(now(), private.usable_from(story.id)) end;
    perform set_config('mantel.moment', moment::text, true);
    -- A visitor sees what is out: in their order, those that come out before, and this one.
    dates := jsonb_build_object(story.id, comes_out);
    for other in
      select a.id, a.published_at from public.articles a
      where a.id <> story.id and a.status = 'published' and a.deleted_at is null
        and a.published_at > now() and a.published_at <= moment
      order by a.published_at limit 50
    loop
      place := place + 1;
      update public.articles set published_at = now() - interval '1 minute' + place * interval '1 second' where id = other.id;
      dates := dates || jsonb_build_object(other.id, other.published_at);
    end loop;
    if comes_out > now() then update public.articles set published_at = now() where id = story.id; end if;
    select coalesce(jsonb_agg(distinct jsonb_build_object('entity', o.entity, 'entity_id', o.entity_id)), '[]') into events
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= now();
    events := private.with_rows_of_files(events || private.events_until(moment));
    all_rows := private.public_rows(events);
    if all_rows ? 'articles' then
      all_rows := jsonb_set(all_rows, '{articles}', (
        select coalesce(jsonb_agg(case when dates ? (r ->> 'id') then r || jsonb_build_object('published_at', dates -> (r ->> 'id'))
          else r end), '[]')
        from jsonb_array_elements(all_rows -> 'articles') r));
    end if;
    shown := jsonb_build_object('id', story.id, 'slug', story.slug, 'title', story.title, 'rows', all_rows, 'events', events,
      'moment', moment,
      'refused', (select f.files from private.refused_files('articles', story.id::text, greatest(comes_out, now()), null) f),
      'sections', coalesce((select c.sections from public.categories c where c.id = story.category_id), '{}'));
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return shown;
  end;
end $$;

/* What the link with this token shows: {until, shows, story (see preview_story), time_zone, date_language}; null for a token
   that is not known, has ended or was revoked, and for a story in the trash. `shows`: draft, scheduled, changes (of a
   published story), or published: readers have the story as it is, and `story` is only {slug}. Changes are shown
   while the maker of the link may read them. p_counts: whether it is
   opened, and not a page gone on to. With the secret key only. */
create function public.open_preview(p_token text, p_counts boolean default true) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare link public.preview_links; story public.articles; copy public.article_working_copies; patch jsonb; shows text;
begin
  select l.* into link from public.preview_links l join public.articles a on a.id = l.article_id
  where l.token_hash = sha256(convert_to(p_token, 'UTF8')) and l.revoked_at is null and l.until > now() and a.deleted_at is null;
  if link.id is null then return null; end if;
  if p_counts then
    update public.preview_links set openings = openings + 1, opened_at = now() where id = link.id;
  end if;
  select * into story from public.articles where id = link.article_id;
  if story.status = 'published' and exists (select 1 from public.profiles p
      where p.id = link.created_by and p.role in ('super_admin', 'editor')) then
    select * into copy from public.article_working_copies where article_id = story.id;
  end if;
  shows := case when story.status <> 'published' then 'draft' when story.published_at > now() then 'scheduled'
    when copy.article_id is not null then 'changes' else 'published' end;
  patch := private.patch_of_copy(copy);
  return jsonb_build_object('until', link.until, 'shows', shows,
    'time_zone', (select s.time_zone from public.site_settings s),
    'date_language', (select s.date_language from public.site_settings s),
    'story', case when shows = 'published' then jsonb_build_object('slug', story.slug)
      else public.preview_story(story.id, patch, case when jsonb_typeof(patch -> 'tag_ids') = 'array'
        then array(select t::uuid from jsonb_array_elements_text(patch -> 'tag_ids') t) end) end);
end $$;

-- supabase/schemas/notifications.sql

/* Notifications: what happened that concerns a person, for the bell of the admin and, if they choose so, by mail. They are
   written by the triggers and functions below only, in the transaction of the act. What they say is read from the rows that
   they name when somebody looks, as that person: who may no longer read a story is no longer told of it.
   Acts with the secret key (seed, imports) tell nobody. The audit log has none of this: nothing is decided here. */

create type public.notification_kind as enum (
  'assigned', 'due', 'submitted', 'sent_back', 'mentioned', 'commented', 'published');

-- Where a person is told of a kind: in the bell and by mail, only in the bell, or not at all.
create type public.notification_choice as enum ('mail', 'bell', 'none');

-- The choice of who has made none.
create function private.default_choice(p_kind public.notification_kind) returns public.notification_choice
language sql immutable set search_path = ''
as $$
  select (case when p_kind in ('commented', 'published') then 'bell' else 'mail' end)::public.notification_choice
$$;
grant execute on function private.default_choice(public.notification_kind) to authenticated;

-- Whether a mail tells of a kind at once: somebody waits for the answer.
create function private.is_mailed_at_once(p_kind public.notification_kind) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('sent_back', 'mentioned') $$;

create table public.notification_choices (
  profile_id uuid not null references public.profiles (id) on delete cascade,
  kind public.notification_kind not null,
  choice public.notification_choice not null,
  primary key (profile_id, kind)
);
alter table public.notification_choices enable row level security;
grant select, insert, update on public.notification_choices to authenticated;
create policy "staff read their own choices" on public.notification_choices for select to authenticated
using (profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff make their own choices" on public.notification_choices for insert to authenticated
with check (profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff change their own choices" on public.notification_choices for update to authenticated
using (profile_id = (select auth.uid()) and (select private.is_staff()))
with check (profile_id = (select auth.uid()) and (select private.is_staff()));

create function private.choice_of(p_person uuid, p_kind public.notification_kind) returns public.notification_choice
language sql stable security definer set search_path = ''
as $$
  select coalesce((select c.choice from public.notification_choices c where c.profile_id = p_person and c.kind = p_kind),
    private.default_choice(p_kind))
$$;

-- The caller's choice for each kind.
create function public.get_notification_choices()
returns table (kind public.notification_kind, choice public.notification_choice)
language sql stable security invoker set search_path = ''
as $$
  select known, coalesce(c.choice, private.default_choice(known))
  from unnest(enum_range(null::public.notification_kind)) known
  left join public.notification_choices c on c.profile_id = auth.uid() and c.kind = known
  order by known
$$;
grant execute on function public.get_notification_choices() to authenticated;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  kind public.notification_kind not null,
  -- What it is about: a story, or an entry of the plan or one of its tasks.
  article_id uuid references public.articles (id) on delete cascade,
  plan_id uuid references public.plans (id) on delete cascade,
  task_id uuid references public.plan_tasks (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  -- The day that has come, of kind due.
  due_on date,
  -- Whose act it was; null: nobody's, a day or an hour has come. Without a foreign key, which would keep the profiles of
  -- deleted accounts.
  actor_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Whether it is told by mail, too, by the choice of that moment.
  by_mail boolean not null,
  -- The mail that it is in, while that is being sent, and when it was sent.
  mail_id uuid,
  mailed_at timestamptz,
  constraint notifications_subject_check check (
    num_nonnulls(article_id, plan_id) = 1 and (task_id is null or plan_id is not null)
    and (comment_id is not null) = (kind in ('mentioned', 'commented')) and (due_on is not null) = (kind = 'due'))
);
create index notifications_recipient_idx on public.notifications (recipient_id, created_at desc);
create index notifications_unread_idx on public.notifications (recipient_id) where read_at is null;
create index notifications_to_mail_idx on public.notifications (recipient_id)
where by_mail and read_at is null and mailed_at is null;
create index notifications_article_idx on public.notifications (article_id);
create index notifications_due_idx on public.notifications (recipient_id, due_on, coalesce(task_id, plan_id))
where kind = 'due';
create index notifications_plan_idx on public.notifications (plan_id);
create index notifications_task_idx on public.notifications (task_id);
create index notifications_comment_idx on public.notifications (comment_id);
create index notifications_created_idx on public.notifications (created_at);

-- What somebody may read of stories, comments and the plan is said by the policies of those.
alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
create policy "staff read their own notifications of what they may read" on public.notifications for select to authenticated
using (recipient_id = (select auth.uid()) and (select private.is_staff())
  and (article_id is null or exists (select 1 from public.articles a where a.id = article_id and a.deleted_at is null))
  and (plan_id is null or exists (
    select 1 from public.plans p where p.id = plan_id and (p.article_id is null or exists (
      select 1 from public.articles a where a.id = p.article_id and a.deleted_at is null))))
  and (comment_id is null or exists (select 1 from public.comments c where c.id = comment_id)));

-- Writing ------------------------------------------------------------------------------------------------------------

-- Who hears of what: a line for each kind except what is due (private.notify_of_times).
create function private.who_hears(
  p_kind public.notification_kind, p_article uuid, p_plan uuid, p_task uuid, p_comment uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  -- assigned: who got the story, the entry of the plan or the task
  select a.author_id from public.articles a where p_kind = 'assigned' and a.id = p_article
  union select p.person_id from public.plans p where p_kind = 'assigned' and p.id = p_plan and p_task is null
  union select t.person_id from public.plan_tasks t where p_kind = 'assigned' and t.id = p_task
  -- submitted: all who may publish
  union select p.id from public.profiles p where p_kind = 'submitted' and p.role in ('super_admin', 'editor')
  -- sent_back: the owner of the story, and who writes it by the plan
  union select a.author_id from public.articles a where p_kind = 'sent_back' and a.id = p_article
  union select p.person_id from public.plans p where p_kind = 'sent_back' and p.article_id = p_article
  -- mentioned: whom the comment names
  union select unnest(c.mentions) from public.comments c where p_kind = 'mentioned' and c.id = p_comment
  -- commented: the owner of the story, and all who wrote in the thread
  union select a.author_id from public.articles a where p_kind = 'commented' and a.id = p_article
  union select c.author_id from public.comments c where p_kind = 'commented'
    and c.thread_id = (select one.thread_id from public.comments one where one.id = p_comment)
  -- published: the owner of the story, and the accounts of the people in its credits
  union select a.author_id from public.articles a where p_kind = 'published' and a.id = p_article
  union select person.profile_id from public.articles a, jsonb_array_elements(a.credits) credit
    join public.author_profiles person on person.id = (credit ->> 'person_id')::uuid
    where p_kind = 'published' and a.id = p_article
$$;

-- How many more notifications a person may get: one who leaves a thousand unread is told no more.
create function private.room_of(p_person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select 1000 - count(*)::integer from (
    select from public.notifications n where n.recipient_id = p_person and n.read_at is null limit 1000) unread
$$;

-- Tells those who hear of it and want to, but for who did it and those of p_except.
create function private.notify(
  p_kind public.notification_kind, p_article uuid default null, p_plan uuid default null, p_task uuid default null,
  p_comment uuid default null, p_due date default null, p_except uuid[] default '{}') returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (recipient_id, kind, article_id, plan_id, task_id, comment_id, due_on, actor_id, by_mail)
  select p.id, p_kind, p_article, p_plan, p_task, p_comment, p_due, auth.uid(), private.choice_of(p.id, p_kind) = 'mail'
  from private.who_hears(p_kind, p_article, p_plan, p_task, p_comment) heard (id)
  join public.profiles p on p.id = heard.id and p.removed_at is null
  where p.id is distinct from auth.uid() and p.id <> all (p_except) and private.choice_of(p.id, p_kind) <> 'none'
    and private.room_of(p.id) > 0
$$;

-- Marks as read, and so not to be mailed, what needs nobody any more: a story that is no longer in review, a task that is
-- done or somebody else's. p_task null: what is about the entry of the plan itself.
create function private.settle_notifications(
  p_kinds public.notification_kind[], p_article uuid, p_plan uuid default null, p_task uuid default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notifications n set read_at = now()
  where n.read_at is null and n.kind = any (p_kinds)
    and (n.article_id = p_article or n.plan_id = p_plan and n.task_id is not distinct from p_task)
$$;

-- Submitted, sent back, published, and assigned by getting a story that is not out.
create function private.notify_of_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_status text; was_out boolean := false;
  is_out boolean := new.status = 'published' and new.published_at <= now() and new.deleted_at is null;
begin
  if tg_op = 'UPDATE' then
    was_status := old.status;
    was_out := old.status = 'published' and old.published_at <= now() and old.deleted_at is null;
  end if;
  if was_status = 'review' and new.status <> 'review' then
    perform private.settle_notifications('{submitted}', new.id);
  end if;
  if new.status not in ('draft', 'review') and new.status is distinct from was_status then
    perform private.settle_notifications('{due}', null, p.id) from public.plans p where p.article_id = new.id;
  end if;
  if new.status = 'review' and was_status = 'draft' then perform private.settle_notifications('{sent_back}', new.id); end if;
  if was_out and not is_out then perform private.settle_notifications('{published}', new.id); end if;
  if tg_op = 'UPDATE' and new.author_id is distinct from old.author_id then
    perform private.settle_notifications('{assigned}', new.id);
  end if;
  if auth.uid() is null or new.deleted_at is not null then return null; end if;

  -- A publish that is taken back to review submits nothing.
  if new.status = 'review' and coalesce(was_status, 'draft') = 'draft' then
    perform private.notify('submitted', new.id);
  elsif new.status = 'draft' and was_status = 'review' and auth.uid() is distinct from new.author_id then
    perform private.notify('sent_back', new.id);
  elsif is_out and not was_out then
    perform private.notify('published', new.id);
  end if;
  if tg_op = 'UPDATE' and new.author_id is distinct from old.author_id and new.status in ('draft', 'review') then
    perform private.notify('assigned', new.id);
  end if;
  return null;
end $$;
create trigger notify_of_article after insert or update of status, published_at, deleted_at, author_id on public.articles
for each row execute function private.notify_of_article();

-- Entries of the plan and tasks that somebody got.
create function private.notify_of_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare is_new_person boolean := tg_op = 'INSERT' or new.person_id is distinct from old.person_id;
begin
  if tg_op = 'UPDATE' and is_new_person then
    perform private.settle_notifications('{assigned, due}', null, new.id);
  elsif tg_op = 'UPDATE' and new.planned_on is distinct from old.planned_on then
    perform private.settle_notifications('{due}', null, new.id);
  end if;
  if is_new_person and auth.uid() is not null then perform private.notify('assigned', p_plan => new.id); end if;
  return null;
end $$;
create trigger notify_of_plan after insert or update of person_id, planned_on on public.plans
for each row execute function private.notify_of_plan();

create function private.notify_of_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare is_new_person boolean := tg_op = 'INSERT' or new.person_id is distinct from old.person_id;
begin
  if tg_op = 'UPDATE' and (is_new_person or new.done_at is not null) then
    perform private.settle_notifications('{assigned, due}', null, new.plan_id, new.id);
  elsif tg_op = 'UPDATE' and new.due_on is distinct from old.due_on then
    perform private.settle_notifications('{due}', null, new.plan_id, new.id);
  end if;
  if is_new_person and new.done_at is null and auth.uid() is not null then
    perform private.notify('assigned', p_plan => new.plan_id, p_task => new.id);
  end if;
  return null;
end $$;
create trigger notify_of_task after insert or update of person_id, due_on, done_at on public.plan_tasks
for each row execute function private.notify_of_task();

-- Comments, once for each person: not as a comment where they are mentioned or got the story back with it. An edit tells
-- those whom it mentions and no earlier text of the comment did.
create function private.notify_of_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare article uuid := (select t.article_id from public.comment_threads t where t.id = new.thread_id); told uuid[];
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'UPDATE' then
    perform private.notify('mentioned', article, p_comment => new.id, p_except => old.mentions || array(
      select n.recipient_id from public.notifications n where n.comment_id = new.id and n.kind = 'mentioned'));
    return null;
  end if;
  -- now() is the same in a transaction: those who were told so in this one.
  told := array(select n.recipient_id from public.notifications n
    where n.article_id = article and n.kind = 'sent_back' and n.created_at = now());
  perform private.notify('mentioned', article, p_comment => new.id, p_except => told);
  told := told || array(select n.recipient_id from public.notifications n where n.comment_id = new.id);
  perform private.notify('commented', article, p_comment => new.id, p_except => told);
  return null;
end $$;
create trigger notify_of_comment after insert or update of body on public.comments
for each row execute function private.notify_of_comment();

-- The notifications of an account go with it, also where its profile stays.
create function private.forget_notifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notifications n where n.recipient_id = new.id;
  delete from public.notification_choices c where c.profile_id = new.id;
  delete from private.notification_mails m where m.recipient_id = new.id;
  return null;
end $$;
create trigger forget_notifications after update of removed_at on public.profiles
for each row when (new.removed_at is not null) execute function private.forget_notifications();

-- When notifications began: nothing is told of days before.
create table private.notifications_began (
  id boolean primary key default true check (id),
  began_at timestamptz not null default now()
);
alter table private.notifications_began enable row level security;
insert into private.notifications_began default values;

/* Tells of days and hours that have come, each once: what is due, and scheduled stories that went out, up to seven days
   late; a thousand at most, the rest the next time. Then deletes what is older than 90 days and read, or older than a year.
   pg_cron runs it every minute on a hosted project, the local stack itself (supabase/local/scheduled.ts). Does nothing while
   another one runs, or a mail is claimed. */
create function private.notify_of_times() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  began timestamptz := greatest((select b.began_at from private.notifications_began b), now() - interval '7 days');
  zone text := private.time_zone();
  story uuid;
begin
  if not pg_try_advisory_xact_lock(hashtext('mantel.notifications')) then return; end if;
  insert into public.notifications (recipient_id, kind, plan_id, task_id, due_on, by_mail)
  with days as (
    -- Who writes it, without a writer the owner of the story; or whose task it is.
    select coalesce(p.person_id, a.author_id) as person_id, p.id as plan_id, null::uuid as task_id, p.planned_on as day
    from public.plans p left join public.articles a on a.id = p.article_id
    where a.id is null or a.status in ('draft', 'review') and a.deleted_at is null
    union all
    select t.person_id, t.plan_id, t.id, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id left join public.articles a on a.id = p.article_id
    where t.done_at is null and a.deleted_at is null),
  people as materialized (
    select p.id, private.choice_of(p.id, 'due') as choice, private.room_of(p.id) as room from public.profiles p
    where p.removed_at is null),
  untold as (
    select d.*, person.choice, person.room,
      row_number() over (partition by d.person_id order by d.day, d.plan_id, d.task_id) as place
    from days d join people person on person.id = d.person_id
    where d.day between (began at time zone zone)::date and (now() at time zone zone)::date and person.choice <> 'none'
      and not exists (
        select from public.notifications n
        where n.kind = 'due' and n.recipient_id = d.person_id and n.due_on = d.day
          and coalesce(n.task_id, n.plan_id) = coalesce(d.task_id, d.plan_id)))
  select person_id, 'due', plan_id, task_id, day, choice = 'mail' from untold where place <= room
  -- What is first for each person goes before what is second for any.
  order by place, day limit 1000;

  for story in
    select a.id from public.articles a
    where a.status = 'published' and a.deleted_at is null and a.published_at > began and a.published_at <= now()
      -- It was scheduled: its event in the outbox waited for that hour.
      and exists (select from public.publish_outbox o where o.entity = 'articles' and o.entity_id = a.id::text
        and o.due_at = a.published_at and o.created_at < o.due_at)
      and not exists (select from public.notifications n
        where n.article_id = a.id and n.kind = 'published' and n.created_at >= a.published_at)
    limit 1000
  loop
    perform private.notify('published', story);
  end loop;

  delete from public.notifications n
  where n.created_at < now() - interval '90 days' and (n.read_at is not null or n.created_at < now() - interval '1 year');
end $$;

-- Reading ------------------------------------------------------------------------------------------------------------

-- The name of an account; null of one that is gone.
create function private.account_name(p_account uuid) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(nullif(trim(p.full_name), ''), 'Without a name') from public.profiles p where p.id = p_account $$;
grant execute on function private.account_name(uuid) to authenticated;

-- Whether an editor has confirmed the name of an account; null of one that is gone.
create function private.is_name_confirmed(p_account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select p.name_confirmed from public.profiles p where p.id = p_account $$;
grant execute on function private.is_name_confirmed(uuid) to authenticated;

-- The first words of a comment, with the names of those it mentions as far as an editor has confirmed them.
create function private.first_words(p_comment public.comments) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare words text := p_comment.body; mentioned uuid;
begin
  foreach mentioned in array coalesce(p_comment.mentions, '{}') loop
    words := replace(words, '<@' || mentioned || '>',
      '@' || coalesce(case when private.is_name_confirmed(mentioned) then private.account_name(mentioned) end, 'a colleague'));
  end loop;
  words := trim(regexp_replace(words, '\s+', ' ', 'g'));
  return case when char_length(words) > 160 then trim(left(words, 159)) || '…' else words end;
end $$;
grant execute on function private.first_words(public.comments) to authenticated;

/* The caller's notifications, or those of p_ids, in lines: the same kind of the same story is one line with all its tasks,
   until it is read. `ids` are the notifications of a line, the newest first; what a line says is of the newest. `tasks`
   are the kinds of the tasks, and `is_whole` says whether the story itself is meant, too. Runs as the caller: the policies
   decide. */
create function private.notification_lines(p_ids uuid[] default null) returns table (
  ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid,
  title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamptz,
  read_at timestamptz, actor_confirmed boolean)
language sql stable security invoker set search_path = ''
as $$
  with line as (
    select array_agg(n.id order by n.created_at desc, n.id) as ids, n.kind, n.due_on,
      (array_agg(n.article_id) filter (where n.article_id is not null))[1] as article_id,
      (array_agg(n.plan_id) filter (where n.plan_id is not null))[1] as plan_id,
      array_agg(n.task_id) filter (where n.task_id is not null) as task_ids, bool_or(n.task_id is null) as is_whole,
      (array_agg(n.actor_id order by n.created_at desc, n.id))[1] as actor_id, count(distinct n.actor_id) as actors,
      (array_agg(n.comment_id order by n.created_at desc, n.id))[1] as comment_id, max(n.created_at) as created_at, n.read_at
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and (p_ids is null or n.id = any (p_ids))
    group by n.kind, coalesce(n.article_id, entry.article_id, n.plan_id), n.due_on, n.read_at)
  select l.ids, l.kind, private.account_name(l.actor_id), l.actors, a.id, l.plan_id, c.thread_id, coalesce(a.title, p.title),
    array(select t.kind from public.plan_tasks t where t.id = any (l.task_ids) order by t.position, t.id), l.is_whole,
    l.due_on, private.first_words(c), l.plan_id is null and public.can_write_article(a.id), l.created_at, l.read_at,
    private.is_name_confirmed(l.actor_id)
  from line l
  left join public.plans p on p.id = l.plan_id
  left join public.articles a on a.id = coalesce(l.article_id, p.article_id)
  left join public.comments c on c.id = coalesce(l.comment_id, (
    -- The note with which a story was sent back is of the same transaction.
    select note.id from public.comments note join public.comment_threads thread on thread.id = note.thread_id
    where l.kind = 'sent_back' and thread.kind = 'sent-back' and thread.article_id = l.article_id
      and note.created_at = l.created_at limit 1))
$$;
grant execute on function private.notification_lines(uuid[]) to authenticated;

-- The newest lines of the caller.
create function public.get_notifications(p_limit integer, p_only_unread boolean default false) returns table (
  ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid,
  title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamptz,
  read_at timestamptz, actor_confirmed boolean)
language sql stable security invoker set search_path = ''
as $$
  select * from private.notification_lines() l where l.read_at is null or not p_only_unread
  order by l.created_at desc, l.ids limit p_limit
$$;
grant execute on function public.get_notifications(integer, boolean) to authenticated;

-- How many lines the caller has not read; 100 stands for more.
create function public.count_unread_notifications() returns bigint
language sql stable security invoker set search_path = ''
as $$
  select count(*) from (
    select distinct n.kind, coalesce(n.article_id, entry.article_id, n.plan_id), n.due_on
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and n.read_at is null limit 100) line
$$;
grant execute on function public.count_unread_notifications() to authenticated;

-- Marks notifications of the caller as read: those of p_ids or (null) all that are not newer than p_until.
create function public.read_notifications(p_ids uuid[], p_until timestamptz default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notifications n set read_at = now()
  where n.recipient_id = auth.uid() and (select private.is_staff()) and n.read_at is null
    and (n.id = any (p_ids) or date_trunc('milliseconds', n.created_at) <= p_until)
$$;
grant execute on function public.read_notifications(uuid[], timestamptz) to authenticated;

-- Mails --------------------------------------------------------------------------------------------------------------

/* The mail of each person. One is under way while mail_id is set: its sender has until due_at to say how it went; after
   that another one sends the same mail, with the same id and so the same Message-ID. Otherwise due_at is when the next may
   go: an hour after one that was sent, unless it tells something at once; some minutes, more each time, after one that
   failed. */
create table private.notification_mails (
  recipient_id uuid primary key references public.profiles (id) on delete cascade,
  mail_id uuid,
  due_at timestamptz not null default now(),
  -- Since the last one that was sent.
  attempts integer not null default 0,
  sent_at timestamptz,
  error text
);
alter table private.notification_mails enable row level security;

-- Those for whom a mail may go now, with what it may tell: of one under way its notifications, as far as they still wait;
-- otherwise all of the last seven days that are not read and not mailed, the newest first, once one of them is of a kind that
-- is mailed at once, or has waited five minutes for being read in the bell.
create function private.people_to_mail() returns table (recipient_id uuid, email text, mail_id uuid, ids uuid[])
language sql stable security definer set search_path = ''
as $$
  with waiting as (
    select n.id, n.recipient_id, n.created_at, p.email, coalesce(n.mail_id = m.mail_id, false) as is_under_way,
      private.is_mailed_at_once(n.kind) and coalesce(m.attempts, 0) = 0 as is_urgent,
      coalesce(m.due_at <= now(), true) as is_due
    from public.notifications n
    join public.profiles p on p.id = n.recipient_id and p.email is not null and p.email_confirmed and p.removed_at is null
    left join private.notification_mails m on m.recipient_id = n.recipient_id
    where n.by_mail and n.read_at is null and n.mailed_at is null and private.choice_of(n.recipient_id, n.kind) = 'mail'
      and n.created_at > now() - interval '7 days'
  )
  select w.recipient_id, w.email, max(m.mail_id::text)::uuid, array_agg(w.id order by w.created_at desc, w.id)
  from waiting w
  left join private.notification_mails m on m.recipient_id = w.recipient_id and w.is_under_way
  where w.is_under_way
    or not exists (select from waiting other where other.recipient_id = w.recipient_id and other.is_under_way)
  group by w.recipient_id, w.email, w.is_under_way, w.is_due
  having bool_or(w.is_urgent)
    or w.is_due and (w.is_under_way or min(w.created_at) <= now() - interval '5 minutes')
  order by min(w.created_at)
$$;
grant execute on function private.people_to_mail() to service_role;

-- Begins a mail with these notifications, or once more one that is under way. Returns its id.
create function private.begin_mail(p_recipient uuid, p_mail uuid, p_ids uuid[]) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare mail uuid := coalesce(p_mail, gen_random_uuid());
begin
  insert into private.notification_mails as m (recipient_id, mail_id, due_at, attempts)
  values (p_recipient, mail, now() + interval '2 minutes', 1)
  on conflict (recipient_id) do update set mail_id = mail, attempts = m.attempts + 1,
    due_at = now() + least(interval '2 minutes' * 2 ^ least(m.attempts, 5), interval '1 hour');
  update public.notifications n set mail_id = mail where n.id = any (p_ids);
  return mail;
end $$;
grant execute on function private.begin_mail(uuid, uuid, uuid[]) to service_role;

/* The next mail to send with its lines, as its recipient may read them now; no row when none is due. It is the caller's
   until it is finished, for two minutes at least. The lines are those of the newest 200 notifications; older ones are taken
   as told. A mail whose lines cannot be read counts as one that failed, and the next one is claimed. With the secret key
   only. */
create function public.claim_notification_mail() returns table (id uuid, email text, lines jsonb)
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role');
  -- Whom auth.uid and auth.jwt tell: which of the two settings they read depends on the version of the auth server.
  uid text := current_setting('request.jwt.claim.sub', true); claims text := current_setting('request.jwt.claims', true);
  person record; told uuid[];
begin
  -- One claim after the other.
  perform pg_advisory_xact_lock(hashtext('mantel.notifications'));
  for person in select * from private.people_to_mail() loop
    begin
      perform set_config('request.jwt.claim.sub', person.recipient_id::text, true),
        set_config('request.jwt.claims', jsonb_build_object('sub', person.recipient_id, 'aal', 'aal2')::text, true);
      set local role authenticated;
      select jsonb_agg(to_jsonb(l) order by l.created_at desc, l.ids) into lines
      from private.notification_lines(person.ids[:200]) l;
      perform set_config('role', caller, true), set_config('request.jwt.claim.sub', coalesce(uid, ''), true),
        set_config('request.jwt.claims', coalesce(claims, ''), true);
    exception when others then
      -- The role and the settings are as before.
      perform public.finish_notification_mail(
        private.begin_mail(person.recipient_id, person.mail_id, person.ids), sqlerrm);
      continue;
    end;
    if lines is null then
      -- Nothing that they may still read.
      perform public.finish_notification_mail(person.mail_id, 'Nothing to tell');
      continue;
    end if;
    told := array(select jsonb_array_elements_text(line -> 'ids')::uuid from jsonb_array_elements(lines) line)
      || person.ids[201:];
    id := private.begin_mail(person.recipient_id, person.mail_id, told);
    email := person.email;
    return next;
    return;
  end loop;
end $$;

-- Records that a mail was sent, or why not: then what it told waits for the next one. With the secret key only.
create function public.finish_notification_mail(p_id uuid, p_error text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.notification_mails m set
    mail_id = null, error = left(p_error, 500),
    sent_at = case when p_error is null then now() else m.sent_at end,
    due_at = case when p_error is null then now() + interval '1 hour' else m.due_at end,
    attempts = case when p_error is null then 0 else m.attempts end
  where m.mail_id = p_id;
  update public.notifications n set mail_id = null, mailed_at = case when p_error is null then now() end
  where n.mail_id = p_id;
end $$;

-- supabase/schemas/own_pictures.sql

-- A picture of another host tells that host who reads. The pages show none, and no text gets one.

-- What addresses of the magazine's own pictures begin with. Empty until the publisher has told it (register_magazine).
create table private.own_addresses (address text primary key);
alter table private.own_addresses enable row level security;

-- Whether a path of this site leads to one place alone: without a second host, and without dots as folders.
create function private.is_site_path(p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_path ~ '^/([^/\\&?[:cntrl:]][^\\&?[:cntrl:]]*)?(\?[^\\[:cntrl:]]*)?$'
    and split_part(split_part(p_path, '?', 1), '#', 1) !~* '/(\.|%2e){1,2}(/|$)|%2f|%5c'
$$;

-- Whether an address names a picture of this magazine: a file in the media bucket, or of the site
-- (isOwnPicture in src/admin/media-picker/own-picture.ts).
create function private.is_own_picture(p_address text) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_site_path(p_address)
    or exists (
      select 1 from private.own_addresses o
      where case when o.address like '%/storage/v1/object/public/'
        then private.stored_file_path(p_address, o.address || 'media/') is not null
        else starts_with(p_address, o.address) and private.is_site_path(substr(p_address, char_length(o.address))) end)
    or not exists (select 1 from private.own_addresses)
$$;

-- The addresses of the pictures in a text of any format.
create function private.pictures_in(content jsonb) returns setof text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(content) = 'string' and content #>> '{}' ~ '^\s*[[{]' then
    begin
      content := (content #>> '{}')::jsonb;
    exception when invalid_text_representation then null; -- It is plain text.
    end;
  end if;
  return query
  select btrim(src[1], '"''')
  from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")') words,
    regexp_matches(words #>> '{}', '<(?:img|image)(?=[\s/])((?:[^>"'']|"[^"]*"|''[^'']*'')*)', 'gi') tag,
    regexp_matches(tag[1], '[\s"''/]src\s*=\s*("[^"]*"|''[^'']*''|[^\s>"'']+)', 'gi') src
  union all
  select address from jsonb_path_query(content, 'strict $.** ? (@.type like_regex "^(img|image)" flag "i")') node,
    unnest(array[node #>> '{src}', node #>> '{url}', node #>> '{attrs,src}', node #>> '{attrs,url}', node #>> '{file,url}',
      node #>> '{data,src}', node #>> '{data,url}', node #>> '{data,file,url}']) address
  union all
  select choice ->> 'image' from jsonb_path_query(content, 'lax $.choices[*]') choice;
end $$;

-- Those of other hosts that are new: neither in the text before (null: there was none) nor in another one. In PL/pgSQL: see
-- has_role.
create function private.has_new_picture_elsewhere(now_there text[], before text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from unnest(now_there) address
    where address <> '' and not private.is_own_picture(address) and address <> all (coalesce(before, '{}'))
      and not exists (select 1 from public.articles a where address = a.featured_image or address = any (a.gallery))
      and not exists (
        select 1 from (select content from public.articles union all select content from public.pages
                       union all select content from public.article_templates) other
        where strpos(other.content::text, address) > 0 and address in (select private.pictures_in(other.content))));
end $$;

-- The pictures of a row beside its text: of a story, a person or a front.
create function private.covers_of(stored jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select address #>> '{}' from unnest(array[
      '$.featured_image', '$.gallery[*]', '$.image_url', '$.blocks[*].items[*].image']::jsonpath[]) place,
      jsonb_path_query(stored, place) address
    where jsonb_typeof(address) = 'string')
$$;

-- Trigger of all tables with pictures for readers. The secret key may store any (imports).
create function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  now_there jsonb := to_jsonb(new);
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
begin
  if private.is_service() then return new; end if;
  if tg_table_name = 'article_working_copies' then
    now_there := now_there #> '{data,patch}';
    before := before #> '{data,patch}';
  end if;
  if (now_there -> 'content') is distinct from (before -> 'content') and private.has_new_picture_elsewhere(
    array(select private.pictures_in(now_there -> 'content')), array(select private.pictures_in(before -> 'content')))
  then
    raise exception 'Pictures from elsewhere are uploaded first: add them with the image button.' using errcode = '23514';
  end if;
  if private.has_new_picture_elsewhere(private.covers_of(now_there), private.covers_of(before)) then
    raise exception 'Readers do not get pictures of other hosts: choose one from the media library.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_pictures before insert or update of content, featured_image, gallery on public.articles
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of content on public.pages
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of content on public.article_templates
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of data on public.article_working_copies
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of image_url on public.author_profiles
for each row execute function private.check_pictures();

-- supabase/schemas/fonts.sql

-- Uploaded fonts, and which of them the site uses.

create table public.fonts (
  id uuid primary key default gen_random_uuid(),
  font_name text not null check (char_length(font_name) <= 200 and trim(font_name) <> ''),
  font_file_path text not null check (char_length(font_file_path) <= 2000),
  font_weight text not null default 'Normal'
    check (font_weight in ('Normal', 'Light', 'Medium', 'Semi-Bold', 'Bold', 'Extra-Bold')),
  font_style text not null default 'Regular' check (font_style in ('Regular', 'Italic', 'Oblique')),
  font_usage text[] not null default '{}' check (font_usage <@ array['Header', 'Body', 'Accent', 'Buttons'] and cardinality(font_usage) <= 4),
  mime_type text check (char_length(mime_type) <= 200),
  file_size bigint,
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index fonts_uploaded_by_idx on public.fonts (uploaded_by);

alter table public.fonts enable row level security;
grant select (id, font_name, font_file_path, font_weight, font_style, font_usage, mime_type, file_size, created_at)
on public.fonts to anon, authenticated;
grant insert, update, delete on public.fonts to authenticated;
create policy "everyone reads fonts" on public.fonts for select to anon, authenticated using (true);
create policy "editors add fonts" on public.fonts for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change fonts" on public.fonts for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove fonts" on public.fonts for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.fonts referencing new table as added_now
for each statement execute function private.limit_added_rows('fonts', '500');

create trigger addresses_as_paths before insert or update of font_file_path on public.fonts
for each row execute function private.store_paths();
create trigger public_row_changed after insert or update or delete on public.fonts
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.fonts
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Holds one row at most.
create table public.global_styles (
  id uuid primary key default gen_random_uuid(),
  primary_font_id uuid references public.fonts (id) on delete set null,
  secondary_font_id uuid references public.fonts (id) on delete set null,
  accent_font_id uuid references public.fonts (id) on delete set null,
  updated_at timestamptz not null default now()
);
create unique index global_styles_single_idx on public.global_styles ((true));
create index global_styles_primary_font_idx on public.global_styles (primary_font_id);
create index global_styles_secondary_font_idx on public.global_styles (secondary_font_id);
create index global_styles_accent_font_idx on public.global_styles (accent_font_id);

alter table public.global_styles enable row level security;
grant select on public.global_styles to anon;
grant select, insert, update on public.global_styles to authenticated;
create policy "everyone reads global styles" on public.global_styles for select to anon, authenticated using (true);
create policy "editors add global styles" on public.global_styles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change global styles" on public.global_styles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));

create trigger set_updated_at before update on public.global_styles
for each row execute function private.set_updated_at();
create trigger public_row_changed after insert or update or delete on public.global_styles
for each row execute function private.public_row_changed();
create trigger log_settings after insert or update on public.global_styles
for each row execute function private.log_settings();

-- supabase/schemas/redirects.sql

-- Redirects: old addresses of published articles, pages, tags, categories and authors and what they lead to now, and those that editors add by
-- hand (kind `custom`). An address in use is never a redirect.

create table public.slug_redirects (
  id bigint generated always as identity primary key,
  -- Clients may not set the kind: what they insert is a redirect by hand.
  kind text not null default 'custom' check (kind in ('article', 'page', 'tag', 'category', 'author', 'custom')),
  -- The slug of an article, tag or category, the last segment of an author's address, the whole path of a page, or the path
  -- and query of a redirect by hand, without the first slash. One spelling: canonicalPath and canonicalQuery in src/domain/address.ts.
  old_slug text not null,
  article_id uuid references public.articles (id) on delete cascade,
  page_id uuid references public.pages (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- A tag, category or author profile. Not a foreign key: with one, `articles(…)` embedded in tags could mean two ways from
  -- one to the other.
  entity_id uuid,
  -- Where a redirect by hand leads: a path of the site, or an address elsewhere.
  target text check (
    char_length(target) <= 1000 and target ~
      '^((/|(/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+)(\?[^[:space:]"<>\\#]+)?(#[^[:space:]"<>\\]*)?|https://[^[:space:]"<>\\]+)$'
    and target !~ '^/([^?#]*/)?\.\.?([/?#]|$)'),
  old_path text not null generated always as (
    case kind when 'page' then '/' || old_slug when 'custom' then '/' || old_slug
      when 'category' then '/rss/' || old_slug || '.xml' else '/' || kind || '/' || old_slug end) stored,
  unique (kind, old_slug),
  constraint slug_redirects_row_check check ((kind = 'article') = (article_id is not null)
    and (kind = 'page') = (page_id is not null)
    and (kind in ('tag', 'category', 'author')) = (entity_id is not null)),
  constraint slug_redirects_has_target_check check ((target is not null) = (kind = 'custom')),
  constraint slug_redirects_old_path_check check (kind <> 'custom' or char_length(old_path) <= 1000
    and old_path ~ '^((/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+(\?[^[:space:]"<>\\#]+)?|/\?[^[:space:]"<>\\#]+)$'
    and split_part(old_path, '?', 1) !~ '/\.\.?(/|$)')
);
create index slug_redirects_old_path_idx on public.slug_redirects (old_path, id);
create index slug_redirects_target_idx on public.slug_redirects (target) where kind = 'custom';
create index slug_redirects_custom_path_idx on public.slug_redirects (lower(old_path)) where kind = 'custom';
create index slug_redirects_article_idx on public.slug_redirects (article_id);
create index slug_redirects_page_idx on public.slug_redirects (page_id);

-- An address with its letters in place of their bytes; null where it has none.
create function private.decode_address(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if p_address not like '%\%%' then return null; end if;
  return convert_from(decode(string_agg(
    case when part[1] ~ '^%.' then substr(part[1], 2) else encode(convert_to(part[1], 'UTF8'), 'hex') end,
    '' order by place), 'hex'), 'UTF8')
  from regexp_matches(p_address, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality found(part, place);
exception when character_not_in_repertoire or untranslatable_character then
  return null;
end $$;
grant execute on function private.decode_address(text) to authenticated;

-- What staff search.
create function public.search_text(public.slug_redirects) returns text
language sql immutable set search_path = ''
as $$
  select private.fold_text(concat_ws(' ', $1.old_path, $1.target, private.decode_address($1.old_path),
    private.decode_address($1.target)))
$$;
grant execute on function public.search_text(public.slug_redirects) to authenticated;

alter table public.slug_redirects enable row level security;
grant select on public.slug_redirects to anon, authenticated;
grant insert (old_slug, target), delete on public.slug_redirects to authenticated;
create policy "redirects of visible articles" on public.slug_redirects for select to anon, authenticated
using (kind <> 'article' or exists (select 1 from public.articles a where a.id = article_id));
create policy "editors add redirects by hand" on public.slug_redirects for insert to authenticated
with check (kind = 'custom' and (select public.has_role('super_admin', 'editor')));
create policy "editors remove redirects" on public.slug_redirects for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.slug_redirects referencing new table as added_now
for each statement execute function private.limit_added_rows('redirects', '5000');

create trigger public_row_changed after insert or update or delete on public.slug_redirects
for each row execute function private.public_row_changed();
create trigger addresses_as_paths before insert or update on public.slug_redirects
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.slug_redirects
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.slug_redirects
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Renamed articles, pages, tags, categories and authors --------------------------------------------------------------

-- The old slug of an article that readers could see becomes a redirect. A redirect ends when readers find an article at its
-- address; at that of a draft, or of a scheduled article, it goes on.
create function private.update_article_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at <= now() and new.deleted_at is null then
    delete from public.slug_redirects where kind = 'article' and old_slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.status = 'published' and old.published_at <= now() then
    insert into public.slug_redirects (kind, old_slug, article_id) values ('article', old.slug, new.id)
    on conflict (kind, old_slug) do update set article_id = excluded.article_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_article_redirects
after insert or update of slug, status, published_at, deleted_at on public.articles
for each row execute function private.update_article_redirects();

-- The path before the slug of a page below p_parent: 'about/press/', or '' where readers cannot see the parent.
create function private.parent_path(p_parent uuid) returns text
language sql stable security definer set search_path = ''
as $$
  with recursive up (slug, parent_id, height) as (
    select p.slug, p.parent_id, 1 from public.pages p where p.id = p_parent and p.status = 'published'
    union all
    select p.slug, p.parent_id, up.height + 1 from public.pages p join up on p.id = up.parent_id
    where p.status = 'published' and up.height < 64
  ) select coalesce(string_agg(slug || '/', '' order by height desc), '') from up
$$;

-- When the path of a page changes, so do the paths of the pages below it: each old path becomes a redirect.
create function private.update_page_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare old_path text; new_path text; redirect record;
begin
  if tg_op <> 'INSERT' and old.status = 'published' then old_path := private.parent_path(old.parent_id) || old.slug; end if;
  if tg_op <> 'DELETE' and new.status = 'published' then new_path := private.parent_path(new.parent_id) || new.slug; end if;
  if old_path is not distinct from new_path then return old; end if;
  for redirect in
    with recursive below (id, path) as (
      select p.id, p.slug from public.pages p where p.parent_id = coalesce(new.id, old.id) and p.status = 'published'
      union all
      select p.id, below.path || '/' || p.slug from public.pages p join below on p.parent_id = below.id
      where p.status = 'published'
    )
    select new.id as page_id, old_path, new_path where tg_op <> 'DELETE'
    union all
    select below.id, coalesce(old_path || '/', '') || below.path, coalesce(new_path || '/', '') || below.path from below
  loop
    if redirect.old_path is not null then
      insert into public.slug_redirects (kind, old_slug, page_id) values ('page', redirect.old_path, redirect.page_id)
      on conflict (kind, old_slug) do update set page_id = excluded.page_id, created_at = now();
    end if;
    delete from public.slug_redirects where kind = 'page' and old_slug = redirect.new_path;
  end loop;
  return old;
end $$;
create trigger update_page_redirects after insert or update of slug, parent_id, status on public.pages
for each row execute function private.update_page_redirects();
-- Before the delete: after it, the pages below have already moved up.
create trigger update_page_redirects_on_delete before delete on public.pages
for each row execute function private.update_page_redirects();

-- The old slug of a tag or a category becomes a redirect, until another one has it or it is deleted. The argument of the
-- trigger is the kind.
create function private.update_slug_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where kind = tg_argv[0] and entity_id = old.id;
    return null;
  end if;
  delete from public.slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug then
    insert into public.slug_redirects (kind, old_slug, entity_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_slug_redirects after insert or delete or update of slug on public.tags
for each row execute function private.update_slug_redirects('tag');
create trigger update_slug_redirects after insert or delete or update of slug on public.categories
for each row execute function private.update_slug_redirects('category');

-- The same for authors, who have an address for their slug and others for their name.
create function private.update_author_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare present text[]; address text;
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where kind = 'author' and entity_id = old.id;
    return null;
  end if;
  present := private.author_addresses(new);
  delete from public.slug_redirects where kind = 'author' and old_path = any (present);
  if tg_op = 'UPDATE' then
    foreach address in array private.author_addresses(old) loop
      continue when address = any (present);
      insert into public.slug_redirects (kind, old_slug, entity_id)
      values ('author', substring(address from '/author/(.*)'), new.id)
      on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
    end loop;
  end if;
  return null;
end $$;
create trigger update_author_redirects after insert or delete or update on public.author_profiles
for each row execute function private.update_author_redirects();

-- Addresses in use ---------------------------------------------------------------------------------------------------

-- The files of src/magazine/public (register_magazine), such as /share.jpg. In lower case.
create table private.site_files (path text primary key);
alter table private.site_files enable row level security;

/* Whether an old address is one of the site itself: a page, also by the name of its file, or another file (isSiteAddress in
   src/domain/redirect.ts, which does not know the files; a test compares them). */
create function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.svg|llms\.txt|privacy|robots\.txt|rss\.(json|xml)|site\.webmanifest|terms)?$'
    or address ~ '^/sitemap(-\d+|-news)?\.xml$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$$;

-- The page and the feeds of a tag.
create function private.tag_addresses(t public.tags) returns text[]
language sql immutable set search_path = ''
as $$ select array['/tag/' || t.slug, '/rss/tag/' || t.slug || '.xml', '/rss/tag/' || t.slug || '.json'] $$;

-- The feeds of a category.
create function private.category_addresses(c public.categories) returns text[]
language sql immutable set search_path = ''
as $$ select array['/rss/' || c.slug || '.xml', '/rss/' || c.slug || '.json'] $$;

-- The addresses that lead to an author (authorKeys in src/domain/author.ts; a test compares them).
create function private.author_addresses(a public.author_profiles) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg('/author/' || key) from unnest(array[
    a.slug, a.id::text, public.slugify(a.name), regexp_replace(lower(btrim(a.name)), '\s+', '-', 'g')]) key
  where key <> ''
$$;

-- The author pages of the editorial team.
create function private.team_addresses() returns text[]
language sql stable security definer set search_path = ''
as $$ select coalesce(array_agg(a order by a), '{}') from private.team t, unnest(t.addresses) a $$;

-- Whether a path is an address of a tag, a category or an author. Hosts may not distinguish upper from lower case.
create function private.is_tag_category_or_author_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(path) = any (private.team_addresses())
    or exists (select 1 from public.tags t where lower(path) = any (private.tag_addresses(t)))
    or exists (select 1 from public.categories c where lower(path) = any (private.category_addresses(c)))
    or exists (select 1 from public.author_profiles a where lower(path) = any (private.author_addresses(a)))
$$;

-- Whether readers find an article, a page, an author, a tag or a feed at a path, or will at the article's date. Hosts may
-- not distinguish upper from lower case.
create function private.is_address_in_use(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a where a.slug = substring(lower(path) from '^/article/(.+)')
      and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from public.pages p where p.slug = substring(lower(path) from '[^/]+$')
      and p.status = 'published' and '/' || private.parent_path(p.parent_id) || p.slug = lower(path))
    or private.is_tag_category_or_author_address(path)
$$;

-- Redirects by hand --------------------------------------------------------------------------------------------------

-- An address with the characters encoded that a header cannot have, such as letters beyond ASCII. Blanks stay.
create function private.ascii_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(case
    when ascii(letter) between 9 and 13 or ascii(letter) between 32 and 126 then letter
    else upper(regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by at), '')
  from string_to_table(address, null) with ordinality as t (letter, at)
$$;

/* Stores the query and target of a redirect by hand in ASCII. Refuses a path with another spelling of plain characters, such
   as /%61 for /a, since requests are compared in one spelling, and the name of a page's file. By its name, it runs before
   before_redirect_insert. */
create function private.address_in_one_spelling() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  path text := split_part(new.old_slug, '?', 1);
  page text := '/' || regexp_replace(path, '\.html$', '');
  target_path text := coalesce(substring(new.target from '^/[^?#]*'), '');
begin
  if new.kind <> 'custom' then return new; end if;
  if path ~ '%(2[1467-9A-E]|3[0-9ABD]|4[0-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])' then
    raise exception 'Use a path such as /summer-2019' using errcode = '23514';
  end if;
  if page <> '/' || path and private.is_address_in_use(page) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', '/' || path
      using errcode = '23514';
  end if;
  new.old_slug := path || private.ascii_address(substr(new.old_slug, char_length(path) + 1));
  new.target := target_path || private.ascii_address(substr(new.target, char_length(target_path) + 1));
  return new;
end $$;
create trigger address_in_one_spelling before insert on public.slug_redirects
for each row execute function private.address_in_one_spelling();

-- Where a redirect leads now. Null while readers cannot see its article or page.
create function private.redirect_target(r public.slug_redirects) returns text
language sql stable security definer set search_path = ''
as $$
  select case r.kind
    when 'article' then (select '/article/' || a.slug from public.articles a
      where a.id = r.article_id and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    when 'page' then (select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p
      where p.id = r.page_id and p.status = 'published')
    when 'tag' then (select '/tag/' || t.slug from public.tags t where t.id = r.entity_id)
    when 'category' then (select '/rss/' || c.slug || '.xml' from public.categories c where c.id = r.entity_id)
    when 'author' then (select '/author/' || a.slug from public.author_profiles a where a.id = r.entity_id)
    else r.target
  end
$$;

-- Where these redirects lead now, for editors.
create function public.get_redirect_targets(p_redirects bigint[]) returns table (id bigint, target text)
language sql stable security definer set search_path = ''
as $$
  select r.id, private.redirect_target(r) from public.slug_redirects r
  where r.id = any (p_redirects) and (select public.has_role('super_admin', 'editor'))
$$;
grant execute on function public.get_redirect_targets(bigint[]) to authenticated;

-- Refuses a redirect by hand from an address in use, a second one from the same address, and one that leads back to
-- itself. One that leads to another redirect is stored with that one's target.
create function private.before_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare from_path text := '/' || new.old_slug; next public.slug_redirects;
begin
  if new.kind <> 'custom' then return new; end if;
  -- The lock serialises additions: two at once could make a chain or a loop that neither of them sees.
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if private.is_site_address(from_path) then
    raise exception 'The address "%" is used by the site itself', from_path using errcode = '23514';
  end if;
  if private.is_address_in_use(split_part(from_path, '?', 1)) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', from_path
    using errcode = '23514';
  end if;
  if exists (select 1 from public.slug_redirects r where r.old_path = from_path) then
    raise exception 'There is already a redirect from "%"', from_path using errcode = '23505';
  end if;
  select * into next from public.slug_redirects r where r.old_path = new.target limit 1;
  if new.target = from_path then
    raise exception 'A redirect cannot lead to its own address' using errcode = '23514';
  end if;
  if found then new.target := coalesce(private.redirect_target(next), new.target); end if;
  if new.target = from_path then
    raise exception 'The redirects from "%" and "%" would lead to each other', from_path, next.old_path
    using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_redirect_insert before insert on public.slug_redirects
for each row execute function private.before_redirect_insert();

-- Redirects by hand that led to the address of a new redirect lead to its target. A renamed article or page takes the
-- place of one from the same address.
create function private.after_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare new_target text := private.redirect_target(new);
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  delete from public.slug_redirects r
  where r.kind = 'custom' and r.id <> new.id and (r.old_path = new.old_path or r.target = new.old_path and r.old_path = new_target);
  if new_target is not null then
    update public.slug_redirects r set target = new_target where r.kind = 'custom' and r.target = new.old_path;
  end if;
  return null;
end $$;
create trigger after_redirect_insert after insert or update of article_id, page_id, entity_id on public.slug_redirects
for each row execute function private.after_redirect_insert();

-- A redirect by hand gives way to an article or page that readers find at its address.
create function private.remove_redirects_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if tg_table_name = 'articles' then
    delete from public.slug_redirects r
    where r.kind = 'custom' and lower(r.old_path) = '/article/' || new.slug and new.published_at <= now();
  else
    delete from public.slug_redirects r where r.kind = 'custom' and lower(r.old_path) in (
      select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p where p.status = 'published');
  end if;
  return null;
end $$;
create trigger remove_redirects_in_use after insert or update of slug, status, published_at on public.articles
for each row when (new.status = 'published') execute function private.remove_redirects_in_use();
create trigger remove_redirects_in_use after insert or update of slug, parent_id, status on public.pages
for each row when (new.status = 'published') execute function private.remove_redirects_in_use();

-- A redirect by hand gives way to a tag, category or author that gets its address.
create function private.remove_redirects_at_new_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare addresses text[];
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if tg_table_name = 'tags' then addresses := private.tag_addresses(new);
  elsif tg_table_name = 'categories' then addresses := private.category_addresses(new);
  else addresses := private.author_addresses(new);
  end if;
  delete from public.slug_redirects r where r.kind = 'custom' and lower(r.old_path) = any (addresses);
  return null;
end $$;
create trigger remove_redirects_at_new_address after insert or update of slug on public.tags
for each row execute function private.remove_redirects_at_new_address();
create trigger remove_redirects_at_new_address after insert or update of slug on public.categories
for each row execute function private.remove_redirects_at_new_address();
-- Every update: fill_author_slug may set the slug without it being among the updated columns.
create trigger remove_redirects_at_new_address after insert or update on public.author_profiles
for each row execute function private.remove_redirects_at_new_address();

-- supabase/schemas/fronts.sql

-- Fronts: what stands on the home page, or above the list of a section. A front is edited as a whole: each version is a row
-- with all its blocks, so that a save is one write with one version number. The version that went live last is the front;
-- one whose time is ahead is prepared, and goes live by itself; former ones are kept as they were.

create table public.front_versions (
  id uuid primary key default gen_random_uuid(),
  -- The path of the page: '/', '/living-spaces'. Sections are a matter of the code (src/magazine/sections.ts).
  page text not null check (page ~ '^/[a-z0-9-]*$' and char_length(page) <= 200),
  live_from timestamptz not null default now() check (isfinite(live_from)),
  -- Blocks in their order, see private.check_front; null: the standard page, as it is where nobody has made a front.
  blocks jsonb,
  note text not null default '' check (char_length(note) <= 300),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Which of two is live is never a matter of chance.
  constraint front_versions_time_key unique (page, live_from)
);
create index front_versions_created_by_idx on public.front_versions (created_by);

insert into private.saved_columns (table_name, column_name)
select 'public.front_versions', unnest(array['page', 'live_from', 'blocks', 'note']);

alter table public.front_versions enable row level security;
grant select, delete on public.front_versions to authenticated;
grant insert (page, live_from, blocks, note), update (page, live_from, blocks, note) on public.front_versions to authenticated;
create policy "writers read fronts" on public.front_versions for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors make fronts" on public.front_versions for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change fronts" on public.front_versions for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors take prepared fronts away" on public.front_versions for delete to authenticated
using ((select public.has_role('super_admin', 'editor')) and live_from > now());
create trigger limit_added_rows after insert on public.front_versions referencing new table as added_now
for each statement execute function private.limit_added_rows('fronts', '1000');

-- Trigger: the blocks are those that pages can show. The same rules in the forms: src/domain/front.ts.
create function private.check_front() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  malformed text := 'A front must be a list of blocks';
  block jsonb; item jsonb; stories integer := 0; chosen integer := 0;
begin
  if new.blocks is null or tg_op = 'UPDATE' and new.blocks = old.blocks then return new; end if;
  if jsonb_typeof(new.blocks) <> 'array' then raise exception '%', malformed using errcode = '23514'; end if;
  if jsonb_array_length(new.blocks) not between 1 and 12 then
    raise exception 'A front has 1 to 12 blocks' using errcode = '23514';
  end if;
  if octet_length(new.blocks::text) > 100000 then
    raise exception 'A front must be at most %', private.byte_words(100000) using errcode = '23514';
  end if;
  if exists (
    select from jsonb_array_elements(new.blocks) b where b ->> 'kind' in ('hero', 'featured', 'letter')
    group by b ->> 'kind' having count(*) > 1) then
    raise exception 'Hero, featured stories and letter stand once on a front' using errcode = '23514';
  end if;
  if (select count(distinct b ->> 'id') from jsonb_array_elements(new.blocks) b) < jsonb_array_length(new.blocks) then
    raise exception '%', malformed using errcode = '23514';
  end if;
  for block in select value from jsonb_array_elements(new.blocks) loop
    if jsonb_typeof(block) <> 'object' or jsonb_typeof(block -> 'id') is distinct from 'string'
       or coalesce(block ->> 'kind', '') not in ('hero', 'featured', 'stories', 'letter') then
      raise exception '%', malformed using errcode = '23514';
    end if;
    continue when block ->> 'kind' = 'letter';
    if jsonb_typeof(block -> 'items') is distinct from 'array' or jsonb_typeof(block -> 'by_rule') is distinct from 'boolean' then
      raise exception '%', malformed using errcode = '23514';
    end if;
    if block ->> 'kind' <> 'hero' then
      if coalesce(block ->> 'count', '') !~ '^[1-6]$' then
        raise exception 'A block shows 1 to 6 stories' using errcode = '23514';
      end if;
      stories := stories + (block ->> 'count')::integer;
    end if;
    if block ->> 'kind' = 'stories' then
      if coalesce(jsonb_typeof(block -> 'section'), '') not in ('string', 'null')
         or coalesce(jsonb_typeof(block -> 'title'), '') not in ('string', 'null') then
        raise exception '%', malformed using errcode = '23514';
      end if;
      if char_length(block ->> 'title') > 120 then
        raise exception 'The heading of a block must be at most 120 characters' using errcode = '23514';
      end if;
    end if;
    if jsonb_array_length(block -> 'items') > 12 then
      raise exception 'At most 12 stories are chosen for a block' using errcode = '23514';
    end if;
    for item in select value from jsonb_array_elements(block -> 'items') loop
      chosen := chosen + 1;
      if coalesce(item ->> 'article_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
         or exists (select from unnest(array['title', 'image', 'from', 'until']) key
                    where coalesce(jsonb_typeof(item -> key), 'null') not in ('string', 'null')) then
        raise exception '%', malformed using errcode = '23514';
      end if;
      if char_length(item ->> 'title') > 300 or trim(item ->> 'title') = '' then
        raise exception 'A title in place of a story''s own must be 1 to 300 characters' using errcode = '23514';
      end if;
      if char_length(item ->> 'image') > 2000 then
        raise exception 'The address of a picture must be at most 2,000 characters' using errcode = '23514';
      end if;
      -- Raises 22007 for what is no time.
      if not coalesce(isfinite((item ->> 'from')::timestamptz), true)
         or not coalesce(isfinite((item ->> 'until')::timestamptz), true) then
        raise exception 'A story is shown from one date and time until another' using errcode = '23514';
      end if;
      if (item ->> 'from')::timestamptz >= (item ->> 'until')::timestamptz then
        raise exception 'A story has to be shown from before it ends' using errcode = '23514';
      end if;
    end loop;
  end loop;
  if stories > 32 or chosen > 32 then
    raise exception 'A front has at most 32 stories' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_front before insert or update of blocks on public.front_versions
for each row execute function private.check_front();
create trigger check_pictures before insert or update of blocks on public.front_versions
for each row execute function private.check_pictures();

-- Sets what no client may choose: version, creator, times of changes, and no time before now. Refuses changes of a version
-- that is live, or was.
create function private.before_front_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare is_out boolean := tg_op = 'UPDATE' and old.live_from <= now();
begin
  if tg_op = 'UPDATE' then
    new.page := old.page;
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    if (new.blocks, new.live_from, new.note) is not distinct from (old.blocks, old.live_from, old.note) then return new; end if;
    -- Where a file is replaced, every version names the new one.
    if is_out and not private.is_service() and coalesce(current_setting('mantel.replaced_media', true), '') = '' then
      raise exception 'This version of the front is live by now. Save your changes as a new one.' using errcode = '23514';
    end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
  end if;
  if not is_out and not private.is_service() then
    new.live_from := greatest(coalesce(new.live_from, now()), now());
  end if;
  if exists (select from public.front_versions v
             where v.page = new.page and v.live_from = new.live_from and v.id <> new.id) then
    raise exception 'Another version of this front goes live at that time' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_front_write before insert or update on public.front_versions
for each row execute function private.before_front_write();

-- Adds a version to the outbox at every time at which readers see it change.
create function private.front_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare changes_at timestamptz; next_version uuid;
begin
  if tg_op = 'DELETE' then
    if old.live_from > now() then return null; end if;
    perform private.enqueue('front_versions', old.id::text);
    select v.id into next_version from public.front_versions v
    where v.page = old.page and v.live_from <= now() order by v.live_from desc limit 1;
    if next_version is not null then perform private.enqueue('front_versions', next_version::text); end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.blocks, new.live_from) is not distinct from (old.blocks, old.live_from) then return null; end if;
  perform private.enqueue('front_versions', new.id::text, new.live_from);
  for changes_at in
    select distinct moment::timestamptz
    from jsonb_path_query(new.blocks, '$[*].items[*]') item, lateral (values (item ->> 'from'), (item ->> 'until')) as t (moment)
    where moment::timestamptz > greatest(new.live_from, now())
  loop
    perform private.enqueue('front_versions', new.id::text, changes_at);
  end loop;
  return null;
end $$;
create trigger front_changed after insert or update or delete on public.front_versions
for each row execute function private.front_changed();
create trigger addresses_as_paths before insert or update on public.front_versions
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.front_versions
for each row execute function private.update_media_references('id');

-- What the audit log has of a version: that it goes live, and when.
create function private.log_front() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.blocks, new.live_from) is not distinct from (old.blocks, old.live_from) then return null; end if;
  perform private.add_audit_entry('publish', tg_table_name, new.id::text,
    private.audit_subject(tg_table_name, to_jsonb(new)),
    concat_ws('. ',
      case when new.live_from > now() then 'Scheduled for ' || to_char(new.live_from at time zone private.time_zone(),
        'YYYY-MM-DD HH24:MI ') || private.time_zone() end,
      case when new.blocks is null then 'The standard page' end, nullif(new.note, '')));
  return null;
end $$;
create trigger log_front after insert or update on public.front_versions
for each row when (pg_trigger_depth() = 0) execute function private.log_front();
create trigger log_delete after delete on public.front_versions
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

/* Saves a version as private.save_row does; without live_from, or with one that is over, it goes live now. p_base is the
   version that was live when the edit of a new one began, null: none was. Raises PT409, too, where another one is live by
   now and the new one would take its place. Runs as the caller: the policies decide. */
create function public.save_front(p_id uuid, p_version integer, p_base uuid, p_front jsonb) returns public.front_versions
language plpgsql security invoker set search_path = ''
as $$
declare live uuid;
begin
  if p_id is null and coalesce((p_front ->> 'live_from')::timestamptz, now()) <= clock_timestamp() then
    perform pg_advisory_xact_lock(hashtext('mantel.front'));
    select v.id into live from public.front_versions v
    where v.page = p_front ->> 'page' and v.live_from <= clock_timestamp() order by v.live_from desc limit 1;
    if live is distinct from p_base then
      raise exception 'This front was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
  end if;
  return private.save_row(null::public.front_versions, 'front', p_id, p_version, p_front);
end $$;
grant execute on function public.save_front(uuid, integer, uuid, jsonb) to authenticated;

-- Blocks as readers see them: without stories that are not out or not in their time, and without pictures that are withdrawn.
create function private.shown_blocks(p_blocks jsonb, p_withdrawn text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(case when block ? 'items' then block || jsonb_build_object('items', coalesce((
      select jsonb_agg(
        case when private.names_one_of(item ->> 'image', p_withdrawn) then item || '{"image": null}' else item end order by n)
      from jsonb_array_elements(block -> 'items') with ordinality as items (item, n)
      where coalesce((item ->> 'from')::timestamptz <= private.moment(), true)
        and coalesce((item ->> 'until')::timestamptz > private.moment(), true)
        and exists (select from public.articles a where a.id = (item ->> 'article_id')::uuid
                    and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)), '[]'))
    else block end order by place)
  from jsonb_array_elements(p_blocks) with ordinality as blocks (block, place)
$$;

-- The version of each front that is live.
create function private.live_versions() returns setof public.front_versions
language sql stable security definer set search_path = ''
as $$
  select distinct on (v.page) v.* from public.front_versions v where v.live_from <= private.moment()
  order by v.page, v.live_from desc
$$;

-- The fronts as readers see them. Visitors read no other version, whose titles and stories may be secret yet.
create function public.get_live_fronts() returns table (id uuid, page text, live_from timestamptz, blocks jsonb)
language sql stable security definer set search_path = ''
as $$
  select v.id, v.page, v.live_from, private.shown_blocks(v.blocks, private.withdrawn_files('front_versions', v.id::text))
  from private.live_versions() v
$$;
grant execute on function public.get_live_fronts() to anon, authenticated;

-- Events ({entity, entity_id}) of the fronts that are live and for which the stories of events were chosen: they show them,
-- or no longer.
create function private.front_events(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare ids text[] := array(
  select e ->> 'entity_id' from jsonb_array_elements(p_events) e where e ->> 'entity' = 'articles');
begin
  if ids = '{}' then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', 'front_versions', 'entity_id', v.id)), '[]')
    from private.live_versions() v
    where exists (select from jsonb_path_query(v.blocks, '$[*].items[*].article_id') id where id #>> '{}' = any (ids)));
end $$;
grant execute on function private.front_events(jsonb) to authenticated, service_role;

-- supabase/schemas/media_usage.sql

-- Where a file of the media library is used, and deleting one that is in use only on purpose.

-- Where a file is used, as far as the caller may see it: `places` are the parts of the row that name it.
create function public.media_usage(p_media uuid)
returns table (kind text, id text, title text, status text, places text[])
language sql stable security invoker set search_path = ''
as $$
  with file as (
    select m.storage_path as path from public.media m where m.id = p_media
    union all select m.storage_path from public.published_files() m where m.id = p_media),
  used as (
    select 'article' as kind, a.id::text, a.title, case when a.deleted_at is null then a.status else 'trash' end as status,
      array_remove(array[
        case when private.names_file(to_jsonb(a.featured_image), f.path) then 'featured image' end,
        case when private.names_file(to_jsonb(a.gallery), f.path) then 'gallery' end,
        case when private.names_file(a.content, f.path) then 'text' end,
        case when w.article_id is not null then 'unpublished changes' end
      ], null) as places
    from file f cross join public.articles a
    left join public.article_working_copies w on w.article_id = a.id
      and a.id in (select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    where a.id in (select private.rows_naming_file(f.path, 'articles')::uuid
                   union select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    union all
    select 'page', p.id::text, p.title, p.status, array['text']
    from file f cross join public.pages p
    where p.id in (select private.rows_naming_file(f.path, 'pages')::uuid)
    union all
    select 'template', t.id::text, t.name, null, array['text']
    from file f cross join public.article_templates t
    where t.id in (select private.rows_naming_file(f.path, 'article_templates')::uuid)
    union all
    select 'author', a.id::text, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where a.id in (select private.rows_naming_file(f.path, 'author_profiles')::uuid)
    union all
    select 'front', v.id::text, v.page, null, array['stories']
    from file f cross join public.front_versions v
    where v.id in (select private.rows_naming_file(f.path, 'front_versions')::uuid)
      and (v.live_from > now() or v.id in (select l.id from public.get_live_fronts() l))
    union all
    select 'category', c.id::text, c.name, null, array['description']
    from file f cross join public.categories c
    where c.id in (select private.rows_naming_file(f.path, 'categories')::uuid)
    union all
    select 'redirect', r.id::text, r.old_path, null, array['target']
    from file f cross join public.slug_redirects r
    where r.id in (select private.rows_naming_file(f.path, 'slug_redirects')::bigint)
    union all
    select 'site', s.id::text, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where s.id in (select private.rows_naming_file(f.path, 'site_settings')::uuid)
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$$;
grant execute on function public.media_usage(uuid) to authenticated;

-- A file that is in use is deleted only by delete_media with p_even_if_used. The secret key may delete any (repairs).
create function private.guard_used_media() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() or current_setting('mantel.delete_used_media', true) = old.id::text then return old; end if;
  if exists (select 1 from public.media_usage(old.id)) then
    raise exception 'This file is in use' using errcode = 'PT409';
  end if;
  return old;
end $$;
create trigger guard_used_media before delete on public.media
for each row execute function private.guard_used_media();

-- Deletes a file's row and returns the storage paths that are to be removed next. A file in use is refused with PT409
-- unless p_even_if_used.
create function public.delete_media(p_media uuid, p_even_if_used boolean default false) returns text[]
language plpgsql security invoker set search_path = ''
as $$
declare paths text[];
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to delete files' using errcode = '42501';
  end if;
  perform set_config('mantel.delete_used_media', case when p_even_if_used then p_media::text else '' end, true);
  delete from public.media m where m.id = p_media
  returning array_remove(array[m.storage_path, m.thumbnail_path], null) into paths;
  perform set_config('mantel.delete_used_media', '', true);
  if paths is null then raise exception 'This file is gone already' using errcode = 'PT404'; end if;
  return paths;
end $$;
grant execute on function public.delete_media(uuid, boolean) to authenticated;

-- supabase/schemas/replace_media.sql

-- Another file in the place of one in the library. The bytes at an address never change (storage.sql), so the new file has
-- an address of its own, which takes the place of the old one wherever that is named.

-- A regular expression for a path in the text of a JSON value: each sign as it is or percent-encoded, slashes also with the
-- backslashes of JSON within a text.
create function private.path_pattern(p_path text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(case when sign = '/' then '(?:\\*/|%2[fF])'
    else format('(?:%s|%s|%s)', regexp_replace(sign, '([^[:alnum:]])', '\\\1'), encoded, upper(encoded)) end, '' order by place)
  from string_to_table(p_path, null) with ordinality as signs (sign, place),
    lateral (select regexp_replace(encode(convert_to(sign, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) as hex (encoded)
$$;

-- A value with the address of another file in the place of one.
create function private.with_other_path(p_value jsonb, p_old text, p_new text) returns jsonb
language sql immutable set search_path = ''
as $$
  select regexp_replace(p_value::text, private.path_pattern('/' || p_old) || '(?![[:alnum:]_-]|\.[[:alnum:]])',
    '/' || replace(btrim(to_jsonb(p_new)::text, '"'), '\', '\\'), 'g')::jsonb
$$;

/* Replaces the file of a row of the library by one that the caller has stored: p_file is an object with the columns
   storage_path, thumbnail_path, filename, original_filename, mime_type, size_bytes, width and height. Texts, rights and focus
   stay. In the same transaction every row that names the file gets the new address, and so do the comments on it and the
   former versions of stories that name it now. Returns the storage paths to remove next.
   Raises PT404 when the file is gone, 42501 for others than editors, 23514 for a file of another kind, and when a text spells
   the address in a way that is not replaced. */
create function public.replace_media(p_media uuid, p_file jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  was public.media; file public.media := jsonb_populate_record(null::public.media, p_file);
  named record; key text; before jsonb; after jsonb; columns text; new_values text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors replace files' using errcode = '42501';
  end if;
  select * into was from public.media where id = p_media for update;
  if not found then raise exception 'This file is gone already' using errcode = 'PT404'; end if;
  if split_part(was.mime_type, '/', 1) <> split_part(file.mime_type, '/', 1) then
    raise exception 'A file is replaced by one of its kind: a picture by a picture' using errcode = '23514';
  end if;
  if split_part(file.storage_path, '/', 1) <> auth.uid()::text or not exists (
    select 1 from storage.objects o where o.bucket_id = 'media' and o.name = file.storage_path) then
    raise exception 'The new file has to be uploaded first' using errcode = '23514';
  end if;

  perform set_config('mantel.replaced_media', p_media::text, true);
  update public.media set storage_path = file.storage_path, thumbnail_path = file.thumbnail_path,
    filename = file.filename, original_filename = file.original_filename, mime_type = file.mime_type,
    size_bytes = file.size_bytes, width = file.width, height = file.height
  where id = p_media;
  delete from public.media_focus_proposals where media_id = p_media;

  for named in
    select r.table_name, r.row_id from private.media_references r
    where r.stem = private.file_stem(was.storage_path) and private.is_address_of(r.address, was.storage_path)
    group by 1, 2
    -- An article before its working copy, which is of its version.
    order by r.table_name <> 'articles', 1, 2
  loop
    key := case named.table_name when 'article_working_copies' then 'article_id' else 'id' end;
    execute format('select to_jsonb(t) from public.%I t where t.%I::text = $1 for update', named.table_name, key)
    into before using named.row_id;
    after := private.with_other_path(before, was.storage_path, file.storage_path);
    after := private.with_other_path(after, regexp_replace(was.storage_path, '\.[^./]*$', '') || '-thumb.webp',
      coalesce(file.thumbnail_path, file.storage_path));
    if private.names_file(after, was.storage_path) then
      raise exception '“%” names this file in a way that cannot be replaced. Choose the picture anew there first.',
        coalesce(private.audit_subject(named.table_name, before), 'A text') using errcode = '23514';
    end if;
    select string_agg(format('%I', a.key), ', '), string_agg(format('r.%I', a.key), ', ') into columns, new_values
    from jsonb_each(after) a where a.value is distinct from before -> a.key;
    execute format('update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) r
      where t.%4$I::text = $2', named.table_name, columns, new_values, key) using after, named.row_id;
    if named.table_name = 'articles' then
      update public.article_working_copies w set base_version = w.base_version + 1
      where w.article_id = named.row_id::uuid and w.base_version = (before ->> 'version')::integer;
      update public.article_revisions v set data = private.with_other_path(v.data, was.storage_path, file.storage_path)
      where v.article_id = named.row_id::uuid and strpos(v.data::text, was.storage_path) > 0;
    end if;
  end loop;
  -- No reference: what is said of a file keeps nobody from deleting it.
  update public.comment_threads t
  set subject = private.with_other_path(to_jsonb(t.subject), was.storage_path, file.storage_path) #>> '{}'
  where t.kind = 'picture' and private.names_file(to_jsonb(t.subject), was.storage_path);
  perform set_config('mantel.replaced_media', '', true);
  return array_remove(array[was.storage_path, was.thumbnail_path], null);
end $$;
grant execute on function public.replace_media(uuid, jsonb) to authenticated;

-- supabase/schemas/name_requests.sql

-- Public names: who may take the name of an author, and the new names that people with published stories ask for.

-- Whether an account has published stories: its name is then their byline.
create function private.has_published_stories(p_profile uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.articles a where a.author_id = p_profile and a.status = 'published') $$;

-- Whether the caller gets a new public name from an editor only: it is the byline of published stories.
create function public.must_ask_for_name() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_published_stories(auth.uid()) and not public.has_role('super_admin', 'editor') $$;
grant execute on function public.must_ask_for_name() to authenticated;

-- The former bylines, by name_key: links to the stories of an author by a former name go on finding them.
create table private.former_names (
  name_key text primary key,
  profile_id uuid not null references public.profiles (id) on delete cascade
);
create index former_names_profile_idx on private.former_names (profile_id);
alter table private.former_names enable row level security;

create function private.keep_former_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.name_key(old.full_name) is not null and private.has_published_stories(new.id) then
    insert into private.former_names (name_key, profile_id) values (private.name_key(old.full_name), new.id)
    on conflict (name_key) do update set profile_id = excluded.profile_id;
  end if;
  return null;
end $$;
create trigger keep_former_name after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.keep_former_name();

-- Whether a name is that of an author, or the byline of an account with published stories, other than this account's.
-- Expensive, so that the planner checks the other conditions of a query first.
create function private.is_name_of_another(p_name text, p_profile uuid) returns boolean
language sql stable security definer cost 10000 set search_path = ''
as $$
  select not exists (select 1 from public.author_profiles a
      where a.profile_id = p_profile and private.name_key(a.name) = private.name_key(p_name))
    and (exists (select 1 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name))
      or exists (select 1 from unnest(private.team_names()) t where private.name_key(t) = private.name_key(p_name))
      or exists (select 1 from public.profiles p
        where p.id <> p_profile and private.name_key(p.full_name) = private.name_key(p_name)
          and private.has_published_stories(p.id)))
$$;

-- An editor accepts a request with set_public_name, or declines it. A declined one stays, so that the person sees what
-- became of it; a new request takes its place.
create table public.name_requests (
  profile_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  created_at timestamptz not null default now(),
  declined_at timestamptz
);

alter table public.name_requests enable row level security;
grant select, insert (profile_id, name), update (profile_id, name), delete on public.name_requests to authenticated;
create policy "own request and, for editors, all" on public.name_requests for select to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "people ask for themselves" on public.name_requests for insert to authenticated
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
create policy "people change their own request" on public.name_requests for update to authenticated
using (profile_id = (select auth.uid()))
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
create policy "own request and, for editors, all are removed" on public.name_requests for delete to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "sessions with every factor ask for names" on public.name_requests as restrictive for all to authenticated
using ((select public.get_missing_factor()) = 'nothing') with check ((select public.get_missing_factor()) = 'nothing');

create trigger guard_name before insert or update of name on public.name_requests
for each row execute function private.guard_name();

-- A changed request is a new one.
create function private.ask_for_name_again() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.declined_at := null;
  new.created_at := now();
  return new;
end $$;
create trigger ask_for_name_again before update of name on public.name_requests
for each row execute function private.ask_for_name_again();

-- What editors decide ------------------------------------------------------------------------------------------------

-- The author profile of a name that no account has any more, for an account without author profile.
create function private.unclaimed_author(p_profile uuid, p_name text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.author_profiles a
  where (a.profile_id is null or exists (select 1 from public.profiles p where p.id = a.profile_id and p.removed_at is not null))
    and private.name_key(a.name) = private.name_key(p_name)
    and not exists (select 1 from public.author_profiles own where own.profile_id = p_profile)
  order by a.created_at, a.id limit 1
$$;

/* What editors decide about names: requests, and accounts of writers whose unconfirmed name is that of an author.
   `author_name` is the author without account of the asked name, whose page the account would get. */
create function public.get_name_questions()
returns table (profile_id uuid, email text, full_name text, asked_name text, is_request boolean, created_at timestamptz,
               author_name text, is_name_of_another boolean, stories bigint)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.email, p.full_name, q.name, q.is_request, q.created_at,
    coalesce(
      (select a.name from public.author_profiles a where a.id = private.unclaimed_author(p.id, q.name)),
      (select t from unnest(private.team_names()) t
       where private.name_key(t) = private.name_key(q.name) and not exists (
         select 1 from public.author_profiles a where a.profile_id = p.id or private.name_key(a.name) = private.name_key(t)))),
    private.is_name_of_another(q.name, p.id),
    (select count(*) from public.articles s where s.author_id = p.id and s.status = 'published' and s.deleted_at is null)
  from (
    select r.profile_id, r.name, true, r.created_at from public.name_requests r where r.declined_at is null
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and w.removed_at is null and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id and r.declined_at is null)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$$;
grant execute on function public.get_name_questions() to authenticated;

/* Gives an account its public name: the one it has, or the one it asked for. The account gets the author profile of that
   name unless it has one or another account does; an author profile that had the old name gets the new one. */
create function public.set_public_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors give public names' using errcode = '42501';
  end if;
  select * into account from public.profiles where id = p_profile for update;
  if not found then raise exception 'This account is gone' using errcode = 'PT404'; end if;
  if account.full_name is distinct from p_name
     and not exists (select 1 from public.name_requests r where r.profile_id = p_profile and r.name = p_name) then
    raise exception 'The name was changed in the meantime' using errcode = 'PT409';
  end if;
  update public.profiles set full_name = p_name, name_confirmed = true where id = p_profile;
  delete from public.name_requests where profile_id = p_profile;
  update public.author_profiles set name = p_name
  where profile_id = p_profile and private.name_key(name) = private.name_key(account.full_name);
  update public.author_profiles set profile_id = p_profile where id = private.unclaimed_author(p_profile, p_name);
end $$;
grant execute on function public.set_public_name(uuid, text) to authenticated;

-- Declines the request for a name. Raises PT409 when it was changed in the meantime.
create function public.decline_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors decline names' using errcode = '42501';
  end if;
  update public.name_requests set declined_at = now()
  where profile_id = p_profile and name = p_name and declined_at is null;
  if not found then raise exception 'The name was changed in the meantime' using errcode = 'PT409'; end if;
end $$;
grant execute on function public.decline_name(uuid, text) to authenticated;

-- supabase/schemas/search.sql

-- The readers' search. It finds what stands in a title or an excerpt, and after that close matches: stories with the words
-- in any order and form, also in the body, and with one letter wrong.
--
-- With row-level security, ILIKE is tried on every row: it is not leakproof, so the policy comes first and no trigram
-- index is used. These functions therefore run as their owner, past the policies, and repeat which articles readers may see.
-- They run without scans of whole tables, which the planner takes for common words: it does not know that each row's words
-- are stored apart and have to be fetched, while the index has the answer. Nor are they compiled, which takes longer than
-- they do. What each save of a story calls is in PL/pgSQL, as has_role is, and for the same reason.

-- Words of texts -----------------------------------------------------------------------------------------------------

-- Words as they are written: which forms a word has is looked up in private.search_words. Without 'the', 'of' and their like.
create text search dictionary private.written_words (template = pg_catalog.simple, stopwords = english);
create text search configuration private.written_words (copy = pg_catalog.simple);
alter text search configuration private.written_words alter mapping replace pg_catalog.simple with private.written_words;

-- The words of a text and their places. Signs are blanks: 'architect''s', 'well-being' and 'and/or' are two words each.
create function private.words_of(p_text text) returns tsvector
language plpgsql immutable set search_path = ''
as $$
begin
  return to_tsvector('private.written_words',
    translate(private.fold_text(p_text), '''"-./\@_=&:;#+*~^$%<>|', repeat(' ', 22)));
end $$;

-- The values in an article's body, of every format (src/domain/body), in their order, each with the key that it stands under.
create function private.body_values(p_content jsonb) returns table (key text, value jsonb, place bigint[])
language plpgsql stable set search_path = ''
as $$
declare body jsonb := p_content;
begin
  if jsonb_typeof(p_content) = 'string' and p_content #>> '{}' ~ '^\s*[[{]' then
    begin
      body := (p_content #>> '{}')::jsonb;
    exception when data_exception then
      -- Plain text that begins with a bracket.
    end;
  end if;
  return query
  with recursive node (key, value, place) as (
    select '', body, array[]::bigint[]
    union all
    select child.* from node, lateral (
      select e.key, e.value, node.place || e.place
      from jsonb_each(case jsonb_typeof(node.value) when 'object' then node.value else '{}' end)
        with ordinality as e (key, value, place)
      union all
      select node.key, e.value, node.place || e.place
      from jsonb_array_elements(case jsonb_typeof(node.value) when 'array' then node.value else '[]' end)
        with ordinality as e (value, place)) child
  )
  select node.key, node.value, node.place from node;
end $$;

/* The text of an article's body without tags. At most 300,000 characters: a tsvector has room for about a million bytes. */
create function private.body_text(p_content jsonb) returns text
language sql stable set search_path = ''
as $$
  select coalesce((
  select left(private.normalized(replace(replace(replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(
      string_agg(separator || words, '' order by place),
      '(^|\n)#{2,3} |\*\*', '\1', 'g'),
      '</?(p|h[1-6]|li|ul|ol|blockquote|footer|pre|hr|br|figure|figcaption|table|tr|td|th|div)\y[^>]*>', ' ', 'gi'),
      '<[^>]*>', '', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'), 'NFC'), 300000)
  from (
    select value #>> '{}' as words, place,
      -- The runs of a paragraph follow each other without a blank.
      case when key = 'text' and trim_array(place, 2) = lag(trim_array(place, 2)) over (order by place) then '' else ' ' end
        as separator
    from private.body_values(p_content)
    where jsonb_typeof(value) = 'string'
      and key in ('', 'html', 'text', 'caption', 'items', 'content', 'code', 'title', 'description')
  ) part), '')
$$;

-- The text of an article under its head: its facts and its body.
create function private.story_text(a public.articles) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return concat_ws(' ',
    (select string_agg((fact ->> 'label') || ': ' || (fact ->> 'value') || '.', ' ' order by place)
     from jsonb_array_elements(a.facts) with ordinality as f (fact, place) where fact ->> 'value' <> ''),
    private.body_text(a.content));
end $$;

-- The words of the articles that are published or scheduled. Readers may see those whose published_at is past.
create table private.story_words (
  article_id uuid primary key references public.articles (id) on delete cascade,
  published_at timestamptz,
  -- Title, standfirst and excerpt, folded, a line each.
  head_text text not null,
  -- Their words: of the title (A), of the others (B).
  head tsvector not null,
  -- The same, and those of the names of its category, tags and people (C), of its facts and of its body (D).
  words tsvector not null,
  -- The names of its people, as readers filter by them.
  people text[] not null default '{}'
);
create index story_words_words_idx on private.story_words using gin (words);
create index story_words_people_idx on private.story_words using gin (people);
create index story_words_head_text_idx on private.story_words using gin (head_text extensions.gin_trgm_ops);
alter table private.story_words enable row level security;

-- Every word of a story that is or was published or scheduled; private.word_meant tells readers the ones they can read.
create table private.search_words (
  word text primary key,
  -- What its forms have in common: 'kitchen' for 'kitchens'.
  stem text not null,
  -- private.one_letter_less(word)
  near text[] not null
);
create index search_words_stem_idx on private.search_words (stem);
create index search_words_near_idx on private.search_words using gin (near);
alter table private.search_words enable row level security;

create function private.stem_of(p_word text) returns text
language sql immutable set search_path = ''
as $$ select coalesce((ts_lexize('pg_catalog.english_stem', p_word))[1], p_word) $$;

-- A word, and all that one letter less makes of it. Two words of which one has a wrong letter, one too many or too few, or
-- two letters swapped, have one of these in common.
create function private.one_letter_less(p_word text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(distinct left(p_word, place - 1) || substr(p_word, place + 1))
  from generate_series(1, length(p_word) + 1) place
$$;

create function private.add_search_words(p_words tsvector) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_words (word, stem, near)
  select added, private.stem_of(added), private.one_letter_less(added)
  from unnest(tsvector_to_array(p_words)) added
  where length(added) between 2 and 40 and added !~ '^\d+$'
    and not exists (select 1 from private.search_words where word = added)
  on conflict do nothing;
end $$;

-- The words of a story's category, tags and people.
create function private.label_words(a public.articles) returns tsvector
language plpgsql stable security definer set search_path = ''
as $$
begin
  return setweight(private.words_of(concat_ws(' ',
    (select c.name from public.categories c where c.id = a.category_id),
    (select string_agg(t.name, ' ') from public.article_tags one join public.tags t on t.id = one.tag_id
     where one.article_id = a.id),
    array_to_string(private.story_names(a), ' '))), 'C');
end $$;

create function private.index_story(a public.articles) returns void
language plpgsql security definer set search_path = ''
as $$
declare story_head tsvector; story_words tsvector;
begin
  story_head := setweight(private.words_of(a.title), 'A')
    || setweight(private.words_of(concat_ws(' ', a.standfirst, a.excerpt)), 'B');
  story_words := story_head || setweight(private.words_of(private.story_text(a)), 'D') || private.label_words(a);
  insert into private.story_words (article_id, published_at, head_text, head, words, people)
  values (a.id, a.published_at, private.fold_text(concat_ws(E'\n', a.title, a.standfirst, a.excerpt)), story_head,
    story_words, private.story_names(a))
  on conflict (article_id) do update set published_at = excluded.published_at, head_text = excluded.head_text,
    head = excluded.head, words = excluded.words, people = excluded.people;
  perform private.add_search_words(story_words);
end $$;

create function private.story_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_indexed boolean;
begin
  was_indexed := tg_op = 'UPDATE' and exists (select 1 from private.story_words where article_id = new.id);
  if new.status <> 'published' or new.deleted_at is not null then
    if was_indexed then delete from private.story_words where article_id = new.id; end if;
  elsif not was_indexed
      or (old.title, old.standfirst, old.excerpt, old.content, old.facts, old.category_id, old.author_id, old.credits)
        is distinct from
        (new.title, new.standfirst, new.excerpt, new.content, new.facts, new.category_id, new.author_id, new.credits) then
    perform private.index_story(new);
  elsif old.published_at is distinct from new.published_at then
    update private.story_words set published_at = new.published_at where article_id = new.id;
  end if;
  return null;
end $$;
create trigger story_words_changed after insert or update on public.articles
for each row execute function private.story_words_changed();

-- Indexes the category, the tags and the people of these stories again, without reading their bodies.
create function private.index_labels(p_articles uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare labels tsvector;
begin
  for labels in
    update private.story_words s
    set words = ts_filter(s.words, '{a,b,d}') || private.label_words(a), people = private.story_names(a)
    from public.articles a where a.id = s.article_id and s.article_id = any (p_articles)
    returning ts_filter(s.words, '{c}')
  loop
    perform private.add_search_words(labels);
  end loop;
end $$;

create function private.category_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_labels(array(select a.id from public.articles a where a.category_id = new.id));
  return null;
end $$;
create trigger category_words_changed after update on public.categories
for each row when (old.name <> new.name) execute function private.category_words_changed();

create function private.tag_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'tags' then
    perform private.index_labels(array(select t.article_id from public.article_tags t where t.tag_id = new.id));
  else
    perform private.index_labels(array(select distinct t.article_id from changed t));
  end if;
  return null;
end $$;
create trigger tag_words_changed after update on public.tags
for each row when (old.name <> new.name) execute function private.tag_words_changed();
create trigger tag_words_changed_on_insert after insert on public.article_tags
referencing new table as changed for each statement execute function private.tag_words_changed();
create trigger tag_words_changed_on_delete after delete on public.article_tags
referencing old table as changed for each statement execute function private.tag_words_changed();

create function private.person_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'profiles' then
    perform private.index_labels(private.stories_naming(null, array[new.id]));
  else
    perform private.index_labels(private.stories_naming(coalesce(new.id, old.id), array[old.profile_id, new.profile_id]));
  end if;
  return null;
end $$;
create trigger person_words_changed after insert or delete or update of name, profile_id on public.author_profiles
for each row execute function private.person_words_changed();
create trigger person_words_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.person_words_changed();

-- Questions -----------------------------------------------------------------------------------------------------------

-- The ILIKE pattern that finds a text anywhere, with its wildcards escaped.
create function private.ilike_pattern(p_text text) returns text
language sql immutable set search_path = ''
as $$ select '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%' $$;

-- Whether a text has nothing but signs and blanks, of which no index knows anything. Ranges, since the classes of a pattern
-- know only the letters of the database's language.
create function private.is_only_signs(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text ~ '^[\u0001-/:-@[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2010-\u2069\u20a0-\u20cf\u2190-\u2bff\u3000-\u3003\u3008-\u3020\ufe0f\U0001f000-\U0001faff]*$'
$$;

-- What is searched for of a text that somebody sends: its first 200 characters.
create function private.searched_part(p_text text) returns text
language sql immutable set search_path = ''
as $$ select left(p_text, 200) $$;

-- The words that are searched for, in their order; at most 12.
create function private.words_to_find(p_text text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(lexeme order by place), '{}') from (
    select lexeme, positions[1] as place from unnest(private.words_of(p_text)) order by 2 limit 12) word
$$;

-- Finds the stories with one of these words; 'kitch*' is any word that begins so.
create function private.any_word(p_words text[]) returns tsquery
language sql immutable set search_path = ''
as $$
  select string_agg('''' || replace(rtrim(word, '*'), '''', '''''') || '''' || case when word like '%*' then ':*' else '' end,
    '|')::tsquery
  from unnest(p_words) word
$$;

/* Finds the stories with a word in any form of which a story has one ('kitchens' for 'kitchen'), written as one with the
   word before or after it ('bookcase' for 'book case'), and, where it is the last, with any ending ('kitch*'). */
create function private.any_form(
  p_word text, p_before text default null, p_after text default null, p_is_last boolean default false)
returns tsquery
language sql stable set search_path = ''
as $$
  select private.any_word(array_agg(form)) from (
    select p_word || case when p_is_last and length(p_word) > 2 then '*' else '' end
    union
    (select word from private.search_words where stem = private.stem_of(p_word) limit 20)
    union
    select word from private.search_words where word in (p_before || p_word, p_word || p_after)) found (form)
$$;

-- Finds the stories that each of these finds, and those that any of them finds.
create function private.all_of(p_queries tsquery[]) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg('(' || query::text || ')', ' & ')::tsquery from unnest(p_queries) query $$;
create function private.any_of(p_queries tsquery[]) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg('(' || query::text || ')', ' | ')::tsquery from unnest(p_queries) query $$;

-- What finds each of the words, in their order.
create function private.queries_of(p_words text[]) returns tsquery[]
language sql stable set search_path = ''
as $$
  select array_agg(private.any_form(p_words[place], p_words[place - 1], p_words[place + 1], place = cardinality(p_words))
    order by place)
  from generate_subscripts(p_words, 1) place
$$;

-- The words of a query, 'kitch*' for one that may have any ending.
create function private.query_words(p_query tsquery) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct part[1] || case when part[2] is null then '' else '*' end), '{}')
  from regexp_matches(p_query::text, '''([^'']+)''(:\*)?', 'g') part
$$;

-- 'the', 'being' and their like, of which no place is kept.
create function private.is_common_word(p_word text) returns boolean
language sql immutable set search_path = ''
as $$ select ts_lexize('private.written_words', p_word) = '{}' $$;

-- How many stories that readers may see are found; counts to 50.
create function private.count_public_stories(p_query tsquery) returns bigint
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select count(*) from (
    select 1 from private.story_words where words @@ p_query and published_at <= now() limit 50) story
$$;

/* What somebody most likely meant with a word that no story has, as it stands in stories that readers may see: a word with
   one other letter, the two words that were written as one, or a form that the stem does not know ('rented' for 'rental').
   Null when there is none. Words of four letters have too many with another letter to mean one of them. */
create function private.word_meant(p_word text) returns text
language sql stable security definer set search_path = ''
as $$
  select words from (
    select word as words, private.any_word(array[word]) as query, 1 as kind
    from private.search_words
    where length(p_word) between 5 and 40 and near && private.one_letter_less(p_word) and word <> p_word
    union all
    select first_part || ' ' || second_part,
      private.all_of(array(
        select private.any_word(array[part]) from unnest(array[first_part, second_part]) part
        where not private.is_common_word(part))), 1
    from generate_series(2, least(length(p_word), 40) - 2) length,
      lateral (select left(p_word, length) as first_part, substr(p_word, length + 1) as second_part) parts
    where not exists (
      select 1 from unnest(array[first_part, second_part]) part
      where not private.is_common_word(part) and not exists (select 1 from private.search_words where word = part))
    union all
    select word, private.any_word(array[word]), 2
    from private.search_words
    where length(p_word) <= 40 and stem in (
      select left(p_word, length) from generate_series(greatest(length(p_word) - 4, 4), length(p_word) - 1) length)
  ) candidate, lateral (select private.count_public_stories(query) as stories) found
  where stories > 0
  order by kind, left(words, 1) = left(p_word, 1) desc, stories desc, words limit 1
$$;

-- Finds the stories with all of these words, parted by blanks, in any form.
create function private.all_forms(p_words text) returns tsquery
language sql stable set search_path = ''
as $$
  select private.all_of(array_agg(private.any_form(word))) from string_to_table(p_words, ' ') word
  where not private.is_common_word(word)
$$;

-- Whether a text is a question: what it is about are the words of it that few stories have.
create function private.is_question(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select btrim(p_text) ~* '(^(how|what|where|when|why|which|who|whose|can|could|should|do|does|is|are|will)\M.*\s|\?$)'
$$;

-- The part of a text, about 200 characters, in which the first of these words stands, 'kitch*' being any that begins so.
-- Null when none does.
create function private.passage(p_text text, p_words text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare pattern text; place integer; begin_at integer; part text;
begin
  select '\m(?:' || string_agg(rtrim(word, '*') || case when word like '%*' then '' else '\M' end, '|') || ')'
  into pattern from unnest(p_words) word;
  -- Folding a long text takes longer than all the rest.
  place := regexp_instr(p_text, pattern, 1, 1, 0, 'i');
  if place = 0 then place := regexp_instr(private.fold_text(p_text), pattern); end if;
  if coalesce(place, 0) = 0 then return null; end if;
  begin_at := greatest(place - 80, 1);
  part := substr(p_text, begin_at, 200);
  -- Whole words.
  if begin_at > 1 then part := '… ' || regexp_replace(part, '^\S*\s+', ''); end if;
  if begin_at + 200 <= length(p_text) then part := regexp_replace(part, '\s+\S*$', '') || ' …'; end if;
  return regexp_replace(btrim(part), '\s+', ' ', 'g');
end $$;

-- The two searches ----------------------------------------------------------------------------------------------------

/* The close matches of a text, as public.find_stories describes them; p_contained is the number of stories that contain it.
   p_filters are conditions on the article a, p_order is the order of columns of it or null for the closest first, and
   p_columns what is told of it. All three are SQL, so only find_stories calls this.
   Without index scans, too: that of the primary key reads the whole table. */
create function private.find_close_stories(
  p_text text, p_contained integer, p_filters text, p_order text, p_columns text, p_skip integer, p_take integer)
returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_indexscan = off set jit = off
as $$
declare
  words text[] := private.words_to_find(p_text);
  queries tsquery[] := private.queries_of(words);
  query tsquery := private.all_of(queries);
  is_question boolean := p_contained = 0 and cardinality(words) > 1 and private.is_question(p_text);
  likeliest text;
  meant text;
  words_needed integer := 0;
  -- What each word of the text tells: the fewer stories have it, the more.
  weights real[];
  close jsonb;
begin
  for attempt in 1 .. 3 loop
    continue when attempt = 1 and is_question;
    if attempt = 2 then
      for place in 1 .. cardinality(words) loop
        continue when private.count_public_stories(queries[place]) > 0;
        likeliest := private.word_meant(words[place]);
        continue when likeliest is null;
        queries[place] := private.all_forms(likeliest);
        meant := regexp_replace(coalesce(meant, private.fold_text(p_text)), '\m' || words[place] || '\M', likeliest);
      end loop;
      continue when meant is null or is_question;
      query := private.all_of(queries);
    elsif attempt = 3 then
      exit when cardinality(words) < 2;
      query := private.any_of(queries);
      words_needed := case when is_question then 1 else (cardinality(words) + 1) / 2 end;
      weights := array(select 1.0 / (1 + private.count_public_stories(word)) from unnest(queries) with ordinality q (word, place)
        order by place);
    end if;
    -- Only the 100 that promise most are ranked, since all words of a story have to be read for it.
    execute format($query$
      with alike as materialized (
        select article_id, published_at from private.story_words where head_text like $1 and published_at <= now()
      ),
      matching as materialized (
        select s.article_id as id, s.published_at, s.in_head %4$s
        from (
          select article_id, published_at, 2 as in_head from alike %5$s
          union all
          select article_id, published_at, case when head @@ $2 then 1 else 0 end from private.story_words
          where words @@ $2 and published_at <= now() and article_id not in (select article_id from alike)
        ) s %1$s
      ),
      nearest as materialized (select * from matching order by in_head desc, published_at desc, id limit 100),
      close as materialized (
        select nearest.*, ts_rank_cd(s.words, $2, 1) as rank,
          found.*
        from nearest join private.story_words s on s.article_id = nearest.id,
          lateral (
            select count(*) as words_found,
              sum(weight * case when s.head @@ word then 8 else 1 end) as weight_found
            from unnest($3, $9) as one (word, weight) where $4 > 0 and s.words @@ word) found
        union all
        select *, 0, 0, null from matching where $4 = 0 and id not in (select id from nearest)
      ),
      promising as (select * from close where $4 = 0 or words_found >= $4),
      page as materialized (
        select p.*, row_number() over (order by %2$s, p.id) as place
        from (select * from promising order by %2$s, id limit $6 offset $5) p
      ),
      -- Those forms of the words that these stories have: others may stand in stories that are not out.
      shown as materialized (
        select coalesce(array_agg(form), '{}') as words from unnest($7) form
        where exists (
          select 1 from page join private.story_words s on s.article_id = page.id
          where s.words @@ private.any_word(array[form]))
      )
      select jsonb_build_object(
        'total', (select count(*) from promising),
        'stories', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from (
          select %3$s, page.place,
            case when page.in_head = 0 then private.passage(private.story_text(a), shown.words) end as passage
          from page join public.articles a using (id) cross join shown
        ) s),
        'words', (select to_jsonb(words) from shown))
    $query$,
      case when p_filters <> '' or p_order is not null
        then 'join public.articles a on a.id = s.article_id where true' || p_filters else '' end,
      coalesce(p_order, 'weight_found desc, in_head desc, rank desc, published_at desc'),
      p_columns,
      case when p_order is not null then ', a.title, a.read_time' else '' end,
      -- A text that contains another does so when both are folded.
      case when p_contained > 0 then 'where not exists (select 1 from public.articles a
        where a.id = article_id and (a.title ilike $8 or a.excerpt ilike $8))' else '' end)
    into close
    using private.ilike_pattern(private.fold_text(p_text)), query, queries, words_needed,
      case p_contained when 0 then p_skip else 0 end, p_take, private.query_words(query), private.ilike_pattern(p_text),
      weights;
    close := close || jsonb_build_object('has_all_words', attempt = 1);
    exit when p_contained > 0 or (close ->> 'total')::integer > 0;
  end loop;
  return close || jsonb_build_object('meant', meant);
end $$;

-- The category that readers mean by a name: the one with that name, in any spelling, else the one that had it before.
create function private.category_named(p_name text) returns public.categories
language sql stable security definer set search_path = ''
as $$
  select c from public.categories c, public.slugify(private.fold_text(p_name)) wanted
  where c.name = p_name or c.slug = wanted or c.id = (
    select r.entity_id from public.slug_redirects r where r.kind = 'category' and r.old_slug = wanted)
  order by c.name <> p_name, c.slug <> wanted limit 1
$$;

-- The present name of a person of published stories whom readers mean by a name: of one with that name, else with it in
-- another spelling, else of the one who had it before. Null: of nobody.
create function private.author_named(p_name text) returns text
language sql stable security definer set search_path = ''
as $$
  with named (name, rank) as (
    select p_name, 1
    union all
    select a.name, 2 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name)
    union all
    select p.full_name, 2 from public.profiles p where private.name_key(p.full_name) = private.name_key(p_name)
    union all
    select a.name, 3 from public.slug_redirects r join public.author_profiles a on a.id = r.entity_id
    where r.kind = 'author'
      and r.old_slug in (public.slugify(p_name), regexp_replace(lower(btrim(private.normalized(p_name, 'NFC'))), '\s+', '-', 'g'))
    union all
    select coalesce(own.name, p.full_name), 3 from private.former_names f join public.profiles p on p.id = f.profile_id
    left join public.author_profiles own on own.profile_id = p.id
    where f.name_key = private.name_key(p_name)
  )
  select n.name from named n
  where exists (
    select 1 from private.story_words s where s.people @> array[n.name] and s.published_at <= now())
  order by n.rank, n.name limit 1
$$;

-- The people of published stories whose name has all words of a text, the last one perhaps begun: at most three.
create function private.people_named(p_text text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with wanted as (
    select string_agg('''' || replace(word, '''', '''''') || ''':*', '&')::tsquery as query
    from unnest(private.words_to_find(p_text)) word
  )
  select coalesce(jsonb_agg(to_jsonb(person) order by person.stories desc, person.name), '[]') from (
    select a.name, a.slug, found.stories
    from wanted, public.author_profiles a, lateral (
      select count(*) as stories from private.story_words s where s.people @> array[a.name] and s.published_at <= now()) found
    where private.words_of(a.name) @@ wanted.query and found.stories > 0
    order by found.stories desc, a.name limit 3
  ) person
$$;

/* A page of the published articles that match every filter, and how many match: {"total", "stories": [...]}. '' and null
   mean no filter; of longer texts the first 200 characters count. p_text is searched in title and excerpt; p_category and
   p_author are names as readers see them, or saw
   them before: "category" and "author" of the result are the present ones, where they differ;
   p_least and p_most are minutes of read time, p_usual those of an article without one; p_sort is latest, oldest, title
   or read-time. At most 100 articles are returned. Beyond the last page there are none, but the total is right.

   With a text that has letters or digits the last page has "close", too: {"total", "stories", "words", "meant",
   "has_all_words"}, the stories that do not contain the text but all of its words ("has_all_words"); or, where there is none,
   those with the words that may be meant by the ones that no story has ("meant" is the text with them); or, where there is
   none either, those with at least half of the words. A question finds at once those with any of its words. The fewer
   stories have a word, the more it counts. They come by how close they are, unless p_sort is another order than latest. Where no story contains the text, they
   are paged in the place of the others. "words" are those that were looked for, in all their forms (private.query_words); the
   "passage" of a story is the part of its facts and body with one of them, where its title, standfirst and excerpt do not
   match.

   The first page of a text has "people": [{"name", "slug", "stories"}], at most three whose name has all of its words. */
create function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  skip integer := greatest(p_skip, 0);
  take integer := least(greatest(p_take, 0), 100);
  filters text := '';
  containing text := '';
  -- Null for the latest first.
  ordering text := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then format('coalesce(read_time, %L::integer), published_at desc', p_usual)
  end;
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt,
    case when not private.names_one_of(a.featured_image, public.withdrawn_files(a)) then a.featured_image end as featured_image,
    a.read_time, a.published_at,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
  category public.categories;
  author_name text;
begin
  p_text := private.searched_part(p_text);
  p_category := private.searched_part(p_category);
  p_author := private.searched_part(p_author);
  if p_category <> '' then
    category := private.category_named(p_category);
    filters := format(' and a.category_id = %L', category.id);
  end if;
  if p_author <> '' then
    author_name := coalesce(private.author_named(p_author), p_author);
    filters := filters || format(
      ' and a.id in (select s.article_id from private.story_words s where s.people @> array[%L])', author_name);
  end if;
  if p_least is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) >= %L', p_usual, p_least);
  end if;
  if p_most is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) <= %L', p_usual, p_most);
  end if;
  if p_text <> '' then containing := ' and (a.title ilike $1 or a.excerpt ilike $1)'; end if;
  -- With a filter the matches are computed once, for the count and the page together; without one each of the two uses its
  -- own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $3 offset $2)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select %4$s from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters || containing when '' then 'not materialized' else 'materialized' end,
    filters || containing, coalesce(ordering, 'published_at desc'), columns)
  into result using private.ilike_pattern(p_text), skip, take;

  if category.name <> p_category then result := result || jsonb_build_object('category', category.name); end if;
  if author_name <> p_author then result := result || jsonb_build_object('author', author_name); end if;
  if p_text <> '' and p_author = '' and skip = 0 then
    result := result || jsonb_build_object('people', private.people_named(p_text));
  end if;
  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

-- The newest titles of published articles that contain p_text, and after them those that have its words; at most 100.
create function public.find_titles(p_text text, p_take integer default 5) returns table (title text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  take integer := least(greatest(p_take, 0), 100);
  searched text := private.searched_part(p_text);
  contained text := private.ilike_pattern(searched);
  folded text := private.ilike_pattern(private.fold_text(searched));
  query tsquery;
  found integer;
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null and a.title ilike contained
    order by a.published_at desc, a.id limit take;
  get diagnostics found = row_count;
  if found = take or private.is_only_signs(searched) then return; end if;
  query := private.all_of(private.queries_of(private.words_to_find(searched)));
  return query
    select a.title
    from (
      select article_id, published_at from private.story_words
      where words @@ query and head @@ query and ts_filter(head, '{a}') @@ query and published_at <= now()
      union
      select article_id, published_at from private.story_words
      where head_text like folded and split_part(head_text, E'\n', 1) like folded and published_at <= now()
    ) s join public.articles a on a.id = s.article_id
    where not a.title ilike contained
    order by s.published_at desc, a.id limit take - found;
end $$;

grant execute on function
  public.find_stories(text, text, text, integer, integer, integer, text, integer, integer),
  public.find_titles(text, integer)
to anon, authenticated;

-- supabase/schemas/checks.sql

/* The checks of a story for which it may be refused when it is published: the same rules as src/domain/story-checks.ts, where
   the editor reads them, with the same names. tests/fixtures/story-checks.ts has the cases that hold both together.
   site_settings.required_checks says for which of them a story is refused. */

-- In characters (MAX_CARD_TITLE in src/domain/title.ts).
create function private.max_card_title() returns integer language sql immutable set search_path = '' as $$ select 100 $$;

/* Whether a note was left in a text: in square brackets, which within a quotation hold what is added to the words of
   somebody, unless it is a question; or TK, which stands for what is to come. The regular expressions NOTE, QUOTATION and
   BRACKETS of src/domain/story-checks.ts. */
create function private.has_note(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text ~ '\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])(?=[^[\]]{0,200}[?:])[^[\]]{1,200}\]|(?<![A-Za-z0-9-])(?:TK(?:TK)+(?![A-Za-z0-9])|TK(?![A-Za-z0-9-]|\s[A-ZÀ-Þ][a-zß-ÿ]))'
    or regexp_replace(p_text, '“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|›[^‹›]*‹|‚[^‚‘’]*[‘’]|‘(?:[^‘’]|’(?=[A-Za-zÀ-ɏ]))*’|「[^「」]*」|『[^『』]*』|”[^”]*”|(?<![0-9])"[^"]*"', ' ', 'g')
      ~ '\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])[^[\]]{1,200}\]'
$$;

-- The file of the library that the address of a picture names (mediaAtQuery in src/admin/data/media-at.ts).
create function private.library_file(p_address text) returns setof public.media
language sql stable security definer set search_path = ''
as $$
  select m.* from public.media m where m.storage_path = coalesce(
    private.percent_decoded(substring(p_address from '/storage/v1/object/public/media/([^?#]+)')), substring(p_address from '^/(.*)$'))
$$;

-- Whether the library says what the picture at an address shows.
create function private.has_library_alt(p_address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.library_file(p_address) m where m.alt_text ~ '\S') $$;

-- The texts of a body that are HTML, with their places (private.body_values).
create function private.body_html(p_content jsonb) returns table (place bigint[], source text)
language sql stable set search_path = ''
as $$
  select v.place, v.value #>> '{}' from private.body_values(p_content) v
  where jsonb_typeof(v.value) = 'string' and (v.key = 'html' or v.key in ('', 'content') and v.value #>> '{}'
    ~* '^\s*<(p|h[1-6]|blockquote|ul|ol|pre|hr|figure|aside|table|div|section|article|img)[\s/>]')
$$;

-- Whether a heading of a body is more than one level below the one before it. The title is of level 1, a choice of level 2.
create function private.skips_heading(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  with heading (place, nth, level) as (
    select h.place, found.nth, found.match[1]::integer from private.body_html(p_content) h,
      regexp_matches(
        -- Headings of fact boxes are none of the story. All quantifiers of one pattern match as little as the first.
        regexp_replace(h.source, '<aside\y[^>]*?data-block.*?(</aside>|$)', '', 'gi'),
        -- Empty ones are not shown.
        '<h([1-6])\y[^>]*>(?!(?:[\s\u00a0]|&nbsp;|<(?!img\y|/h[1-6])[^>]*>)*</h[1-6])', 'gi')
      with ordinality as found (match, nth)
    union all
    -- Plain text.
    select v.place, found.nth, length(found.match[2]) from private.body_values(p_content) v,
      regexp_matches(v.value #>> '{}', '(^|[\r\n])[ \t]*(#{2,3})[ \t]+[^\s#]', 'g') with ordinality as found (match, nth)
    where jsonb_typeof(v.value) = 'string' and v.key in ('', 'content')
      and not exists (select from private.body_html(p_content) h where h.place = v.place)
    union all
    -- Blocks and rich text.
    select v.place, 0, coalesce(substring(coalesce(v.value #>> '{data,level}', v.value #>> '{attrs,level}',
        v.value ->> 'level', v.value ->> 'tag') from '[1-9]'), '2')::integer
    from private.body_values(p_content) v
    where v.value ->> 'type' in ('header', 'heading') and jsonb_path_exists(v.value, 'strict $.**.text ? (@ like_regex "\\S")')
      and not exists (
        select from private.body_values(p_content) box
        where box.value ->> 'type' in ('factBox', 'marginNote') and box.place = v.place[1 : cardinality(box.place)])
  ), level as (
    select place, nth, least(greatest(level, 2), 4) as level from heading
  ), step as (
    select level, coalesce(
      lag(level) over (partition by case when p_content ->> 'type' = 'interactive' then place end order by place, nth),
      case when p_content ->> 'type' = 'interactive' then 2 else 1 end) as before
    from level
  )
  select exists (select from step where level > before + 1)
$$;

-- The value of an attribute of a tag, of whose source p_attributes is what follows its name; null without it.
create function private.attribute_of(p_attributes text, p_name text) returns text
language sql immutable set search_path = ''
as $$
  select private.unescape_text(coalesce(found.parts[2], found.parts[3], found.parts[4], ''))
  from regexp_matches(p_attributes, '([^\s"''>/=]+)(?:\s*=\s*(?:"([^"]*)"|''([^'']*)''|([^\s"''>]+)))?', 'g')
    with ordinality as found (parts, place)
  where lower(found.parts[1]) = p_name
  order by found.place limit 1
$$;

-- The pictures that a body shows, with what it says of each; in stories in parts the library may say it.
create function private.body_pictures(p_content jsonb) returns table (address text, alt text, may_be_library boolean)
language sql stable set search_path = ''
as $$
  select shown.* from (
    select private.attribute_of(img[1], 'src') as address, private.attribute_of(img[1], 'alt'), false
    from private.body_html(p_content) h, regexp_matches(h.source, '<img\y((?:[^>"'']|"[^"]*"|''[^'']*'')*)>', 'gi') as img
    union all
    select case when v.value ->> 'type' in ('image', 'figure') then coalesce(v.value ->> 'src', v.value #>> '{attrs,src}',
          v.value #>> '{data,file,url}', v.value #>> '{data,url}')
        when p_content ->> 'type' = 'interactive' and v.key = 'choices' then v.value ->> 'image' end,
      case when v.value ->> 'type' in ('image', 'figure') then coalesce(v.value ->> 'alt', v.value #>> '{attrs,alt}',
          v.value #>> '{attrs,altText}', v.value #>> '{data,alt}', v.value ->> 'altText')
        else v.value ->> 'title' end,
      coalesce(p_content ->> 'type', '') in ('interactive', 'mixed-media')
    from private.body_values(p_content) v where jsonb_typeof(v.value) = 'object') shown
  where shown.address ~ '\S' and shown.address !~* '^\s*(?!https?:)[a-z][a-z0-9+.-]*:'
$$;

-- Whether a body has a picture that does not say what it shows.
create function private.lacks_alt(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.body_pictures(p_content) p
    where coalesce(p.alt, '') !~ '\S' and not (p.may_be_library and private.has_library_alt(p.address)))
$$;

-- The files of the library that a story shows as pictures.
create function private.story_files(a public.articles) returns setof public.media
language sql stable security definer set search_path = ''
as $$
  select m.* from (
    select unnest(a.gallery || a.featured_image) union select p.address from private.body_pictures(a.content) p) shown (address),
    private.library_file(shown.address) m
$$;

-- Whether the library names somebody for a photograph of a story whom the story does not credit.
create function private.lacks_photographer(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.story_files(a) m
    where coalesce(m.made_by, 'photograph') = 'photograph' and m.credit ~ '\S'
      and not exists (select from unnest(private.story_names(a)) name, private.fold_text(name) as folded
        where folded <> '' and strpos(private.fold_text(m.credit), folded) > 0))
$$;

-- Whether a picture of a story may not be shown when the story goes out, or not for 30 days from then.
create function private.lacks_rights(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.story_files(a) m, greatest(a.published_at, a.publish_at, now()) as goes_out
    where not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, goes_out)
      or m.usable_until > goes_out and m.usable_until <= goes_out + interval '720 hours')
$$;

-- Whether somebody is credited for the words of a story: its owner, or whom its credits name in that role.
create function private.names_writer(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when a.credits is null then private.story_names(a) <> '{}' else exists (
    select from jsonb_array_elements(a.credits) credit
    join public.credit_roles r on r.id = (credit ->> 'role_id')::uuid and r.is_words) end
$$;

-- The checks that a story does not meet, by their names.
create function private.unmet_checks(a public.articles) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from (values
      (1, 'excerpt', coalesce(a.excerpt, '') !~ '\S'),
      (2, 'category', a.category_id is null),
      (3, 'share_picture', coalesce(a.featured_image, '') !~ '\S'),
      (4, 'title_length', char_length(btrim(a.title, E' \t\r\n')) > private.max_card_title()),
      (5, 'writer', not private.names_writer(a)),
      (6, 'picture_credits', private.lacks_photographer(a)),
      (7, 'alt_text', private.lacks_alt(a.content) or exists (
        select from unnest(a.gallery || a.featured_image) address
        where address ~ '\S' and not private.has_library_alt(address))),
      (8, 'headings', private.skips_heading(a.content)),
      (9, 'notes', exists (
        select from (
          values (a.title), (a.standfirst), (a.excerpt), (a.meta_title), (a.meta_description),
            (private.body_text(a.content))
          union all select value from jsonb_each_text(a.captions)
          union all select fact ->> 'label' from jsonb_array_elements(a.facts) fact
          union all select fact ->> 'value' from jsonb_array_elements(a.facts) fact) part (words)
        where private.has_note(words))),
      (10, 'rights', private.lacks_rights(a)),
      (11, 'comments', exists (
        select from public.comment_threads t where t.article_id = a.id and t.resolved_at is null))
    ) as checked (place, name, is_unmet)
    where is_unmet order by place)
$$;

-- Why a story is not published (refusalText in src/domain/checks.ts).
create function private.check_refusal(p_checks text[]) returns text
language sql immutable set search_path = ''
as $$
  select 'Not published: ' || string_agg(case name
    when 'excerpt' then 'no excerpt'
    when 'category' then 'no category'
    when 'share_picture' then 'no featured image'
    when 'title_length' then 'a title too long for its card'
    when 'writer' then 'nobody credited for the words'
    when 'picture_credits' then 'photographers who are not credited'
    when 'alt_text' then 'pictures without alt text'
    when 'headings' then 'headings that skip a level'
    when 'notes' then 'notes left in the text'
    when 'rights' then 'pictures that may not be shown for 30 days'
    when 'comments' then 'open comments' end, ', ' order by place) || '.'
  from unnest(p_checks) with ordinality as refused (name, place)
$$;

-- Refuses to publish or schedule a story that does not meet the required checks, and to publish changes of one for what it
-- ceases to meet.
create function private.require_checks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare required text[]; known text[] := '{}'; refused text[];
begin
  if private.is_service() or new.status <> 'published' or new.deleted_at is not null then return new; end if;
  select s.required_checks into required from public.site_settings s;
  if coalesce(required, '{}') = '{}' then return new; end if;
  if tg_op = 'UPDATE' and old.status = 'published' and old.deleted_at is null then known := private.unmet_checks(old); end if;
  refused := array(
    select name from unnest(private.unmet_checks(new)) with ordinality as unmet (name, place)
    where name = any (required) and name <> all (known) order by place);
  if refused <> '{}' then
    raise exception '%', private.check_refusal(refused) using errcode = '23514';
  end if;
  return new;
end $$;
-- Not for what other triggers do: a category may be deleted although stories are in it.
create trigger require_checks before insert or update on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.require_checks();

-- Counts a check of links by a person of the staff (functions/check-links). Whether it is one of the first 30 in ten minutes. With
-- the secret key only.
create function public.count_link_check(p_person uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$ select private.count_request('link_checks', p_person::text) <= 30 $$;
grant execute on function public.count_link_check(uuid) to service_role;

-- supabase/schemas/analytics.sql

-- Numbers for the admin: page views, the series of the Analytics screen, and counts. None of them is about a person.

create table private.page_views (
  article_id uuid not null references public.articles (id) on delete cascade,
  day date not null,
  views integer not null default 1,
  primary key (article_id, day)
);
create index page_views_day_idx on private.page_views (day);
alter table private.page_views enable row level security;

-- Views that were left out because a crawler asked for them.
create table private.crawler_views (
  day date primary key,
  views integer not null default 1
);
alter table private.crawler_views enable row level security;

-- How user agents of crawlers and other programs look: the pattern of the library isbot, as PostgreSQL writes patterns.
create function private.crawler_pattern() returns text
language sql immutable set search_path = ''
as $$
  select
    ' daum[ /]| deusu\/|(?:^|[^g])news(?!sapphire)|(?<! channel\/|google\/)google(?!(?:wv|app|\/google| pixel))'
    '|(?<! cu)bots?(?:\y|_)|(?<!cam)scan|(?<!lib)http|24x7|;\s\w+;$|@[a-z][\w-]+\.|\(\)|\.com\y|\y\w+\/1\.0;|\ybw\/'
    '|\ydlc\y|\yort\/|\yperl\y|\ytime\/|\||^[<\(;]|^[\w \.\-\(?:\):%]+(?:\/v?\d+(?:\.\d+)?(?:\.\d{1,10})*?)?(?:,|$)'
    '|^[\w\-]+\/[\w]+$|^[^ ]{50,}$|^\d+\y|^\w*search\y|^\w+\/[\w\(\)]*$|^\w+\/\d\.\d\s\([\w@]+\)$|^active|^ad muncher'
    '|^amaya|^apache\/|^avsdevicesdk\/|^azure|^biglotron|^blackbox exporter|^bot|^clamav[ /]|^claude-code\/|^client\/'
    '|^cobweb\/|^custom|^ddg[_-]android|^discourse|^dispatch\/\d|^downcast\/|^duckduckgo|^email|^exodusmovement'
    '|^facebook|^getright\/|^gozilla\/|^hobbit|^hotzonu|^hwcdn\/|^igetter\/|^jeode\/|^jetty\/|^jigsaw|^microsoft bits'
    '|^movabletype|^mozilla\/\d\.\d\s[\w\.-]+$|^mozilla\/\d\.\d\s\((?:compatible;)?(?:\s?[\w\d.-]+[\s/]\d+\.\d+)?\)$'
    '|^navermailapp|^netsurf|^offline|^openai\/|^owler|^php|^postman|^ps_daily\/|^python|^rank|^read|^reed'
    '|^remove\.bg\/|^rest|^rss|^snapchat|^sora |^space bison|^stape\/|^svn|^swcd |^taringa|^thumbor\/|^track|^w3c'
    '|^webbandit\/|^webcopier|^wget|^whatsapp|^wordpress|^xenu link sleuth|^yahoo|^yandex|^zdm\/\d'
    '|^zoom marketplace\/|abuse|advisor|agent\y|analyzer|archive|ask jeeves\/teoma|attracta|audit|bluecoat drtr'
    '|browsex|burpcollaborator|capture|catch|check\y|checker|chrome-lighthouse|chromeframe|classifier|cloudflare'
    '|collapsify\y|convertify|cookiehubverify\/|crawl|cursor\/|cypress\/|dareboost|datanyze|dejaclick|detect'
    '|discovery|dmbrowser|download|exaleadcloudview|feed|firephp|foregenix|functionize|grab|hardenize\y|headless'
    '|hotjar|httrack|hubspot marketing grader|ibisbrowser|infrawatch|insight|inspect|iplabel|java(?!;)|library'
    '|linkcheck|linktiger|mail\.ru\/|manus-user\/|marketgoo\/|measure|monitor\y|neustar wpm|node\y|nutch|offbyone'
    '|openvas|optimize|pageburst|pagespeed|parser|phantomjs|pingdom|playwright|powermarks|preview|productfinder'
    '|prospectingstudio|proxy|ptst[ /]\d|radar|readable\/|retriever|rexx;|rigor|rss\y|scrape|securityheaders|selenium'
    '|server|silktide|sindup\/|sogou|sparkler\/|speedcurve|spider|splash|statuscake|supercleaner|synapse|synthetic'
    '|testlocally|tools|torrent|transcoder|url|validator|virtuoso|wappalyzer|watchtowr|webglance|webkit2png|whatcms\/'
    '|xtate\/'
$$;

-- Whether a user agent names a program, or there is none. Only its first 400 characters are looked at.
create function private.is_crawler(p_user_agent text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(p_user_agent, '') = '' or left(p_user_agent, 400) ~* private.crawler_pattern()
$$;

/* Counts one view of a published article; one that a crawler asked for is counted as left out. Silently counts nothing for
   readers who ask not to be tracked (by browser header), for unknown slugs, and for an address that has sent 60 in ten
   minutes, or a network that has sent 600. Of the address only hashes are kept, without the article, for the window of the
   limit. */
create function public.count_view(p_slug text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := private.request_headers();
  today date := (now() at time zone private.time_zone())::date;
  article uuid;
begin
  if headers ->> 'dnt' = '1' or headers ->> 'sec-gpc' = '1' then return; end if;
  select id into article from public.articles
  where slug = p_slug and status = 'published' and published_at <= now() and deleted_at is null;
  if article is null then return; end if;
  if private.is_over_limit('count_view', private.visitor_address(), 60, 600) then return; end if;
  if private.is_crawler(headers ->> 'user-agent') then
    insert into private.crawler_views as c (day) values (today) on conflict (day) do update set views = c.views + 1;
  else
    insert into private.page_views as v (article_id, day) values (article, today)
    on conflict (article_id, day) do update set views = v.views + 1;
  end if;
end $$;
grant execute on function public.count_view(text) to anon;

-- Series for editors, from p_from to p_until: days of the magazine, both included ------------------------------------

-- Published stories, by day, category and author.
create function public.get_story_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select (published_at at time zone zone)::date as day, category_id, author_id from public.articles
      where status = 'published' and deleted_at is null and published_at <= now()
        and published_at >= private.local_day_start(p_from) and published_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'stories', n) order by day)
        from (select day, count(*) as n from stories group by day) d), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'color', color, 'stories', n) order by n desc, name)
        from (select c.name, c.color, count(*) as n from stories s left join public.categories c on c.id = s.category_id
              group by c.id, c.name, c.color) d), '[]'),
      'authors', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'stories', n) order by n desc, name)
        from (select p.full_name as name, count(*) as n from stories s left join public.profiles p on p.id = s.author_id
              group by p.id, p.full_name) d), '[]')));
end $$;

-- New subscribers of a period who are subscribed today, by day and by source page.
create function public.get_subscriber_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with joined as materialized (
      select (subscribed_at at time zone zone)::date as day, coalesce(nullif(trim(source_page), ''), '') as source
      from public.subscribers
      where status = 'active'
        and subscribed_at >= private.local_day_start(p_from) and subscribed_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'active_before', (select count(*) from public.subscribers
        where status = 'active' and subscribed_at < private.local_day_start(p_from)),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'joined', n, 'active', n) order by day)
        from (select day, count(*) as n from joined group by day) d), '[]'),
      'sources', coalesce((select jsonb_agg(jsonb_build_object('source', source, 'joined', n) order by n desc, source)
        from (select source, count(*) as n from joined group by source order by n desc, source limit 50) d), '[]')));
end $$;

/* The time in milliseconds from a save (or, when scheduled, its publish date) until it was live, for each build. Full
   builds, made when a publisher starts, do not count. Builds are kept for 30 days. */
create function public.get_publish_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with publishes as materialized (
      select (max(o.processed_at) at time zone zone)::date as day,
        extract(epoch from (max(o.processed_at) - min(greatest(o.created_at, o.due_at)))) * 1000 as ms
      from public.builds b join public.publish_outbox o on o.build_id = b.id
      where b.status = 'live' and b.kind <> 'full' and o.processed_at is not null
        and b.started_at >= private.local_day_start(p_from) and b.started_at < private.local_day_start(p_until + 1)
      group by b.id
    )
    select jsonb_build_object(
      'publishes', (select count(*) from publishes),
      'failed', (select count(*) from public.builds where status = 'failed'
        and started_at >= private.local_day_start(p_from) and started_at < private.local_day_start(p_until + 1)),
      'median_ms', (select round(percentile_cont(0.5) within group (order by ms)) from publishes),
      'p95_ms', (select round(percentile_cont(0.95) within group (order by ms)) from publishes),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'publishes', n, 'median_ms', m, 'p95_ms', p) order by day)
        from (select day, count(*) as n, round(percentile_cont(0.5) within group (order by ms)) as m,
                round(percentile_cont(0.95) within group (order by ms)) as p from publishes group by day) d), '[]')));
end $$;

-- Page views, by day, and the stories with most of them; how many views of crawlers were left out.
create function public.get_view_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with counted as materialized (
      select article_id, day, views from private.page_views where day between p_from and p_until
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'views', n) order by day)
        from (select day, sum(views) as n from counted group by day) d), '[]'),
      'crawlers', (select coalesce(sum(views), 0) from private.crawler_views where day between p_from and p_until),
      'stories', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'slug', slug, 'views', n) order by n desc, title)
        from (select a.id, a.title, a.slug, sum(v.views) as n
              from counted v join public.articles a on a.id = v.article_id where a.deleted_at is null
              group by a.id order by n desc, a.title limit 20) d), '[]')));
end $$;

-- Page views of some stories since a day; one without any is left out.
create function public.get_readings(p_articles uuid[], p_from date) returns table (id uuid, views bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query
    select v.article_id, sum(v.views) from private.page_views v
    where v.article_id = any (p_articles) and v.day >= p_from group by v.article_id;
end $$;
grant execute on function public.get_readings(uuid[], date) to authenticated;

grant execute on function public.get_story_numbers(date, date), public.get_subscriber_numbers(date, date),
  public.get_publish_numbers(date, date), public.get_view_numbers(date, date) to authenticated;

-- Counts in one request each. They run as the caller: the policies decide which rows count ---------------------------

-- The state of an article, as the admin names it: its status, but `scheduled` while the date of a published one is ahead.
create function private.article_state(p_status text, p_published_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case when p_status = 'published' and p_published_at > now() then 'scheduled' else p_status end
$$;
grant execute on function private.article_state(text, timestamptz) to authenticated;

-- The number of articles of each state outside the trash. A state without any is left out.
create function public.get_article_counts() returns table (status text, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select private.article_state(a.status, a.published_at), count(*) from public.articles a
  where a.deleted_at is null group by 1
$$;

-- The number of articles outside the trash of each of these categories and tags, as far as the caller may see them; one
-- without any is left out. Not `articles(count)` in a request: PostgREST makes that a count of whole rows, which reads
-- the text of every article.
create function public.count_articles(p_groups uuid[]) returns table (id uuid, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select a.category_id, count(*) from public.articles a
  where a.category_id = any (p_groups) and a.deleted_at is null group by a.category_id
  union all
  select t.tag_id, count(*) from public.article_tags t join public.articles a on a.id = t.article_id
  where t.tag_id = any (p_groups) and a.deleted_at is null group by t.tag_id
$$;

/* How many articles outside the trash, published articles, drafts and categories there are, and how many were created
   (or published) in [p_current, p_until) and in [p_previous, p_current). A kind without any is left out. */
create function public.get_dashboard_counts(p_previous timestamptz, p_current timestamptz, p_until timestamptz)
returns table (kind text, total bigint, current bigint, previous bigint)
language sql stable security invoker set search_path = ''
as $$
  with articles as (
    select private.article_state(a.status, a.published_at) as state, a.created_at, a.published_at
    from public.articles a where a.deleted_at is null
  ), dated (kind, at) as (
    select 'articles', a.created_at from articles a
    union all
    select 'published', a.published_at from articles a where a.state = 'published'
    union all
    select 'drafts', a.created_at from articles a where a.state = 'draft'
    union all
    select 'categories', c.created_at from public.categories c
  )
  select d.kind, count(*), count(*) filter (where d.at >= p_current and d.at < p_until),
    count(*) filter (where d.at >= p_previous and d.at < p_current)
  from dated d group by d.kind
$$;

grant execute on function
  public.get_article_counts(), public.count_articles(uuid[]),
  public.get_dashboard_counts(timestamptz, timestamptz, timestamptz)
to authenticated;

-- supabase/schemas/contact.sql

-- Messages that visitors send with the contact form.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$')
    -- A list or object sent as an address is stored as its JSON text, which may look like one.
    constraint contact_messages_email_characters check (email !~ '["<>(),:;\\[\]]'),
  subject text check (char_length(subject) <= 300),
  phone text check (char_length(phone) <= 60),
  message text not null check (char_length(message) <= 10000 and trim(message) <> ''),
  status text not null default 'new' check (status in ('new', 'read', 'answered')),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on public.contact_messages (created_at desc);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_answered_by_idx on public.contact_messages (answered_by);

-- What staff search.
create function public.search_text(public.contact_messages) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.name, $1.email, $1.subject, $1.message)) $$;
grant execute on function public.search_text(public.contact_messages) to authenticated;

-- Staff change only the status.
alter table public.contact_messages enable row level security;
grant insert (name, email, subject, phone, message) on public.contact_messages to anon;
grant select, update (status), delete on public.contact_messages to authenticated;
create policy "anyone writes to us" on public.contact_messages for insert to anon with check (status = 'new');
create policy "editors read messages" on public.contact_messages for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors mark messages" on public.contact_messages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove messages" on public.contact_messages for delete to authenticated
using ((select public.has_role('super_admin')));

create trigger enforce_rate_limit before insert on public.contact_messages
for each row execute function private.enforce_rate_limit();
create trigger require_form_enabled before insert on public.contact_messages
for each row execute function private.require_form_enabled('contact_enabled', 'The contact form is closed');
create trigger log_delete after delete on public.contact_messages
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Records who answered a message, and when.
create function private.record_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    new.answered_at := case when new.status = 'answered' then now() end;
    new.answered_by := case when new.status = 'answered' then (select p.id from public.profiles p where p.id = auth.uid()) end;
  end if;
  return new;
end $$;
create trigger record_answer before update on public.contact_messages
for each row execute function private.record_answer();

-- supabase/schemas/subscribers.sql

/* Subscribers of the newsletter and their consent. A reader's sign-up is pending until it is confirmed by a mail, unless
   the setting newsletter_confirm is off. The row keeps what the reader agreed to (wording and version), when and where. */

-- The sentences that the forms show or have shown, by version. register_magazine adds those of src/magazine/consent.ts;
-- a version is made of the sentence (consentVersion in src/domain/subscriber.ts), so a changed one is another.
create table private.consent_wordings (
  version text primary key,
  form text not null,
  wording text not null
);
alter table private.consent_wordings enable row level security;
insert into private.consent_wordings values
  ('newsletter-1', 'newsletter', 'We send the letters you choose to this address until you unsubscribe.'),
  ('letter-line-1', 'letter-line', 'We send our weekly letter and design tips to this address until you unsubscribe.'),
  ('contact-1', 'contact',
   'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.');

create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$')
    -- A list or object sent as an address is stored as its JSON text, which may look like one.
    constraint subscribers_email_characters check (email !~ '["<>(),:;\\[\]]'),
  first_name text check (char_length(first_name) <= 120),
  preferences jsonb not null default '{"weeklyNewsletter": true, "designTips": true, "newArticles": false, "specialOffers": false}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) < 1000),
  source_page text check (char_length(source_page) <= 300),
  status text not null default 'active' check (status in ('pending', 'active', 'unsubscribed')),
  subscribed_at timestamptz not null default now(),
  consent_version text references private.consent_wordings (version),
  consent_wording text,
  -- When the form was sent.
  consent_at timestamptz,
  -- The form; 'import' for rows added with the secret key, 'other' for visitors' rows that name no wording, 'before
  -- confirmation' for rows from before consent was recorded.
  consent_source text not null default 'import',
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- The status that undoing an unsubscription restores.
  unsubscribed_from text check (unsubscribed_from in ('pending', 'active')),
  data_requested_at timestamptz,
  erasure_requested_at timestamptz
);
create unique index subscribers_email_idx on public.subscribers (lower(email));
create index subscribers_subscribed_idx on public.subscribers (subscribed_at desc);
create index subscribers_consent_version_idx on public.subscribers (consent_version);
create index subscribers_requests_idx on public.subscribers (id)
where data_requested_at is not null or erasure_requested_at is not null;
create index subscribers_pending_idx on public.subscribers (consent_at) where status = 'pending';

-- What staff search.
create function public.search_text(public.subscribers) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.email, $1.first_name)) $$;
grant execute on function public.search_text(public.subscribers) to authenticated;

-- Staff correct a name, unsubscribe and close requests; an address and its consent belong together. Accounts subscribe
-- nobody.
alter table public.subscribers enable row level security;
grant insert (email, first_name, preferences, source_page, consent_version) on public.subscribers to anon;
grant select, update (first_name, preferences, status, data_requested_at, erasure_requested_at), delete
on public.subscribers to authenticated;
create policy "anyone subscribes" on public.subscribers for insert to anon with check (status <> 'unsubscribed');
create policy "editors read subscribers" on public.subscribers for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors change subscribers" on public.subscribers for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove subscribers" on public.subscribers for delete to authenticated
using ((select public.has_role('super_admin')));

-- Rules of a sign-up. Triggers fire by name: enforce_rate_limit, normalize_email, require_form_enabled, start_consent,
-- stop_duplicate.

create trigger enforce_rate_limit before insert on public.subscribers
for each row execute function private.enforce_rate_limit();

-- Stored without outer blanks, which phone keyboards add, and in lower case.
create function private.normalize_email() returns trigger
language plpgsql set search_path = ''
as $$ begin new.email := lower(trim(new.email)); return new; end $$;
create trigger normalize_email before insert or update of email on public.subscribers
for each row execute function private.normalize_email();

create trigger require_form_enabled before insert on public.subscribers
for each row execute function private.require_form_enabled('newsletter_enabled', 'The newsletter is closed');

/* Records the consent of a reader's sign-up. An address that is pending or unsubscribed gets another mail in place of a
   second row, so the answer does not tell such an address from a new one; an active one violates the unique index. */
create function private.start_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known public.subscribers;
  sign_up jsonb;
begin
  -- The edge function submit-form sends readers' forms with the secret key and names the reader's address.
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;

  new.status := case when private.confirmation_required() then 'pending' else 'active' end;
  new.consent_at := now();
  select w.form, w.wording into new.consent_source, new.consent_wording
  from private.consent_wordings w where w.version = new.consent_version;
  -- A version that there is not would fail for new addresses only, and so tell which are known.
  if not found then new.consent_version := null; end if;
  new.consent_source := coalesce(new.consent_source, 'other');

  select s.* into known from public.subscribers s where lower(s.email) = new.email for update;
  if known.id is null or known.status = 'active' then return new; end if;
  -- The row is tried to be inserted, as in stop_duplicate: one that fails a check fails it as that of a new address does.
  perform set_config('mantel.visitor_row', 'duplicate', true);
  begin
    insert into public.subscribers select (new).*;
  exception
    when unique_violation then null;
    -- Again, without the details, which a visitor's own insert does not have.
    when others then raise exception using errcode = sqlstate, message = sqlerrm;
  end;
  perform set_config('mantel.visitor_row', 'counted', true);
  sign_up := jsonb_build_object('first_name', new.first_name, 'preferences', new.preferences,
    'source_page', new.source_page, 'consent_version', new.consent_version, 'consent_wording', new.consent_wording,
    'consent_at', new.consent_at, 'consent_source', new.consent_source);
  if new.status = 'pending' then
    perform private.queue_subscriber_mail(known.id, 'confirm', sign_up);
  else
    perform private.activate_subscriber(known.id, sign_up);
  end if;
  return null;
end $$;
create trigger start_consent before insert on public.subscribers
for each row execute function private.start_consent();

/* A visitor's sign-up of an address that is subscribed already is answered with status 409 and inserts nothing. It is
   not an error, which would undo its count in the rate limit, so that addresses could be tried without end. The row is
   tried to be inserted all the same: one that fails a check fails it whether its address is subscribed or not. */
create function private.stop_duplicate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate'
     or not exists (select 1 from public.subscribers s where lower(s.email) = new.email) then
    return new;
  end if;
  perform set_config('mantel.visitor_row', 'duplicate', true);
  begin
    insert into public.subscribers select (new).*;
  exception when unique_violation then
    perform set_config('response.status', '409', true);
  end;
  perform set_config('mantel.visitor_row', 'counted', true);
  return null;
end $$;
create trigger stop_duplicate before insert on public.subscribers
for each row execute function private.stop_duplicate();

-- Whether a sign-up waits for its confirmation by mail.
create function private.confirmation_required() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select s.newsletter_confirm from public.site_settings s), true) $$;

-- Sends the mail whose link confirms a sign-up.
create function private.ask_to_confirm() returns trigger
language plpgsql security definer set search_path = ''
as $$ begin perform private.queue_subscriber_mail(new.id, 'confirm'); return null; end $$;
create trigger ask_to_confirm after insert on public.subscribers for each row
when (new.status = 'pending' and new.consent_at is not null) execute function private.ask_to_confirm();

-- Subscribes a known address again, with the columns of its new sign-up.
create function private.activate_subscriber(p_subscriber uuid, p_sign_up jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.subscribers s set
    (first_name, preferences, source_page, consent_version, consent_wording, consent_at, consent_source, subscribed_at)
    = (n.first_name, n.preferences, n.source_page, n.consent_version, n.consent_wording, n.consent_at, n.consent_source,
       case when p_sign_up is null then s.subscribed_at else n.consent_at end),
    status = 'active'
  from public.subscribers old, jsonb_populate_record(old, coalesce(p_sign_up, '{}')) n
  where s.id = p_subscriber and old.id = s.id
$$;

-- Staff may end a subscription, but only its reader begins one.
create function private.before_subscriber_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'unsubscribed' then
    new.unsubscribed_at := now();
    new.unsubscribed_from := old.status;
    return new;
  end if;
  if current_setting('role', true) = 'authenticated' then
    raise exception 'Only the reader can subscribe this address' using errcode = '42501';
  end if;
  new.unsubscribed_at := null;
  new.unsubscribed_from := null;
  return new;
end $$;
create trigger before_subscriber_status before update of status on public.subscribers for each row
when (old.status is distinct from new.status) execute function private.before_subscriber_status();

create trigger log_delete after delete on public.subscribers
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- For staff ----------------------------------------------------------------------------------------------------------

-- Counts for the list of subscribers, and the sources to filter by, most used first. Only active subscribers count as
-- subscribed; pending and unsubscribed ones are counted apart. Visitors send the source, so only 200 different ones are
-- listed.
create function public.get_subscriber_overview(month_start timestamptz)
returns table (total bigint, active bigint, this_month bigint, pending bigint, unsubscribed bigint, requests bigint, sources text[])
language sql stable set search_path = ''
as $$
  select count(*) filter (where s.status = 'active'), count(*) filter (where s.status = 'active'),
    count(*) filter (where s.status = 'active' and s.subscribed_at >= month_start),
    count(*) filter (where s.status = 'pending'), count(*) filter (where s.status = 'unsubscribed'),
    count(*) filter (where s.data_requested_at is not null or s.erasure_requested_at is not null),
    coalesce((
      select array_agg(used.source_page order by used.times desc, used.source_page)
      from (select source_page, count(*) as times from public.subscribers
            where source_page <> '' group by source_page order by times desc, source_page limit 200) used
    ), '{}')
  from public.subscribers s
$$;

-- What is stored of a subscriber's address: the row and the messages from the same address. Policies apply.
create function public.get_subscriber_data(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('subscription', to_jsonb(s), 'messages', coalesce((
    select jsonb_agg(jsonb_build_object('name', m.name, 'email', m.email, 'phone', m.phone, 'subject', m.subject,
      'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from public.contact_messages m where lower(trim(m.email)) = s.email), '[]'))
  from public.subscribers s where s.id = p_id
$$;

-- Deletes a subscriber and the messages from the same address; for super admins.
create function public.erase_subscriber(p_id uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare address text;
begin
  delete from public.subscribers where id = p_id returning email into address;
  if address is null and public.has_role('super_admin') then
    raise exception 'This subscriber is gone' using errcode = 'PT404';
  elsif address is null then
    raise exception 'Only a super admin deletes subscribers' using errcode = '42501';
  end if;
  delete from public.contact_messages where lower(trim(email)) = address;
end $$;

grant execute on function public.get_subscriber_overview(timestamptz), public.get_subscriber_data(uuid),
  public.erase_subscriber(uuid) to authenticated;

-- supabase/schemas/subscriber_mails.sql

/* Mails to subscribers, and the links in them. Who sends them: the edge function newsletter, which claims those that are
   due. What the functions return to it is an outcome of src/domain/form-post.ts; they are called with the secret key. */

-- A mail is tried until it is sent, at most six times. The token of its link is made when it is sent; only its hash is
-- stored.
create table private.subscriber_mails (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe', 'preferences', 'data', 'erasure')),
  -- The columns of a sign-up of an address that is known already; they apply when its link is opened.
  sign_up jsonb,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  token_hash bytea unique,
  expires_at timestamptz,
  opened_at timestamptz,
  -- When a later wish of the subscriber ended it before its link was opened: the link works no more, and no mail goes.
  ended_at timestamptz
);
alter table private.subscriber_mails enable row level security;
create index subscriber_mails_subscriber_idx on private.subscriber_mails (subscriber_id, created_at);
create index subscriber_mails_due_idx on private.subscriber_mails (due_at) where sent_at is null;
create index subscriber_mails_created_idx on private.subscriber_mails (created_at);

/* Adds a mail to a subscriber, who gets one in five minutes, and one in an hour after five in a day: a further one waits,
   and one of its purpose that waits already goes in its place. Nobody's mailbox is flooded by a visitor who types the
   address, and no visitor uses up the mails of a reader. */
create function private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- One request after the other.
  perform 1 from public.subscribers s where s.id = p_subscriber for update;
  update private.subscriber_mails m set sign_up = coalesce(p_sign_up, m.sign_up)
  where m.subscriber_id = p_subscriber and m.purpose = p_purpose
    and m.attempts = 0 and m.opened_at is null and m.ended_at is null;
  if found then return; end if;
  insert into private.subscriber_mails (subscriber_id, purpose, sign_up, due_at)
  select p_subscriber, p_purpose, p_sign_up, greatest(now(),
    max(coalesce(m.sent_at, case m.attempts when 0 then m.due_at else m.created_at end))
    + case when count(*) filter (where m.created_at > now() - interval '1 day') < 5 then interval '5 minutes'
        else interval '1 hour' end)
  from private.subscriber_mails m
  where m.subscriber_id = p_subscriber
    and (m.sent_at is not null or m.opened_at is null and m.ended_at is null);
end $$;

-- Mails a link to a subscriber, whatever its status; nothing tells the caller whether the address is one.
create function public.request_subscriber_mail(p_email text, p_purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := nullif(trim(private.request_headers() ->> 'x-reader-address'), '');
  subscriber public.subscribers;
  sign_up jsonb;
begin
  if private.count_request('subscriber_mails', '*') > 600
     or private.is_over_limit('subscriber_mails', address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  select s.* into subscriber from public.subscribers s where lower(s.email) = lower(trim(p_email));
  if subscriber.id is null then return; end if;
  if p_purpose = 'confirm' then
    -- The last sign-up that waits for its confirmation; without one an unsubscribed address subscribes anew, as before.
    select m.sign_up into sign_up from private.subscriber_mails m
    where m.subscriber_id = subscriber.id and m.purpose = 'confirm' and m.opened_at is null and m.ended_at is null
    order by m.created_at desc limit 1;
    if sign_up is null and subscriber.status = 'unsubscribed' then
      sign_up := jsonb_build_object('consent_at', now());
    end if;
  end if;
  perform private.queue_subscriber_mail(subscriber.id, p_purpose, sign_up);
end $$;

/* Mails that are due, each with a new token whose hash replaces the stored one; they are the caller's for two minutes,
   then due again. Confirm links expire after seven days. First deletes sign-ups that were not confirmed in 30 days; who
   signs up again with such an address gets the seven days of the new mail, too. */
create function public.claim_subscriber_mails(p_limit integer default 20)
returns table (id uuid, purpose text, email text, wording text, token text, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.subscribers s
  where s.status = 'pending' and s.consent_at < now() - interval '30 days' and not exists (
    select 1 from private.subscriber_mails m
    where m.subscriber_id = s.id and m.created_at > now() - interval '7 days');
  delete from private.subscriber_mails m where m.created_at < now() - interval '30 days';
  return query
    with due as (
      select m.id from private.subscriber_mails m
      where m.sent_at is null and m.due_at <= now() and m.attempts < 6
        and m.opened_at is null and m.ended_at is null
      order by m.due_at limit p_limit for update skip locked
    ), tokens as materialized (
      select d.id, encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex') as token from due d
    ), claimed as (
      update private.subscriber_mails m set
        attempts = m.attempts + 1,
        due_at = now() + interval '2 minutes' * (2 ^ m.attempts),
        token_hash = sha256(convert_to(t.token, 'UTF8')),
        expires_at = now() + interval '7 days'
      from tokens t where m.id = t.id
      returning m.id, m.purpose, m.subscriber_id, m.sign_up, t.token
    )
    select c.id, c.purpose, s.email, coalesce(c.sign_up ->> 'consent_wording', s.consent_wording), c.token, private.unsubscribe_token(s.id)
    from claimed c join public.subscribers s on s.id = c.subscriber_id;
end $$;

-- Records that a mail was sent, or why not.
create function public.finish_subscriber_mail(p_id uuid, p_error text) returns void
language sql security definer set search_path = ''
as $$
  update private.subscriber_mails
  set sent_at = case when p_error is null then now() end, error = left(p_error, 500) where id = p_id
$$;

/* Carries out the link of a mail, at the press of its page's button. Each works once; a second press says what the first
   did, while that holds. Confirming ends the requests from before it to confirm or to erase. */
create function public.open_subscriber_link(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.subscriber_mails;
  reader public.subscribers;
begin
  -- The subscriber is locked before its mails, as by unsubscribing.
  select s.* into reader from public.subscribers s
  where s.id = (select m.subscriber_id from private.subscriber_mails m
                where m.token_hash = sha256(convert_to(p_token, 'UTF8'))) for update;
  select m.* into mail from private.subscriber_mails m
  where m.token_hash = sha256(convert_to(p_token, 'UTF8')) and m.expires_at > now() and m.ended_at is null for update;
  if mail.id is null then return 'link-expired'; end if;

  if mail.opened_at is not null then
    return case
      when mail.purpose = 'confirm' and reader.status = 'active' then 'confirmed'
      when mail.purpose = 'data' and reader.data_requested_at is not null then 'data-requested'
      when mail.purpose = 'erasure' and reader.erasure_requested_at is not null and reader.status = 'unsubscribed'
        then 'erasure-requested'
      else 'link-expired' end;
  end if;
  update private.subscriber_mails m set opened_at = now() where m.id = mail.id;

  case mail.purpose
    when 'confirm' then
      -- Not a later sign-up: its reader may have chosen other letters.
      update private.subscriber_mails m
      set opened_at = case m.purpose when 'confirm' then now() end, ended_at = case m.purpose when 'erasure' then now() end
      where m.subscriber_id = mail.subscriber_id and m.purpose in ('confirm', 'erasure')
        and m.opened_at is null and m.ended_at is null
        and (m.created_at <= mail.created_at or m.purpose = 'confirm' and m.sign_up is null);
      perform private.activate_subscriber(reader.id, mail.sign_up);
      update public.subscribers set confirmed_at = now() where id = reader.id;
      return 'confirmed';
    when 'data' then
      update public.subscribers set data_requested_at = now() where id = reader.id;
      return 'data-requested';
    when 'erasure' then
      update public.subscribers set erasure_requested_at = now(), status = 'unsubscribed' where id = reader.id;
      return 'erasure-requested';
    else return 'link-expired';
  end case;
end $$;

-- Unsubscribing ------------------------------------------------------------------------------------------------------

-- Unsubscribe links work for ever and without a stored token: a part of a hash of this key and the subscriber's id.
create table private.unsubscribe_key (id boolean primary key default true check (id), key bytea not null);
alter table private.unsubscribe_key enable row level security;
insert into private.unsubscribe_key (key) select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- The token of a subscriber's unsubscribe link.
create function private.unsubscribe_token(p_subscriber uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(uuid_send(p_subscriber) || substring(sha256(k.key || uuid_send(p_subscriber)) for 16), 'hex')
  from private.unsubscribe_key k
$$;

-- The subscriber of an unsubscribe link; null when the token is not one of ours.
create function private.unsubscribe_token_owner(p_token text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select t.id from (select case when p_token ~ '^[0-9a-f]{64}$' then left(p_token, 32)::uuid end as id) t
  where private.unsubscribe_token(t.id) = p_token
$$;

-- Ends the open links of a subscriber who unsubscribes, by whatever way and also once more: nothing that was asked for
-- before is carried out later.
create function private.end_subscriber_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.subscriber_mails m set ended_at = now()
  where m.subscriber_id = new.id and m.opened_at is null and m.ended_at is null;
  return null;
end $$;
create trigger end_subscriber_links after update of status on public.subscribers for each row
when (new.status = 'unsubscribed') execute function private.end_subscriber_links();

-- Ends a subscription. The same outcome for a row that is gone: nothing is left to unsubscribe.
create function public.unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  update public.subscribers set status = 'unsubscribed' where id = subscriber;
  return 'unsubscribed';
end $$;

/* What the subscriber of an unsubscribe link has chosen to get, after choosing it where p_chosen is given:
   `{preferences}`. Where nothing can be chosen `{outcome}`: the link is not one of ours, the sign-up waits for its
   confirmation, or nobody is subscribed. */
create function public.subscriber_preferences(p_token text, p_chosen jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber uuid := private.unsubscribe_token_owner(p_token);
  reader public.subscribers;
begin
  if subscriber is null then return jsonb_build_object('outcome', 'link-expired'); end if;
  if p_chosen is not null then
    update public.subscribers set preferences = p_chosen where id = subscriber and status = 'active';
  end if;
  select s.* into reader from public.subscribers s where s.id = subscriber;
  return case reader.status
    when 'active' then jsonb_build_object('preferences', reader.preferences)
    when 'pending' then jsonb_build_object('outcome', 'not-confirmed')
    else jsonb_build_object('outcome', 'not-subscribed-now') end;
end $$;

-- Whether an unsubscription can be undone: for a day, and not after a request for erasure.
create function private.can_undo(p_subscriber public.subscribers) returns boolean
language sql stable set search_path = ''
as $$
  select p_subscriber.status = 'unsubscribed' and p_subscriber.unsubscribed_from is not null
    and p_subscriber.unsubscribed_at > now() - interval '1 day' and p_subscriber.erasure_requested_at is null
$$;

-- The token that undoes the unsubscription of a subscriber at a time, the eight bytes of a timestamp, and no other one.
create function private.undo_token(p_subscriber uuid, p_unsubscribed bytea) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(undone || substring(sha256(k.key || undone) for 8), 'hex')
  from private.unsubscribe_key k, (select uuid_send(p_subscriber) || p_unsubscribed as undone) t
$$;

-- The token that undoes the unsubscription of an unsubscribe link's owner; null when there is nothing to undo.
create function public.get_undo_token(p_token text) returns text
language sql stable security definer set search_path = ''
as $$
  select private.undo_token(s.id, timestamptz_send(s.unsubscribed_at)) from public.subscribers s
  where s.id = private.unsubscribe_token_owner(p_token) and private.can_undo(s)
$$;

-- Restores a subscription as it was. A second press says so, too.
create function public.undo_unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  reader public.subscribers;
  undone bytea;
begin
  if p_token !~ '^[0-9a-f]{64}$' then return 'link-expired'; end if;
  select s.* into reader from public.subscribers s where s.id = left(p_token, 32)::uuid for update;
  undone := decode(substring(p_token from 33 for 16), 'hex');
  if reader.id is null or p_token <> private.undo_token(reader.id, undone) then return 'link-expired'; end if;
  if reader.status = 'unsubscribed' then
    if undone <> timestamptz_send(reader.unsubscribed_at) or not private.can_undo(reader) then
      return 'link-expired';
    end if;
    update public.subscribers set status = unsubscribed_from where id = reader.id returning * into reader;
    -- Unsubscribing has ended the link that it waited for.
    if reader.status = 'pending' then perform private.queue_subscriber_mail(reader.id, 'confirm'); end if;
  end if;
  return case reader.status when 'active' then 'resubscribed' else 'still-pending' end;
end $$;

-- For staff ----------------------------------------------------------------------------------------------------------

-- Mails that should have been sent, those of them that have failed six times and are not tried again (unless their reader
-- got a later one), and why the latest failed.
create function public.get_subscriber_mail_state() returns table (waiting bigint, given_up bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*) filter (where m.attempts < 6), count(*) filter (where m.attempts >= 6),
      (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m
    where m.sent_at is null and m.opened_at is null and m.ended_at is null
      and m.created_at < now() - interval '1 minute' and (m.attempts > 0 or m.due_at < now() - interval '1 minute')
      and not exists (
        select 1 from private.subscriber_mails later
        where later.subscriber_id = m.subscriber_id and later.purpose = m.purpose and later.created_at > m.created_at
          and later.sent_at is not null);
end $$;

-- The subscribers that the weekly letter goes to, with the token of each one's unsubscribe link; after p_after, by id.
create function public.get_mailing_list(p_after uuid default null, p_limit integer default 1000)
returns table (id uuid, email text, first_name text, preferences jsonb, unsubscribe_token text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select s.id, s.email, s.first_name, s.preferences, private.unsubscribe_token(s.id)
    from public.subscribers s
    where s.status = 'active' and s.preferences -> 'weeklyNewsletter' = 'true' and (p_after is null or s.id > p_after)
    order by s.id limit p_limit;
end $$;

grant execute on function public.get_subscriber_mail_state(), public.get_mailing_list(uuid, integer) to authenticated;

-- supabase/schemas/magazine.sql

/* Records what the database has to know of src/magazine (magazineRecord in src/domain/magazine-record.ts, siteFiles in
   src/backend/site-files.ts): the team; the addresses of sections, which no page gets; the site's files, from which no
   redirect leads away; what the forms say that a subscriber agrees to; and what addresses of its own pictures begin with,
   where that is known. With the secret key. */
create function public.register_magazine(p_magazine jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.team t where t.name not in (
    select r.name from jsonb_to_recordset(p_magazine -> 'team') as r (name text));
  insert into private.team
  select r.name, r.addresses from jsonb_to_recordset(p_magazine -> 'team') as r (name text, addresses text[])
  on conflict (name) do update set addresses = excluded.addresses;

  delete from private.reserved_page_slugs r where r.is_section and not p_magazine -> 'sections' ? r.slug;
  insert into private.reserved_page_slugs select s, true from jsonb_array_elements_text(p_magazine -> 'sections') s
  on conflict do nothing;

  delete from private.site_files f where not p_magazine -> 'files' ? f.path;
  insert into private.site_files select lower(f) from jsonb_array_elements_text(p_magazine -> 'files') f
  on conflict do nothing;
  delete from public.slug_redirects r using private.site_files f
  where r.kind = 'custom' and lower(split_part(r.old_path, '?', 1)) = f.path;

  if p_magazine ? 'addresses' then
    delete from private.own_addresses o where not p_magazine -> 'addresses' ? o.address;
    insert into private.own_addresses select a from jsonb_array_elements_text(p_magazine -> 'addresses') a
    on conflict do nothing;
  end if;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $$;

-- supabase/schemas/many_at_once.sql

-- Many at once: one act on the rows that somebody has selected, in one transaction, with the rules of single writes.

/* Changes columns of one row. Only those are written, so that triggers for others do not run. Raises 42501 when the caller
   may not change the row. */
create function private.update_row(p_table text, p_id uuid, p_columns jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare columns text; new_values text; changed bigint;
begin
  if p_columns = '{}' then return; end if;
  select string_agg(format('%I', key), ', '), string_agg(format('new.%I', key), ', ') into columns, new_values
  from jsonb_object_keys(p_columns) key;
  execute format('update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) new
    where t.id = $2', p_table, columns, new_values) using p_columns, p_id;
  get diagnostics changed = row_count;
  if changed = 0 then raise exception 'You are not allowed to change this' using errcode = '42501'; end if;
end $$;

-- Articles -----------------------------------------------------------------------------------------------------------

-- The columns of articles that acts change.
create function private.acted_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array['status', 'published_at', 'publish_at', 'hero', 'category_id', 'author_id', 'credits', 'deleted_at']
$$;

/* What an act may change of an article, with its name. Null for one that the caller cannot read. The admin keeps it to
   have the article set back. */
create function private.state_of_article(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', a.title,
    'has_copy', exists (select from public.article_working_copies c where c.article_id = a.id),
    'tag_ids', array(select t.tag_id from public.article_tags t where t.article_id = a.id order by t.tag_id),
    'plan', (select jsonb_build_object('id', p.id, 'planned_on', p.planned_on) from public.plans p where p.article_id = a.id))
    || (select jsonb_object_agg(c, to_jsonb(a) -> c) from unnest(private.acted_columns()) c)
  from public.articles a where a.id = p_id
$$;

-- The credits of a story with one more. A story that names nobody (null) has its owner's person as writer.
create function private.with_credit(p_credits jsonb, p_owner uuid, p_person uuid, p_role uuid) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if not exists (select from public.author_profiles where id = p_person) then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
  if not exists (select from public.credit_roles where id = p_role) then
    raise exception 'This role is gone' using errcode = 'PT404';
  end if;
  return coalesce(p_credits, (
      select jsonb_agg(jsonb_build_object('person_id', p.id, 'role_id', r.id))
      from public.author_profiles p, public.credit_roles r where p.profile_id = p_owner and r.is_words), '[]')
    || jsonb_build_object('person_id', p_person, 'role_id', p_role);
end $$;

-- Plans a story for a day; null: for none.
create function private.plan_story(p_article uuid, p_day date) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  update public.plans set planned_on = p_day where article_id = p_article and planned_on is distinct from p_day;
  if (select p.planned_on from public.plans p where p.article_id = p_article) is distinct from p_day then
    -- Refused where there is a plan that the caller may not change.
    insert into public.plans (article_id, planned_on) values (p_article, p_day);
  end if;
end $$;

-- Does one act to one article. Raises what a single write raises.
create function private.change_article(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  article record;
  columns jsonb := '{}';
  tags uuid[];
begin
  select a.status, a.published_at, a.author_id, a.credits, a.deleted_at into article
  from public.articles a where a.id = p_id;
  if p_act in ('restore', 'delete for good') and article.deleted_at is null then
    raise exception 'It is not in the trash' using errcode = '23514';
  elsif p_act not in ('restore', 'delete for good', 'set back') and article.deleted_at is not null then
    raise exception 'It is in the trash' using errcode = '23514';
  end if;

  case p_act
    when 'publish' then
      if article.status = 'published' and exists (select from public.article_working_copies where article_id = p_id) then
        raise exception 'It is published, and its unpublished changes are published in the editor' using errcode = '23514';
      end if;
      columns := '{"status": "published"}';
    when 'unpublish' then
      if article.status = 'published' then columns := '{"status": "draft"}'; end if;
    when 'withdraw' then
      if article.status = 'review' then columns := '{"status": "draft"}'; end if;
    when 'send back' then
      if article.status = 'review' then perform public.send_back(p_id, p_with ->> 'note'); end if;
    when 'unarchive' then
      if article.status = 'archived' then columns := '{"status": "draft"}'; end if;
    when 'archive' then
      columns := '{"status": "archived"}';
    when 'trash' then
      columns := jsonb_build_object('deleted_at', now());
    when 'restore' then
      columns := '{"deleted_at": null}';
    when 'delete for good' then
      delete from public.articles where id = p_id;
      if not found then
        raise exception 'You are not allowed to delete this article' using errcode = '42501';
      end if;
    when 'category' then
      if not exists (select from public.categories c where c.id = (p_with ->> 'category_id')::uuid)
         and p_with ->> 'category_id' is not null then
        raise exception 'This category is gone' using errcode = 'PT404';
      end if;
      columns := jsonb_build_object('category_id', p_with -> 'category_id');
    when 'author' then
      if not exists (select from public.profiles p where p.id = (p_with ->> 'author_id')::uuid) then
        raise exception 'This account is gone' using errcode = 'PT404';
      end if;
      columns := jsonb_build_object('author_id', p_with -> 'author_id');
    when 'credit' then
      columns := jsonb_build_object('credits',
        private.with_credit(article.credits, article.author_id, (p_with ->> 'person_id')::uuid, (p_with ->> 'role_id')::uuid));
    when 'tags' then
      tags := array(
        select t.tag_id from public.article_tags t
        where t.article_id = p_id and not coalesce(p_with -> 'remove' ? t.tag_id::text, false)
        union select added::uuid from jsonb_array_elements_text(p_with -> 'add') added order by 1);
    when 'plan' then
      perform private.plan_story(p_id, (p_with ->> 'planned_on')::date);
    when 'set back' then
      -- Another hero that is out keeps its place.
      select jsonb_object_agg(key, case when key = 'hero' and exists (
          select from public.articles other where other.hero and other.id <> p_id and other.published_at <= now())
        then 'false' else value end)
      into columns from jsonb_each(p_with) where key = any (private.acted_columns());
      tags := array(select tag::uuid from jsonb_array_elements_text(p_with -> 'tag_ids') tag order by 1);
      if p_with -> 'plan' = 'null' then
        -- A plan that was made by the act, and by nobody changed since.
        delete from public.plans where article_id = p_id and version = 1;
      end if;
      perform private.plan_story(p_id, (p_with #>> '{plan,planned_on}')::date);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;

  if columns ->> 'status' <> 'published' and article.status = 'published' then
    -- The history keeps its unpublished changes. The date that is still to come stays chosen.
    delete from public.article_working_copies where article_id = p_id;
    columns := jsonb_build_object('publish_at', article.published_at) || columns;
  end if;
  if tags = array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1) then tags := null; end if;
  if tags is not null then
    columns := jsonb_build_object('updated_at', now()) || columns;
    perform set_config('mantel.tags_change', p_id::text, true);
  end if;
  perform private.update_row('articles', p_id, columns);
  perform set_config('mantel.tags_change', '', true);
  if tags is not null then
    delete from public.article_tags where article_id = p_id and tag_id <> all (tags);
    insert into public.article_tags (article_id, tag_id) select p_id, t from unnest(tags) t on conflict do nothing;
  end if;
end $$;

-- Files --------------------------------------------------------------------------------------------------------------

create function private.state_of_file(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', m.original_filename, 'credit', m.credit, 'made_by', m.made_by, 'source', m.source,
    'licence', m.licence, 'licence_url', m.licence_url, 'restriction', m.restriction, 'usable_from', m.usable_from,
    'usable_until', m.usable_until, 'release_on_file', m.release_on_file, 'storage_path', m.storage_path,
    'thumbnail_path', m.thumbnail_path)
  from public.media m where m.id = p_id
$$;

-- Does one act to one file. The stored file of one that is deleted is removed by the caller, as after delete_media.
create function private.change_file(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  rights constant text[] := array['credit', 'made_by', 'source', 'licence', 'licence_url', 'restriction', 'usable_from',
    'usable_until', 'release_on_file'];
begin
  case p_act
    when 'delete' then
      perform public.delete_media(p_id);
    when 'rights', 'set back' then
      perform private.update_row('media', p_id, (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_with) where key = any (rights)));
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;
end $$;

-- Tags ---------------------------------------------------------------------------------------------------------------

create function private.state_of_tag(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', t.name,
    'articles', (select count(*) from public.article_tags a where a.tag_id = t.id))
  from public.tags t where t.id = p_id
$$;

-- Does one act to one tag.
create function private.change_tag(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  case p_act
    when 'delete' then
      delete from public.tags where id = p_id;
      if not found then
        raise exception 'You are not allowed to delete this tag' using errcode = '42501';
      end if;
    when 'merge' then
      perform public.merge_tags(p_id, (p_with ->> 'into')::uuid);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;
end $$;

-- Subscribers --------------------------------------------------------------------------------------------------------

create function private.state_of_subscriber(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', s.email, 'status', s.status, 'data_requested_at', s.data_requested_at,
    'erasure_requested_at', s.erasure_requested_at)
  from public.subscribers s where s.id = p_id
$$;

-- Does one act to one subscriber.
create function private.change_subscriber(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  case p_act
    when 'answered' then
      perform private.update_row('subscribers', p_id, '{"data_requested_at": null, "erasure_requested_at": null}');
    when 'unsubscribe' then
      perform private.update_row('subscribers', p_id, '{"status": "unsubscribed"}');
    when 'delete' then
      perform public.erase_subscriber(p_id);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;
end $$;

-- Any kind of row ----------------------------------------------------------------------------------------------------

/* Does one act to many rows of a table, as the caller: the policies and triggers of single writes hold.
   p_rows: an array of {id}; `expected`, what the caller knows of the row, has the row refused when it is not so by now;
   `to` is what it is set back to. p_with: what the act needs. p_look: everything is taken back.
   Returns an array of {id, name, outcome, before}, and after an act `after`. The outcome is done, nothing (the row is so
   already) or refused, with the error's `code`, `message` and `details`. Unless it is a look, raises PT409 when anything is
   not done, and nothing is. Raises 54000 for more than 500 rows (MAX_AT_ONCE in src/domain/many.ts). */
create function public.change_many(
  p_table text, p_rows jsonb, p_act text, p_with jsonb default '{}', p_look boolean default false)
returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare
  -- Names the functions above.
  kind text := case p_table when 'articles' then 'article' when 'media' then 'file' when 'tags' then 'tag'
    when 'subscribers' then 'subscriber' end;
  chosen record; before jsonb; after jsonb; outcome jsonb; outcomes jsonb[] := '{}'; is_done boolean := true;
  code text; message text; details text;
begin
  if jsonb_array_length(p_rows) > 500 then
    raise exception 'At most 500 can be changed at once' using errcode = '54000';
  end if;
  if kind is null then
    raise exception 'There is no such table' using errcode = '22023';
  end if;
  if jsonb_array_length(p_rows) > 1 then
    perform set_config('mantel.at_once', format('One of %s at once', jsonb_array_length(p_rows)), true);
  end if;
  begin
    -- In an order that all callers share: two acts on the same rows do not wait for each other.
    for chosen in
      select distinct on (1) (e ->> 'id')::uuid as id, e -> 'expected' as expected, e -> 'to' as wanted
      from jsonb_array_elements(p_rows) e order by 1
    loop
      outcome := jsonb_build_object('id', chosen.id);
      execute format('select from public.%I where id = $1 for update', p_table) using chosen.id;
      execute format('select private.state_of_%s($1)', kind) into before using chosen.id;
      -- A block with an exception handler is a savepoint.
      begin
        if before is null then raise exception 'It is gone' using errcode = 'PT404'; end if;
        if before - 'name' <> chosen.expected - 'name' then
          raise exception 'Somebody has changed it in the meantime' using errcode = 'PT409';
        end if;
        execute format('select private.change_%s($1, $2, $3)', kind)
        using chosen.id, p_act, coalesce(chosen.wanted, p_with);
        execute format('select private.state_of_%s($1)', kind) into after using chosen.id;
        outcome := outcome || jsonb_build_object('outcome', case when after = before then 'nothing' else 'done' end);
        if not p_look then outcome := outcome || jsonb_build_object('after', after); end if;
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text, details = pg_exception_detail;
        -- What is over soon is no reason: a deadlock, a lock that was waited for too long.
        if code ~ '^(40|55)' then raise; end if;
        outcome := outcome || jsonb_build_object('outcome', 'refused', 'code', code, 'message', message, 'details', details);
      end;
      is_done := is_done and outcome ->> 'outcome' = 'done';
      outcomes := outcomes || (outcome || jsonb_build_object('name', before -> 'name', 'before', before));
    end loop;
    if p_look then raise exception 'taken back' using errcode = 'MT000'; end if;
  exception when sqlstate 'MT000' then
    null;
  end;
  if not p_look and not is_done then
    raise exception 'Something has changed in the meantime. Nothing was done.' using errcode = 'PT409';
  end if;
  return to_jsonb(outcomes);
end $$;
grant execute on function public.change_many(text, jsonb, text, jsonb, boolean) to authenticated;
grant execute on function private.update_row(text, uuid, jsonb), private.acted_columns(), private.state_of_article(uuid), private.with_credit(jsonb, uuid, uuid, uuid),
  private.plan_story(uuid, date), private.change_article(uuid, text, jsonb), private.state_of_file(uuid),
  private.change_file(uuid, text, jsonb), private.state_of_tag(uuid), private.change_tag(uuid, text, jsonb),
  private.state_of_subscriber(uuid), private.change_subscriber(uuid, text, jsonb) to authenticated;

-- supabase/schemas/desk.sql

-- What waits for the caller, by kind: the first of each, and how many there are of that kind. `p_today` is the day in the
-- magazine's time zone. Runs as the caller: the policies decide what they see; here stands what concerns them.
--   review      stories under review, for those who publish
--   sent-back   the caller's stories that an editor sent back, until the note is resolved; `detail` is the note
--   due         plans that the caller writes, and those of their tasks (`detail`), for the coming seven days or before
--   scheduled   stories with a date to come
--   comments    open threads of the caller that somebody else wrote in last; `detail` is what they wrote
--   messages    of readers, not read yet; `detail` is the subject
--   alt-texts   pictures without alt text that the caller may describe
--   rights      files whose right ends within thirty days
create function public.get_waiting(p_today date) returns table (
  kind text, total bigint, id uuid, article_id uuid, title text, detail text, person_id uuid, at timestamptz, day date)
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  publishes constant boolean := public.has_role('super_admin', 'editor');
  writes constant boolean := public.has_role('super_admin', 'editor', 'contributor');
begin
  return query
  with waiting (kind, id, article_id, title, detail, person_id, at, day) as (
    select 'review', a.id, a.id, a.title, null, a.author_id, a.updated_at, null::date
    from public.articles a where publishes and a.status = 'review' and a.deleted_at is null
    union all
    select 'sent-back', t.id, a.id, a.title, c.body, c.author_id, t.created_at, null
    from public.articles a
    join public.comment_threads t on t.article_id = a.id and t.kind = 'sent-back' and t.resolved_at is null
    join public.comments c on c.thread_id = t.id
    where a.author_id = me and a.status = 'draft' and a.deleted_at is null
      and not exists (
        select 1 from public.comments former
        where former.thread_id = t.id and (former.created_at, former.id) < (c.created_at, c.id))
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, p.title), null, null, null, p.planned_on
    from public.plans p left join public.articles a on a.id = p.article_id
    where p.person_id = me and p.planned_on < p_today + 7
      and (p.article_id is null or a.status in ('draft', 'review') and a.deleted_at is null)
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, p.title), t.kind, null, null, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id left join public.articles a on a.id = p.article_id
    where t.person_id = me and t.done_at is null and t.due_on < p_today + 7
      and (p.article_id is null or a.deleted_at is null)
    union all
    select 'scheduled', a.id, a.id, a.title, null, a.author_id, a.published_at, null
    from public.articles a
    where writes and a.status = 'published' and a.published_at > now() and a.deleted_at is null
    union all
    select 'comments', t.id, a.id, a.title, c.body, c.author_id, c.created_at, null
    from public.comment_threads t
    join public.articles a on a.id = t.article_id and a.deleted_at is null
    join public.comments c on c.thread_id = t.id
    where t.kind <> 'sent-back' and t.resolved_at is null and c.author_id is distinct from me
      and not exists (
        select 1 from public.comments later
        where later.thread_id = t.id and (later.created_at, later.id) > (c.created_at, c.id))
      and (a.author_id = me
        or exists (
          select 1 from public.comments own
          where own.thread_id = t.id and (own.author_id = me or me = any (own.mentions))))
    union all
    select 'messages', m.id, null, m.name, m.subject, null, m.created_at, null
    from public.contact_messages m where m.status = 'new'
    union all
    select 'alt-texts', m.id, null, m.original_filename, null, m.uploaded_by, m.created_at, null
    from public.media m
    where writes and (publishes or m.uploaded_by = me) and m.mime_type like 'image/%' and coalesce(m.alt_text, '') = ''
    union all
    select 'rights', m.id, null, m.original_filename, null, m.uploaded_by, m.usable_until, null
    from public.media m
    where writes and (publishes or m.uploaded_by = me) and m.usable_until > now()
      and m.usable_until <= now() + interval '30 days'
  ), ranked as (
    select w.*, count(*) over (partition by w.kind) as total,
      row_number() over (
        partition by w.kind
        -- The newest comments, messages and pictures, and of the others what waits longest or comes next.
        order by w.day, case when w.kind in ('comments', 'messages', 'alt-texts') then now() - w.at else w.at - now() end,
          w.id) as place
    from waiting w
  )
  select r.kind, r.total, r.id, r.article_id, r.title, left(r.detail, 200), r.person_id, r.at, r.day
  from ranked r where r.place <= 3 order by r.kind, r.place;
end $$;
grant execute on function public.get_waiting(date) to authenticated;

-- supabase/schemas/prediction.sql

-- What a publisher reads of changed rows, and which readers would find changed by writes that are not made yet.

-- Events ({entity, entity_id}) of the files of the media library that the rows of events name. In PL/pgSQL, which keeps its
-- plans.
create function private.media_events(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Arrays, since joins may be planned as scans of all files and references.
declare ids text[] := array(select e ->> 'entity_id' from jsonb_array_elements(p_events) e); paths text[];
begin
  -- Each end of an address may be the path of a file.
  paths := array(
    select array_to_string(a.parts[part:], '/')
    from private.media_references r
    cross join lateral string_to_array(r.address, '/') as a (parts)
    cross join lateral generate_subscripts(a.parts, 1) as part
    where r.row_id = any (ids));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', 'media', 'entity_id', m.id)), '[]')
    from public.media m where m.storage_path = any (paths));
end $$;
grant execute on function private.media_events(jsonb) to authenticated, service_role;

/* The rows that events ({entity, entity_id}) name, by table, as a visitor may see them, with the authors and redirects of
   articles, the fronts that they were chosen for, and the files that the rows name. */
create function private.public_rows(p_events jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role'); all_rows jsonb := '{}';
  changed_table text; ids text[]; columns text; source text; id_type text; found_rows jsonb;
begin
  p_events := p_events || private.front_events(p_events);
  p_events := p_events || private.media_events(p_events);
  set local role anon;
  -- Arrays, since a join may be planned as a scan of all articles.
  for changed_table, ids in
    with event as (select e ->> 'entity' as entity, e ->> 'entity_id' as id from jsonb_array_elements(p_events) e),
    article as (select a.id, a.author_id from public.articles a
                where a.id = any (array(select v.id::uuid from event v where v.entity = 'articles')))
    select wanted.entity, array_agg(wanted.id) from (
      select * from event
      union select 'profiles', a.author_id::text from article a where a.author_id is not null
      union select 'slug_redirects', r.id::text from public.slug_redirects r
        where r.article_id = any (array(select a.id from article a))) wanted
    group by wanted.entity
  loop
    select string_agg(format('t.%I', a.attname), ', '),
      coalesce(max(format_type(a.atttypid, null)) filter (where a.attname = 'id'), 'uuid')
    into columns, id_type
    from pg_attribute a where a.attrelid = format('public.%I', changed_table)::regclass and a.attnum > 0
      and not a.attisdropped and has_column_privilege(a.attrelid, a.attnum, 'select');
    source := format('public.%I', changed_table);
    if changed_table = 'author_profiles' then
      columns := '*';
      source := 'public.get_public_author_profiles()';
    elsif changed_table = 'front_versions' then
      columns := '*';
      source := 'public.get_live_fronts()';
    elsif changed_table = 'articles' then
      columns := columns || $sql$, (select coalesce(jsonb_agg(jsonb_build_object('tag_id', g.tag_id)), '[]')
        from public.article_tags g where g.article_id = t.id) as article_tags$sql$;
    end if;
    if changed_table in ('articles', 'pages') then
      columns := columns || ', public.withdrawn_files(t) as withdrawn_files';
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s t where t.id = any ($1::%s[])) r',
      columns, source, id_type) into found_rows using ids;
    all_rows := all_rows || jsonb_build_object(changed_table, found_rows);
  end loop;
  perform set_config('role', caller, true);
  return all_rows;
end $$;
grant execute on function private.public_rows(jsonb) to authenticated, service_role;

-- Events ({entity, entity_id}) of what time alone changes for readers until a moment: fronts, and files whose right begins or
-- ends. Stories that come out are published by whoever asks.
create function private.events_until(p_moment timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_moment <= now() then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', changed.entity, 'entity_id', changed.id)), '[]') from (
      select 'media' as entity, m.id from public.media m
      where m.usable_from > now() and m.usable_from <= p_moment or m.usable_until > now() and m.usable_until <= p_moment
      union all
      -- Those that are live by then, and those that are live now.
      select 'front_versions', v.id from public.front_versions v
      where v.live_from <= p_moment and not exists (
        select from public.front_versions later
        where later.page = v.page and later.live_from > v.live_from and later.live_from <= now())) changed);
end $$;
grant execute on function private.events_until(timestamptz) to authenticated, service_role;

/* What readers would find changed by writes that are not made yet: makes them as the caller, with all their triggers,
   reads what a publisher would read then, and takes everything back. For those who may publish.
   p_changes: an array of {table, id, row} (id null inserts, row null deletes, else its columns are updated) and of
   {call, args}, a function of the schema public. Returns the `events` for the outbox, and as a visitor may see them the
   `rows` by table that these name, with the authors and redirects of articles. p_at: as they would find it at that moment, in
   the future, without files that may not be shown then; null: now. Raises what the writes raise, and 54000 for more than
   1,000 writes or changed rows, or a prediction among the writes. */
create function public.predict_change(p_changes jsonb, p_at timestamptz default null) returns jsonb
language plpgsql security invoker set search_path = '' set lock_timeout = '500ms'
as $$
declare
  change jsonb; changed bigint; last_event bigint; columns text; new_values text; events jsonb; all_rows jsonb;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to publish' using errcode = '42501';
  end if;
  -- Where the database has one connection (PGlite), 12,000 writes kept all other requests waiting for half a minute.
  if jsonb_array_length(p_changes) > 1000 or jsonb_path_exists(p_changes, '$[*] ? (@.call == "predict_change")') then
    raise exception 'Too many changes' using errcode = '54000';
  end if;
  select coalesce(max(id), 0) into last_event from public.publish_outbox;

  -- A block with an exception handler is a savepoint: what it wrote and announced is gone when it raises.
  begin
    if p_at > now() then perform set_config('mantel.moment', p_at::text, true); end if;
    for change in select * from jsonb_array_elements(p_changes) loop
      if change ? 'call' then
        select string_agg(format('%1$I => a.%1$I', arg.name), ', '),
          string_agg(format('%I %s', arg.name, format_type(arg.type, null)), ', ')
        into new_values, columns
        from pg_proc p, unnest(p.proargnames, p.proargtypes::oid[]) as arg (name, type)
        where p.oid = to_regproc(format('public.%I', change ->> 'call')) and change -> 'args' ? arg.name;
        execute format('select public.%I(%s) from jsonb_to_record($1) as a (%s)', change ->> 'call', new_values, columns)
        using change -> 'args';
        continue;
      end if;
      if change -> 'row' = 'null' then
        execute format('delete from public.%1$I where id = (jsonb_populate_record(null::public.%1$I, $1)).id',
          change ->> 'table') using change;
      else
        select string_agg(format('%I', key), ', '), string_agg(format('r.%I', key), ', ') into columns, new_values
        from jsonb_object_keys(change -> 'row') key;
        execute format(case when change -> 'id' = 'null'
          then 'insert into public.%1$I (%2$s) select %3$s from jsonb_populate_record(null::public.%1$I, $1) r'
          else 'update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) r
            where t.id = (jsonb_populate_record(null::public.%1$I, $2)).id' end, change ->> 'table', columns, new_values)
        using change -> 'row', change;
      end if;
      get diagnostics changed = row_count;
      if changed = 0 then raise exception 'You are not allowed to change this' using errcode = '42501'; end if;
    end loop;

    select coalesce(jsonb_agg(distinct jsonb_build_object('entity', o.entity, 'entity_id', o.entity_id)), '[]') into events
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= private.moment();
    events := events || private.events_until(private.moment());
    if jsonb_array_length(events) > 1000 then
      raise exception 'Too many rows would change' using errcode = '54000';
    end if;

    events := private.with_rows_of_files(events);
    all_rows := private.public_rows(events);
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return jsonb_build_object('events', events, 'rows', all_rows);
  end;
end $$;
grant execute on function public.predict_change(jsonb, timestamptz) to authenticated;

-- supabase/schemas/scheduled_jobs.sql

-- What pg_cron runs on a hosted project: the jobs are in docs/going-live.md. `npm start` has a timer in their place:
-- supabase/local/scheduled.ts.

/* Runs a command every minute, under a name that takes the place of an earlier one. A run has 50 seconds: the role of pg_cron
   has no limit of its own, and a run that does not end would keep its locks, and a connection. */
create function private.run_every_minute(p_name text, p_command text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform cron.schedule('mantel-' || p_name, '* * * * *', 'set statement_timeout = ''50s''; ' || p_command);
end $$;

-- supabase/schemas/storage.sql

-- Stored files: media/{user id}/{timestamp}.{ext} and fonts/{timestamp}_{name}.{ext}

-- The buckets take only the kinds of files that the magazine shows, and none that a browser would run as a page: no SVG,
-- no HTML. src/domain/media.ts and src/domain/font.ts have the same types; a test compares them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 52428800, array[
    'image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/tiff',
    'image/webp', 'video/mp4', 'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-matroska',
    'video/x-msvideo', 'audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm',
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']),
  ('fonts', 'fonts', true, 10485760, array['font/ttf', 'font/woff', 'font/woff2'])
on conflict (id) do update
set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Addresses of stored files, also of those that are deleted: none is given to another file. Of the buckets of this project.
create table private.used_storage_paths (
  bucket_id text not null,
  name text not null,
  primary key (bucket_id, name)
);
alter table private.used_storage_paths enable row level security;

-- Whether a file was ever stored at an address.
create function private.is_used_storage_path(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.used_storage_paths u where u.bucket_id = p_bucket and u.name = p_name) $$;
grant execute on function private.is_used_storage_path(text, text) to authenticated;

/* What a person has stored is never stored anew at its address. The policies say so, too; but the storage server stores
   past them, some time after it has asked, and has people sign an upload that is stored within two hours. The secret key,
   whose files have no owner, may put a file back. */
create function private.guard_stored_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.owner_id is not null
       and (new.bucket_id, new.name, new.version) is distinct from (old.bucket_id, old.name, old.version) then
      raise exception 'A stored file cannot be replaced' using errcode = '42501';
    end if;
    return new;
  end if;
  -- By the owner: Storage adds the row with its own key. It tells a refusal from a failure by this code alone. A picture is
  -- stored with its thumbnail.
  if new.owner_id is not null then
    perform private.count_added_rows(new.owner_id::uuid, 'objects', 'stored files', 1, 12000, '42501');
  end if;
  insert into private.used_storage_paths (bucket_id, name) values (new.bucket_id, new.name) on conflict do nothing;
  if not found and new.owner_id is not null then
    raise exception 'This address belonged to another file' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_stored_file_insert after insert on storage.objects
for each row when (new.bucket_id in ('media', 'fonts')) execute function private.guard_stored_file();
create trigger guard_stored_file_update before update of bucket_id, name, version on storage.objects
for each row when (old.bucket_id in ('media', 'fonts') or new.bucket_id in ('media', 'fonts'))
execute function private.guard_stored_file();

create policy "writers upload into their own media folder" on storage.objects for insert to authenticated
with check (bucket_id = 'media' and (select public.has_role('super_admin', 'editor', 'contributor'))
            and split_part(name, '/', 1) = (select auth.uid())::text
            and not private.is_used_storage_path(bucket_id, name)
            and ((select public.has_role('super_admin', 'editor')) or not private.is_published_file(name)));
create policy "editors upload fonts" on storage.objects for insert to authenticated
with check (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor'))
            and not private.is_used_storage_path(bucket_id, name));
create policy "staff list stored files" on storage.objects for select to authenticated
using (bucket_id in ('media', 'fonts') and (select public.has_role('super_admin', 'editor', 'contributor')));

-- A stored file is deleted only after its row, so that no row is left without its file. A file that never got a row (an
-- interrupted upload) may also be deleted by its uploader, unless it is published.
create policy "media files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'media'
       and ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and split_part(name, '/', 1) = (select auth.uid())::text
                and not private.is_published_file(name)))
       and not exists (select 1 from public.media m where m.storage_path = objects.name or m.thumbnail_path = objects.name));
create policy "font files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor'))
       and not exists (select 1 from public.fonts f where right(f.font_file_path, length(objects.name) + 1) = '/' || objects.name));
