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

-- Events ({id, entity, entity_id}), and for each event of a file also events of the rows that readers see and that name it.
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
