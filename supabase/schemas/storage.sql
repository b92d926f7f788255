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

create policy "writers upload into their own media folder" on storage.objects for insert to authenticated
with check (bucket_id = 'media' and (select public.has_role('super_admin', 'editor', 'contributor'))
            and split_part(name, '/', 1) = (select auth.uid())::text);
create policy "editors upload fonts" on storage.objects for insert to authenticated
with check (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor')));
create policy "staff list stored files" on storage.objects for select to authenticated
using (bucket_id in ('media', 'fonts') and (select public.has_role('super_admin', 'editor', 'contributor')));

-- A stored file is deleted only after its row, so that no row is left without its file. A file that never got a row (an
-- interrupted upload) may also be deleted by its uploader.
create policy "media files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'media'
       and ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and split_part(name, '/', 1) = (select auth.uid())::text))
       and not exists (select 1 from public.media m where m.storage_path = objects.name or m.thumbnail_path = objects.name));
create policy "font files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor'))
       and not exists (select 1 from public.fonts f where right(f.font_file_path, length(objects.name) + 1) = '/' || objects.name));
