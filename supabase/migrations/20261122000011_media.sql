-- The media library: files, totals, where a file is used, and deleting a file that is in use only on purpose.

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
  created_at timestamptz not null default now()
);
create index media_created_idx on public.media (created_at desc);
create index media_filename_trgm_idx on public.media using gin (original_filename extensions.gin_trgm_ops);
create index media_alt_text_trgm_idx on public.media using gin (alt_text extensions.gin_trgm_ops);
create index media_caption_trgm_idx on public.media using gin (caption extensions.gin_trgm_ops);

alter table public.media enable row level security;
grant select (id, filename, mime_type, size_bytes, storage_path, alt_text, caption, width, height, created_at)
on public.media to anon;
grant select, insert, update, delete on public.media to authenticated;
create policy "everyone sees media" on public.media for select to anon, authenticated using (true);
create policy "writers upload media" on public.media for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')) and uploaded_by = (select auth.uid()));
create policy "writers describe their media" on public.media for update to authenticated
using ((select public.has_role('super_admin', 'editor')) or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())))
with check ((select public.has_role('super_admin', 'editor')) or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())));
create policy "editors delete media" on public.media for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- An update changes the description of a file, never the file itself or its uploader.
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

-- Where a file is used, as far as the caller may see it: `places` are the parts of the article, page, template, author
-- or site that contain its address. A blank in the path is %20 in an address.
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
grant execute on function public.media_usage(uuid) to authenticated;

-- A file that is in use is deleted only by delete_media with p_even_if_used. The secret key may delete any (repairs).
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

-- Deletes a file's row and returns the storage paths that are to be removed next. A file in use is refused with PT409
-- unless p_even_if_used.
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
grant execute on function public.delete_media(uuid, boolean) to authenticated;
