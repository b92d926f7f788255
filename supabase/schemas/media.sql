-- The media library: the files, the focus of pictures, and which texts name which files.

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
  -- A path inside the bucket, without segments that lead out of it: the publisher fetches what it names.
  constraint media_storage_path_is_in_bucket_check check (
    storage_path ~ '^[^/\\?#%\u0001-\u001f\u007f]+(/[^/\\?#%\u0001-\u001f\u007f]+)*$'
    and storage_path !~ '(^|/)\.\.?(/|$)')
);
create index media_created_idx on public.media (created_at desc);
create index media_filename_trgm_idx on public.media using gin (original_filename extensions.gin_trgm_ops);
create index media_alt_text_trgm_idx on public.media using gin (alt_text extensions.gin_trgm_ops);
create index media_caption_trgm_idx on public.media using gin (caption extensions.gin_trgm_ops);
create index media_uploaded_by_idx on public.media (uploaded_by);

alter table public.media enable row level security;
grant select (id, filename, mime_type, size_bytes, storage_path, alt_text, caption, width, height, created_at, focus)
on public.media to anon;
grant select, insert, update, delete on public.media to authenticated;
create policy "everyone sees media" on public.media for select to anon, authenticated using (true);
create policy "writers upload media" on public.media for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')) and uploaded_by = (select auth.uid()));
create policy "writers describe their media" on public.media for update to authenticated
using ((select public.has_role('super_admin', 'editor'))
       or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())))
with check ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())));
create policy "editors delete media" on public.media for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

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
  if private.is_service() then return new; end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.storage_path := old.storage_path;
  new.thumbnail_path := old.thumbnail_path;
  new.filename := old.filename;
  new.mime_type := old.mime_type;
  new.size_bytes := old.size_bytes;
  new.uploaded_by := old.uploaded_by;
  return new;
end $$;
create trigger before_media_update before update on public.media
for each row execute function private.before_media_update();
create trigger public_row_changed after insert or update or delete on public.media
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.media
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- The number of files of a kind whose texts match a pattern, and their total size.
create function public.media_totals(p_kind text default 'all', p_pattern text default '%')
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from public.media m
  where (p_pattern = '%' or m.original_filename ilike p_pattern or m.alt_text ilike p_pattern or m.caption ilike p_pattern)
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      else true end
$$;
grant execute on function public.media_totals(text, text) to authenticated;

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

-- References: which texts name which files, so that the use of a file is found without reading every text ------------

-- The names of files in a text: what follows a slash, up to a sign that ends it in an address (a blank is one, as is
-- the percent sign that stands for it) and without a further slash. A longer name is cut.
create function private.file_names(p_text text) returns setof text
language sql immutable set search_path = ''
as $$
  select distinct left(found[1], 200)
  from regexp_matches(p_text, '(?<!<)/([^][:space:]/"''<>()\\?#&,;%]+)(?![^][:space:]"''<>()\\?#&,;%])', 'g') as found
$$;

-- For each row of a table that names files, the names it holds. Two files may have the same name in different folders:
-- what is found here is compared with the whole path (media_usage).
create table private.media_references (
  file_name text not null,
  table_name text not null,
  row_id uuid not null,
  primary key (table_name, row_id, file_name)
);
create index media_references_file_name_idx on private.media_references (file_name, table_name);
alter table private.media_references enable row level security;

-- Trigger of tables whose texts name files. Argument: the column with the id of the row. The table's name as text:
-- tg_table_name has the collation "C", with which no index of media_references can be used.
create function private.update_media_references() returns trigger
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

-- The rows of a table that hold a file's name.
create function private.rows_naming_file(p_media uuid, p_table text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select r.row_id
  from public.media m cross join private.file_names('/' || substring(m.storage_path from '[^/]*$')) n
  join private.media_references r on r.file_name = n and r.table_name = p_table
  where m.id = p_media
$$;
grant execute on function private.rows_naming_file(uuid, text) to authenticated, service_role;
