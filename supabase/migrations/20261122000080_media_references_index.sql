-- As text: tg_table_name has the collation "C", with which no index of the table can be used, so each save read the
-- references of all articles.
create or replace function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  names text[];
begin
  if tg_op = 'UPDATE' and old_row - array['updated_at', 'version'] = new_row - array['updated_at', 'version'] then
    return null;
  end if;
  names := array(select private.file_names(new_row::text));
  delete from private.media_references
  where table_name = owner_table and row_id = (old_row ->> tg_argv[0])::uuid and file_name <> all (names);
  insert into private.media_references (table_name, row_id, file_name)
  select owner_table, (new_row ->> tg_argv[0])::uuid, n from unnest(names) n on conflict do nothing;
  return null;
end $$;
