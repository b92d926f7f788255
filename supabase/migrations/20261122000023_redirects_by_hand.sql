-- Redirects that editors add by hand, beside those of renamed articles, pages and tags. Their kind is `custom`, their
-- old_slug a path without its first slash.

alter table public.slug_redirects
  -- Clients may not set the kind: what they insert is a redirect by hand.
  alter column kind set default 'custom',
  -- Where a redirect by hand leads: a path of the site, or an address elsewhere.
  add column target text check (
    char_length(target) <= 600 and target ~ '^(/|(/[A-Za-z0-9._~-]{1,200})+|https://[^[:space:]"<>\\]+)$'
    and target !~ '^/(.*/)?\.\.?(/|$)'),
  add constraint slug_redirects_has_target_check check ((target is not null) = (kind = 'custom')),
  add column old_path text not null generated always as (
    case when kind in ('page', 'custom') then '/' else '/' || kind || '/' end || old_slug) stored,
  add constraint slug_redirects_old_path_check check (kind <> 'custom' or char_length(old_path) <= 300
    and old_path ~ '^(/[A-Za-z0-9._~-]{1,200})+$' and old_path !~ '/\.\.?(/|$)');
create index slug_redirects_old_path_idx on public.slug_redirects (old_path, id);
create index slug_redirects_target_idx on public.slug_redirects (target) where kind = 'custom';

grant insert (old_slug, target), delete on public.slug_redirects to authenticated;
create policy "editors add redirects by hand" on public.slug_redirects for insert to authenticated
with check (kind = 'custom' and (select public.has_role('super_admin', 'editor')));
create policy "editors remove redirects" on public.slug_redirects for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- Where a redirect leads now. Null while readers cannot see its article or page.
create function private.redirect_target(r public.slug_redirects) returns text
language sql stable security definer set search_path = ''
as $$
  select case r.kind
    when 'article' then (select '/article/' || a.slug from public.articles a
      where a.id = r.article_id and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    when 'page' then (select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p
      where p.id = r.page_id and p.status = 'published')
    when 'tag' then (select '/tag/' || t.slug from public.tags t where t.id = r.tag_id)
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

-- Whether a path is an address of the site itself (isSiteAddress in src/domain/redirect.ts; a test compares them).
create function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(path) ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or lower(path) ~ '^/(about|favicon\.svg|privacy|robots\.txt|rss\.xml|sitemap(-\d+)?\.xml|terms)?$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = lower(path)
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
$$;

-- Whether readers find an article, a page, an author, a tag or a feed at a path, or will at the article's date. Hosts may
-- not distinguish upper from lower case.
create function private.is_address_in_use(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a where a.slug = substring(lower(path) from '^/article/(.+)')
      and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from public.pages p where p.slug = substring(lower(path) from '[^/]+$')
      and p.status = 'published' and '/' || private.parent_path(p.parent_id) || p.slug = lower(path))
    or exists (select 1 from public.author_profiles a where a.slug = substring(lower(path) from '^/author/(.+)'))
    or exists (select 1 from public.tags t where t.slug = substring(lower(path) from '^/tag/(.+)'))
    or exists (select 1 from public.categories c where c.slug = substring(lower(path) from '^/rss/(.+)\.xml$'))
$$;

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
  if private.is_address_in_use(from_path) then
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
create trigger after_redirect_insert after insert or update of article_id, page_id, tag_id on public.slug_redirects
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
