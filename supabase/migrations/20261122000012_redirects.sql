-- Old addresses of published articles and pages, and what they lead to now. An address in use is never a redirect.

create table public.slug_redirects (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('article', 'page')),
  -- An article's slug, or the whole path of a page without the first slash.
  old_slug text not null,
  article_id uuid references public.articles (id) on delete cascade,
  page_id uuid references public.pages (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (kind, old_slug),
  check ((kind = 'article') = (article_id is not null) and (kind = 'page') = (page_id is not null))
);

alter table public.slug_redirects enable row level security;
grant select on public.slug_redirects to anon, authenticated;
create policy "redirects of visible articles" on public.slug_redirects for select to anon, authenticated
using (kind = 'page' or exists (select 1 from public.articles a where a.id = article_id));

-- The old slug of an article that readers could see becomes a redirect.
create function private.update_article_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A slug in use is never a redirect.
  delete from public.slug_redirects where kind = 'article' and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.status = 'published' and old.published_at <= now() then
    insert into public.slug_redirects (kind, old_slug, article_id) values ('article', old.slug, new.id)
    on conflict (kind, old_slug) do update set article_id = excluded.article_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_article_redirects after insert or update of slug on public.articles
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
