-- Limits in the units that matter to a page: bytes of a body, levels of its JSON, and the length of an address, whose
-- last part is the name of a file. They hold for what is written from now on: a row from before them can be saved as long
-- as the column in question stays as it is. The same limits in the forms: src/domain/body/limits.ts, src/domain/slug.ts.

create function private.max_json_depth() returns integer language sql immutable set search_path = '' as $$ select 100 $$;
create function private.max_slug_length() returns integer language sql immutable set search_path = '' as $$ select 200 $$;

-- Whether a value has more levels of objects and arrays than private.max_json_depth.
create function private.is_too_deep(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_path_exists(value,
    ('strict $.**{' || private.max_json_depth() || '} ? (@.type() == "object" || @.type() == "array")')::jsonpath)
$$;

-- Trigger with arguments: the column, what people call it, its maximum in bytes.
create function private.check_json_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_bytes integer := tg_argv[2];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most % MB', tg_argv[1], max_bytes / 1000000 using errcode = '23514';
  end if;
  if private.is_too_deep(new_value) then
    raise exception '% must be nested at most % levels deep', tg_argv[1], private.max_json_depth() using errcode = '23514';
  end if;
  return new;
end $$;

create trigger check_content_limits before insert or update of content on public.articles
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_content_limits before insert or update of content on public.pages
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_content_limits before insert or update of content on public.article_templates
for each row execute function private.check_json_limits('content', 'Content', '1000000');
-- A working copy holds the text up to three times: the form, what it was begun from, and the patch.
create trigger check_content_limits before insert or update of data on public.article_working_copies
for each row execute function private.check_json_limits('data', 'Content', '4000000');
create trigger check_social_link_limits before insert or update of social_links on public.author_profiles
for each row execute function private.check_json_limits('social_links', 'Social links', '1000000');

create function private.check_slug_length() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if char_length(new.slug) > private.max_slug_length() and (tg_op = 'INSERT' or new.slug <> old.slug) then
    raise exception '% must be at most % characters', tg_argv[0], private.max_slug_length() using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_slug_length before insert or update of slug on public.articles
for each row execute function private.check_slug_length('URL slug');
create trigger check_slug_length before insert or update of slug on public.pages
for each row execute function private.check_slug_length('Slug');
