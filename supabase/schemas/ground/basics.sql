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

/* Whether what this transaction changes is announced to nobody: what an import writes, or takes back, was news elsewhere and
   long ago. Readers see it all the same. */
create function private.is_silent() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('mantel.silent', true), '') = 'on' $$;

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
   no time limit ends that (normalized in src/domain/text/fold-text.ts; a test compares them). All functions normalize with
   it. */
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
   apostrophe, quotation mark, hyphen and blank, nothing that cannot be seen (foldText in src/domain/text/fold-text.ts; a
   test compares them). */
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
  -- Whether readers are told that the row was modified when it changes.
  is_text boolean not null default false,
  -- Whether the search of readers finds the row by it.
  is_searched boolean not null default false,
  primary key (table_name, column_name)
);
alter table private.saved_columns enable row level security;
grant select on private.saved_columns to authenticated, service_role;
create policy "save functions read the columns" on private.saved_columns for select to authenticated using (true);

-- The columns of private.saved_columns in which two states of a row differ. In PL/pgSQL, which keeps its plan.
create function private.changed_columns(p_table text, p_before jsonb, p_after jsonb) returns setof private.saved_columns
language plpgsql stable set search_path = ''
as $$
begin
  return query select c.* from private.saved_columns c
    where c.table_name = p_table and p_before -> c.column_name <> p_after -> c.column_name;
end $$;

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
