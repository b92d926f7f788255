-- One rule for the addresses of tags, categories and authors, which two triggers checked for each redirect by hand.

-- Whether readers find an article, a page, an author, a tag or a feed at a path, or will at the article's date. Hosts may
-- not distinguish upper from lower case.
create or replace function private.is_address_in_use(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a where a.slug = substring(lower(path) from '^/article/(.+)')
      and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from public.pages p where p.slug = substring(lower(path) from '[^/]+$')
      and p.status = 'published' and '/' || private.parent_path(p.parent_id) || p.slug = lower(path))
    or private.is_tag_category_or_author_address(path)
$$;

drop trigger refuse_redirect_in_use on public.slug_redirects;
drop function private.refuse_redirect_in_use();
