-- Pages, categories and tags as the admin keeps them.

-- Lists of tags and pages are searched by any part of a name and start with the newest.
create index tags_name_trgm_idx on public.tags using gin (name extensions.gin_trgm_ops);
create index tags_created_idx on public.tags (created_at desc, id);
create index pages_title_trgm_idx on public.pages using gin (title extensions.gin_trgm_ops);
create index pages_parent_idx on public.pages (parent_id);

/* Saves a page. p_id null creates; otherwise p_version must be the version the writer started from, or nothing changes
   and PT409 is raised. Fields absent from p_page stay as they are. Runs as the caller: the policies decide. */
create function public.save_page(p_id uuid, p_version integer, p_page jsonb) returns public.pages
language plpgsql security invoker set search_path = ''
as $$
declare saved public.pages; patch public.pages;
begin
  if p_id is null then
    patch := jsonb_populate_record(null::public.pages, p_page);
    insert into public.pages (title, slug, content, excerpt, status, meta_title, meta_description, parent_id, author_id)
    values (patch.title, patch.slug, coalesce(patch.content, '{"html": ""}'), patch.excerpt, coalesce(patch.status, 'draft'),
      patch.meta_title, patch.meta_description, patch.parent_id, patch.author_id)
    returning * into saved;
    return saved;
  end if;
  select * into saved from public.pages where id = p_id;
  if not found then
    raise exception 'Page not found' using errcode = 'PT404';
  end if;
  patch := jsonb_populate_record(saved, p_page);
  update public.pages p set
    title = patch.title, slug = patch.slug, content = patch.content, excerpt = patch.excerpt, status = patch.status,
    meta_title = patch.meta_title, meta_description = patch.meta_description, parent_id = patch.parent_id,
    author_id = patch.author_id
  where p.id = p_id and p.version = p_version
  returning * into saved;
  if not found then
    -- Either somebody saved in between, or the policies refuse this row to the caller.
    if exists (select 1 from public.pages where id = p_id and version = p_version) then
      raise exception 'You are not allowed to change this page' using errcode = '42501';
    end if;
    raise exception 'This page was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  return saved;
end $$;
grant execute on function public.save_page(uuid, integer, jsonb) to authenticated, service_role;

-- What stands before the slug of a page below p_parent: 'about/press/', or '' where readers cannot see the parent.
create function private.page_prefix(p_parent uuid) returns text
language sql stable security definer set search_path = ''
as $$
  with recursive up (slug, parent_id, height) as (
    select p.slug, p.parent_id, 1 from public.pages p where p.id = p_parent and p.status = 'published'
    union all
    select p.slug, p.parent_id, up.height + 1 from public.pages p join up on p.id = up.parent_id
    where p.status = 'published' and up.height < 64
  ) select coalesce(string_agg(slug || '/', '' order by height desc), '') from up
$$;

/* An address at which readers found a page leads to where that page is now: the page itself and those below it, whose
   addresses begin with its own. old_slug is the whole path without the first slash. An address in use is no redirect. */
create or replace function private.keep_page_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was text; now_at text; moved record;
begin
  if tg_op <> 'INSERT' and old.status = 'published' then was := private.page_prefix(old.parent_id) || old.slug; end if;
  if tg_op <> 'DELETE' and new.status = 'published' then now_at := private.page_prefix(new.parent_id) || new.slug; end if;
  if was is not distinct from now_at then return old; end if;
  for moved in
    with recursive below (id, tail) as (
      select p.id, p.slug from public.pages p where p.parent_id = coalesce(new.id, old.id) and p.status = 'published'
      union all
      select p.id, below.tail || '/' || p.slug from public.pages p join below on p.parent_id = below.id
      where p.status = 'published'
    )
    select new.id as page_id, was as old_path, now_at as new_path where tg_op <> 'DELETE'
    union all
    select id, coalesce(was || '/', '') || tail, coalesce(now_at || '/', '') || tail from below
  loop
    if moved.old_path is not null then
      insert into public.slug_redirects (kind, old_slug, page_id) values ('page', moved.old_path, moved.page_id)
      on conflict (kind, old_slug) do update set page_id = excluded.page_id, created_at = now();
    end if;
    delete from public.slug_redirects where kind = 'page' and old_slug = moved.new_path;
  end loop;
  return old;
end $$;

drop trigger keep_page_redirect on public.pages;
create trigger keep_page_redirect after insert or update of slug, parent_id, status on public.pages
for each row execute function private.keep_page_redirect();
-- Before: afterwards the pages below have already moved up.
create trigger keep_page_redirect_of_those_below before delete on public.pages
for each row execute function private.keep_page_redirect();

-- An article that still names a category or tag which is gone (a text that was open, a working copy, an old revision)
-- is saved without it, as articles that were not open have lost it.
create function private.admit_known_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  return new;
end $$;
create trigger admit_known_category before insert or update of category_id on public.articles
for each row when (new.category_id is not null) execute function private.admit_known_category();

create function private.admit_known_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.tags where id = new.tag_id) then return new; end if;
  return null;
end $$;
create trigger admit_known_tag before insert on public.article_tags
for each row execute function private.admit_known_tag();
