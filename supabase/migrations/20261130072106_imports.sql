CREATE OR REPLACE FUNCTION private.has_tag_page(p_tag uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) = 3 from (
    select from public.article_tags t join public.articles a on a.id = t.article_id
    where t.tag_id = p_tag and a.status = 'published' and a.published_at <= now() and a.deleted_at is null limit 3) story
$function$
;

revoke all on function private.has_tag_page(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_tag_category_or_author_address(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.tags t where lower(path) = any (private.tag_addresses(t)) and private.has_tag_page(t.id))
    or exists (select 1 from public.categories c where lower(path) = any (private.category_addresses(c)))
    or exists (select 1 from public.author_profiles a where lower(path) = any (private.author_addresses(a)))
$function$
;

create table public.imports (
  id uuid not null,
  source text not null,
  format text not null,
  file_name text not null,
  status text default 'running'::text not null,
  report jsonb default '{}'::jsonb not null,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone
);

alter table public.imports enable row level security;

revoke all on table public.imports from public, anon, authenticated, service_role;
grant select on table public.imports to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.imports to service_role;

alter table public.imports add constraint imports_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 1000)));

alter table public.imports add constraint imports_format_check CHECK (((char_length(format) >= 1) AND (char_length(format) <= 40)));

alter table public.imports add constraint imports_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 500)));

alter table public.imports add constraint imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'undone'::text])));

alter table public.imports add constraint imports_report_check CHECK ((jsonb_typeof(report) = 'object'::text));

alter table public.imports add constraint imports_pkey PRIMARY KEY (id);

create policy "super admins see imports" on public.imports
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role));

create table private.imported_rows (
  id bigint generated always as identity not null,
  import_id uuid not null,
  row_table text not null,
  row_key text not null,
  columns text[] not null,
  before jsonb,
  sent text not null,
  stored text not null
);

alter table private.imported_rows enable row level security;

revoke all on table private.imported_rows from public, anon, authenticated, service_role;

revoke all on sequence private.imported_rows_id_seq from public, anon, authenticated, service_role;

alter table private.imported_rows add constraint imported_rows_pkey PRIMARY KEY (id);

alter table private.imported_rows add constraint imported_rows_import_id_row_table_row_key_key UNIQUE (import_id, row_table, row_key);

alter table private.imported_rows add constraint imported_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

CREATE INDEX imported_rows_row_idx ON private.imported_rows USING btree (row_table, row_key, id DESC);

CREATE OR REPLACE FUNCTION private.import_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['categories', 'tags', 'author_profiles', 'media', 'pages', 'articles', 'slug_redirects', 'subscribers']
$function$
;

revoke all on function private.import_tables() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.import_place(p_table text, p_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_table = 'slug_redirects' then format('t.kind = ''custom'' and t.old_slug = %L', p_key)
    else format('t.id = %L', p_key) end
$function$
;

revoke all on function private.import_place(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.imported_row(p_table text, p_key text, p_columns text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare found jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where ', p_table) || private.import_place(p_table, p_key) into found;
  if found is null then return null; end if;
  if p_table = 'articles' then
    found := found || jsonb_build_object('tag_ids', coalesce(
      (select jsonb_agg(t.tag_id order by t.tag_id) from public.article_tags t where t.article_id = p_key::uuid), '[]'));
  end if;
  return (select jsonb_object_agg(key, value) from jsonb_each(found) where key = any (p_columns));
end $function$
;

revoke all on function private.imported_row(text,text,text[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.write_imported_row(p_table text, p_key text, p_values jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  list text := (
    select string_agg(format('%I', key), ', ' order by key) from jsonb_object_keys(p_values) key where key <> 'tag_ids');
  is_redirect boolean := p_table = 'slug_redirects';
  changed integer;
begin
  execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where ',
    p_table, list) || private.import_place(p_table, p_key) using p_values;
  get diagnostics changed = row_count;
  if changed = 0 then
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
end $function$
;

revoke all on function private.write_imported_row(text,text,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.write_imported_rows(p_import uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare outcomes jsonb := '[]'; item jsonb;
begin
  for item in select value from jsonb_array_elements(p_rows) loop
    outcomes := outcomes || jsonb_build_array(
      private.import_row(p_import, item ->> 'table', item ->> 'key', item -> 'values'));
  end loop;
  return outcomes;
end $function$
;

revoke all on function public.write_imported_rows(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.write_imported_rows(uuid,jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.import_row(p_import uuid, p_table text, p_key text, p_values jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  select * into last from private.imported_rows r
  where r.row_table = p_table and r.row_key = p_key order by r.id desc limit 1;
  present := private.imported_row(p_table, p_key, coalesce(last.columns, names));
  if last.id is not null then
    if present is null or md5(present::text) <> last.stored then return 'kept'; end if;
    if last.sent = digest then return 'same'; end if;
    present := private.imported_row(p_table, p_key, names);
  elsif present is not null
    -- Who is here already keeps what they chose, also to get nothing.
    or p_table = 'subscribers' and exists (
      select from public.subscribers s where lower(s.email) = lower(p_values ->> 'email')) then
    return 'kept';
  end if;
  begin
    perform private.write_imported_row(p_table, p_key, p_values);
  exception
    when integrity_constraint_violation or data_exception or raise_exception or insufficient_privilege then
      return sqlerrm;
  end;
  insert into private.imported_rows (import_id, row_table, row_key, columns, before, sent, stored)
  values (p_import, p_table, p_key, names, present, digest, md5(private.imported_row(p_table, p_key, names)::text))
  on conflict (import_id, row_table, row_key)
  do update set columns = excluded.columns, sent = excluded.sent, stored = excluded.stored;
  return case when present is null then 'made' else 'changed' end;
end $function$
;

revoke all on function private.import_row(uuid,text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.import_row(uuid,text,text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.undo_import(p_import uuid, p_limit integer DEFAULT 100)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin return private.undo_imported_rows(p_import, p_limit); end $function$
;

revoke all on function public.undo_import(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.undo_import(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION private.undo_imported_rows(p_import uuid, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare written private.imported_rows; present jsonb; taken integer := 0; kept integer := 0; is_done boolean;
begin
  for written in
    select * from private.imported_rows r where r.import_id = p_import order by r.id desc limit p_limit
  loop
    present := private.imported_row(written.row_table, written.row_key, written.columns);
    if present is not null and md5(present::text) <> written.stored then kept := kept + 1;
    elsif present is not null then
      if written.before is null then
        execute format('delete from public.%I t where ', written.row_table)
          || private.import_place(written.row_table, written.row_key);
      else
        perform private.write_imported_row(written.row_table, written.row_key, written.before);
      end if;
      taken := taken + 1;
    end if;
    delete from private.imported_rows r where r.id = written.id;
  end loop;
  is_done := not exists (select from private.imported_rows r where r.import_id = p_import);
  if is_done then
    update public.imports set status = 'undone', ended_at = now() where id = p_import;
  end if;
  return jsonb_build_object('taken', taken, 'kept', kept, 'done', is_done);
end $function$
;

revoke all on function private.undo_imported_rows(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function private.undo_imported_rows(uuid,integer) to service_role;
