-- Scheduled articles are counted apart; the mailing list has those who want the
-- weekly letter; no text gets a picture of another host.

create or replace function public.get_article_counts() returns table (status text, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select case when a.status = 'published' and a.published_at > now() then 'scheduled' else a.status end, count(*)
  from public.articles a where a.deleted_at is null group by 1
$$;

create or replace function public.get_mailing_list(p_after uuid default null, p_limit integer default 1000)
returns table (id uuid, email text, first_name text, preferences jsonb, unsubscribe_token text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select s.id, s.email, s.first_name, s.preferences, private.unsubscribe_token(s.id)
    from public.subscribers s
    where s.status = 'active' and s.preferences -> 'weeklyNewsletter' = 'true' and (p_after is null or s.id > p_after)
    order by s.id limit p_limit;
end $$;

-- A picture of another host tells that host who reads. The pages show none, and no text gets one.

-- What addresses of the magazine's own pictures begin with. Empty until the publisher has told it (register_magazine).
create table private.own_addresses (address text primary key);
alter table private.own_addresses enable row level security;

-- Whether an address is that of a picture of this magazine (isOwnPicture in src/admin/media-picker/own-picture.ts).
create function private.is_own_picture(p_address text) returns boolean
language sql stable set search_path = ''
as $$
  select p_address ~ '^/([^/\\&?[:cntrl:]][^\\&?[:cntrl:]]*)?(\?[^\\[:cntrl:]]*)?$'
    or exists (select 1 from private.own_addresses o where starts_with(p_address, o.address))
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

-- Those of other hosts that are new: neither in the text before (null: there was none) nor in another one.
create function private.has_new_picture_elsewhere(now_there text[], before text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from unnest(now_there) address
    where address <> '' and not private.is_own_picture(address) and address <> all (coalesce(before, '{}'))
      and not exists (select 1 from public.articles a where address = a.featured_image or address = any (a.gallery))
      and not exists (
        select 1 from (select content from public.articles union all select content from public.pages
                       union all select content from public.article_templates) other
        where strpos(other.content::text, address) > 0 and address in (select private.pictures_in(other.content))))
$$;

-- The pictures of a row beside its text.
create function private.covers_of(stored jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array_remove(array_append(array(select jsonb_array_elements_text(stored -> 'gallery')), stored ->> 'featured_image'), null)
$$;

-- Trigger. The secret key may store any (imports).
create function private.check_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  now_there jsonb := to_jsonb(new);
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
begin
  if private.is_service() then return new; end if;
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

  if p_magazine ? 'addresses' then
    delete from private.own_addresses o where not p_magazine -> 'addresses' ? o.address;
    insert into private.own_addresses select a from jsonb_array_elements_text(p_magazine -> 'addresses') a
    on conflict do nothing;
  end if;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $$;
