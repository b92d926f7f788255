-- Imports of export files: each file once, with the rows that it made or changed. A file that is imported again finds there
-- what it wrote, so that it changes only what differs in the file and nobody has changed here since; and undoing an import
-- takes back what it did.

create table public.imports (
  -- Made of source and file, so that the same file goes on with the same import.
  id uuid primary key,
  -- What the ids of its rows are made of: the address of the old site, or what stands for it.
  source text not null check (char_length(source) between 1 and 1000),
  format text not null check (char_length(format) between 1 and 40),
  file_name text not null check (char_length(file_name) between 1 and 500),
  status text not null default 'running'
    check (status in ('running', 'paused', 'failed', 'done', 'undoing', 'undone')),
  -- What becomes of the file, as the person who imported it was told, and what did (src/domain/newsroom/import-report.ts).
  report jsonb not null default '{}' check (jsonb_typeof(report) = 'object'),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- What was chosen (src/domain/newsroom/import-report.ts); an import from the same source goes on with it.
  choices jsonb check (jsonb_typeof(choices) = 'object'),
  -- How far it is: {step, done, total}; total is null where that is not known.
  progress jsonb not null default '{}' check (jsonb_typeof(progress) = 'object'),
  -- Why it failed, as a sentence.
  error text check (char_length(error) <= 2000),
  -- Who started it, or undid it, last; null: npm run import.
  person_id uuid references public.profiles (id) on delete set null,
  -- The last sign of life of the process that carries it out: one that has been silent for 30 s was killed.
  beat_at timestamptz not null default now()
);
create index imports_person_id_idx on public.imports (person_id);
alter table public.imports enable row level security;
grant select on public.imports to authenticated;
create policy "super admins see imports" on public.imports for select to authenticated
using ((select public.has_role('super_admin')));

-- Trigger: whatever is written of an import is a sign of life.
create function private.note_import_beat() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.beat_at := now();
  return new;
end $$;
create trigger note_import_beat before update on public.imports
for each row execute function private.note_import_beat();

-- Trigger: an import that begins, also again, or has been undone, is in the audit log, with who did it.
create function private.log_import() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was text := case when tg_op = 'UPDATE' then old.status end;
begin
  if new.status = 'running' and (was is null or was in ('done', 'undone', 'undoing')) then
    perform private.add_audit_entry('import', 'imports', new.id::text, new.file_name,
      concat_ws(', ', new.format, nullif(new.source, new.file_name)), new.person_id);
  elsif new.status = 'undone' and was is distinct from 'undone' then
    perform private.add_audit_entry('import-undone', 'imports', new.id::text, new.file_name, null,
      -- Who undoes it in the admin is written before; npm run import writes nobody.
      case when was = 'undoing' then new.person_id end);
  end if;
  return null;
end $$;
create trigger log_import after insert or update of status on public.imports
for each row execute function private.log_import();

-- The rows that an import has written. `sent` is the digest of what the file says of the row, `stored` of what the row had
-- after it in the same columns: another one there now means that somebody has changed it; '' is of a picture that was taken
-- back, whose file is still there.
create table private.imported_rows (
  id bigint generated always as identity primary key,
  import_id uuid not null references public.imports (id) on delete cascade,
  row_table text not null,
  -- The id of the row, of a redirect its old address (old_slug).
  row_key text not null,
  columns text[] not null,
  -- The same columns before; null: the import made the row.
  before jsonb,
  sent text not null,
  stored text not null,
  unique (import_id, row_table, row_key)
);
create index imported_rows_row_idx on private.imported_rows (row_table, row_key, id desc);
alter table private.imported_rows enable row level security;

-- The tables that an import writes to.
create function private.import_tables() returns text[]
language sql immutable set search_path = ''
as $$
  select array['sections', 'categories', 'tags', 'author_profiles', 'media', 'pages', 'articles', 'menus', 'site_settings',
    'slug_redirects', 'subscribers']
$$;

-- Where a row of one of those tables is, as the condition of a statement in which the table is `t`.
create function private.import_place(p_table text, p_key text) returns text
language sql immutable set search_path = ''
as $$
  select case p_table when 'slug_redirects' then format('t.kind = ''custom'' and t.old_slug = %L', p_key)
    -- It has one row.
    when 'site_settings' then 'true'
    else format('t.id = %L', p_key) end
$$;

-- A row with some of its columns, the tags of a story as `tag_ids`; null: there is none.
create function private.imported_row(p_table text, p_key text, p_columns text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare found jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where ', p_table) || private.import_place(p_table, p_key) into found;
  if found is null then return null; end if;
  if p_table = 'articles' then
    found := found || jsonb_build_object('tag_ids', coalesce(
      (select jsonb_agg(t.tag_id order by t.tag_id) from public.article_tags t where t.article_id = p_key::uuid), '[]'));
  end if;
  return (select jsonb_object_agg(key, value) from jsonb_each(found) where key = any (p_columns));
end $$;

-- Writes values into a row, or makes it. `p_values` has the column of its key where that is not `id`.
create function private.write_imported_row(p_table text, p_key text, p_values jsonb, p_is_new boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list text := (
    select string_agg(format('%I', key), ', ' order by key) from jsonb_object_keys(p_values) key where key <> 'tag_ids');
  is_redirect boolean := p_table = 'slug_redirects';
begin
  if not p_is_new then
    execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where ',
      p_table, list) || private.import_place(p_table, p_key) using p_values;
  else
    execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', p_table,
      case when is_redirect then list else 'id, ' || list end)
    using case when is_redirect then p_values else p_values || jsonb_build_object('id', p_key) end;
  end if;
  if p_values ? 'tag_ids' then
    delete from public.article_tags t where t.article_id = p_key::uuid and not p_values -> 'tag_ids' ? t.tag_id::text;
    insert into public.article_tags (article_id, tag_id)
    select p_key::uuid, tag::uuid from jsonb_array_elements_text(p_values -> 'tag_ids') tag
    on conflict do nothing;
  end if;
end $$;

/* Writes rows [{table, key, values}] of an import, in their order, and answers for each what became of it: 'made', 'changed',
   'same' (the file says what it said before), 'kept' (somebody has changed the row here since, or deleted it), or why the
   database refused it. Nobody is told of them (private.is_silent). Only the secret key may call it; all rules of the tables
   hold as for staff. */
create function public.write_imported_rows(p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare outcomes jsonb := '[]'; item jsonb;
begin
  for item in select value from jsonb_array_elements(p_rows) loop
    outcomes := outcomes || jsonb_build_array(
      private.import_row(p_import, item ->> 'table', item ->> 'key', item -> 'values'));
  end loop;
  return outcomes;
end $$;

create function private.import_row(p_import uuid, p_table text, p_key text, p_values jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  -- Times are set when a row is made; later the database sets them.
  names text[] := array(
    select key from jsonb_object_keys(p_values) key where key not in ('created_at', 'updated_at') order by key);
  digest text := md5(p_values::text);
  last private.imported_rows;
  present jsonb;
begin
  if not p_table = any (private.import_tables()) then
    raise exception 'An import writes no rows of %', p_table using errcode = '22023';
  end if;
  perform set_config('mantel.silent', 'on', true);
  if p_table = 'site_settings' then insert into public.site_settings default values on conflict do nothing; end if;
  select * into last from private.imported_rows r
  where r.row_table = p_table and r.row_key = p_key order by r.id desc limit 1;
  if last.stored = '' then
    delete from private.imported_rows r where r.id = last.id;
    last := null;
  end if;
  present := private.imported_row(p_table, p_key, coalesce(last.columns, names));
  if last.id is not null then
    if present is null or md5(present::text) <> last.stored then return 'kept'; end if;
    if last.sent = digest then return 'same'; end if;
    present := private.imported_row(p_table, p_key, names);
  -- Menus and settings are written where somebody has chosen so.
  elsif present is not null and p_table not in ('menus', 'site_settings')
    -- Who is here already keeps what they chose, also to get nothing; who was erased here stays away.
    or p_table = 'subscribers' and (private.is_erased(p_values ->> 'email') or exists (
      select from public.subscribers s where lower(s.email) = lower(p_values ->> 'email'))) then
    return 'kept';
  end if;
  begin
    perform private.write_imported_row(p_table, p_key, p_values, present is null);
  exception
    when integrity_constraint_violation or data_exception or raise_exception or insufficient_privilege then
      return sqlerrm;
  end;
  insert into private.imported_rows (import_id, row_table, row_key, columns, before, sent, stored)
  values (p_import, p_table, p_key, names, present, digest, md5(private.imported_row(p_table, p_key, names)::text))
  on conflict (import_id, row_table, row_key)
  do update set columns = excluded.columns, sent = excluded.sent, stored = excluded.stored;
  return case when present is null then 'made' else 'changed' end;
end $$;
grant execute on function private.import_row(uuid, text, text, jsonb) to service_role;

/* Takes back some rows of an import, the last ones first and pictures after all others, and answers how many it took back,
   how many it left because somebody has changed them since, and how many remain: called until none does. `files` are the
   paths in the bucket of pictures that it took back; the caller deletes them, and they remain while one is there. A picture that something else shows stays. Nobody is told. Only the secret key may call it. */
create function public.undo_import(p_import uuid, p_limit integer default 100) returns jsonb
language plpgsql security invoker set search_path = ''
as $$ begin return private.undo_imported_rows(p_import, p_limit); end $$;

create function private.undo_imported_rows(p_import uuid, p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  written private.imported_rows; present jsonb; path text; taken integer := 0; kept integer := 0; files text[] := '{}';
  remaining integer;
begin
  perform set_config('mantel.silent', 'on', true);
  for written in
    select * from private.imported_rows r where r.import_id = p_import
    order by r.row_table = 'media', r.id desc limit p_limit
  loop
    present := private.imported_row(written.row_table, written.row_key, written.columns);
    if present is null then
      -- Of a picture whose row is gone, the record stays until its file is, too.
      path := (select d.storage_path from private.deleted_media d
        join storage.objects o on o.bucket_id = 'media' and o.name = d.storage_path
        where written.row_table = 'media' and d.media_id = written.row_key::uuid limit 1);
      if path is not null then
        files := files || path;
        continue;
      end if;
    elsif md5(present::text) <> written.stored
      or written.before is null and written.row_table = 'media' and private.is_named_file(present ->> 'storage_path') then
      kept := kept + 1;
    elsif written.before is null then
      execute format('delete from public.%I t where ', written.row_table)
        || private.import_place(written.row_table, written.row_key);
      taken := taken + 1;
      if written.row_table = 'media' then
        -- Once more for its file. Until then an import makes it anew.
        update private.imported_rows r set stored = '' where r.id = written.id;
        continue;
      end if;
    else
      perform private.write_imported_row(written.row_table, written.row_key, written.before, false);
      taken := taken + 1;
    end if;
    delete from private.imported_rows r where r.id = written.id;
  end loop;
  select count(*) into remaining from private.imported_rows r where r.import_id = p_import;
  if remaining = 0 then
    update public.imports set status = 'undone', ended_at = now() where id = p_import;
  end if;
  return jsonb_build_object('taken', taken, 'kept', kept, 'remaining', remaining, 'files', files);
end $$;
grant execute on function private.undo_imported_rows(uuid, integer) to service_role;

-- Whether a row names a stored file.
create function private.is_named_file(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.media_references r
    where r.stem = private.file_stem(p_path) and private.is_address_of(r.address, p_path))
$$;
