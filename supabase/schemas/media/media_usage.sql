-- Where a file of the media library is used, and deleting one that is in use only on purpose.

-- Where a file is used, as far as the caller may see it: `places` are the parts of the row that name it.
create function public.media_usage(p_media uuid)
returns table (kind text, id text, title text, status text, places text[])
language sql stable security invoker set search_path = ''
as $$
  with file as (
    select m.storage_path as path from public.media m where m.id = p_media
    union all select m.storage_path from public.published_files() m where m.id = p_media),
  used as (
    select 'article' as kind, a.id::text, a.title, case when a.deleted_at is null then a.status else 'trash' end as status,
      array_remove(array[
        case when private.names_file(to_jsonb(a.featured_image), f.path) then 'featured image' end,
        case when private.names_file(to_jsonb(a.gallery), f.path) then 'gallery' end,
        case when private.names_file(a.content, f.path) then 'text' end,
        case when w.article_id is not null then 'unpublished changes' end
      ], null) as places
    from file f cross join public.articles a
    left join public.article_working_copies w on w.article_id = a.id
      and a.id in (select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    where a.id in (select private.rows_naming_file(f.path, 'articles')::uuid
                   union select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    union all
    select 'page', p.id::text, p.title, p.status, array['text']
    from file f cross join public.pages p
    where p.id in (select private.rows_naming_file(f.path, 'pages')::uuid)
    union all
    select 'template', t.id::text, t.name, null, array['text']
    from file f cross join public.article_templates t
    where t.id in (select private.rows_naming_file(f.path, 'article_templates')::uuid)
    union all
    select 'author', a.id::text, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where a.id in (select private.rows_naming_file(f.path, 'author_profiles')::uuid)
    union all
    select 'front', v.id::text, private.front_title(v.page), null, array['stories']
    from file f cross join public.front_versions v
    where v.id in (select private.rows_naming_file(f.path, 'front_versions')::uuid)
      and (v.live_from > now() or v.id in (select l.id from public.get_live_fronts() l))
    union all
    select 'letter', l.id::text, l.subject, l.status, array['letter']
    from file f cross join public.letters l
    where l.id in (select private.rows_naming_file(f.path, 'letters')::uuid)
    union all
    select 'category', c.id::text, c.name, null, array['description']
    from file f cross join public.categories c
    where c.id in (select private.rows_naming_file(f.path, 'categories')::uuid)
    union all
    select 'redirect', r.id::text, r.old_path, null, array['target']
    from file f cross join public.slug_redirects r
    where r.id in (select private.rows_naming_file(f.path, 'slug_redirects')::bigint)
    union all
    select 'site', s.id::text, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where s.id in (select private.rows_naming_file(f.path, 'site_settings')::uuid)
    union all
    select 'branding', b.id::text, 'Branding', null, array_remove(array[
        case when private.names_file(to_jsonb(b.logo), f.path) then 'logo' end,
        case when private.names_file(to_jsonb(b.logo_dark), f.path) then 'logo in dark' end,
        case when private.names_file(to_jsonb(b.icon), f.path) then 'icon' end,
        case when private.names_file(to_jsonb(b.share_picture), f.path) then 'picture of shared links' end
      ], null)
    from file f cross join public.branding b
    where b.id in (select private.rows_naming_file(f.path, 'branding')::uuid)
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

-- Deletes a file's row and returns the storage paths to remove next. A file in use is refused with PT409 unless
-- p_even_if_used.
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
