-- What a stored file's address is, is judged on the address as it is resolved; and every table with pictures for readers
-- takes those of this magazine alone.

create or replace function private.percent_decoded(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare encoded text;
begin
  if p_address !~ '%[0-9A-Fa-f]{2}' then return p_address; end if;
  for encoded in
    select match[1] from regexp_matches(p_address, '((?:%[0-9A-Fa-f]{2})+)', 'g') as match
    group by 1 order by char_length(match[1]) desc
  loop
    begin
      p_address := replace(p_address, encoded, convert_from(decode(replace(encoded, '%', ''), 'hex'), 'UTF8'));
    exception when others then null;
    end;
  end loop;
  return p_address;
end $$;

create or replace function private.stored_file_path(p_address text, p_folder text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := split_part(split_part(p_address, '?', 1), '#', 1); path text;
begin
  if not starts_with(address, p_folder) then return null; end if;
  path := substr(address, char_length(p_folder) + 1);
  if path !~* '^(?:(?!\.\.?(?:/|$))(?:[A-Za-z0-9!$&''()*+,;=:@_~.-]|%(?![01]|2[5EF]|5C|7F)[0-9A-F]{2})+(?:/(?!$)|$))+$' then
    return null;
  end if;
  path := private.percent_decoded(path);
  return case when strpos(path, '%') = 0 then path end;
end $$;

create or replace function private.plain_address(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := replace(private.percent_decoded(split_part(split_part(p_address, '?', 1), '#', 1)), '\', '/');
begin
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

create or replace function private.is_site_path(p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_path ~ '^/([^/\\&?[:cntrl:]][^\\&?[:cntrl:]]*)?(\?[^\\[:cntrl:]]*)?$'
    and split_part(split_part(p_path, '?', 1), '#', 1) !~* '/(\.|%2e){1,2}(/|$)|%2f|%5c'
$$;

create or replace function private.is_own_picture(p_address text) returns boolean
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

create or replace function private.covers_of(stored jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select address #>> '{}' from unnest(array[
      '$.featured_image', '$.gallery[*]', '$.image_url', '$.blocks[*].items[*].image']::jsonpath[]) place,
      jsonb_path_query(stored, place) address
    where jsonb_typeof(address) = 'string')
$$;

create or replace function private.check_pictures() returns trigger
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

create trigger check_pictures before insert or update of data on public.article_working_copies
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of image_url on public.author_profiles
for each row execute function private.check_pictures();
create trigger check_pictures before insert or update of blocks on public.front_versions
for each row execute function private.check_pictures();
