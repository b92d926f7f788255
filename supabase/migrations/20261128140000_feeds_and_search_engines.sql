-- The site has feeds in JSON, a site map of news and llms.txt: no page and no redirect takes their addresses. A setting says
-- whether search engines are told of changed pages.

alter table public.site_settings add column index_now boolean not null default false;
grant select (index_now) on public.site_settings to anon;

create or replace function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.svg|llms\.txt|privacy|robots\.txt|rss\.(json|xml)|sitemap(-\d+|-news)?\.xml|terms)?$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$$;

create or replace function private.tag_addresses(t public.tags) returns text[]
language sql immutable set search_path = ''
as $$ select array['/tag/' || t.slug, '/rss/tag/' || t.slug || '.xml', '/rss/tag/' || t.slug || '.json'] $$;

create or replace function private.category_addresses(c public.categories) returns text[]
language sql immutable set search_path = ''
as $$ select array['/rss/' || c.slug || '.xml', '/rss/' || c.slug || '.json'] $$;
