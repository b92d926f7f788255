-- Which rows name which files: by every spelling of an address, and since when readers see the row. Readers see the rows of
-- published files only, and nobody below editor changes what they see of one. No address of a stored file is given twice.

drop function private.rows_naming_file(uuid, text);
drop function private.file_names(text);
drop function public.media_usage(uuid);
drop table private.media_references;

-- A text as a browser reads it: with the signs that character references of HTML and escapes of JSON stand for. Tabs and
-- line breaks that are written so are left out, as browsers do in addresses.
create function private.unescape_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- References to other signs of ASCII have no name.
  named jsonb := '{"amp": "&", "sol": "/", "period": ".", "colon": ":", "lowbar": "_", "UnderBar": "_", "num": "#",
    "percnt": "%", "bsol": "\\", "quest": "?", "equals": "=", "commat": "@", "dollar": "$", "plus": "+", "comma": ",",
    "semi": ";", "excl": "!", "ast": "*", "midast": "*", "lpar": "(", "rpar": ")", "lsqb": "[", "lbrack": "[",
    "rsqb": "]", "rbrack": "]", "lcub": "{", "lbrace": "{", "rcub": "}", "rbrace": "}", "verbar": "|", "vert": "|",
    "VerticalLine": "|", "Hat": "^", "grave": "`", "DiacriticalGrave": "`", "fjlig": "fj", "quot": "\"", "QUOT": "\"",
    "apos": "''", "lt": "<", "gt": ">", "AMP": "&", "nbsp": " ", "Tab": "", "NewLine": ""}';
  escape text; digits text; code bigint; sign text;
begin
  if p_text !~ '&|\\u' then return p_text; end if;
  for escape in
    select match[1]
    from regexp_matches(p_text, '(&#[0-9]+;?|&#[xX][0-9A-Fa-f]+;?|&[A-Za-z]+;|\\u[0-9A-Fa-f]{4})', 'g') as match
    group by 1 order by char_length(match[1]) desc
  loop
    if escape ~ '^&[A-Za-z]' then sign := named ->> btrim(escape, '&;');
    else
      digits := ltrim(substring(escape from '([0-9A-Fa-f]+);?$'), '0');
      code := case when digits = '' or char_length(digits) > 7 then 0
        when escape ~ '^&#[0-9]' then digits::bigint
        else ('x' || lpad(digits, 8, '0'))::bit(32)::bigint end;
      sign := case when code in (9, 10, 13) then ''
        when code between 32 and 55295 or code between 57344 and 1114111 then chr(code::integer) end;
    end if;
    if sign is not null then p_text := replace(p_text, escape, sign); end if;
  end loop;
  return p_text;
end $$;

-- An address without query and fragment, with the signs that %20 and the like stand for, and without `.` and `..`.
create function private.plain_address(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := split_part(split_part(p_address, '?', 1), '#', 1); encoded text;
begin
  if address ~ '%[0-9A-Fa-f]{2}' then
    for encoded in
      select match[1] from regexp_matches(address, '((?:%[0-9A-Fa-f]{2})+)', 'g') as match
      group by 1 order by char_length(match[1]) desc
    loop
      begin
        address := replace(address, encoded, convert_from(decode(replace(encoded, '%', ''), 'hex'), 'UTF8'));
      exception when others then
        -- Not UTF-8: no file has such a name.
        null;
      end;
    end loop;
  end if;
  address := replace(address, '\', '/');
  if address ~ '/\.\.?(/|$)' then
    address := regexp_replace(address, '/\.(?=/|$)', '', 'g');
    for step in 1 .. 20 loop
      exit when address !~ '/[^/]+/\.\.(/|$)';
      address := regexp_replace(address, '/[^/]+/\.\.(?=/|$)', '', 'g');
    end loop;
  end if;
  -- A path in a bucket has at most 1,000 characters.
  return right(btrim(address), 1001);
end $$;

/* The addresses in the texts of a row. In quotation marks, and as a whole value, an address may have blanks. Where it is
   not clear which signs belong to it, each reading is returned: `at /a(1).webp).` names /a, /a(1).webp and /a(1).webp).
   In PL/pgSQL, which keeps its plan. */
create function private.addresses_in(p_row jsonb) returns setof text
language plpgsql immutable set search_path = ''
as $$
begin
  return query
  -- Materialized: else the last condition is tried before the union.
  with stored as (
    select v #>> '{}' as value from jsonb_path_query(p_row, 'strict $.** ? (@.type() == "string")') v
    where v #>> '{}' ~ '[/\\&%]'
  ), read_as_json as (
    select value from stored
    union select regexp_replace(regexp_replace(value, '\\[ntr]', '', 'g'), '\\(["\\/])', '\1', 'g')
    from stored where strpos(value, '\') > 0
  ), slashed as (
    select value from read_as_json
    -- Browsers read a backslash in an address as a slash.
    union select replace(value, '\', '/') from read_as_json where strpos(value, '\') > 0
  ), texts as (
    select value from slashed
    -- Only where a slash, or the begin of an address, is written so: the addresses found are unescaped below.
    union select private.unescape_text(value) from slashed
    where value ~ '&(#|sol;|bsol;|colon;|Tab;|NewLine;)|\\u'
  ), addresses as materialized (
    select value as address from texts where value ~* '^\s*(https?:|/)' and char_length(value) <= 4000
    union select match[1] from texts, regexp_matches(value, '"\s*((?:https?:|/)[^"<>\\]*)(?=\\?")', 'gi') as match
    union select match[1] from texts, regexp_matches(value, '''\s*((?:https?:|/)[^''<>\\]*)(?='')', 'gi') as match
    union select match[1]
    from texts, regexp_matches(value, '(?<!<)([^[:space:]"''<>()\\?#&,;]*/[^[:space:]"''<>()\\?#&,;]+)', 'g') as match
    union select run
    from texts, regexp_matches(value, '(?<!<)([^[:space:]"<>\\]*/[^[:space:]"<>\\]+)', 'g') as match,
      lateral (values (match[1]), (rtrim(match[1], '.,;:!?''()[]{}*&'))) as reading (run)
  ), plain as materialized (
    select distinct private.plain_address(
      private.unescape_text(right(regexp_replace(address, '[\t\n\r]', '', 'g'), 4000))) as address
    from addresses
  )
  select p.address from plain p where strpos(p.address, '/') > 0;
end $$;

-- What files of one picture have in common: the name at the end of a path or address without its ending, for a thumbnail
-- that of its original.
create function private.file_stem(p_path text) returns text
language sql immutable set search_path = ''
as $$ select left(regexp_replace(substring(p_path from '[^/]*$'), '(-thumb\.webp|\.[^.]*)$', ''), 200) $$;

-- Whether an address (plain_address) names a stored file: it ends with its path. Who names a picture names its thumbnail,
-- and the other way around.
create function private.is_address_of(p_address text, p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select right('/' || p_address, char_length(p_path) + 1) = '/' || p_path
    -- Both without their endings.
    or '-thumb.webp' in (right(p_path, 11), right(p_address, 11))
      and right('/' || regexp_replace(p_address, '(-thumb\.webp|\.[^./]*)$', ''),
            char_length(regexp_replace(p_path, '(-thumb\.webp|\.[^./]*)$', '')) + 1)
          = '/' || regexp_replace(p_path, '(-thumb\.webp|\.[^./]*)$', '')
$$;

-- The addresses that the rows of a table hold. Without a key: addresses are longer than an index takes.
create table private.media_references (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  address text not null,
  -- private.file_stem of the address.
  stem text not null,
  -- Since when readers see the row, also in the future; null: they do not.
  public_from timestamptz
);
create index media_references_row_idx on private.media_references (row_id, table_name);
create index media_references_stem_idx on private.media_references (stem);
alter table private.media_references enable row level security;

-- Since when readers see a row, also in the future; null: they do not. Rows of a table without states are always seen.
create function private.public_from(p_table text, p_row jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when p_table in ('article_templates', 'article_working_copies') then null
    when not p_row ? 'status' then '-infinity'
    when p_row ->> 'status' = 'published' and p_row ->> 'deleted_at' is null
      then coalesce((p_row ->> 'published_at')::timestamptz, '-infinity')
  end
$$;

-- Trigger of tables whose texts name files. Argument: the column with the id of the row. The table's name as text:
-- tg_table_name has the collation "C", with which no index of media_references can be used.
create or replace function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  owner_id text := coalesce(new_row, old_row) ->> tg_argv[0];
  seen_from timestamptz := private.public_from(owner_table, new_row);
  -- They name no file, so that a publish reads no text.
  ignored text[] := array['updated_at', 'version', 'status', 'published_at', 'publish_at', 'deleted_at', 'hero',
    'featured', 'read_time'];
  addresses text[];
begin
  if tg_op = 'DELETE' then
    delete from private.media_references r where r.table_name = owner_table and r.row_id = owner_id;
    return null;
  end if;
  if tg_op = 'INSERT' or old_row - ignored <> new_row - ignored then
    addresses := array(select private.addresses_in(new_row));
    delete from private.media_references r
    where r.table_name = owner_table and r.row_id = owner_id and r.address <> all (addresses);
    insert into private.media_references (table_name, row_id, address, stem, public_from)
    select owner_table, owner_id, a, private.file_stem(a), seen_from from unnest(addresses) a
    where a not in (select r.address from private.media_references r
                    where r.table_name = owner_table and r.row_id = owner_id);
  end if;
  update private.media_references r set public_from = seen_from
  where r.table_name = owner_table and r.row_id = owner_id and r.public_from is distinct from seen_from;
  return null;
end $$;

/* Whether a row that readers see names a stored file of the media library, given by its path. Readers see the rows of
   `media` of such files only, and nobody below editor changes what they see of one: every policy and trigger asks here.
   In PL/pgSQL, which keeps its plan. */
create function private.is_published_file(p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.media_references r
    where r.stem = private.file_stem(p_path) and r.public_from <= now() and private.is_address_of(r.address, p_path));
end $$;
grant execute on function private.is_published_file(text) to anon, authenticated, service_role;

-- Whether a text or a value of JSON names a stored file.
create function private.names_file(p_value jsonb, p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.addresses_in(p_value) a where private.is_address_of(a, p_path)) $$;
grant execute on function private.names_file(jsonb, text) to authenticated, service_role;

-- The ids of the rows of a table that name a stored file.
create function private.rows_naming_file(p_path text, p_table text) returns setof text
language sql stable security definer set search_path = ''
as $$
  select distinct r.row_id from private.media_references r
  where r.stem = private.file_stem(p_path) and r.table_name = p_table and private.is_address_of(r.address, p_path)
$$;
grant execute on function private.rows_naming_file(text, text) to authenticated, service_role;

-- Where a file is used, as far as the caller may see it: `places` are the parts of the row that name it.
create function public.media_usage(p_media uuid)
returns table (kind text, id text, title text, status text, places text[])
language sql stable security invoker set search_path = ''
as $$
  with file as (select m.storage_path as path from public.media m where m.id = p_media),
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
create trigger update_media_references after insert or update or delete on public.categories
for each row execute function private.update_media_references('id');
create trigger update_media_references after insert or update or delete on public.site_settings
for each row execute function private.update_media_references('id');
create trigger update_media_references after insert or update or delete on public.slug_redirects
for each row execute function private.update_media_references('id');

-- The addresses of the rows that are there.
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'articles', t.id, a, private.file_stem(a), private.public_from('articles', to_jsonb(t))
from public.articles t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'article_working_copies', t.article_id, a, private.file_stem(a), private.public_from('article_working_copies', to_jsonb(t))
from public.article_working_copies t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'pages', t.id, a, private.file_stem(a), private.public_from('pages', to_jsonb(t))
from public.pages t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'article_templates', t.id, a, private.file_stem(a), private.public_from('article_templates', to_jsonb(t))
from public.article_templates t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'author_profiles', t.id, a, private.file_stem(a), private.public_from('author_profiles', to_jsonb(t))
from public.author_profiles t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'categories', t.id, a, private.file_stem(a), private.public_from('categories', to_jsonb(t))
from public.categories t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'site_settings', t.id, a, private.file_stem(a), private.public_from('site_settings', to_jsonb(t))
from public.site_settings t cross join private.addresses_in(to_jsonb(t)) a;
insert into private.media_references (table_name, row_id, address, stem, public_from)
select 'slug_redirects', t.id, a, private.file_stem(a), private.public_from('slug_redirects', to_jsonb(t))
from public.slug_redirects t cross join private.addresses_in(to_jsonb(t)) a;

-- Whether a file is published and the caller no editor: readers see its words and its focus as they are.
create function private.is_file_of_editors(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_service() and not public.has_role('super_admin', 'editor') and private.is_published_file(p_path)
$$;

-- The description of a file belongs to its uploader: with the path of another file, one of the site itself among them, a
-- new row would describe a picture that readers see.
create or replace function private.before_media_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_service() and new.uploaded_by = auth.uid()
     and split_part(new.storage_path, '/', 1) <> auth.uid()::text then
    raise exception 'Only files that you have uploaded yourself can be added to the library' using errcode = '23514';
  end if;
  if private.is_file_of_editors(new.storage_path) then
    raise exception 'This file is published. An editor can add it to the library.' using errcode = '23514';
  end if;
  return new;
end $$;

-- An update changes the description of a file, never the file itself or its uploader, who becomes null when the account
-- is deleted.
create or replace function private.before_media_update() returns trigger
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
  if to_jsonb(new) <> to_jsonb(old) and private.is_file_of_editors(old.storage_path) then
    raise exception 'This file is published. An editor can change its texts and its focus.' using errcode = '23514';
  end if;
  return new;
end $$;

-- Whether readers see a file, so that only editors change its texts and its focus.
create function public.is_media_published(p_media uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.media m where m.id = p_media and private.is_published_file(m.storage_path))
$$;
grant execute on function public.is_media_published(uuid) to authenticated;

drop policy "everyone sees media" on public.media;
create policy "readers see the files of what is published" on public.media for select to anon
using (private.is_published_file(storage_path));
create policy "writers see all files" on public.media for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')) or private.is_published_file(storage_path));

-- Addresses of stored files, also of those that are deleted: none is given to another file. Of the buckets of this project.
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

insert into private.used_storage_paths (bucket_id, name) select o.bucket_id, o.name from storage.objects o
where o.bucket_id in ('media', 'fonts');
drop policy "writers upload into their own media folder" on storage.objects;
create policy "writers upload into their own media folder" on storage.objects for insert to authenticated
with check (bucket_id = 'media' and (select public.has_role('super_admin', 'editor', 'contributor'))
            and split_part(name, '/', 1) = (select auth.uid())::text
            and not private.is_used_storage_path(bucket_id, name)
            and ((select public.has_role('super_admin', 'editor')) or not private.is_published_file(name)));
drop policy "editors upload fonts" on storage.objects;
create policy "editors upload fonts" on storage.objects for insert to authenticated
with check (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor'))
            and not private.is_used_storage_path(bucket_id, name));
drop policy "media files without a row are cleared away" on storage.objects;
create policy "media files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'media'
       and ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and split_part(name, '/', 1) = (select auth.uid())::text
                and not private.is_published_file(name)))
       and not exists (select 1 from public.media m where m.storage_path = objects.name or m.thumbnail_path = objects.name));

-- Events ({entity, entity_id}) of the files of the media library that the rows of events name. In PL/pgSQL, which keeps its
-- plans.
create function private.media_events(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Arrays, since joins may be planned as scans of all files and references.
declare ids text[] := array(select e ->> 'entity_id' from jsonb_array_elements(p_events) e); paths text[];
begin
  -- Each end of an address may be the path of a file.
  paths := array(
    select array_to_string(a.parts[part:], '/')
    from private.media_references r
    cross join lateral string_to_array(r.address, '/') as a (parts)
    cross join lateral generate_subscripts(a.parts, 1) as part
    where r.row_id = any (ids));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', 'media', 'entity_id', m.id)), '[]')
    from public.media m where m.storage_path = any (paths));
end $$;
grant execute on function private.media_events(jsonb) to authenticated, service_role;

/* The rows that events ({entity, entity_id}) name, by table, as a visitor may see them, with the authors and redirects of
   articles, and the files that the rows name. */
create or replace function private.public_rows(p_events jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role'); all_rows jsonb := '{}';
  changed_table text; ids text[]; columns text; source text; id_type text; found_rows jsonb;
begin
  p_events := p_events || private.media_events(p_events);
  set local role anon;
  -- Arrays, since a join may be planned as a scan of all articles.
  for changed_table, ids in
    with event as (select e ->> 'entity' as entity, e ->> 'entity_id' as id from jsonb_array_elements(p_events) e),
    article as (select a.id, a.author_id from public.articles a
                where a.id = any (array(select v.id::uuid from event v where v.entity = 'articles')))
    select wanted.entity, array_agg(wanted.id) from (
      select * from event
      union select 'profiles', a.author_id::text from article a where a.author_id is not null
      union select 'slug_redirects', r.id::text from public.slug_redirects r
        where r.article_id = any (array(select a.id from article a))) wanted
    group by wanted.entity
  loop
    select string_agg(format('t.%I', a.attname), ', '),
      coalesce(max(format_type(a.atttypid, null)) filter (where a.attname = 'id'), 'uuid')
    into columns, id_type
    from pg_attribute a where a.attrelid = format('public.%I', changed_table)::regclass and a.attnum > 0
      and not a.attisdropped and has_column_privilege(a.attrelid, a.attnum, 'select');
    source := format('public.%I', changed_table);
    if changed_table = 'author_profiles' then
      columns := '*';
      source := 'public.get_public_author_profiles()';
    elsif changed_table = 'articles' then
      columns := columns || $sql$, (select coalesce(jsonb_agg(jsonb_build_object('tag_id', g.tag_id)), '[]')
        from public.article_tags g where g.article_id = t.id) as article_tags$sql$;
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s t where t.id = any ($1::%s[])) r',
      columns, source, id_type) into found_rows using ids;
    all_rows := all_rows || jsonb_build_object(changed_table, found_rows);
  end loop;
  perform set_config('role', caller, true);
  return all_rows;
end $$;
grant execute on function private.public_rows(jsonb) to authenticated, service_role;
