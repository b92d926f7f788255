-- The media library shows viewers what is published again.

alter policy "writers see all files" on public.media
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       or private.is_usable(usable_from, usable_until, rights_override_at, private.moment())
          and private.is_published_file(storage_path));
