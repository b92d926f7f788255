-- Redirects by hand from addresses of tags, categories and authors: refused, and removed when one of them gets the
-- address.

-- The page and the feed of a tag.
create function private.tag_addresses(t public.tags) returns text[]
language sql immutable set search_path = ''
as $$ select array['/tag/' || t.slug, '/rss/tag/' || t.slug || '.xml'] $$;

-- The feed of a category.
create function private.category_addresses(c public.categories) returns text[]
language sql immutable set search_path = ''
as $$ select array['/rss/' || c.slug || '.xml'] $$;

-- The addresses that lead to an author (authorKeys in src/domain/author.ts; a test compares them).
create function private.author_addresses(a public.author_profiles) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg('/author/' || key) from unnest(array[
    a.slug, a.id::text, public.slugify(a.name), regexp_replace(lower(btrim(a.name)), '\s+', '-', 'g')]) key
  where key <> ''
$$;

-- The addresses of the editorial team (TEAM in src/domain/author.ts; a test compares them).
create function private.team_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array['/author/mantel-editorial', '/author/ines-abril', '/author/tomas-reyne', '/author/odile-marsh']
$$;

-- Whether a path is an address of a tag, a category or an author. Hosts may not distinguish upper from lower case.
create function private.is_tag_category_or_author_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(path) = any (private.team_addresses())
    or exists (select 1 from public.tags t where lower(path) = any (private.tag_addresses(t)))
    or exists (select 1 from public.categories c where lower(path) = any (private.category_addresses(c)))
    or exists (select 1 from public.author_profiles a where lower(path) = any (private.author_addresses(a)))
$$;

create function private.refuse_redirect_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare from_path text := '/' || new.old_slug;
begin
  if private.is_tag_category_or_author_address(from_path) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', from_path
    using errcode = '23514';
  end if;
  return new;
end $$;
create trigger refuse_redirect_in_use before insert on public.slug_redirects
for each row when (new.kind = 'custom') execute function private.refuse_redirect_in_use();

-- A redirect by hand gives way to a tag, category or author that gets its address.
create function private.remove_redirects_at_new_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare addresses text[];
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if tg_table_name = 'tags' then addresses := private.tag_addresses(new);
  elsif tg_table_name = 'categories' then addresses := private.category_addresses(new);
  else addresses := private.author_addresses(new);
  end if;
  delete from public.slug_redirects r where r.kind = 'custom' and lower(r.old_path) = any (addresses);
  return null;
end $$;
create trigger remove_redirects_at_new_address after insert or update of slug on public.tags
for each row execute function private.remove_redirects_at_new_address();
create trigger remove_redirects_at_new_address after insert or update of slug on public.categories
for each row execute function private.remove_redirects_at_new_address();
-- Every update: fill_author_slug may set the slug without it being among the updated columns.
create trigger remove_redirects_at_new_address after insert or update on public.author_profiles
for each row execute function private.remove_redirects_at_new_address();

-- Those that were accepted before.
delete from public.slug_redirects r
where r.kind = 'custom' and private.is_tag_category_or_author_address(r.old_path);
