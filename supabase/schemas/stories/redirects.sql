-- Redirects: old addresses of published articles, pages, sections, tags, categories and authors with their present targets, and
-- redirects that editors add by hand (kind `custom`). An address in use is never a redirect.

create table public.slug_redirects (
  id bigint generated always as identity primary key,
  -- Clients may not set the kind: what they insert is a redirect by hand.
  kind text not null default 'custom' check (kind in ('article', 'page', 'section', 'tag', 'category', 'author', 'custom')),
  -- The slug of an article, section, tag or category, the last segment of an author's address, the whole path of a page, or the path
  -- and query of a redirect by hand, without the first slash. One spelling: canonicalPath and canonicalQuery in src/domain/site/address.ts.
  old_slug text not null,
  article_id uuid references public.articles (id) on delete cascade,
  page_id uuid references public.pages (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- A section, tag, category or author profile. Not a foreign key: with one, `articles(…)` embedded in tags could mean two ways from
  -- one to the other.
  entity_id uuid,
  -- Where a redirect by hand leads: a path of the site, or an address elsewhere.
  target text check (
    char_length(target) <= 1000 and target ~
      '^((/|(/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+)(\?[^[:space:]"<>\\#]+)?(#[^[:space:]"<>\\]*)?|https://[^[:space:]"<>\\]+)$'
    and target !~ '^/([^?#]*/)?\.\.?([/?#]|$)'),
  old_path text not null generated always as (
    case kind when 'page' then '/' || old_slug when 'section' then '/' || old_slug when 'custom' then '/' || old_slug
      when 'category' then '/rss/' || old_slug || '.xml' else '/' || kind || '/' || old_slug end) stored,
  unique (kind, old_slug),
  constraint slug_redirects_row_check check ((kind = 'article') = (article_id is not null)
    and (kind = 'page') = (page_id is not null)
    and (kind in ('section', 'tag', 'category', 'author')) = (entity_id is not null)),
  constraint slug_redirects_has_target_check check ((target is not null) = (kind = 'custom')),
  constraint slug_redirects_old_path_check check (kind <> 'custom' or char_length(old_path) <= 1000
    and old_path ~ '^((/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+(\?[^[:space:]"<>\\#]+)?|/\?[^[:space:]"<>\\#]+)$'
    and split_part(old_path, '?', 1) !~ '/\.\.?(/|$)')
);
create index slug_redirects_old_path_idx on public.slug_redirects (old_path, id);
create index slug_redirects_target_idx on public.slug_redirects (target) where kind = 'custom';
create index slug_redirects_custom_path_idx on public.slug_redirects (lower(old_path)) where kind = 'custom';
create index slug_redirects_article_idx on public.slug_redirects (article_id);
create index slug_redirects_page_idx on public.slug_redirects (page_id);

-- An address with its letters in place of their bytes; null where it has none.
create function private.decode_address(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if p_address not like '%\%%' then return null; end if;
  return convert_from(decode(string_agg(
    case when part[1] ~ '^%.' then substr(part[1], 2) else encode(convert_to(part[1], 'UTF8'), 'hex') end,
    '' order by place), 'hex'), 'UTF8')
  from regexp_matches(p_address, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality found(part, place);
exception when character_not_in_repertoire or untranslatable_character then
  return null;
end $$;
grant execute on function private.decode_address(text) to authenticated;

-- What staff search.
create function public.search_text(public.slug_redirects) returns text
language sql immutable set search_path = ''
as $$
  select private.fold_text(concat_ws(' ', $1.old_path, $1.target, private.decode_address($1.old_path),
    private.decode_address($1.target)))
$$;
grant execute on function public.search_text(public.slug_redirects) to authenticated;

alter table public.slug_redirects enable row level security;
grant select on public.slug_redirects to anon, authenticated;
grant insert (old_slug, target), delete on public.slug_redirects to authenticated;
create policy "redirects of visible articles" on public.slug_redirects for select to anon, authenticated
using (kind <> 'article' or exists (select 1 from public.articles a where a.id = article_id));
create policy "editors add redirects by hand" on public.slug_redirects for insert to authenticated
with check (kind = 'custom' and (select public.has_role('super_admin', 'editor')));
create policy "editors remove redirects" on public.slug_redirects for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.slug_redirects referencing new table as added_now
for each statement execute function private.limit_added_rows('redirects', '5000');

create trigger public_row_changed after insert or update or delete on public.slug_redirects
for each row execute function private.public_row_changed();
create trigger record_undo_step after insert or update or delete on public.slug_redirects
for each row when (current_setting('mantel.undo_of', true) <> '') execute function private.record_undo_step();
create trigger addresses_as_paths before insert or update on public.slug_redirects
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.slug_redirects
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.slug_redirects
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Renamed articles, pages, tags, categories and authors --------------------------------------------------------------

-- The old slug of an article that readers could see becomes a redirect. A redirect ends when readers find an article at its
-- address; at the address of a draft or a scheduled article it goes on.
create function private.update_article_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at <= now() and new.deleted_at is null then
    delete from public.slug_redirects where kind = 'article' and old_slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.status = 'published' and old.published_at <= now() then
    insert into public.slug_redirects (kind, old_slug, article_id) values ('article', old.slug, new.id)
    on conflict (kind, old_slug) do update set article_id = excluded.article_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_article_redirects
after insert or update of slug, status, published_at, deleted_at on public.articles
for each row execute function private.update_article_redirects();

-- The path before the slug of a page below p_parent: 'about/press/', or '' where readers cannot see the parent.
create function private.parent_path(p_parent uuid) returns text
language sql stable security definer set search_path = ''
as $$
  with recursive up (slug, parent_id, height) as (
    select p.slug, p.parent_id, 1 from public.pages p where p.id = p_parent and p.status = 'published'
    union all
    select p.slug, p.parent_id, up.height + 1 from public.pages p join up on p.id = up.parent_id
    where p.status = 'published' and up.height < 64
  ) select coalesce(string_agg(slug || '/', '' order by height desc), '') from up
$$;

-- When the path of a page changes, so do the paths of the pages below it: each old path becomes a redirect.
create function private.update_page_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare old_path text; new_path text; redirect record;
begin
  if tg_op <> 'INSERT' and old.status = 'published' then old_path := private.parent_path(old.parent_id) || old.slug; end if;
  if tg_op <> 'DELETE' and new.status = 'published' then new_path := private.parent_path(new.parent_id) || new.slug; end if;
  if old_path is not distinct from new_path then return old; end if;
  for redirect in
    with recursive below (id, path) as (
      select p.id, p.slug from public.pages p where p.parent_id = coalesce(new.id, old.id) and p.status = 'published'
      union all
      select p.id, below.path || '/' || p.slug from public.pages p join below on p.parent_id = below.id
      where p.status = 'published'
    )
    select new.id as page_id, old_path, new_path where tg_op <> 'DELETE'
    union all
    select below.id, coalesce(old_path || '/', '') || below.path, coalesce(new_path || '/', '') || below.path from below
  loop
    if redirect.old_path is not null then
      insert into public.slug_redirects (kind, old_slug, page_id) values ('page', redirect.old_path, redirect.page_id)
      on conflict (kind, old_slug) do update set page_id = excluded.page_id, created_at = now();
    end if;
    delete from public.slug_redirects where kind = 'page' and old_slug = redirect.new_path;
  end loop;
  return old;
end $$;
create trigger update_page_redirects after insert or update of slug, parent_id, status on public.pages
for each row execute function private.update_page_redirects();
-- Before the delete: after it, the pages below have already moved up.
create trigger update_page_redirects_on_delete before delete on public.pages
for each row execute function private.update_page_redirects();

-- The old slug of a section, a tag or a category becomes a redirect, until another one has it or it is deleted. The argument
-- of the trigger is the kind.
create function private.update_slug_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where kind = tg_argv[0] and entity_id = old.id;
    return null;
  end if;
  delete from public.slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug then
    insert into public.slug_redirects (kind, old_slug, entity_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_slug_redirects after insert or delete or update of slug on public.tags
for each row execute function private.update_slug_redirects('tag');
create trigger update_slug_redirects after insert or delete or update of slug on public.sections
for each row execute function private.update_slug_redirects('section');
create trigger update_slug_redirects after insert or delete or update of slug on public.categories
for each row execute function private.update_slug_redirects('category');

-- The same for authors, who have an address for their slug and others for their name.
create function private.update_author_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare present text[]; address text;
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where kind = 'author' and entity_id = old.id;
    return null;
  end if;
  present := private.author_addresses(new);
  delete from public.slug_redirects where kind = 'author' and old_path = any (present);
  if tg_op = 'UPDATE' then
    foreach address in array private.author_addresses(old) loop
      continue when address = any (present);
      insert into public.slug_redirects (kind, old_slug, entity_id)
      values ('author', substring(address from '/author/(.*)'), new.id)
      on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
    end loop;
  end if;
  return null;
end $$;
create trigger update_author_redirects after insert or delete or update on public.author_profiles
for each row execute function private.update_author_redirects();

-- Addresses in use ---------------------------------------------------------------------------------------------------

-- The files of public (register_magazine), such as /about-640.webp. In lower case.
create table private.site_files (path text primary key);
alter table private.site_files enable row level security;

/* Whether an old address is one of the site itself: a page, also by the name of its file, or another file (isSiteAddress in
   src/domain/site/redirect.ts, which does not know the files; a test compares them). */
create function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|letters|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.(ico|svg)|icon-(180|192|512|maskable-512)\.png|llms\.txt|privacy|robots\.txt|rss\.(json|xml)|share\.jpg|site\.webmanifest|terms)?$'
    or address ~ '^/sitemap(-\d+|-news)?\.xml$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$$;

-- The page and the feeds of a tag.
create function private.tag_addresses(t public.tags) returns text[]
language sql immutable set search_path = ''
as $$ select array['/tag/' || t.slug, '/rss/tag/' || t.slug || '.xml', '/rss/tag/' || t.slug || '.json'] $$;

-- The feeds of a category.
create function private.category_addresses(c public.categories) returns text[]
language sql immutable set search_path = ''
as $$ select array['/rss/' || c.slug || '.xml', '/rss/' || c.slug || '.json'] $$;

-- The addresses that lead to an author (authorKeys in src/domain/people/author.ts; a test compares them).
create function private.author_addresses(a public.author_profiles) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg('/author/' || key) from unnest(array[
    a.slug, a.id::text, public.slugify(a.name), regexp_replace(lower(btrim(a.name)), '\s+', '-', 'g')]) key
  where key <> ''
$$;

-- Whether a tag has so many published stories that it has a page (isTagShown in src/domain/sections/tag.ts).
create function private.has_tag_page(p_tag uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) = 3 from (
    select from public.article_tags t join public.articles a on a.id = t.article_id
    where t.tag_id = p_tag and a.status = 'published' and a.published_at <= now() and a.deleted_at is null limit 3) story
$$;

-- Whether readers find a tag, a category or an author at a path. Hosts may not distinguish upper from lower case. A redirect from
-- the address of a tag without a page ends by itself when it gets one: a page goes before a redirect. The slug in the path
-- is asked for first: an import asks for thousands of addresses beside thousands of tags.
create function private.is_tag_category_or_author_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.categories c where c.slug = asked_slug and address = any (private.category_addresses(c)))
    or coalesce((select private.has_tag_page(t.id) from public.tags t
      where t.slug = asked_slug and address = any (private.tag_addresses(t))), false)
    or address like '/author/%' and exists (select 1 from public.author_profiles a where address = any (private.author_addresses(a)))
  from lower(path) address, regexp_replace(substring(address from '[^/]*$'), '\.(xml|json)$', '') asked_slug
$$;

-- Whether readers find an article, a page, a section, an author, a tag or a feed at a path, or will at the article's date. Hosts may
-- not distinguish upper from lower case.
create function private.is_address_in_use(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a where a.slug = substring(lower(path) from '^/article/(.+)')
      and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from public.pages p where p.slug = substring(lower(path) from '[^/]+$')
      and p.status = 'published' and '/' || private.parent_path(p.parent_id) || p.slug = lower(path))
    or exists (select 1 from public.sections s where '/' || s.slug = lower(path))
    or private.is_tag_category_or_author_address(path)
$$;

-- Redirects by hand --------------------------------------------------------------------------------------------------

-- An address with the characters encoded that a header cannot have, such as letters beyond ASCII. Blanks stay.
create function private.ascii_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(case
    when ascii(letter) between 9 and 13 or ascii(letter) between 32 and 126 then letter
    else upper(regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by at), '')
  from string_to_table(address, null) with ordinality as t (letter, at)
$$;

/* Stores the query and target of a redirect by hand in ASCII. Refuses a path with another spelling of plain characters, such
   as /%61 for /a, since requests are compared in one spelling, and the name of a page's file. By its name, it runs before
   before_redirect_insert. */
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

-- Where a redirect leads now. Null while readers cannot see its article or page.
create function private.redirect_target(r public.slug_redirects) returns text
language sql stable security definer set search_path = ''
as $$
  select case r.kind
    when 'article' then (select '/article/' || a.slug from public.articles a
      where a.id = r.article_id and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    when 'page' then (select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p
      where p.id = r.page_id and p.status = 'published')
    when 'section' then (select '/' || s.slug from public.sections s where s.id = r.entity_id)
    when 'tag' then (select '/tag/' || t.slug from public.tags t where t.id = r.entity_id)
    when 'category' then (select '/rss/' || c.slug || '.xml' from public.categories c where c.id = r.entity_id)
    when 'author' then (select '/author/' || a.slug from public.author_profiles a where a.id = r.entity_id)
    else r.target
  end
$$;

-- Where these redirects lead now, for editors.
create function public.get_redirect_targets(p_redirects bigint[]) returns table (id bigint, target text)
language sql stable security definer set search_path = ''
as $$
  select r.id, private.redirect_target(r) from public.slug_redirects r
  where r.id = any (p_redirects) and (select public.has_role('super_admin', 'editor'))
$$;
grant execute on function public.get_redirect_targets(bigint[]) to authenticated;

-- Refuses a redirect by hand from an address in use, a second one from the same address, and one that leads back to
-- itself. One that leads to another redirect is stored with that one's target.
create function private.before_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare from_path text := '/' || new.old_slug; next public.slug_redirects;
begin
  if new.kind <> 'custom' then return new; end if;
  -- The lock serialises additions: two at once could make a chain or a loop that neither of them sees.
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if private.is_site_address(from_path) then
    raise exception 'The address "%" is used by the site itself', from_path using errcode = '23514';
  end if;
  if private.is_address_in_use(split_part(from_path, '?', 1)) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', from_path
    using errcode = '23514';
  end if;
  if exists (select 1 from public.slug_redirects r where r.old_path = from_path) then
    raise exception 'There is already a redirect from "%"', from_path using errcode = '23505';
  end if;
  select * into next from public.slug_redirects r where r.old_path = new.target limit 1;
  if new.target = from_path then
    raise exception 'A redirect cannot lead to its own address' using errcode = '23514';
  end if;
  if found then new.target := coalesce(private.redirect_target(next), new.target); end if;
  if new.target = from_path then
    raise exception 'The redirects from "%" and "%" would lead to each other', from_path, next.old_path
    using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_redirect_insert before insert on public.slug_redirects
for each row execute function private.before_redirect_insert();

-- Redirects by hand that led to the address of a new redirect lead to its target. A renamed article or page takes the
-- place of one from the same address.
create function private.after_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare new_target text := private.redirect_target(new);
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  delete from public.slug_redirects r
  where r.kind = 'custom' and r.id <> new.id and (r.old_path = new.old_path or r.target = new.old_path and r.old_path = new_target);
  if new_target is not null then
    update public.slug_redirects r set target = new_target where r.kind = 'custom' and r.target = new.old_path;
  end if;
  return null;
end $$;
create trigger after_redirect_insert after insert or update of article_id, page_id, entity_id on public.slug_redirects
for each row execute function private.after_redirect_insert();

-- A redirect by hand gives way to an article or page that readers find at its address.
create function private.remove_redirects_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if tg_table_name = 'articles' then
    delete from public.slug_redirects r
    where r.kind = 'custom' and lower(r.old_path) = '/article/' || new.slug and new.published_at <= now();
  else
    delete from public.slug_redirects r where r.kind = 'custom' and lower(r.old_path) in (
      select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p where p.status = 'published');
  end if;
  return null;
end $$;
create trigger remove_redirects_in_use after insert or update of slug, status, published_at on public.articles
for each row when (new.status = 'published') execute function private.remove_redirects_in_use();
create trigger remove_redirects_in_use after insert or update of slug, parent_id, status on public.pages
for each row when (new.status = 'published') execute function private.remove_redirects_in_use();

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
