-- Stored files: media/{user id}/{timestamp}.{ext} and fonts/{timestamp}_{name}.{ext}

insert into storage.buckets (id, name, public) values ('media', 'media', true), ('fonts', 'fonts', true) on conflict (id) do nothing;

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
