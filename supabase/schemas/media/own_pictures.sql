-- A picture of another host tells that host who reads. The pages show none, and no text gets one.

-- What addresses of the magazine's own pictures begin with. Empty until the publisher has told it (register_magazine).
create table private.own_addresses (address text primary key);
alter table private.own_addresses enable row level security;

-- Whether a path of this site leads to one place alone: without a second host, and without dots as folders.
create function private.is_site_path(p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_path ~ '^/([^/\\&?[:cntrl:]][^\\&?[:cntrl:]]*)?(\?[^\\[:cntrl:]]*)?$'
    and split_part(split_part(p_path, '?', 1), '#', 1) !~* '/(\.|%2e){1,2}(/|$)|%2f|%5c'
$$;

-- Whether an address names a picture of this magazine: a file in the media bucket, or of the site
-- (isOwnPicture in src/admin/media-picker/own-picture.ts).
create function private.is_own_picture(p_address text) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_site_path(p_address)
    or exists (
      select 1 from private.own_addresses o
      where case when o.address like '%/storage/v1/object/public/'
        then private.stored_file_path(p_address, o.address || 'media/') is not null
        else starts_with(p_address, o.address) and private.is_site_path(substr(p_address, char_length(o.address))) end)
    or not exists (select 1 from private.own_addresses)
$$;

-- The addresses of the pictures in a text of any format.
create function private.pictures_in(content jsonb) returns setof text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(content) = 'string' and content #>> '{}' ~ '^\s*[[{]' then
    begin
      content := (content #>> '{}')::jsonb;
    exception when invalid_text_representation then null; -- It is plain text.
    end;
  end if;
  return query
  select btrim(src[1], '"''')
  from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")') words,
    regexp_matches(words #>> '{}', '<(?:img|image)(?=[\s/])((?:[^>"'']|"[^"]*"|''[^'']*'')*)', 'gi') tag,
    regexp_matches(tag[1], '[\s"''/]src\s*=\s*("[^"]*"|''[^'']*''|[^\s>"'']+)', 'gi') src
  union all
  select address from jsonb_path_query(content, 'strict $.** ? (@.type like_regex "^(img|image)" flag "i")') node,
    unnest(array[node #>> '{src}', node #>> '{url}', node #>> '{attrs,src}', node #>> '{attrs,url}', node #>> '{file,url}',
      node #>> '{data,src}', node #>> '{data,url}', node #>> '{data,file,url}']) address
  union all
  select choice ->> 'image' from jsonb_path_query(content, 'lax $.choices[*]') choice;
end $$;

-- Pictures of other hosts that are new: neither in the text before (null: there was none) nor in another one. In PL/pgSQL:
-- see has_role.
create function private.has_new_picture_elsewhere(now_there text[], before text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from unnest(now_there) address
    where address <> '' and not private.is_own_picture(address) and address <> all (coalesce(before, '{}'))
      and not exists (select 1 from public.articles a where address = a.featured_image or address = any (a.gallery))
      and not exists (
        select 1 from (select content from public.articles union all select content from public.pages
                       union all select content from public.article_templates) other
        where strpos(other.content::text, address) > 0 and address in (select private.pictures_in(other.content))));
end $$;

-- The pictures of a row beside its text: of a story, a person or a front.
create function private.covers_of(stored jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select address #>> '{}' from unnest(array[
      '$.featured_image', '$.gallery[*]', '$.image_url', '$.blocks[*].items[*].image']::jsonpath[]) place,
      jsonb_path_query(stored, place) address
    where jsonb_typeof(address) = 'string')
$$;

-- Trigger of all tables with pictures for readers. The secret key may store any (imports).
create function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  now_there jsonb := to_jsonb(new);
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
begin
  if private.is_service() then return new; end if;
  if tg_table_name = 'article_working_copies' then
    now_there := now_there #> '{data,patch}';
    before := before #> '{data,patch}';
  end if;
  if (now_there -> 'content') is distinct from (before -> 'content') and private.has_new_picture_elsewhere(
    array(select private.pictures_in(now_there -> 'content')), array(select private.pictures_in(before -> 'content')))
  then
    raise exception 'Pictures from elsewhere are uploaded first: add them with the image button.' using errcode = '23514';
  end if;
  if private.has_new_picture_elsewhere(private.covers_of(now_there), private.covers_of(before)) then
    raise exception 'Readers do not get pictures of other hosts: choose one from the media library.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_pictures before insert or update of content, featured_image, gallery on public.articles
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of content on public.pages
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of content on public.article_templates
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of data on public.article_working_copies
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of image_url on public.author_profiles
for each row execute function private.check_pictures();
