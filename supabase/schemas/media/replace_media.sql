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
   storage_path, thumbnail_path, filename, original_filename, mime_type, size_bytes, width and height. Texts, rights and
   focus stay. In the same transaction every row that names the file gets the new address, and so do the comments on it and
   the former versions of stories that name it now. Returns the storage paths to remove next.
   Raises PT404 when the file is gone, 42501 for others than editors, 23514 for a file of another kind, and when a text
   spells the address in a way that is not replaced. */
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
