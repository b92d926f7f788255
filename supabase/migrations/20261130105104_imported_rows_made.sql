drop function private.write_imported_row(text,text,jsonb);

CREATE OR REPLACE FUNCTION private.write_imported_row(p_table text, p_key text, p_values jsonb, p_is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.write_imported_row(text,text,jsonb,boolean) from public, anon, authenticated, service_role;

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
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_imported_rows(p_import uuid, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;
