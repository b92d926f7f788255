-- Limits of lists, which had none, and of social links, which are three addresses. As those of content they hold for what is
-- written from now on.

-- A number of bytes in words.
create function private.byte_words(bytes integer) returns text
language sql immutable set search_path = ''
as $$ select case when bytes < 1000000 then bytes / 1000 || ' kB' else bytes / 1000000 || ' MB' end $$;

-- Trigger with arguments: the column, what people call it, its maximum in bytes.
create or replace function private.check_json_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_bytes integer := tg_argv[2];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(new_value) then
    raise exception '% must be nested at most % levels deep', tg_argv[1], private.max_json_depth() using errcode = '23514';
  end if;
  return new;
end $$;

create or replace trigger check_social_link_limits before insert or update of social_links on public.author_profiles
for each row execute function private.check_json_limits('social_links', 'Social links', '10000');

-- Trigger with arguments: the column, what people call it, its maximum of entries and in bytes.
create function private.check_list_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_entries integer := tg_argv[2];
  max_bytes integer := tg_argv[3];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if jsonb_array_length(new_value) > max_entries then
    raise exception '% must have at most % entries', tg_argv[1], max_entries using errcode = '23514';
  end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_gallery_limits before insert or update of gallery on public.articles
for each row execute function private.check_list_limits('gallery', 'Gallery', '200', '200000');
create trigger check_keyword_limits before insert or update of meta_keywords on public.articles
for each row execute function private.check_list_limits('meta_keywords', 'Meta Keywords', '100', '20000');
