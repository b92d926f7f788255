-- Stored files: media/{user id}/{timestamp}.{ext} and fonts/{timestamp}_{name}.{ext}

-- The buckets take only the kinds of files that the magazine shows, and none that a browser would run as a page: no SVG,
-- no HTML. src/domain/media/media.ts and src/domain/media/font.ts have the same types; a test compares them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 52428800, array[
    'image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/tiff',
    'image/webp', 'video/mp4', 'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-matroska',
    'video/x-msvideo', 'audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm',
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']),
  ('fonts', 'fonts', true, 10485760, array['font/ttf', 'font/woff', 'font/woff2'])
on conflict (id) do update
set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Addresses of stored files, also of deleted ones: none is given to another file. Of the buckets of this project.
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
