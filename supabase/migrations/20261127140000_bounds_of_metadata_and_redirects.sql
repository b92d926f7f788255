-- Bounds of what strangers and editors may store: the metadata of a user, which anybody who signs up sends, and the addresses
-- of redirects, which may not be those of the site's files and have to fit into a header.

create function private.check_user_metadata(metadata jsonb, stored jsonb default null) returns void
language plpgsql immutable set search_path = ''
as $$
declare max_bytes constant integer := 16 * 1024;
begin
  if octet_length(metadata::text) > greatest(max_bytes, octet_length(stored::text)) then
    raise exception 'The metadata of a user must be at most %', private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(metadata) then
    raise exception 'The metadata of a user must be nested at most % levels deep', private.max_json_depth()
      using errcode = '23514';
  end if;
end $$;

create function private.check_metadata_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_user_metadata(new.raw_user_meta_data,
    case when tg_op = 'UPDATE' then old.raw_user_meta_data end);
  return new;
end $$;
create trigger check_metadata_of_user before insert or update of raw_user_meta_data on auth.users
for each row execute function private.check_metadata_of_user();

create table private.site_files (path text primary key);
alter table private.site_files enable row level security;

create or replace function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.svg|privacy|robots\.txt|rss\.xml|sitemap(-\d+)?\.xml|terms)?$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$$;

create function private.ascii_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(case
    when ascii(letter) between 9 and 13 or ascii(letter) between 32 and 126 then letter
    else upper(regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by at), '')
  from string_to_table(address, null) with ordinality as t (letter, at)
$$;

create function private.address_in_one_spelling() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  path text := split_part(new.old_slug, '?', 1);
  page text := '/' || regexp_replace(path, '\.html$', '');
  target_path text := coalesce(substring(new.target from '^/[^?#]*'), '');
begin
  if new.kind <> 'custom' then return new; end if;
  if path ~ '%(2[1467-9A-E]|3[0-9ABD]|4[0-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])' then
    raise exception 'Use a path such as /summer-2019' using errcode = '23514';
  end if;
  if page <> '/' || path and private.is_address_in_use(page) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', '/' || path
      using errcode = '23514';
  end if;
  new.old_slug := path || private.ascii_address(substr(new.old_slug, char_length(path) + 1));
  new.target := target_path || private.ascii_address(substr(new.target, char_length(target_path) + 1));
  return new;
end $$;
create trigger address_in_one_spelling before insert on public.slug_redirects
for each row execute function private.address_in_one_spelling();

-- As the trigger would have stored them, where that is not too long.
update public.slug_redirects r set target = private.ascii_address(r.target)
where r.kind = 'custom' and r.target <> private.ascii_address(r.target) and char_length(private.ascii_address(r.target)) <= 1000;

create or replace function public.register_magazine(p_magazine jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.team t where t.name not in (
    select r.name from jsonb_to_recordset(p_magazine -> 'team') as r (name text));
  insert into private.team
  select r.name, r.addresses from jsonb_to_recordset(p_magazine -> 'team') as r (name text, addresses text[])
  on conflict (name) do update set addresses = excluded.addresses;

  delete from private.reserved_page_slugs r where r.is_section and not p_magazine -> 'sections' ? r.slug;
  insert into private.reserved_page_slugs select s, true from jsonb_array_elements_text(p_magazine -> 'sections') s
  on conflict do nothing;

  delete from private.site_files f where not p_magazine -> 'files' ? f.path;
  insert into private.site_files select lower(f) from jsonb_array_elements_text(p_magazine -> 'files') f
  on conflict do nothing;
  delete from public.slug_redirects r using private.site_files f
  where r.kind = 'custom' and lower(split_part(r.old_path, '?', 1)) = f.path;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $$;
