-- Which texts name which files, so that the use of a file is found without reading every text.

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

-- Argument: the column with the id of the row.
create function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  names text[];
begin
  if tg_op = 'UPDATE' and old_row - array['updated_at', 'version'] = new_row - array['updated_at', 'version'] then
    return null;
  end if;
  names := array(select private.file_names(new_row::text));
  delete from private.media_references
  where table_name = tg_table_name and row_id = (old_row ->> tg_argv[0])::uuid and file_name <> all (names);
  insert into private.media_references (table_name, row_id, file_name)
  select tg_table_name, (new_row ->> tg_argv[0])::uuid, n from unnest(names) n on conflict do nothing;
  return null;
end $$;
create trigger update_media_references after insert or update or delete on public.articles
for each row execute function private.update_media_references('id');
create trigger update_media_references after insert or update or delete on public.article_working_copies
for each row execute function private.update_media_references('article_id');
create trigger update_media_references after insert or update or delete on public.article_templates
for each row execute function private.update_media_references('id');
create trigger update_media_references after insert or update or delete on public.author_profiles
for each row execute function private.update_media_references('id');
create trigger update_media_references after insert or update or delete on public.pages
for each row execute function private.update_media_references('id');

insert into private.media_references (table_name, row_id, file_name)
select 'articles', a.id, n from public.articles a cross join private.file_names(to_jsonb(a)::text) n
union all
select 'article_working_copies', w.article_id, n
from public.article_working_copies w cross join private.file_names(to_jsonb(w)::text) n
union all
select 'article_templates', t.id, n from public.article_templates t cross join private.file_names(to_jsonb(t)::text) n
union all
select 'author_profiles', a.id, n from public.author_profiles a cross join private.file_names(to_jsonb(a)::text) n
union all
select 'pages', p.id, n from public.pages p cross join private.file_names(to_jsonb(p)::text) n;

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

-- Where a file is used, as far as the caller may see it: `places` are the parts of the article, page, template, author
-- or site that contain its address. A blank in the path is %20 in an address.
create or replace function public.media_usage(p_media uuid)
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
    where a.id in (select private.rows_naming_file(p_media, 'articles')
                   union select private.rows_naming_file(p_media, 'article_working_copies'))
    union all
    select 'page', p.id, p.title, p.status, array['text']
    from file f cross join public.pages p
    where p.id in (select private.rows_naming_file(p_media, 'pages'))
      and strpos(p.content::text, f.path) + strpos(p.content::text, f.encoded) > 0
    union all
    select 'template', t.id, t.name, null, array['text']
    from file f cross join public.article_templates t
    where t.id in (select private.rows_naming_file(p_media, 'article_templates'))
      and strpos(t.content::text, f.path) + strpos(t.content::text, f.encoded) > 0
    union all
    select 'author', a.id, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where a.id in (select private.rows_naming_file(p_media, 'author_profiles'))
      and strpos(a.image_url, f.path) + strpos(a.image_url, f.encoded) > 0
    union all
    select 'site', s.id, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where strpos(to_jsonb(s)::text, f.path) + strpos(to_jsonb(s)::text, f.encoded) > 0
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$$;
