-- The media library: thumbnails, totals, where a file is used, and no used file deleted without a word.

-- Of pictures only. The place follows from the file's own, so that a list that knows only a picture's address knows
-- where its thumbnail is.
alter table public.media add column thumbnail_path text unique
  check (thumbnail_path = regexp_replace(storage_path, '\.[^./]*$', '') || '-thumb.webp');

create index media_alt_text_trgm_idx on public.media using gin (alt_text extensions.gin_trgm_ops);
create index media_caption_trgm_idx on public.media using gin (caption extensions.gin_trgm_ops);

-- What a person who describes a file may not change: where it lies, what it is and who brought it.
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
  return new;
end $$;
create trigger before_media_update before update on public.media
for each row execute function private.before_media_update();

-- How many files there are of a kind whose texts fit a pattern, and their bytes together.
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

-- Where a file is used, as far as the caller may see it: `places` are the parts of the article, page, template,
-- author or site that name it. What an address says with %20 the path says with a blank.
create function public.media_usage(p_media uuid)
returns table (kind text, id uuid, title text, status text, places text[])
language sql stable security invoker set search_path = ''
as $$
  with file as (
    select m.storage_path as path, replace(m.storage_path, ' ', '%20') as encoded from public.media m where m.id = p_media
  ),
  used as (
    select 'article' as kind, a.id, a.title, case when a.deleted_at is null then a.status else 'trash' end as status,
      array_remove(array[
        case when strpos(a.featured_image, f.path) + strpos(a.featured_image, f.encoded) > 0 then 'featured image' end,
        case when strpos(a.gallery::text, f.path) + strpos(a.gallery::text, f.encoded) > 0 then 'gallery' end,
        case when strpos(a.content::text, f.path) + strpos(a.content::text, f.encoded) > 0 then 'text' end,
        case when strpos(w.data::text, f.path) + strpos(w.data::text, f.encoded) > 0 then 'unpublished changes' end
      ], null) as places
    from file f cross join public.articles a left join public.article_working_copies w on w.article_id = a.id
    union all
    select 'page', p.id, p.title, p.status, array['text']
    from file f cross join public.pages p
    where strpos(p.content::text, f.path) + strpos(p.content::text, f.encoded) > 0
    union all
    select 'template', t.id, t.name, null, array['text']
    from file f cross join public.article_templates t
    where strpos(t.content::text, f.path) + strpos(t.content::text, f.encoded) > 0
    union all
    select 'author', a.id, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where strpos(a.image_url, f.path) + strpos(a.image_url, f.encoded) > 0
    union all
    select 'site', s.id, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where strpos(to_jsonb(s)::text, f.path) + strpos(to_jsonb(s)::text, f.encoded) > 0
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$$;

-- Whoever deletes a file that is used must say that they know (delete_media); the secret key is for repairs.
create function private.guard_used_media() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() or current_setting('mantel.delete_used_media', true) = old.id::text then return old; end if;
  if exists (select 1 from public.media_usage(old.id)) then
    raise exception 'This file is in use' using errcode = 'PT409';
  end if;
  return old;
end $$;
create trigger guard_used_media before delete on public.media
for each row execute function private.guard_used_media();

-- Deletes the row of a file and gives the paths of what is now to be removed from the bucket. A used file is refused
-- with PT409 unless `p_even_if_used`.
create function public.delete_media(p_media uuid, p_even_if_used boolean default false) returns text[]
language plpgsql security invoker set search_path = ''
as $$
declare paths text[];
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to delete files' using errcode = '42501';
  end if;
  perform set_config('mantel.delete_used_media', case when p_even_if_used then p_media::text else '' end, true);
  delete from public.media m where m.id = p_media
  returning array_remove(array[m.storage_path, m.thumbnail_path], null) into paths;
  perform set_config('mantel.delete_used_media', '', true);
  if paths is null then raise exception 'This file is gone already' using errcode = 'PT404'; end if;
  return paths;
end $$;

grant execute on function public.media_totals(text, text), public.media_usage(uuid), public.delete_media(uuid, boolean)
  to authenticated, service_role;

-- A stored file goes only after its row, so that no row is left without its file. One that never got a row (an upload
-- cut off in between) is also its uploader's to clear away.
drop policy "editors delete stored files" on storage.objects;
create policy "media files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'media'
       and ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and split_part(name, '/', 1) = (select auth.uid())::text))
       and not exists (select 1 from public.media m where m.storage_path = objects.name or m.thumbnail_path = objects.name));
create policy "font files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor'))
       and not exists (select 1 from public.fonts f where right(f.font_file_path, length(objects.name) + 1) = '/' || objects.name));
