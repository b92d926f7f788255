-- Accounts that do not write read of files what visitors read, by published_files, and no column for the staff.

grant select (thumbnail_path) on public.media to anon;
alter policy "writers see all files" on public.media
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- Whether a text has words, each of which is a list of LIKE patterns of which the text has to match one.
create or replace function private.has_words(p_text text, p_words jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select 1 from jsonb_array_elements(p_words) word
    where p_text not like all (array(select jsonb_array_elements_text(word))))
$$;
grant execute on function private.has_words(text, jsonb) to authenticated;

-- The same words. Raises 22023 for more than any search has: the admin sends 6 kB at most.
create or replace function private.checked_words(p_words jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_words::text) > 20000 then
    raise exception 'Search for fewer or shorter words' using errcode = '22023';
  end if;
  return p_words;
end $$;
grant execute on function private.checked_words(jsonb) to authenticated;

/* The files of what is published, for accounts that do not write: rows with the columns that visitors read, all others
   empty or, where they may not be, with what says nothing. The name that a file was uploaded with is the one that it is
   stored under. p_words are the words that are searched for, each with the LIKE patterns of which search_text has to match
   one. Those who write read the table, and no row here. */
create or replace function public.published_files(p_words jsonb default '[]') returns setof public.media
language sql stable security definer set search_path = ''
as $$
  with readable as (
    select array_agg(a.attname::text) as names from pg_catalog.pg_attribute a
    where a.attrelid = 'public.media'::regclass and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('anon', a.attrelid, a.attnum, 'select'))
  select shown.* from readable cross join public.media m,
    jsonb_populate_record(null::public.media,
      jsonb_build_object('original_filename', m.filename, 'release_on_file', false)
      || (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(m)) where key = any (readable.names))) shown
  where not (select public.has_role('super_admin', 'editor', 'contributor'))
    and private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, private.moment())
    and private.is_published_file(m.storage_path)
    and private.has_words(public.search_text(shown), (select private.checked_words(p_words)))
$$;
grant execute on function public.published_files(jsonb) to authenticated;

-- The number of files of a kind, and their total size. p_words as of published_files.
create or replace function public.media_totals(
  p_kind text default 'all', p_words jsonb default '[]', p_uploader uuid default null)
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from (select * from public.media file where private.has_words(public.search_text(file), (select private.checked_words(p_words)))
        union all select * from public.published_files(p_words)) m
  where (p_uploader is null or m.uploaded_by = p_uploader)
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      when 'ending' then m.usable_until > now() and m.usable_until <= now() + interval '30 days'
      when 'ended' then m.usable_until <= now()
      when 'uncredited' then m.mime_type like 'image/%' and m.credit is null
      when 'undescribed' then m.mime_type like 'image/%' and coalesce(m.alt_text, '') = ''
      else true end
$$;
grant execute on function public.media_totals(text, jsonb, uuid) to authenticated;

-- Where a file is used, as far as the caller may see it: `places` are the parts of the row that name it.
create or replace function public.media_usage(p_media uuid)
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
    select 'front', v.id::text, v.page, null, array['stories']
    from file f cross join public.front_versions v
    where v.id in (select private.rows_naming_file(f.path, 'front_versions')::uuid)
      and (v.live_from > now() or v.id in (select l.id from public.get_live_fronts() l))
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
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$$;
grant execute on function public.media_usage(uuid) to authenticated;
